"""The charts of goals: what is to be seen on them, and when another one is drawn."""

import struct
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.charts.drawing import LONGEST_ALT, Drawings
from bot.goals import picture
from scheduler.channels.picture import Picture
from tests.bot.slash.shown_scenes import DAY, NOW, ShownGoal, person, shown, steady, woodcutting
from tests.tracker.goals.scenes import record
from tracker.goals.pace.state import GoalState
from tracker.store.sqlite import SqliteTable


@pytest.fixture
def drawings() -> Iterator[Drawings]:
    with Drawings() as made:
        yield made


async def draw(drawings: Drawings, table: SqliteTable, one: ShownGoal) -> Picture:
    found = await picture.drawn(drawings, table, one.user, one.standing, one.character, dark=True)
    assert found is not None
    return found


def test_a_picture_is_a_png_and_says_in_words_what_is_to_be_seen() -> None:
    found = picture.picture_of(shown().standing, steady(), "Nightowl", person())

    assert found.png.startswith(b"\x89PNG")
    assert struct.unpack(">II", found.png[16:24]) == (1050, 585)
    assert found.words.startswith(
        "99 Woodcutting, Nightowl: 44.6 % · on track. From 9,000,000 on 21 December 2026"
    )
    assert "Due 1 March. Needed: 55,514 a day." in found.words


@pytest.mark.parametrize("name", ["", "\ud800", "two\nlines", "\u202egnp", "\x00\x1b[2J", "a" * 500, "$x_1$"])
def test_its_words_are_on_one_line_and_short_whatever_the_names_are(name: str) -> None:
    one = shown(woodcutting(target_attribute=name or "x", target_type="xp"), (), name=name)
    words = picture.picture_of(one.standing, (), name, person()).words

    assert words.isprintable()
    assert 0 < len(words) <= LONGEST_ALT


async def test_what_has_not_moved_is_not_drawn_again(drawings: Drawings, sqlite_table: SqliteTable) -> None:
    first, second = [await draw(drawings, sqlite_table, shown()) for _ in range(2)]

    assert first is second


@pytest.mark.parametrize(
    "other",
    [
        shown(points=steady(days=31)[:-1]),
        shown(woodcutting(target_value=98)),
        shown(woodcutting(id="other")),
        shown(name="Nightowl II"),
        shown(now=NOW + DAY),
        shown(user=person(timezone="Europe/Berlin")),
        replace(shown(), standing=replace(shown().standing, state=GoalState.BEHIND)),
    ],
)
async def test_whatever_is_to_be_seen_makes_another_picture(
    drawings: Drawings, sqlite_table: SqliteTable, other: ShownGoal
) -> None:
    first, second = [await draw(drawings, sqlite_table, one) for one in (shown(), other)]

    assert first is not second


async def test_the_whole_history_is_drawn_not_only_what_a_forecast_looks_at(
    drawings: Drawings, sqlite_table: SqliteTable
) -> None:
    old = steady(days=400, first=1_000_000, per_day=20_000)
    await record(sqlite_table, woodcutting(), old)
    one = shown(points=old[-60:])

    assert await draw(drawings, sqlite_table, one) == picture.picture_of(
        one.standing, old, one.character, one.user
    )
