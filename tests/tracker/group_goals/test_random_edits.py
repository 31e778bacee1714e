"""Whatever people in a group do, cut short or not: sums are what a slow recount of all finds."""

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.accounts.dying import DyingTable, Killed
from tests.tracker.group_goals.clans import Clan, a_clan
from tracker.accounts.model import User
from tracker.metrics.model import Aggregation
from tracker.refusals import Refused
from tracker.store.keys import LatestReadingKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import key_of

if TYPE_CHECKING:
    from tracker.group_goals.model import GroupGoal

STEPS = 25
AIMS = ("1000 xp", "everyone 60 xp", "20 km", "everyone 2 days")


class Life:
    """Three people who do anything at all, drawn from a seed."""

    def __init__(self, clan: Clan, chance: random.Random) -> None:
        self.clan, self.chance = clan, chance
        self.people: list[User] = []
        self.goals: list[GroupGoal] = []
        self.xp: dict[str, int] = {}
        self.done: list[str] = []

    async def begin(self) -> None:
        for name in ("ada", "bob", "cy"):
            user = await self.clan.player(name)
            self.xp[name] = 0
            await self.clan.metric(user, "Run", unit="km", aggregation=Aggregation.SUM)
            await self.clan.habits.add(user, "Read")
            self.people.append(user)
        self.goals = [await self.clan.goal(aim, aim) for aim in AIMS]

    async def step(self) -> None:
        doing = self.chance.choice(self.ways)
        self.done.append(doing.__name__)
        with suppress(Refused):
            await doing()

    @property
    def ways(self) -> list[Callable[[], Awaitable[object]]]:
        coming = [self.join, self.join, self.leave, self.unfollow]
        moving = [self.play, self.log, self.keep] * 2
        return [*coming, *moving, self.take_back, self.take_back_log, self.wait, self.look]

    def person(self) -> User:
        return self.chance.choice(self.people)

    async def join(self) -> None:
        user, goal = self.person(), self.chance.choice(self.goals)
        by = {"km": {"metric": "Run"}, "days": {"habit": "read"}}.get(goal.name.split()[-1], {})
        await self.clan.join(user, goal, **by)

    async def leave(self) -> None:
        await self.clan.goals.leave(self.person(), self.chance.choice(self.goals))

    async def play(self) -> None:
        name = self.chance.choice([*self.xp])
        self.xp[name] += self.chance.choice([5, 40])
        await self.clan.plays(name, self.xp[name])

    async def log(self) -> None:
        await self.clan.log(self.person(), "Run", self.chance.choice([1, 3]))

    async def keep(self) -> None:
        await self.clan.keep(self.person(), "read", ago=self.chance.choice([0, 0, 1, 2]))

    async def take_back(self) -> None:
        await self.clan.habits.undo(self.person().id)

    async def take_back_log(self) -> None:
        await self.clan.metrics.undo(self.person())

    async def unfollow(self) -> None:
        if self.chance.random() < 0.1:
            user = self.person()
            for one in await self.clan.characters.list(user.id):
                await self.clan.characters.remove(user.id, one)

    async def wait(self) -> None:
        await self.clan.pass_time(hours=self.chance.choice([1, 20]))

    async def look(self) -> None:
        await self.clan.goals.shown(await self.clan.now(self.chance.choice(self.goals)))


async def slow_sums(table: Table) -> dict[str, tuple[int, int, int]]:
    """People, total and how many are there, of each goal: from shares, readings and logs alone."""
    items: list[Any] = [item async for item in table.scan()]
    of: Callable[[str], list[Any]] = lambda kind: [one for one in items if one["type"] == kind]  # noqa: E731
    found: dict[str, tuple[int, int, int]] = {}
    for goal in of("groupGoal"):
        sums = [0, 0, 0]
        for share in (one for one in of("groupShare") if one["id"] == goal["id"]):
            added = _added(items, goal, share)
            sums = [sums[0] + 1, sums[1] + added, sums[2] + (goal["each"] and added >= goal["target"] * 1000)]
        found[goal["name"]] = (sums[0], sums[1], sums[2])
    return found


def _added(items: list[Any], goal: Any, share: Any) -> int:  # noqa: ANN401 - as it is stored
    if "habit" in share:
        since = max(goal["starts"], share["since"])
        logs = [one for one in items if one["type"] == "habitLog" and one["habit"] == share["habit"]]
        return 1000 * sum(one["state"] == "done" and one["day"] >= since for one in logs)
    if "subject" not in share:
        return int(share["contribution"])
    attribute, measure = ("value", "value") if goal["counts"] == "number" else ("overall", "xp")
    place = LatestReadingKey(Subject(*share["subject"])).key
    [latest] = [one for one in items if key_of(one) == place]
    return 1000 * max(int(latest["values"][attribute][measure] - share["startValue"]), 0)


async def sums(table: Table) -> dict[str, tuple[int, int, int]]:
    items: list[Any] = [item async for item in table.scan()]
    goals = [one for one in items if one["type"] == "groupGoal"]
    return {one["name"]: (int(one["people"]), int(one["total"]), int(one["reached"])) for one in goals}


@settings(max_examples=8)
@given(seed=st.integers(0, 10**9))
async def test_sums_are_always_what_a_slow_recount_finds(seed: int) -> None:
    async with a_clan() as clan:
        life = Life(clan, random.Random(seed))  # noqa: S311 - a life, not a secret
        await life.begin()
        for _ in range(STEPS):
            await life.step()
            await clan.rounds()
            assert await sums(clan.table) == await slow_sums(clan.table), life.done


@settings(max_examples=10)
@given(seed=st.integers(0, 10**9))
async def test_a_crash_at_any_write_adds_nothing_twice_and_loses_nothing(seed: int) -> None:
    async with a_clan() as safe:
        await lives_with_crashes(safe, seed)


@pytest.mark.both_engines
@pytest.mark.parametrize("seed", [1, 2])
async def test_nor_does_it_on_either_engine(everywhere: Clan, seed: int) -> None:
    await lives_with_crashes(everywhere, seed)


async def lives_with_crashes(safe: Clan, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a life, not a secret
    life = Life(safe, chance)
    await life.begin()
    for _ in range(STEPS):
        dying = DyingTable(safe.table, safe.clock, chance.choice([0, 1, 1, 2, 3, 9]))
        life.clan = Clan(dying, safe.clock, safe.numbers)
        with suppress(Killed, BaseExceptionGroup):
            await life.step()
    safe.clock.advance(timedelta(minutes=2).total_seconds())
    for name, xp in life.xp.items():  # what could not be recorded is seen with the next look
        await safe.plays(name, xp)
    await safe.rounds()
    assert await sums(safe.table) == await slow_sums(safe.table), life.done
    marks = [one for one in await safe.told(await safe.server()) if one.kind.name == "group-milestone"]
    assert len({(one.entity, one.period) for one in marks}) == len(marks)
