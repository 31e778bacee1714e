"""Metrics on Discord over the wire: forms, buttons, what is suggested, today, and what others see."""

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import EVIL, account, done, press
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.users import FakeUser
from tracker.metrics.model import Metric

ASKED = "What do you weigh?"


async def weight(ada: FakeUser, **options: object) -> Answer:
    return await ada.slash("metric add", name="Weight", unit="kg", **options)


async def mine(world: BotWorld, user: FakeUser) -> list[Metric]:
    return await world.client.services.metrics.list((await account(world, user)).id)


async def test_a_form_logs_a_number_and_buttons_correct_it_and_take_it_back(
    world: BotWorld, ada: FakeUser
) -> None:
    shown = await weight(ada)
    assert "In kg, less is better; the last number of a day counts." in shown.text
    assert "/metric log metric:weight value:82.4" in shown.text

    opened = await shown.click("Log a number")
    assert opened.modal.title == "Weight"
    await done(await opened.modal.submit({"What is it in kg?": "181 lb", "Note": "after run"}))
    assert 'Weight: 82.1 kg (181 lb). "after run"' in shown.text
    assert shown.buttons == ["Undo", "Correct"]

    await done(await (await shown.click("Correct")).modal.submit({"What is it in kg?": "82.3"}))
    assert 'Weight: corrected to 82.3 kg. "after run"' in shown.text

    await press(shown, "Undo")
    assert "Weight: 82.3 kg taken back, 82.1 kg today now." in shown.text
    [metric] = await mine(world, ada)
    assert metric.logs == 1


async def test_the_buttons_and_the_form_work_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    shown = await weight(ada)
    await world.restart()

    opened = await shown.click("Log a number")
    await world.restart()
    await done(await opened.modal.submit({"What is it in kg?": "82.4"}))
    assert "Weight: 82.4 kg." in shown.text

    await world.restart()
    await press(shown, "Undo")
    assert "82.4 kg taken back" in shown.text


async def test_a_shown_metric_has_its_picture_and_is_made_anew_after_a_log(
    world: BotWorld, ada: FakeUser
) -> None:
    del world
    await weight(ada, target="75")
    await ada.slash("metric log", metric="weight", value="83", at="yesterday", note="*tired*")
    shown = await ada.slash("metric show", metric="weight")
    assert "83 kg yesterday" in shown.text
    assert "Yesterday: \\*tired\\*" in shown.text
    [picture] = shown.message.attachments
    assert (picture.description or "").startswith("Weight: 83 kg. 83 kg on 31 December 2099.")

    opened = await shown.click("Log a number")
    await done(await opened.modal.submit({"What is it in kg?": "82.4"}))
    assert "82.4 kg. 0.6 kg less than yesterday." in shown.text
    assert "82.4 kg today" in shown.text
    assert "Yesterday: \\*tired\\*" in shown.text


@pytest.mark.parametrize("value", ["many", "5 km", "82,125", "82.4 after run", "9" * 30, EVIL[:20]])
async def test_what_cannot_be_logged_is_refused_and_what_was_typed_is_not_lost(
    world: BotWorld, ada: FakeUser, value: str
) -> None:
    shown = await weight(ada)

    opened = await shown.click("Log a number")
    refused = await opened.modal.submit({"What is it in kg?": value, "Note": "with *lemon*"})

    assert refused.ephemeral
    assert "You wrote:" in refused.text
    assert "Note: with \\*lemon\\*" in refused.text
    assert (await mine(world, ada))[0].logs == 0


async def test_what_is_asked_stands_in_today_and_is_answered_there(world: BotWorld, ada: FakeUser) -> None:
    await weight(ada, ask="8:00")
    shown = await ada.slash("today")
    assert ASKED in shown.text
    assert shown.buttons == [ASKED]

    opened = await shown.click(ASKED)
    await done(await opened.modal.submit({ASKED: "82.4"}))

    assert "Weight: 82.4 kg." in shown.text
    assert ASKED not in shown.text
    assert (await mine(world, ada))[0].logs == 1


