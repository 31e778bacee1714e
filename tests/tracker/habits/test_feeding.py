"""Habits that a number feeds: any gain counts, once, for the day on which it was seen."""

from datetime import timedelta
from typing import Any

import pytest

from tests.tracker.habits.homes import A_DAY, DAY, Home
from tracker.goals.characters.names import spelling_key
from tracker.goals.model import Character
from tracker.habits.day_context import read_logs
from tracker.habits.errors import BadFeed
from tracker.habits.feeding import Feeder
from tracker.habits.feeds import FedHabits, habit_feed
from tracker.habits.model import Habit
from tracker.habits.states import Logged
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import to_item
from tracker.store.segments import Subject
from tracker.store.table import Put

XP = Quantity("woodcutting", Measure.XP)
KILLS = Quantity("zulrah", Measure.SCORE)


def character(home: Home, name: str = "Zezima") -> Character:
    return Character(
        id=spelling_key(name),
        user=home.user.id,
        game="osrs",
        name=name,
        subject=Subject("osrs", name.lower()),
        created_at=home.clock(),
    )


async def follow(home: Home, name: str = "Zezima") -> Character:
    one = character(home, name)
    await home.table.transact([Put(to_item(one, one.key))])
    return one


async def fed(home: Home, habit: Habit, before: Number, after: Number, **seen: Any) -> int:  # noqa: ANN401 - times
    item = await home.table.get(habit.key.key)
    assert item is not None
    when = {"at": home.clock(), "since": None, **seen}
    return await Feeder(home.table, home.habits).feed([item], {XP: before}, {XP: after, KILLS: 5}, **when)


async def test_any_gain_counts_as_doing_it_and_once(home: Home) -> None:
    await follow(home)
    chop = await home.habits.add_written(home.user, "chop trees", {"fed": "zezima woodcutting"})

    assert await fed(home, chop, 1000, 1000) == 0
    assert await fed(home, chop, 1000, 1040) == 1
    assert (await home.streak(chop)).current == 1
    assert (await home.wallet()).points == 10
    assert await fed(home, chop, 1000, 1040) == 0  # after a crash the same reading comes again
    assert await fed(home, chop, 1040, 1100) == 1
    assert (await home.wallet()).points == 10
    log = (await read_logs(home.table, chop.id))[home.today]
    assert (log.state, log.amount, log.via) == (Logged.DONE, 100, "osrs")


async def test_an_amount_is_what_the_whole_day_has_gained(home: Home) -> None:
    await follow(home)
    chop = await home.habits.add_written(home.user, "chop trees 500 xp", {"fed": "wc of zezima"})

    await fed(home, chop, 1000, 1300)
    assert (await home.wallet()).points == 0
    await fed(home, chop, 1300, 1600)
    assert (await home.wallet()).points == 10
    home.clock.advance(A_DAY)
    await fed(home, chop, 1600, 1700)
    logs = await read_logs(home.table, chop.id)
    assert [logs[day].amount for day in sorted(logs)] == [600, 100]


async def test_what_was_told_by_hand_counts_too(home: Home) -> None:
    await follow(home)
    chop = await home.habits.add_written(home.user, "chop trees 500 xp", {"fed": "zezima woodcutting"})
    await home.done(chop, amount=200)
    await fed(home, chop, 1000, 1300)
    await fed(home, chop, 1300, 1400)

    assert (await read_logs(home.table, chop.id))[home.today].amount == 600


async def test_days_on_which_nobody_could_look_are_unknown_and_end_nothing(home: Home) -> None:
    await follow(home)
    chop = await home.habits.add_written(home.user, "chop trees", {"fed": "zezima woodcutting"})
    await fed(home, chop, 1000, 1001)
    seen = home.clock()
    home.clock.advance(4 * A_DAY)
    await fed(home, chop, 1001, 5000, since=seen + timedelta(hours=2))

    logs = await read_logs(home.table, chop.id)
    assert [logs[home.today - ago * DAY].state for ago in (3, 2, 1)] == [Logged.UNKNOWN] * 3
    assert logs[home.today - 4 * DAY].state is Logged.DONE
    assert (await home.streak(chop)).current == 2


async def test_a_paused_habit_is_not_fed(home: Home) -> None:
    await follow(home)
    chop = await home.habits.add_written(home.user, "chop trees", {"fed": "zezima woodcutting"})
    await home.habits.pause(home.user.id, chop.id)
    assert await fed(home, chop, 1000, 2000) == 0


async def test_a_feed_ends_by_saying_so(home: Home) -> None:
    zezima = await follow(home)
    chop = await home.habits.add_written(home.user, "chop trees", {"fed": "zezima woodcutting"})
    hanging = FedHabits(home.table)
    assert [one.key for one in await hanging.removed(zezima)] == [chop.key.key]
    await home.habits.edit_written(home.user, chop, options={"fed": "none"})

    assert await hanging.removed(zezima) == []
    assert await hanging.renamed(zezima, zezima) == []
    assert await fed(home, chop, 1000, 2000) == 0


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("zezima woodcutting", "Woodcutting xp of Zezima"),
        ("Zezima's wc", "Woodcutting xp of Zezima"),
        ("wc xp of zezima", "Woodcutting xp of Zezima"),
        ("zulrah iron bob", "Zulrah kc of Iron Bob"),
    ],
)
async def test_a_number_is_named_as_people_name_it(home: Home, text: str, title: str) -> None:
    both = [character(home), character(home, "Iron Bob")]
    assert habit_feed(text, both, []).title == title


@pytest.mark.parametrize("text", ["woodcutting", "zezima frobnicating", "nobody wc", "", "zezima"])
async def test_what_names_no_number_is_refused(home: Home, text: str) -> None:
    with pytest.raises(BadFeed):
        habit_feed(text, [character(home), character(home, "Iron Bob")], [])
    with pytest.raises(BadFeed, match="follow nobody"):
        habit_feed("zezima woodcutting", [], [])


async def test_who_follows_one_need_not_name_them(home: Home) -> None:
    assert habit_feed("wc", [character(home)], []).title == "Woodcutting xp of Zezima"
