"""Charts: drawn in a thread beside the loop, one by one, and kept while nothing has moved."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from importlib import import_module
from typing import NamedTuple, TypeAlias

import structlog

from bot.names import NAME, TITLE, cut_short
from bot.shown import ShownGoal
from scheduler.channels.picture import Picture
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal
from tracker.goals.pace.history import points
from tracker.goals.pace.state import GoalState
from tracker.goals.words.wording import goal_title, whose
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

LONGEST_ALT = 1000
"""Discord takes 1,024 characters."""
KEPT = 128
"""So many pictures are kept, at about 60 KB each."""
AT_ONCE = 1
"""A second thread draws no more: the two wait for the interpreter in turns, and the loop waits for both."""
MOST_WAITING = 24
"""Who would have to wait for more than these has a card without a picture at once."""


Draw: TypeAlias = Callable[[ShownGoal], Picture]
"""From a goal with all its points to a picture."""

Prepare: TypeAlias = Callable[[], Awaitable[Callable[[], Picture]]]
"""Reads what is to be seen, and answers what draws it, for a thread."""


class Motif(NamedTuple):
    """Everything that is to be seen on a picture; another day moves its edge."""

    goal: Goal
    character: str
    latest: datetime | None
    state: GoalState
    today: date
    timezone: str


class Pictures:
    def __init__(
        self, draw: Draw | None = None, *, kept: int = KEPT, most_waiting: int = MOST_WAITING
    ) -> None:
        self._draw, self._most, self._most_waiting = draw or draw_shown, kept, most_waiting
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="chart")
        self._known: OrderedDict[Hashable, Future[Picture]] = OrderedDict()
        """Those that are drawn, and those that will be."""

    def warm(self) -> None:
        """Load what draws, before anybody waits for it: that takes most of a second."""
        for name in ("bot.charts.goal_chart", "bot.charts.habit_chart", "bot.charts.standings_chart"):
            self._threads.submit(import_module, name)

    def close(self) -> None:
        """What is being drawn is finished, and nothing else is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def of(self, table: Table, shown: ShownGoal) -> Picture | None:
        """Of a goal; None where too many others wait for theirs."""

        async def with_points() -> Callable[[], Picture]:
            history = await points(table, shown.goal)
            return partial(
                self._draw, replace(shown, standing=replace(shown.standing, points=tuple(history)))
            )

        return await self.drawn(_motif(shown), with_points)

    async def drawn(self, motif: Hashable, prepare: Prepare) -> Picture | None:
        """Of anything, once for all that is to be seen on it; None where too many others wait for theirs."""
        if motif not in self._known:
            if self._waiting() >= self._most_waiting:
                return None
            self._begin(motif, await prepare())
        self._known.move_to_end(motif)
        drawn = self._known[motif]
        try:
            # Whoever goes away does not take the picture from others who wait for the same one.
            return await asyncio.shield(asyncio.wrap_future(drawn))
        except Exception:
            self._known.pop(motif, None)  # the next one may be luckier
            raise

    def _begin(self, motif: Hashable, draw: Callable[[], Picture]) -> None:
        """Unless somebody was faster."""
        if motif not in self._known:
            self._known[motif] = self._threads.submit(draw)
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def _waiting(self) -> int:
        return sum(not drawn.done() for drawn in self._known.values())


def draw_shown(shown: ShownGoal, *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.format import CARD  # noqa: PLC0415 - see `warm`
    from bot.charts.goal_chart import chart_of, describe, draw_goal  # noqa: PLC0415

    goal = shown.goal
    title, name = goal_title(goal, game_of(goal.subject.source)), whose(goal, shown.character)
    words = ", ".join([plain_line(title, TITLE), *([plain_line(name, NAME)] if name else [])])
    chart = chart_of(shown.standing, words, zone=shown.user.zone)
    return Picture(draw_goal(chart, CARD, dark=dark), plain_line(describe(chart), LONGEST_ALT))


def _motif(shown: ShownGoal) -> Motif:
    standing = shown.standing
    return Motif(
        goal=shown.goal,
        character=shown.character,
        latest=standing.latest and standing.latest.at,
        state=standing.state,
        today=standing.today,
        timezone=shown.user.timezone,
    )


def plain_line(words: str, most: int) -> str:
    """Plain text on one line: nothing reads markdown here."""
    return cut_short("".join(letter if letter.isprintable() else " " for letter in words), most)


PICTURES = Pictures()
"""Of the whole process. What a picture shows is its key, and whose it is a part of that."""


async def picture_of(table: Table, shown: ShownGoal, pictures: Pictures = PICTURES) -> Picture | None:
    """The chart of a goal; None where whoever wants it is better off without it."""
    try:
        return await pictures.of(table, shown)
    except Exception:  # the border of a thread: a message without its picture is better than none
        log.exception("chart not drawn", goal=shown.goal.id)
        return None
