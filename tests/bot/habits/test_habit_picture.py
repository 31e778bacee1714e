"""The charts of habits: drawn once while nothing has moved."""

import struct
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from bot.charts.drawing import LONGEST_ALT, Drawings
from bot.features import FEATURES
from bot.habits.picture import draw_habit, drawn
from bot.services import Services
from scheduler.channels.picture import Picture
from tests.fakes.clock import HandClock
from tests.tracker.habits.homes import A_DAY, Home
from tracker.habits.watched import Watched, watch
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def home(sqlite_table: SqliteTable, clock: HandClock) -> Home:
    home = Home(sqlite_table, clock)
    await home.settle()
    await home.habits.add(home.user, "Read")
    return home


@pytest.fixture
async def services(home: Home) -> AsyncIterator[Services]:
    with Drawings() as drawings:
        no_network = cast("Any", None)
        yield Services(Settings(), home.table, home.clock, FEATURES, no_network, drawings)


async def seen(home: Home) -> Watched:
    [one] = await watch(home.table, home.user, home.clock())
    return one


async def picture(home: Home, services: Services, *, dark: bool = True) -> Picture | None:
    habit = (await seen(home)).habit
    return await draw_habit(services, person=home.user, habit_id=habit.id, dark=dark)


async def test_a_picture_is_a_png_and_says_in_words_what_is_to_be_seen(
    home: Home, services: Services
) -> None:
    habit = (await seen(home)).habit
    for _ in range(3):
        await home.done(habit)
        home.clock.advance(A_DAY)

    found = await picture(home, services)

    assert found is not None
    assert struct.unpack(">II", found.png[16:24]) == (1050, 585)
    assert found.words.startswith("Read: 3 days in a row")


async def test_what_has_not_moved_is_not_drawn_again(home: Home, services: Services) -> None:
    draw = partial(picture, home, services)
    first, again, light = await draw(), await draw(), await draw(dark=False)
    await home.done((await seen(home)).habit)
    moved = await draw()
    home.clock.advance(A_DAY)
    later = await draw()

    assert first is again
    assert len({id(one) for one in (first, light, moved, later)}) == 4


@pytest.mark.parametrize("name", ["\ud800", "two\nlines", "\u202egnp", "\x00\x1b[2J", "a" * 500, "$x_1$"])
async def test_its_words_are_on_one_line_and_short_whatever_the_name_is(home: Home, name: str) -> None:
    one = await seen(home)
    words = drawn(replace(one, habit=one.habit.model_copy(update={"name": name})), {}).words

    assert words.isprintable()
    assert 0 < len(words) <= LONGEST_ALT
