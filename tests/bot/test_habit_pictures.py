"""The charts of habits: drawn once, beside the loop, and never at the cost of the card."""

import struct
from collections.abc import AsyncIterator
from threading import get_ident

import pytest
from structlog.testing import capture_logs

from bot.habit_pictures import draw_watched, habit_picture_of
from bot.pictures import LONGEST_ALT, Picture, Pictures
from bot.slash.attached import HABIT_FILE, as_file
from tests.fakes.clock import HandClock
from tests.tracker.habits.homes import A_DAY, Home
from tracker.habits.watched import Watched, watch
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def pictures() -> AsyncIterator[Pictures]:
    made = Pictures(kept=3, most_waiting=2)
    yield made
    made.close()


@pytest.fixture
async def home(sqlite_table: SqliteTable, clock: HandClock) -> Home:
    home = Home(sqlite_table, clock)
    await home.settle()
    await home.habits.add(home.user, "Read")
    return home


async def seen(home: Home) -> Watched:
    [one] = await watch(home.table, home.user, home.clock())
    return one


async def test_a_picture_is_a_png_and_says_in_words_what_is_to_be_seen(
    home: Home, pictures: Pictures
) -> None:
    habit = (await seen(home)).habit
    for _ in range(3):
        await home.done(habit)
        home.clock.advance(A_DAY)

    picture = await habit_picture_of(home.table, await seen(home), pictures)

    assert picture is not None
    assert struct.unpack(">II", picture.png[16:24]) == (1050, 585)
    assert picture.words.startswith("Read: 3 days in a row")
    file = as_file(picture, HABIT_FILE)
    assert (file.uri, file.description) == ("attachment://habit.png", picture.words)


async def test_what_has_not_moved_is_not_drawn_again(home: Home, pictures: Pictures) -> None:
    first = await habit_picture_of(home.table, await seen(home), pictures)
    again = await habit_picture_of(home.table, await seen(home), pictures)
    await home.done((await seen(home)).habit)
    moved = await habit_picture_of(home.table, await seen(home), pictures)
    home.clock.advance(A_DAY)
    later = await habit_picture_of(home.table, await seen(home), pictures)

    assert first is again
    assert len({id(one) for one in (first, moved, later)}) == 3


@pytest.mark.parametrize("name", ["\ud800", "two\nlines", "\u202egnp", "\x00\x1b[2J", "a" * 500, "$x_1$"])
async def test_its_words_are_on_one_line_and_short_whatever_the_name_is(home: Home, name: str) -> None:
    one = await seen(home)
    odd = one.habit.model_copy(update={"name": name})
    words = draw_watched(Watched(one.user, odd, one.now, None, {}), {}).words

    assert words.isprintable()
    assert 0 < len(words) <= LONGEST_ALT


async def test_a_picture_that_cannot_be_drawn_is_none_and_logged(home: Home, pictures: Pictures) -> None:
    one = await seen(home)
    broken = Watched(one.user, one.habit.model_copy(update={"schedule": None}), one.now, None, {})

    with capture_logs() as lines:
        assert await habit_picture_of(home.table, broken, pictures) is None
    assert [line["event"] for line in lines] == ["chart not drawn"]


async def test_goals_and_habits_are_drawn_by_the_same_thread_beside_the_loop(pictures: Pictures) -> None:
    threads: list[int] = []

    def draw() -> Picture:
        threads.append(get_ident())
        return Picture(b"png", "words")

    async def prepare() -> object:
        return draw

    for motif in ("a", "b"):
        await pictures.drawn(motif, prepare)

    assert len(set(threads)) == 1
    assert get_ident() not in threads
