"""May A see X? Whatever members, blocks, leaves, shares, reports and deletions come together, as a model
says: on every page of the history, in a digest, in what is told at once, and in what waits to be told."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.fakes.clock import HandClock
from tests.tracker.rooms.people import Circle
from tests.tracker.rooms.village_model import NAMES, Line, Model
from tracker.days import local_day
from tracker.due import due_now
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.projects.model import ProjectStatus
from tracker.projects.service import Projects
from tracker.refusals import Refused
from tracker.rooms.asking import SHARES
from tracker.rooms.book import memberships_of
from tracker.rooms.cheering import Cheers
from tracker.rooms.correcting import Corrections
from tracker.rooms.errors import NoSuchRoom
from tracker.rooms.feature import ROOMS
from tracker.rooms.history import said_since
from tracker.rooms.messages import CHEERED, NEWS, SAID, read_reference
from tracker.rooms.model import RoomMessage, Tell
from tracker.rooms.sharing import RoomShares, SharesDue, hold
from tracker.store.sqlite import SqliteTable

HABIT, PROJECT = "habit", "project"
WHAT = (
    *("say", "say", "say", "cheer", "leave", "remove", "join", "block", "unblock", "report", "unsay"),
    *("correct", "delete", "share habit", "share habit", "unshare habit", "share project", "unshare project"),
    *("run", "run", "run", "build"),
)
DAY = 86_400
PAGE = 3
"""Messages on one page, so that there are several."""


class Sharers(Circle):
    """Each keeps two habits and two projects: one that they may share, and one of which nobody ever hears."""

    async def begin(self) -> None:
        await self.meet(*NAMES, tell=Tell.ALL)
        await self.invites(NAMES[0])
        self.beginning = self.clock()
        self.new_id = map("news{:06}".format, count()).__next__
        self.habits = Habits(self.table, self.clock, map("01JH{:022d}".format, count()).__next__)
        self.projects = Projects(self.table, self.clock, map("01JP{:022d}".format, count()).__next__)
        self.shares = RoomShares(self.table, self.clock)
        self.corrections = Corrections(self.table, self.clock, self.history)
        self.cheers = Cheers(self.table, self.clock, self.history)
        assert ROOMS.checks is not None
        self.checks = ROOMS.checks(self.table, self.clock)
        today = self.clock().date()
        self.kept = {
            one: [await self.habits.add(self.people[one], f"{what} of {one}") for what in ("Run", "Secret")]
            for one in NAMES
        }
        self.built = {
            one: [
                await self.projects.add(self.id(one), f"{what} of {one}", today, {})
                for what in ("Shed", "Vault")
            ]
            for one in NAMES
        }

    async def invites(self, name: str) -> None:
        self.code = (await self.rooms.invite(self.id(name), self.room, uses=None, days=90)).code

    async def share(self, name: str, what: str) -> None:
        thing = self.kept[name][0] if what == HABIT else self.built[name][0]
        await self.shares.share(self.people[name], self.room, thing)

    async def unshare(self, name: str, what: str) -> None:
        thing = f"Run of {name}" if what == HABIT else f"Shed of {name}"
        await self.shares.unshare(self.id(name), self.room, thing)

    async def runs(self, name: str) -> None:
        """On another day, without a streak, both habits are done."""
        self.clock.advance(3 * DAY)
        user = self.people[name]
        today = local_day(self.clock(), user.zone, user.day_start)
        for habit in self.kept[name]:
            await self.habits.complete(user.id, habit.id, DayReport(today, FrontEnd.TERMINAL))
        await self.looks()

    async def builds(self, name: str) -> None:
        """Both projects are done."""
        self.clock.advance(3 * DAY)
        for project in self.built[name]:
            await self.projects.close(self.id(name), project.id, ProjectStatus.COMPLETED)
        await self.looks()

    async def looks(self) -> None:
        """The clock: what has moved?"""
        for due in await due_now(self.table, SharesDue, SHARES, self.clock(), 100):
            await hold(self.table, self.clock, self.new_id, timedelta(days=365), due)

    async def told(self, name: str, *kinds: object) -> list[OutboxItem]:
        every = await outbox.history(self.table, self.id(name))
        return [one for one in every if one.kind in (kinds or (SAID, NEWS))]

    async def pages(self, name: str) -> list[RoomMessage]:
        """All that somebody reads, page by page, oldest first."""
        page = await self.history.page(self.id(name), self.room, PAGE)
        read = [*page.messages]
        while page.before is not None:
            page = await self.history.page(self.id(name), self.room, PAGE, page.before)
            read = [*page.messages, *read]
        return read

    async def digest(self, name: str) -> list[str | None]:
        [mine] = await memberships_of(self.table, self.id(name))
        until = self.clock() + timedelta(seconds=1)
        return [one.text for one in await said_since(self.table, mine, self.beginning, until, 100)]

    async def goes_out(self, item: OutboxItem) -> bool:
        """Whether what waits is told, if it is sent now."""
        assert item.check is not None
        return await self.checks[item.check.name](item.person, item.check.reference)


_Act = tuple[str, str, str]
_STEPS = st.tuples(st.sampled_from(WHAT), st.sampled_from(NAMES), st.sampled_from(NAMES))
_ACTS = st.lists(_STEPS, min_size=10, max_size=50)


async def act(  # noqa: C901, PLR0912 - one case for each thing that people do with each other
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
        case "cheer" if inside and who != whom:
            await cheer(circle, model, who, whom)
        case "leave" if inside and len(model.members) > 1:
            await circle.rooms.leave(circle.id(who), circle.room)
            model.leaves(who)
        case "remove" if both and model.members[0] == who != whom:
            await circle.rooms.remove(circle.id(who), circle.room, whom)
            model.leaves(whom)
            await circle.invites(who)
        case "correct" if inside:
            await correct(circle, model, who, f"{number}")
        case "join" if not inside:
            circle.clock.advance(DAY)
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
            model.goes(who)
        case _:
            await get_on(circle, model, what, who)


async def get_on(circle: Sharers, model: Model, what: str, who: str) -> None:
    """What people do by themselves, of which they share some."""
    verb, _, thing = what.partition(" ")
    match verb:
        case "share" if who in model.members and (who, thing) not in model.shares:
            await circle.share(who, thing)
            model.shares.add((who, thing))
        case "unshare" if (who, thing) in model.shares:
            await circle.unshare(who, thing)
            model.shares.remove((who, thing))
        case "run":
            await circle.runs(who)
            if (who, HABIT) in model.shares:
                model.lines.append(Line(who, f"Run of {who}: done", is_news=True))
        case "build" if who not in model.built:
            await circle.builds(who)
            model.built.add(who)
            if (who, PROJECT) in model.shares:
                model.lines.append(Line(who, f"Shed of {who}: done!", is_news=True))
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


async def cheer(circle: Sharers, model: Model, who: str, whom: str) -> None:
    line = model.last_of(who, whom)
    with suppress(Refused):
        await circle.cheers.cheer(circle.id(who), circle.room, whom)
    if line is not None:
        line.cheered_by.add(who)


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
            if said := len(model.lines) > lines:
                new = model.lines[-1]
                new.id = (await circle.pages(str(new.author)))[-1].id
            await check(circle, model, told, said=said)
            await check_waiting(circle, model)
    finally:
        await table.close()


async def check(circle: Sharers, model: Model, told: dict[str, int], *, said: bool) -> None:
    for name in NAMES:
        if name in model.gone:
            continue
        if name not in model.members:
            with suppress(NoSuchRoom):
                assert not await circle.pages(name)
            assert len(await circle.told(name)) == told[name]
            continue
        read = [one.text if one.is_there else "[deleted]" for one in await circle.pages(name)]
        assert read == model.sees(name), name
        assert await circle.digest(name) == model.reads_of_others(name), name
        hears = said and model.lines[-1].author != name and model.may_see(name, model.lines[-1])
        assert len(await circle.told(name)) == told[name] + hears, name


async def check_waiting(circle: Sharers, model: Model) -> None:
    """Nothing has been sent yet: what was told at any time goes out only if they may see it now."""
    lines, names = {one.id: one for one in model.lines}, {circle.id(one): one for one in circle.people}
    for name in circle.people:
        for item in await circle.told(name):
            assert item.check is not None
            *_, message = read_reference(item.check.reference)
            assert await circle.goes_out(item) == model.may_be_told(name, lines[message]), (name, item)
        for item in await circle.told(name, CHEERED):
            by = names.get(item.period)
            may = by is not None and model.may_hear_cheer(name, by)
            assert await circle.goes_out(item) == may, (name, item)


@settings(max_examples=40, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(_ACTS)
def test_nobody_sees_or_hears_what_they_should_not(acts: list[_Act]) -> None:
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108
        asyncio.run(live(Path(folder), acts))