@pytest.mark.parametrize("share", [True, False])
async def test_a_day_that_others_see_does_not_show_the_note_of_an_answer(
    world: BotWorld, ada: FakeUser, *, share: bool
) -> None:
    hall = world.discord.guild("The Club").channel
    await weight(ada, ask="0:01")
    world.clock.advance(120)
    day = await ada.slash("today", in_=hall, share=share)

    opened = await day.click(ASKED)
    await done(await opened.modal.submit({ASKED: "82.4", "Note": "after run"}))

    assert "Weight: 82.4 kg." in day.text
    assert ("after run" in day.text) is not share


async def test_what_was_understood_is_shown_while_it_is_typed(world: BotWorld, ada: FakeUser) -> None:
    [first] = await ada.autocomplete("metric add", name="hours slept")
    assert first.name == "hours slept: in hours, more is better; the numbers of a day add up"
    [wrong] = await ada.autocomplete("metric add", name="82")
    assert "has no letter" in wrong.name
    assert len(await ada.autocomplete("metric add", name="")) > 3
    assert await world.account_of(ada) is None

    await weight(ada)
    [found] = await ada.autocomplete("metric log", metric="we")
    assert found.name == "Weight"
    [value] = await ada.autocomplete(
        "metric log", metric=found.value, value="181 lb yesterday", focus="value"
    )
    assert value.name == "Weight: 82.1 kg yesterday"
    [when] = await ada.autocomplete("metric log", metric=found.value, at="yesterday 7pm", focus="at")
    assert when.name == "Thursday 31 December 2099, 19:00"
    units = await ada.autocomplete("metric edit", metric=found.value, unit="k", focus="unit")
    assert [one.name for one in units] == ["kg", "km", "kcal", "kJ"]


async def test_a_list_has_pages_and_a_metric_is_removed_only_after_a_question(
    world: BotWorld, ada: FakeUser
) -> None:
    for letter in "abcdefghijkl":
        world.clock.advance(1)
        await ada.slash("metric add", name=f"number {letter}")
    listed = await ada.slash("metric list")
    assert "12 metrics" in listed.text
    assert "number k" not in listed.text
    await press(listed, "Next")
    assert "number k" in listed.text

    asked = await ada.slash("metric remove", metric="number a")
    assert "Remove number a, which has no logs?" in asked.text
    gone = await press(asked, "Yes, remove it")
    assert "removed" in gone.text
    assert len(await mine(world, ada)) == 11


async def test_a_shared_metric_says_whose_it_is_and_keeps_the_notes(world: BotWorld, ada: FakeUser) -> None:
    hall, bob = world.discord.guild("The Club").channel, world.discord.user("bob")
    await weight(ada)
    await ada.slash("metric log", metric="weight", value="82.4", note="private words")

    shown = await ada.slash("metric show", in_=hall, metric="weight", share=True)

    assert not shown.ephemeral
    assert "82.4 kg today" in shown.text
    assert "private words" not in shown.text
    refused = await press(shown, "Log a number", bob)
    assert refused.ephemeral
    assert (await mine(world, ada))[0].logs == 1


async def test_nobody_reaches_the_metric_of_another_person(world: BotWorld, ada: FakeUser) -> None:
    eve = world.discord.user("eve")
    await weight(ada)
    await ada.slash("metric log", metric="weight", value="82.4")
    [metric] = await mine(world, ada)
    await eve.slash("metric add", name="steps")

    for name in ("Weight", metric.id):
        for command, options in (
            ("metric show", {}),
            ("metric log", {"value": "5"}),
            ("metric edit", {"target": "5"}),
            ("metric undo", {}),
            ("metric remove", {}),
        ):
            answer = await eve.slash(command, metric=name, **options)
            assert "You have no metric" in answer.text
            assert "82.4" not in answer.text
    assert [one.name for one in await eve.autocomplete("metric show", metric="we")] == []
    assert (await mine(world, ada))[0] == metric
