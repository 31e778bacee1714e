"""The demo in a terminal: polls being counted, goals moving, messages arriving."""

import asyncio
import time
from collections import deque
from datetime import datetime
from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from bot.cli.screen import plain
from bot.demo.lines_view import moment
from bot.demo.stage import GoalBoard
from bot.demo.story import START, ZONE, Story
from bot.demo.tally import Tally
from tracker.notify.model import OutboxItem
from tracker.sections import DIGEST
from tracker.tones import Tone
from tracker.words import bar

_FRAME_SECONDS = 1 / 15
_OTHER_LINES = 21
_FEWEST_MESSAGES = 4
_COLORS = {
    Tone.TRIUMPH: "bold green",
    Tone.GOOD: "green",
    Tone.PLAIN: "",
    Tone.WARNING: "yellow",
    Tone.BAD: "red",
}


class LiveView:
    """`seconds_per_day` is how long a day takes; 0 is as fast as it goes."""

    def __init__(self, console: Console, story: Story, seconds_per_day: float) -> None:
        self._story, self._seconds_per_day = story, seconds_per_day
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="crop")
        self._messages = deque[Text](maxlen=max(console.size.height - _OTHER_LINES, _FEWEST_MESSAGES))
        self._goals: GoalBoard | None = None
        self._url = ""
        self._now, self._tally = START, Tally()
        self._opened = self._drawn = time.perf_counter()

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.update(self._picture(), refresh=True)
        self._live.stop()

    @property
    def shows_goals(self) -> bool:
        return True

    def opens(self, url: str, goals: GoalBoard) -> None:
        self._url, self._goals = url, goals
        self._opened = time.perf_counter()

    def goals_moved(self, goals: GoalBoard) -> None:
        self._goals = goals

    def message(self, at: datetime, message: OutboxItem) -> None:
        title = (plain(message.title), _COLORS[message.kind.look_with(message.facts).tone])
        more = "" if message.kind is DIGEST else f"  {plain(message.text)}"
        self._messages.append(_line(at, title, (more, "dim")))

    def note(self, at: datetime, text: str) -> None:
        self._messages.append(_line(at, (text, "bold reverse")))

    async def passed(self, at: datetime, tally: Tally) -> None:
        self._now, self._tally = at, tally
        if time.perf_counter() - self._drawn >= _FRAME_SECONDS:
            self._live.update(self._picture(), refresh=True)
            self._drawn = time.perf_counter()
        due = self._opened + (at - START).total_seconds() / 86400 * self._seconds_per_day
        await asyncio.sleep(max(due - time.perf_counter(), 0) if self._seconds_per_day else 0)

    def _picture(self) -> RenderableType:
        return Group(
            Rule(Text.assemble(("Questlog demo", "bold"), " \N{MIDDLE DOT} a simulated world")),
            self._heading(),
            self._hiscores(),
            self._counts(),
            Padding(self._goals.table() if self._goals else "", (1, 0)),
            Rule(Text("messages"), align="left"),
            *self._messages,
        )

    def _heading(self) -> Text:
        local = self._now.astimezone(ZONE)
        gone = (self._now - START).total_seconds() / 86400
        share = min(100 * gone / self._story.days, 100)
        return Text.assemble(
            (f"{local:%A}, {local.day} {local:%B %Y, %H:%M}", "bold"),
            f"  {bar(share, 20)} day {min(int(gone) + 1, self._story.days)} of {self._story.days}",
        )

    def _hiscores(self) -> Text:
        down = self._story.is_down(self._now)
        state = ("\N{BALLOT X} down", "bold red") if down else ("\N{CHECK MARK} up", "green")
        return Text.assemble(("simulated hiscores ", "dim"), state, (f"  {self._url}", "dim"))

    def _counts(self) -> Text:
        tally = self._tally
        counts = {
            "polls": tally.polls,
            "changes": tally.changes,
            "writes without a change": tally.idle_writes,
            "messages": len(tally.messages),
            "restarts": len(tally.restarts),
        }
        parts = ((f"{name} ", "dim") for name in counts)
        numbers = ((f"{number:,}   ", "bold") for number in counts.values())
        return Text.assemble(*(part for pair in zip(parts, numbers, strict=True) for part in pair))


def _line(at: datetime, *parts: tuple[str, str]) -> Text:
    """One line, whatever its length."""
    return Text.assemble((f"{moment(at)}  ", "dim"), *parts, no_wrap=True, overflow="ellipsis")
