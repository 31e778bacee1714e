"""May A see X? Whatever members, blocks, leaves, shares, reports and deletions come together, as a model
says: on every page of the history, in a digest, in what is told at once, and in what waits to be told. And
what do buddies hear?"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from tests.fakes.clock import HandClock
from tests.tracker.rooms.village_model import NAMES, Line, Model
from tests.tracker.rooms.village_sharers import CHALLENGE, DAY, HABIT, PROJECT, Sharers
from tracker.refusals import Refused
from tracker.rooms.buddy_messages import MISSED
from tracker.rooms.errors import NoSuchRoom
from tracker.rooms.messages import CHEERED, read_reference
from tracker.rooms.model import Tell
from tracker.store.sqlite import SqliteTable

WHAT = (
    *("say", "say", "say", "cheer", "leave", "remove", "join", "block", "unblock", "report", "unsay"),
    *("correct", "delete", "share habit", "share habit", "unshare habit", "share project", "unshare project"),
    *("share challenge", "share challenge", "unshare challenge", "buddy", "buddies", "buddies", "alone"),
    *("run", "run", "run", "build", "row", "row", "quit", "idle", "idle"),
)

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
            await circle.invites(model.members[0])
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
        case "buddy" | "buddies" if both and who != whom and not model.are_apart(who, whom):
            pairs = [(who, whom), (whom, who)]
            for one, other in pairs if what == "buddies" else pairs[:1]:
                await circle.buddies.name(circle.id(one), circle.room, other)
                model.wishes[one] = other
        case "alone" if inside:
            await circle.buddies.name(circle.id(who), circle.room, None)
            model.wishes.pop(who, None)
        case _:
            await get_on(circle, model, what, who)


async def get_on(  # noqa: C901 - the same
    circle: Sharers, model: Model, what: str, who: str
) -> None:
    """What people do by themselves, of which they share some."""
    verb, _, thing = what.partition(" ")
    match verb:
        case "share" if who in model.members and (who, thing) not in model.shares:
            if thing == CHALLENGE and who in model.quitters:
                return
            await circle.share(who, thing)
            model.shares.add((who, thing))
        case "unshare" if (who, thing) in model.shares:
            await circle.unshare(who, thing)
            model.shares.remove((who, thing))
        case "run":
            await circle.runs(who)
            if (who, HABIT) in model.shares:
                model.lines.append(Line(who, f"Run of {who}: done", is_news=True))
        case "row" if who not in model.quitters:
            await circle.rows_on(who)
            if (who, CHALLENGE) in model.shares:
                model.lines.append(Line(who, f"Row of {who}: last week did not count", is_news=True))
        case "quit" if who not in model.quitters:
            await circle.quits(who)
            model.quitters.add(who)
            model.shares.discard((who, CHALLENGE))
        case "idle":
            await circle.idles()
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
        circle = Sharers(table, clock, keep_days=0)
        await circle.begin()
        missed: dict[str, int] = dict.fromkeys(NAMES, 0)
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
            missed = await check_buddies(circle, model, missed)
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


async def check_buddies(circle: Sharers, model: Model, before: dict[str, int]) -> dict[str, int]:
    """Nobody but a buddy hears of what was missed, and of no habit that is not shared; also not later."""
    names, after = {circle.id(one): one for one in circle.people}, dict(before)
    for name in circle.people:
        heard = await circle.told(name, MISSED)
        after[name] = len(heard)
        for number, item in enumerate(heard):
            by = names.get(str(item.facts["by"]))
            may = by is not None and model.are_buddies(by, name) and (by, HABIT) in model.shares
            assert by is None or item.entity == circle.kept[by][0].id
            is_new = number < len(heard) - before[name]
            goes = await circle.misses(item) is not None
            assert may or not (goes or is_new), (name, item)
            assert goes or not is_new, (name, item)
    return after


_BUDDIES = [
    ("share habit", "Ada", "Ada"),
    ("buddies", "Ada", "Bob"),
    *[("idle", "Ada", "Ada")] * 3,
    ("block", "Bob", "Ada"),
    ("idle", "Ada", "Ada"),
    ("unblock", "Bob", "Ada"),
    ("buddy", "Ada", "Cem"),
    ("idle", "Ada", "Ada"),
    ("share challenge", "Ada", "Ada"),
    *[("row", "Ada", "Ada")] * 2,
    ("quit", "Ada", "Ada"),
    ("row", "Ada", "Ada"),
]
"""Two who hear of each other, until one has enough of it."""


@settings(max_examples=40, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(_ACTS)
@example(_BUDDIES)
def test_nobody_sees_or_hears_what_they_should_not(acts: list[_Act]) -> None:
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108
        asyncio.run(live(Path(folder), acts))
