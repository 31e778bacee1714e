"""`questlog metric`: what programs rely on, and what is refused."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.bot.cli.terminal import Terminal


async def exact(terminal: Terminal, *arguments: str) -> Any:  # noqa: ANN401 - any JSON
    """With every digit of its numbers."""
    return json.loads((await terminal.run(*arguments, "--json")).out, parse_float=Decimal)


async def test_what_is_logged_is_answered_with_every_digit(terminal: Terminal) -> None:
    await terminal.answer("metric", "add", "weight", "--unit", "kg", "--direction", "lower", "--target", "75")
    for value in ("182.4", "82.125", "0.1", "123456789.123456789", "-3.5"):
        logged = await exact(terminal, "metric", "log", "weight", value)
        assert Decimal(logged["metric"]["latest"]) == Decimal(value)

    shown = await exact(terminal, "metric", "show", "weight")
    values = [Decimal(one["value"]) for one in shown["log"]]
    assert values == [*map(Decimal, ("-3.5", "123456789.123456789", "0.1", "82.125", "182.4"))]
    assert shown["metric"].keys() >= {"id", "name", "unit", "latest", "trend", "streak"}


async def test_how_often_something_is_logged_is_asked_for_no_unit(terminal: Terminal) -> None:
    counted = (await terminal.run("metric", "add", "visits", "--per-day", "count")).out
    measured = (await terminal.run("metric", "add", "weight")).out
    assert ["has a unit" in said for said in (counted, measured)] == [False, True]


async def test_a_day_in_the_past_is_filled_in_and_a_note_goes_along(terminal: Terminal) -> None:
    await terminal.answer("metric", "add", "weight")
    logged = await terminal.answer(
        "metric", "log", "weight", "181", "lb", "--at", "yesterday", "--note", "after run"
    )

    assert (logged["metric"]["unit"], logged["log"]["value"], logged["log"]["note"]) == (
        "lb",
        181,
        "after run",
    )
    assert logged["log"]["at"].endswith("T12:00:00Z")


async def test_names_of_several_words_need_no_quotes(terminal: Terminal) -> None:
    await terminal.answer("metric", "add", "body", "fat")
    logged = await terminal.answer("metric", "log", "body", "fat", "18.5")
    assert (logged["metric"]["name"], logged["metric"]["latest"]) == ("body fat", 18.5)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (("log", "weight", "many"), "bad_value"),
        (("log", "weight", "nan"), "bad_value"),
        (("log", "weight", "1e5"), "bad_value"),
        (("log", "weight", "1" * 16), "bad_value"),
        (("log", "weight", "0.0000000001"), "bad_value"),
        (("log", "weight", "5 km"), "wrong_unit"),
        (("log", "weight", "82", "--at", "tomorrow"), "still_to_come"),
        (("log", "weight", "82", "--at", "31 february"), "no_such_date"),
        (("log", "weight", "82", "--note", "x" * 201), "bad_note"),
        (("log", "length", "82"), "no_such_metric"),
        (("correct", "weight", "82"), "no_such_log"),
        (("undo", "weight"), "nothing_to_undo"),
        (("edit", "weight"), "bad_metric"),
        (("edit", "weight", "--low", "9", "--high", "5"), "bad_metric"),
        (("add", "WEIGHT"), "bad_metric"),
        (("add", ""), "bad_metric"),
        (("add", "x", "--unit", "m"), "ambiguous_unit"),
        (("add", "x", "--direction", "target"), "bad_metric"),
        (("add", "x", "--per-day", "often"), "bad_metric"),
    ],
)
async def test_what_makes_no_sense_is_refused_and_changes_nothing(
    terminal: Terminal, said: tuple[str, ...], code: str
) -> None:
    await terminal.answer("metric", "add", "weight", "--unit", "kg")
    before = await terminal.answer("metric", "list")

    assert (await terminal.refusal("metric", *said))[1] == code
    assert await terminal.answer("metric", "list") == before


async def test_a_unit_of_logs_that_had_none_is_said_later(terminal: Terminal) -> None:
    await terminal.answer("metric", "add", "weight")
    await terminal.answer("metric", "log", "weight", "82.4")
    assert (await terminal.refusal("metric", "log", "weight", "82.5 kg"))[1] == "wrong_unit"
    await terminal.answer("metric", "edit", "weight", "--unit", "kg")

    logged = await terminal.answer("metric", "log", "weight", "82.5 kg")
    assert (logged["metric"]["unit"], logged["metric"]["latest"], logged["metric"]["logs"]) == ("kg", 82.5, 2)


async def test_what_is_archived_takes_no_numbers_and_gives_its_name_away(terminal: Terminal) -> None:
    await terminal.answer("metric", "add", "weight")
    await terminal.answer("metric", "edit", "weight", "--status", "archived")
    assert (await terminal.refusal("metric", "log", "weight", "82"))[1] == "nothing_to_change"
    assert (await terminal.answer("metric", "list"))["metrics"] == []
    assert (await terminal.answer("metric", "list", "--all"))["total"] == 1
    await terminal.answer("metric", "add", "weight")


async def test_a_chart_is_a_file(terminal: Terminal, tmp_path: Path) -> None:
    await terminal.answer("metric", "add", "steps")
    await terminal.answer("metric", "log", "steps", "8000")
    place = tmp_path / "steps.png"
    await terminal.answer("metric", "show", "steps", "--chart", str(place))
    assert place.read_bytes()[:4] == b"\x89PNG"


async def test_another_number_logs_itself_until_it_is_taken_away(terminal: Terminal) -> None:
    await terminal.answer("metric", "add", "steps")
    walk = await terminal.answer("metric", "add", "walk", "--per-day", "sum", "--fed", "steps")
    assert (walk["metric"]["fedBy"], walk["metric"]["source"]) == ("steps", "App")
    assert "logged from steps" in walk["metric"]["understood"]
    await terminal.answer("metric", "log", "steps", "1000")
    await terminal.answer("metric", "log", "steps", "500")
    assert (await terminal.answer("metric", "show", "walk"))["metric"]["latest"] == 1500

    assert (await terminal.refusal("metric", "add", "x", "--fed", "nothing"))[1] == "bad_metric"
    assert (await terminal.refusal("metric", "edit", "steps", "--fed", "walk"))[1] == "bad_metric"
    edited = await terminal.answer("metric", "edit", "walk", "--fed", "none")
    assert (edited["metric"]["fedBy"], edited["metric"]["source"]) == (None, "Manual")


async def test_a_second_person_at_this_machine_sees_nothing_of_the_first(terminal: Terminal) -> None:
    added = await terminal.answer("metric", "add", "secret weight")
    await terminal.answer("account", "new", "--nickname", "Eve")

    assert (await terminal.answer("metric", "list", "--identity", "eve"))["metrics"] == []
    for name in ("secret weight", added["metric"]["id"]):
        for said in (
            ("show", name),
            ("log", name, "5"),
            ("edit", name, "--target", "5"),
            ("remove", name, "--yes"),
        ):
            assert (await terminal.refusal("metric", *said, "--identity", "eve"))[1] == "no_such_metric"


async def test_a_metric_is_no_character_among_ones_numbers(terminal: Terminal) -> None:
    await terminal.answer("metric", "add", "weight", "--unit", "kg")
    await terminal.answer("metric", "log", "weight", "82.4")
    assert (await terminal.answer("stats"))["characters"] == 0
