"""Pulling the plug at every await of what happens to habits: done once, given once, told once."""

from collections import Counter
from collections.abc import AsyncGenerator, Generator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scheduler.character_lookup import link_character
from scheduler.context import Context
from scheduler.rounds import run_due
from tests.crash.habit_path import ZEZIMA
from tests.crash.lives import KILLED, Nursery
from tests.crash.path import habits_of, opened, settings_of
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.webhook_receiver import WebhookReceiver
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.front_ends import FrontEnd
from tracker.goals.characters.service import Characters
from tracker.habits.changing import DayReport
from tracker.habits.day_context import read_logs
from tracker.habits.feature import HABIT_ROUNDS
from tracker.habits.watched import watch
from tracker.ids import ulids
from tracker.listeners import character_listeners
from tracker.notify.channels import Channels
from tracker.rewards.boards import GLOBAL
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.model import Award, BoardPlace
from tracker.rewards.wallet import achievements_of, ledger_page, wallet_of
from tracker.store.entity import from_items
from tracker.store.keys import BoardPlaceKey
from tracker.store.opening import open_table
from tracker.store.table import Table

FIRST = datetime(2099, 12, 23, 9, tzinfo=UTC)
TUESDAY = datetime(2100, 1, 5, 12, 5, tzinfo=UTC)
LATER = timedelta(minutes=10)
DAY, HOUR = timedelta(days=1), 3600.0
DONE = {
    "ada": {"Swim": (1, 13), "Gym": (2, 8), "Yoga": (2, 5)},
    "bob": {"Walk": (1, 13), "Run": (1, 12)},
}
"""How many days ago each was done, from the last time to the first. Yesterday two of them were not."""
PEOPLE = {"ada": "local:me", "bob": "discord:1000001"}


@dataclass(frozen=True)
class World:
    hiscores: FakeHiscores
    webhook: WebhookReceiver
    before: Path


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    """It is past noon. Ada may tell that she swam, for the fourteenth time in a row, and overtake Bob.

    Yesterday she missed what a freeze can save, and what none can. She is to be reminded of a book, and
    she has just chopped some trees.
    """
    async with FakeHiscores.running() as hiscores, WebhookReceiver.running() as webhook:
        zezima = hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
        database = tmp_path / "before.db"
        await prepare(database, hiscores.url, webhook.url)
        zezima.train("Woodcutting", 1_000_500)
        webhook.taken.clear()
        yield World(hiscores, webhook, database)


async def prepare(database: Path, hiscores: str, webhook: str) -> None:
    async with opened(database, hiscores, FIRST) as (clock, it):
        accounts, channels = Accounts(it.table, clock, ulids(clock)), Channels(it.table, clock)
        people = {name: await accounts.register(parse_identity(who)) for name, who in PEOPLE.items()}
        for name, user in people.items():
            await channels.add(user.id, "webhook", f"{webhook}?{name}")
            for habit in DONE[name]:
                await habits_of(it).add_written(user, habit, {"freezes": "off"} if habit == "Yoga" else {})
        while clock() < TUESDAY - DAY:
            for name, user in people.items():
                await live_a_morning(it, user, DONE[name])
            clock.advance(3 * HOUR)
            await run_due(HABIT_ROUNDS, it.tools)
            clock.advance(21 * HOUR)
        await begin_more(it, people["ada"], clock)
        await end(it, people["bob"])
        for name, user in people.items():
            await Leaderboard(it.table).join(
                user.id, GLOBAL, habits_of(it).today(user), name=name, overtakes=True
            )
        await run_due(HABIT_ROUNDS, it.tools)
        await it.dispatcher.run(hurry=True)


async def live_a_morning(it: Context, user: User, done: Mapping[str, tuple[int, int]]) -> None:
    today = habits_of(it).today(user)
    for name, (last, first) in done.items():
        if last <= (TUESDAY.date() - today).days <= first:
            habit = await habits_of(it).find(user.id, name)
            await habits_of(it).complete(user.id, habit.id, DayReport(today, FrontEnd.TERMINAL))


async def begin_more(it: Context, ada: User, clock: HandClock) -> None:
    """It is Tuesday morning. One is fed by a number, whose first reading says nothing."""
    await link_character(
        it.sources, Characters(it.table, clock, character_listeners(it.table)), ada.id, "Zezima"
    )
    await habits_of(it).add_written(ada, "read", {"remind": "12:00"})
    await habits_of(it).add_written(ada, "chop trees", {"fed": "zezima woodcutting"})
    await it.tools.record(ZEZIMA, await it.sources.fetch(ZEZIMA), since=None)


async def end(it: Context, bob: User) -> None:
    """What Bob did counts, and he does no more."""
    for habit in await habits_of(it).list(bob.id):
        await habits_of(it).archive(bob.id, habit.id)


