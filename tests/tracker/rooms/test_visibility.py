"""May A see X? Whatever members, blocks, leaves, reports and deletions come together, as a model says."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.fakes.clock import HandClock
from tests.tracker.rooms.people import Circle
from tracker.days import local_day
from tracker.due import due_now
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.refusals import Refused
from tracker.rooms.asking import SHARES
from tracker.rooms.correcting import Corrections
from tracker.rooms.errors import NoSuchRoom
from tracker.rooms.messages import NEWS, SAID
from tracker.rooms.model import Tell
from tracker.rooms.sharing import RoomShares, SharesDue, hold
from tracker.store.sqlite import SqliteTable

NAMES = ("Ada", "Bob", "Cem", "Dan")
WHAT = (
    *("say", "say", "say", "leave", "join", "block", "unblock", "report", "unsay", "correct", "delete"),
    *("share", "share", "unshare", "get on", "get on", "get on"),
)
DAY = 86_400


class Sharers(Circle):
    """Each keeps two habits: one that they may share, and one of which nobody ever hears."""

    async def begin(self) -> None:
        await self.meet(*NAMES, tell=Tell.ALL)
        self.code = (await self.rooms.invite(self.id(NAMES[0]), self.room, uses=None, days=90)).code
        self.new_id = map("news{:06}".format, count()).__next__
        self.habits = Habits(self.table, self.clock, map("01JH{:022d}".format, count()).__next__)
        self.shares = RoomShares(self.table, self.clock)
        self.corrections = Corrections(self.table, self.clock, self.history)
        self.kept = {
            one: [await self.habits.add(self.people[one], f"{what} of {one}") for what in ("Run", "Secret")]
            for one in NAMES
        }

    async def share(self, name: str) -> None:
        await self.shares.share(self.people[name], self.room, self.kept[name][0])

    async def unshare(self, name: str) -> None:
        await self.shares.unshare(self.id(name), self.room, f"Run of {name}")

    async def gets_on(self, name: str) -> None:
        """On another day, without a streak, both habits are done; and the clock looks what has moved."""
        self.clock.advance(3 * DAY)
        user = self.people[name]
        today = local_day(self.clock(), user.zone, user.day_start)
        for habit in self.kept[name]:
            await self.habits.complete(user.id, habit.id, DayReport(today, FrontEnd.TERMINAL))
        for due in await due_now(self.table, SharesDue, SHARES, self.clock(), 100):
            await hold(self.table, self.clock, self.new_id, timedelta(days=365), due)

    async def told(self, name: str) -> list[OutboxItem]:
        every = await outbox.history(self.table, self.id(name))
        return [one for one in every if one.kind in (SAID, NEWS)]


_Act = tuple[str, str, str]
_STEPS = st.tuples(st.sampled_from(WHAT), st.sampled_from(NAMES), st.sampled_from(NAMES))
_ACTS = st.lists(_STEPS, min_size=5, max_size=25)


@dataclass
class Line:
    author: str | None
    text: str
    is_news: bool = False
    reporters: set[str] = field(default_factory=set[str])


@dataclass
class Model:
    """What should be, told as a story: it asks nothing of the code."""

    members: list[str] = field(default_factory=lambda: [*NAMES])
    gone: set[str] = field(default_factory=set[str])
    blocks: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    lines: list[Line] = field(default_factory=list[Line])
    shares: set[str] = field(default_factory=set[str])
    """Who shares their habit with the room, of the two that each of them keeps."""

    def sees(self, who: str) -> list[str]:
        seen = [one for one in self.lines if self.may_see(who, one)]
        return ["[deleted]" if one.author is None else one.text for one in seen]

    def may_see(self, who: str, line: Line) -> bool:
        if line.author in (None, who):
            return True
        if {(who, str(line.author)), (str(line.author), who)} & self.blocks:
            return False
        return len(line.reporters) < 2 or self.members[0] == who

    def last_of(self, who: str, author: str) -> Line | None:
        theirs = [one for one in self.lines if one.author == author and self.may_see(who, one)]
        return theirs[-1] if theirs else None


async def act(  # noqa: C901, PLR0912 - one case for each thing that can happen
    circle: Sharers, model: Model, number: int, step: _Act
) -> None:
    what, who, whom = step
    if who in model.gone or whom in model.gone:
        return
    inside, both = who in model.members, who in model.members and whom in model.members
    match what:
        case "say" if inside:
            await circle.say(who, f"{number}")
            model.lines.append(Line(who, f"{number}"))
        case "leave" if inside and len(model.members) > 1:
            await circle.rooms.leave(circle.id(who), circle.room)
            model.members.remove(who)
            model.shares.discard(who)
        case "share" if inside and who not in model.shares:
            await circle.share(who)
            model.shares.add(who)
        case "unshare" if who in model.shares:
            await circle.unshare(who)
            model.shares.remove(who)
        case "get on":
            await circle.gets_on(who)
            if who in model.shares:
                model.lines.append(Line(who, f"Run of {who}: done", is_news=True))
        case "correct" if inside:
            await correct(circle, model, who, f"{number}")
        case "join" if not inside:
            await circle.join(who)
            await circle.rooms.edit(circle.id(who), circle.room, tell=Tell.ALL)
            model.members.append(who)
        case "block" if both and who != whom:
            await circle.safety.block(circle.id(who), circle.room, whom)
            model.blocks.add((who, whom))
        case "unblock" if (who, whom) in model.blocks:
            await circle.safety.unblock(circle.id(who), whom)
            model.blocks.remove((who, whom))
        case "report" if inside and who != whom:
            with suppress(Refused):
                await circle.safety.report(circle.id(who), circle.room, whom)
            if (line := model.last_of(who, whom)) is not None:
                line.reporters.add(who)
        case "unsay" if inside:
            await unsay(circle, model, who)
        case "delete" if len(model.members) > 2 or not inside:
            await circle.delete(who)
            model.members = [one for one in model.members if one != who]
            model.shares.discard(who)
            model.gone.add(who)
            model.blocks = {one for one in model.blocks if who not in one}
            for line in model.lines:
                line.author = None if line.author == who else line.author
        case _:
            pass


async def unsay(circle: Sharers, model: Model, who: str) -> None:
    line = model.last_of(who, who)
    with suppress(Refused):
        await circle.history.take_back(circle.id(who), circle.room, None)
    if line is not None and (not line.reporters or model.members[0] == who):
        line.author = None


async def correct(circle: Sharers, model: Model, who: str, text: str) -> None:
    line = model.last_of(who, who)
    with suppress(Refused):
        await circle.corrections.correct(circle.id(who), circle.room, text)
    if line is not None and not line.reporters and not line.is_news:
        line.text = text


async def live(folder: Path, acts: Sequence[_Act]) -> None:
    clock, model = HandClock(), Model()
    table = await SqliteTable.open(folder / "questlog.db", clock)
    try:
        circle = Sharers(table, clock)
        await circle.begin()
        for number, step in enumerate(acts):
            clock.advance(61)
            told = {one: len(await circle.told(one)) for one in NAMES if one not in model.gone}
            lines = len(model.lines)
            await act(circle, model, number, step)
            await check(circle, model, told, said=len(model.lines) > lines)
    finally:
        await table.close()


async def check(circle: Sharers, model: Model, told: dict[str, int], *, said: bool) -> None:
    for name in NAMES:
        if name in model.gone:
            continue
        if name not in model.members:
            with suppress(NoSuchRoom):
                assert not await circle.sees(name)
            assert len(await circle.told(name)) == told[name]
            continue
        assert [one.partition(": ")[2] or one for one in await circle.sees(name)] == model.sees(name), name
        hears = said and model.lines[-1].author != name and model.may_see(name, model.lines[-1])
        assert len(await circle.told(name)) == told[name] + hears, name


@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(_ACTS)
def test_nobody_sees_or_hears_what_they_should_not(acts: list[_Act]) -> None:
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108
        asyncio.run(live(Path(folder), acts))
