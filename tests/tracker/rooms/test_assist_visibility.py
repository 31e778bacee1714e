"""May A see what was said in a thread? As a model says, whoever comes, goes, blocks, reports, is deleted."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.clock import HandClock
from tests.tracker.rooms.helping import Help
from tracker.notify import outbox
from tracker.refusals import Refused
from tracker.rooms.assist.feature import ASSIST
from tracker.rooms.assist.messages import ANSWERED, ASKED, THANKED
from tracker.rooms.assist.model import AssistThread
from tracker.rooms.assist.safety import AssistSafety
from tracker.store.sqlite import SqliteTable

DAY = 86_400
ASKER, HELPERS = "ada", ("bob", "carol", "dan")
PEOPLE = (ASKER, *HELPERS)
WHAT = (
    *("say", "say", "say", "block", "unblock", "leave", "join", "report", "report"),
    *("hear no more", "delete", "solve"),
)
_Act = tuple[str, str, str]
_ACTS = st.lists(
    st.tuples(st.sampled_from(WHAT), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    min_size=10,
    max_size=30,
)


@dataclass(eq=False)
class Line:
    author: str | None
    text: str
    id: str = ""
    reporters: set[str] = field(default_factory=set[str])


@dataclass
class Model:
    """What should be: it asks nothing of the code."""

    here: set[str] = field(default_factory=lambda: {*PEOPLE})
    gone: set[str] = field(default_factory=set[str])
    apart: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    lines: list[Line] = field(default_factory=lambda: [Line(ASKER, "How deep?")])
    is_open: bool = True

    def are_apart(self, one: str, other: str) -> bool:
        return bool({(one, other), (other, one)} & self.apart)

    def finds(self, who: str) -> bool:
        """Whether there is such a thread for them: in the room, and not apart from the asker."""
        return who == ASKER or (who in self.here and not self.are_apart(who, ASKER))

    def may_see(self, who: str, line: Line) -> bool:
        if not self.finds(who):
            return False
        if line.author in (None, who):
            return True
        return not self.are_apart(who, str(line.author)) and (len(line.reporters) < 2 or who == ASKER)

    def sees(self, who: str) -> list[str] | None:
        if not self.finds(who):
            return None
        seen = [one for one in self.lines if self.may_see(who, one)]
        return [f"{one.author}: {one.text}" if one.author else "[deleted]" for one in seen]

    def last_of(self, viewer: str, author: str) -> Line | None:
        theirs = [one for one in self.lines if one.author == author and self.may_see(viewer, one)]
        return theirs[-1] if theirs else None


@dataclass
class Village:
    helping: Help
    safety: AssistSafety
    thread: AssistThread

    def id(self, name: str) -> str:
        return self.helping.id(name)

    async def joins(self, name: str) -> None:
        """On another day: nobody comes and goes often on one."""
        self.helping.clock.advance(DAY)
        made = await self.helping.rooms.invite(self.id(ASKER), self.helping.room, uses=1, days=1)
        self.helping.code = made.code
        await self.helping.join(name)


async def act(  # noqa: C901, PLR0912 - one case for each thing that can happen
    village: Village, model: Model, number: int, step: _Act
) -> None:
    what, who, whom = step
    if {who, whom} & model.gone:
        return
    helping, finds = village.helping, model.finds(who)
    match what:
        case "say" if finds and model.is_open:
            await helping.answer(who, village.thread, f"{number}")
            model.lines.append(Line(who, f"{number}"))
        case "block" if who != whom and {who, whom} <= model.here:
            await helping.safety.block(village.id(who), helping.room, whom)
            model.apart.add((who, whom))
        case "unblock" if (who, whom) in model.apart:
            await helping.safety.unblock(village.id(who), whom)
            model.apart.discard((who, whom))
        case "leave" if who in model.here and who != ASKER:
            await helping.rooms.leave(village.id(who), helping.room)
            model.here.discard(who)
        case "join" if who not in model.here:
            await village.joins(who)
            model.here.add(who)
        case "report" if finds and who != whom:
            with suppress(Refused):
                await village.safety.report(village.id(who), village.thread.id, whom)
            if (line := model.last_of(who, whom)) is not None:
                line.reporters.add(who)
        case "hear no more" if finds and who != ASKER:
            with suppress(Refused):
                await helping.assist.leave(village.id(who), village.thread.id)
        case "solve" if number > 5 and model.is_open:
            with suppress(Refused):
                await helping.assist.solved(village.id(ASKER), village.thread.id)
            model.is_open = False
        case "delete" if who != ASKER and len(model.gone) < 2:
            await helping.delete(who)
            helping.people.pop(who)
            model.here.discard(who)
            model.gone.add(who)
            model.apart = {pair for pair in model.apart if who not in pair}
            for line in model.lines:
                line.author = None if line.author == who else line.author
        case _:
            pass


async def check(village: Village, model: Model) -> None:
    helping, lines = village.helping, {one.id: one for one in model.lines}
    assert ASSIST.checks is not None
    checks = ASSIST.checks(helping.table, helping.clock)
    for who in helping.people:
        assert await helping.read(who, village.thread) == model.sees(who), who
        listed = [one.id for one in await helping.assist.list(village.id(who))]
        is_listed = model.finds(who) and (model.is_open or who == ASKER)
        assert listed == ([village.thread.id] if is_listed else []), who
        for item in await outbox.history(helping.table, village.id(who)):
            if item.kind is THANKED:
                assert item.check is not None
                may = not model.are_apart(who, ASKER)
                assert await checks[item.check.name](item.person, item.check.reference) == may, who
            if item.kind in (ASKED, ANSWERED):
                assert item.check is not None
                line = lines[item.check.reference.rpartition("#")[2]]
                may = line.author is not None and model.may_see(who, line)
                assert await checks[item.check.name](item.person, item.check.reference) == may, (who, line)


async def live(folder: Path, acts: Sequence[_Act]) -> None:
    clock, model = HandClock(), Model()
    table = await SqliteTable.open(folder / "questlog.db", clock)
    try:
        helping = Help(table, clock)
        await helping.meet(*PEOPLE)
        thread = await helping.ask(ASKER)
        village = Village(helping, AssistSafety(table, clock, helping.those_who_run_it), thread)
        for number, step in enumerate(acts):
            clock.advance(61)
            await act(village, model, number, step)
            scene = await helping.assist.scene(village.id(ASKER), thread.id)
            ids = {one.text: one.id for one in scene.messages}
            for line in model.lines:
                line.id = line.id or ids.get(line.text, "")
            await check(village, model)
    finally:
        await table.close()


@settings(max_examples=30)
@given(_ACTS)
def test_nobody_sees_or_hears_what_they_should_not(acts: list[_Act]) -> None:
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108
        asyncio.run(live(Path(folder), acts))