@pytest.fixture
def nursery(world: World) -> Generator[Nursery]:
    with Nursery.running("habits", world.hiscores.url, world.before) as nursery:
        yield nursery


@dataclass(frozen=True)
class Outcome:
    told: Counter[tuple[str, str, str]]
    """How often each message came to somebody: to whom, of which kind, with which title."""
    days: dict[str, list[tuple[date, str, Award | None]]]
    """What the log of each habit says, and what it gave; the ids of that are left out."""
    streaks: dict[str, int]
    ledger: list[tuple[str, date, int]]
    points: tuple[int, int]
    achievements: list[str]
    boards: dict[str, int]


async def outcome(database: Path, webhook: WebhookReceiver) -> Outcome:
    clock = HandClock(TUESDAY + LATER)
    async with open_table(settings_of(database, "http://127.0.0.1:1").store, clock=clock) as table:
        ada = await Accounts(table, clock, ulids(clock)).find(parse_identity(PEOPLE["ada"]))
        assert ada is not None
        habits = await watch(table, ada, clock())
        names = {one.habit.id: one.habit.name for one in habits}
        wallet, ledger = await wallet_of(table, ada.id), await ledger_page(table, ada.id, 100)
        return Outcome(
            told=told(webhook),
            days={names[one]: await days(table, one) for one in names},
            streaks={one.habit.name: one.standing().current for one in habits},
            ledger=sorted((names[line.habit_id or ""], line.day, line.points) for line in ledger.entries),
            points=(wallet.points, wallet.completions),
            achievements=sorted(one.id for one in await achievements_of(table, ada.id)),
            boards=await boards(table, ada),
        )


def told(webhook: WebhookReceiver) -> Counter[tuple[str, str, str]]:
    parts = [(webhook.asked[key], part) for key in webhook.taken for part in webhook.taken[key]["messages"]]
    assert len(parts) == len({part["id"] for _, part in parts}), "a message came under two keys"
    return Counter((to, part["kind"], part["title"]) for to, part in parts)


async def days(table: Table, habit: str) -> list[tuple[date, str, Award | None]]:
    logs = (await read_logs(table, habit)).values()
    nameless = {"id": ""}
    return sorted(
        (log.day, log.state.value, log.award and log.award.model_copy(update=nameless)) for log in logs
    )


async def boards(table: Table, user: User) -> dict[str, int]:
    mine = BoardPlaceKey.prefix(user=user.id)
    items = [item async for item in table.query_all(mine.pk, prefix=mine.prefix)]
    return {one.board: one.points for one in from_items(BoardPlace, items)}


async def test_whatever_is_cut_short_is_done_given_and_told_once(world: World, nursery: Nursery) -> None:
    expected = await uncut(world, nursery)
    check(expected)
    kill, ended = 0, KILLED
    while ended == KILLED:
        kill += 1
        database = nursery.copied()
        world.webhook.taken.clear()
        ended = await nursery.life(database, TUESDAY, kill)
        assert (await nursery.life(database, TUESDAY + LATER))["exit"] == 0, f"cut at step {kill}"
        assert (await outcome(database, world.webhook)) == expected, f"cut at step {kill}"
    assert ended["exit"] == 0
    assert kill > 50


async def uncut(world: World, nursery: Nursery) -> Outcome:
    database = nursery.copied()
    assert (await nursery.life(database, TUESDAY))["exit"] == 0
    return await outcome(database, world.webhook)


def check(found: Outcome) -> None:
    """Each of what is cut is there, once."""
    assert found.told == {
        ("ada", "habit-reminder", "Time for Read"): 1,
        ("ada", "habit-frozen", "Gym: a freeze was used"): 1,
        ("ada", "habit-ended", "Yoga: the streak has ended"): 1,
        ("ada", "achievement", "Achievement: Twice seven"): 1,
        ("bob", "overtaken", "ada got ahead of you"): 1,
    }
    today, yesterday = TUESDAY.date(), (TUESDAY - DAY).date()
    [*_, (swum, _, swim_award)] = found.days["Swim"]
    [(chopped, _, chop_award)] = found.days["Chop trees"]
    assert swum == chopped == today
    assert swim_award is not None
    assert chop_award is not None
    assert (swim_award.points, swim_award.achievements) == (15, ("streak-14",))
    assert found.days["Gym"][-1] == (yesterday, "frozen", None)
    assert found.streaks == {"Swim": 14, "Gym": 7, "Yoga": 0, "Read": 0, "Chop trees": 1}
    assert [line for line in found.ledger if line[1] == today] == [
        ("Chop trees", today, chop_award.points),
        ("Swim", today, 15),
    ]
    assert sum(points for _, _, points in found.ledger) == found.points[0] == found.boards["global:all"]
    assert len(found.ledger) == found.points[1]
