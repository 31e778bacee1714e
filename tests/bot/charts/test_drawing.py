"""What draws charts: each is drawn once, beside the loop, and an answer never waits long or fails for one."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from threading import Event, get_ident

import pytest
from structlog.testing import capture_logs

from bot.charts.drawing import Drawings, Prepare
from bot.charts.numbers import axis_words
from scheduler.channels.picture import Picture
from tests.patience import PATIENCE
from tracker.locales import read_by


@pytest.fixture
async def drawings() -> AsyncIterator[Drawings]:
    with Drawings(most=3, most_waiting=2) as made:
        yield made


def by(draw: Callable[[], Picture]) -> Prepare:
    async def prepare() -> Callable[[], Picture]:
        return draw

    return prepare


def new_picture() -> Picture:
    return Picture(b"png", "words")


async def test_all_are_drawn_by_one_thread_beside_the_loop(drawings: Drawings) -> None:
    threads: list[int] = []

    def draw() -> Picture:
        threads.append(get_ident())
        return new_picture()

    await asyncio.gather(*(drawings.drawn(motif, by(draw)) for motif in ("a", "b")))

    assert len(threads) == 2
    assert len(set(threads)) == 1
    assert get_ident() not in threads


async def test_whoever_wants_the_same_gets_the_same(drawings: Drawings) -> None:
    first, second = await asyncio.gather(*(drawings.drawn("a", by(new_picture)) for _ in range(2)))

    assert first is second
    assert await drawings.drawn("a", by(new_picture)) is first


async def test_the_oldest_of_too_many_is_drawn_again(drawings: Drawings) -> None:
    first = await drawings.drawn("a", by(new_picture))
    for motif in ("b", "c", "d"):
        await drawings.drawn(motif, by(new_picture))

    assert await drawings.drawn("a", by(new_picture)) is not first


async def test_nobody_waits_for_more_than_a_few(drawings: Drawings) -> None:
    go_on = Event()

    def slow() -> Picture:
        go_on.wait(PATIENCE)
        return new_picture()

    waiting = [asyncio.create_task(drawings.drawn(motif, by(slow))) for motif in ("a", "b")]
    await asyncio.sleep(0)
    try:
        assert await drawings.drawn("c", by(new_picture)) is None
        assert await drawings.drawn("c", by(new_picture), most_waiting=1) is None
    finally:
        go_on.set()
    assert None not in await asyncio.gather(*waiting)


async def test_one_who_goes_away_takes_the_picture_from_nobody(drawings: Drawings) -> None:
    go_on = Event()

    def slow() -> Picture:
        go_on.wait(PATIENCE)
        return new_picture()

    leaving, staying = (asyncio.create_task(drawings.drawn("a", by(slow))) for _ in range(2))
    await asyncio.sleep(0.01)
    leaving.cancel()
    go_on.set()

    assert await staying is not None


async def test_what_cannot_be_drawn_is_logged_and_tried_again(drawings: Drawings) -> None:
    def broken() -> Picture:
        raise ZeroDivisionError

    with capture_logs() as lines:
        assert await drawings.drawn("a", by(broken)) is None
    assert [line["event"] for line in lines] == ["chart not drawn"]
    assert await drawings.drawn("a", by(new_picture)) is not None


async def test_a_stop_waits_for_nothing_and_begins_nothing() -> None:
    begun, go_on, drawn = Event(), Event(), list[str]()

    def slow() -> Picture:
        begun.set()
        go_on.wait(PATIENCE)
        return new_picture()

    def next_one() -> Picture:
        drawn.append("next")
        return new_picture()

    with Drawings() as drawings:
        waiting = [
            asyncio.create_task(drawings.drawn("a", by(slow))),
            asyncio.create_task(drawings.drawn("b", by(next_one))),
        ]
        await asyncio.to_thread(begun.wait, 10)
    go_on.set()

    assert await waiting[0] is not None
    waiting[1].cancel()
    assert drawn == []


def test_warming_loads_what_draws_before_anybody_waits_for_it() -> None:
    code = """
import sys
from bot.charts.drawing import Drawings
drawings = Drawings()
before = "matplotlib" in sys.modules
drawings.warm()
drawings._thread.shutdown()
print(before, "matplotlib" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False True\n"


async def test_pictures_are_drawn_as_whoever_asks_writes(drawings: Drawings) -> None:
    def draw() -> Picture:
        return Picture(b"png", " ".join(axis_words([1234.5, 2234.5], 0.5)))

    words = list[str]()
    for country in ("DE", "US", None, "DE"):
        read_by(None, country)
        picture = await drawings.drawn("a", by(draw))
        assert picture is not None
        words.append(picture.words)

    assert words == ["1.234,5 2.234,5", "1,234.5 2,234.5", "1,234.5 2,234.5", "1.234,5 2.234,5"]
