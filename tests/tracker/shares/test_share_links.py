"""Links for strangers: only a hash is kept, an ended one leads nowhere, what is removed takes them along."""

import json
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.export import export_person
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.service import Challenges
from tracker.goal_parts.service import GoalsOfParts
from tracker.habits.model import Habit
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.rewards.points import Scale
from tracker.settings import Settings
from tracker.shares.errors import (
    AmbiguousShareLink,
    NoSuchShareLink,
    SharedThingGone,
    SharedTooOften,
    TooManyShareLinks,
)
from tracker.shares.model import Shareable, SharedThing
from tracker.shares.service import MADE, MOST, ShareLinks, find_link
from tracker.store.keys import HabitKey
from tracker.store.table import Table, Update

pytestmark = pytest.mark.both_engines


@pytest.fixture
def links(table: Table, clock: HandClock) -> ShareLinks:
    return ShareLinks(table, clock)


@pytest.fixture
async def ada(table: Table, clock: HandClock) -> User:
    return await Accounts(table, clock, ulids(clock)).register(known_as("local:ada"))


@pytest.fixture
def habits(table: Table, clock: HandClock) -> Habits:
    return Habits(table, clock, ulids(clock), Scale.of(Settings().habits))


@pytest.fixture
async def gym(habits: Habits, ada: User) -> Habit:
    return await habits.add_written(ada, "gym")


def thing(habit: Habit, *, named: bool = False) -> SharedThing:
    return SharedThing(habit.user, Shareable.HABIT, habit.id, named)


async def shared_items(table: Table) -> list[str]:
    return [f"{item['type']}" for item in (await everything(table)).values() if "share" in f"{item['type']}"]


async def test_a_link_leads_to_its_thing_until_it_is_ended(links: ShareLinks, gym: Habit) -> None:
    made = await links.make(thing(gym, named=True), gym.key.key)

    assert await links.opened(made.secret) == thing(gym, named=True)
    [held] = await links.list(gym.user)
    assert (held.id, held.thing) == (made.id, thing(gym, named=True))

    await links.end(held)

    assert await links.opened(made.secret) is None
    assert await links.list(gym.user) == []


async def test_the_secret_is_kept_nowhere(
    links: ShareLinks, table: Table, gym: Habit, clock: HandClock
) -> None:
    made = await links.make(thing(gym), gym.key.key)

    assert len(made.secret) >= 22, "128 bits"
    assert made.secret not in repr(made)
    assert made.secret not in json.dumps([*(await everything(table)).values()], default=str)
    exported = await export_person(table, Holder(gym.user), clock())
    assert made.secret not in json.dumps(exported, default=str)
    items = exported["items"]
    assert isinstance(items, dict)
    assert {"shareLink", "shareLinkHolder"} <= items.keys()


async def test_nothing_else_opens_anything(links: ShareLinks, gym: Habit) -> None:
    made = await links.make(thing(gym), gym.key.key)
    [held] = await links.list(gym.user)

    for guess in (
        "",
        made.id,
        held.hash,
        made.secret[:-1],
        f"{made.secret}=",
        "x" * 5000,
        "\ud800",
        "#",
        gym.id,
    ):
        assert await links.opened(guess) is None


async def test_deletion_takes_them_along(
    links: ShareLinks, table: Table, gym: Habit, clock: HandClock
) -> None:
    made = await links.make(thing(gym), gym.key.key)

    await delete_person(table, Holder(gym.user), clock())

    assert await links.opened(made.secret) is None
    assert await shared_items(table) == []


async def test_a_habit_that_is_removed_takes_its_links_along_and_no_others(
    links: ShareLinks, table: Table, habits: Habits, ada: User, gym: Habit
) -> None:
    run = await habits.add_written(ada, "run")
    first, second = await links.make(thing(gym), gym.key.key), await links.make(thing(gym), gym.key.key)
    other = await links.make(thing(run), run.key.key)

    await habits.remove(ada.id, gym.id)

    assert [await links.opened(one.secret) for one in (first, second)] == [None, None]
    assert await links.opened(other.secret) == thing(run)
    assert sorted(await shared_items(table)) == ["shareLink", "shareLinkHolder"]


async def test_so_does_a_goal_of_parts_and_a_challenge(
    links: ShareLinks, table: Table, clock: HandClock, ada: User
) -> None:
    goals, challenges = GoalsOfParts(table, clock, ulids(clock)), Challenges(table, clock, ulids(clock))
    goal = await goals.add(ada, "Get fit", {})
    challenge = await challenges.create(ada, "Go out")
    for kind, one in ((Shareable.GOAL, goal), (Shareable.CHALLENGE, challenge)):
        await links.make(SharedThing(ada.id, kind, one.id), one.key.key)

    await goals.remove(ada.id, goal.id)
    await challenges.remove(challenge, ada)

    assert await shared_items(table) == []


async def test_none_leads_to_what_is_gone_or_to_somebody_who_goes(
    links: ShareLinks, table: Table, ada: User, gym: Habit
) -> None:
    nothing = SharedThing(ada.id, Shareable.HABIT, "gone")
    with pytest.raises(SharedThingGone):
        await links.make(nothing, HabitKey(ada.id, "gone").key)
    with pytest.raises(NoSuchUser):
        await links.make(SharedThing("nobody", Shareable.HABIT, gym.id), gym.key.key)
    await table.update(Update(ada.key.key, set={"deletingSince": "2027-01-01T00:00:00Z"}))
    with pytest.raises(BeingDeleted):
        await links.make(thing(gym), gym.key.key)
    assert await shared_items(table) == []


async def test_there_are_only_so_many_at_once_and_in_an_hour(
    links: ShareLinks, gym: Habit, clock: HandClock
) -> None:
    for _ in range(MADE.most):
        await links.make(thing(gym), gym.key.key)
    with pytest.raises(SharedTooOften):
        await links.make(thing(gym), gym.key.key)
    clock.advance(timedelta(hours=1, seconds=1).total_seconds())
    for _ in range(MOST - MADE.most):
        await links.make(thing(gym), gym.key.key)
    with pytest.raises(TooManyShareLinks):
        await links.make(thing(gym), gym.key.key)


async def test_a_link_is_found_by_how_its_id_begins_among_ones_own(links: ShareLinks, gym: Habit) -> None:
    made = [await links.make(thing(gym), gym.key.key) for _ in range(17)]
    every = await links.list(gym.user)

    assert find_link(every, f" {made[0].id.upper()} ").id == made[0].id
    with pytest.raises(NoSuchShareLink):
        find_link(every, "")
    with pytest.raises(NoSuchShareLink):
        find_link([], made[0].id)
    first = [one.hash[0] for one in every]
    twice = next(digit for digit in first if first.count(digit) > 1)  # of 17 that begin in 16 ways
    with pytest.raises(AmbiguousShareLink):
        find_link(every, twice)
