"""Habits in the digest: what is to be done, what hangs on it, and who gets one at all."""

from datetime import datetime, timedelta

import pytest

from tests.due_work import due_rounds, tools_at
from tests.tracker.habits.homes import A_DAY, DAY, Home
from tracker.days import Days
from tracker.digest.planning import round_key
from tracker.digest.rounds import hold, preview
from tracker.habits.model import Habit
from tracker.notify.model import Notification
from tracker.store.table import Table


async def morning(home: Home) -> list[Notification]:
    """The next time that it strikes eight, and what comes then."""
    now = home.clock().astimezone(home.user.zone)
    eight = now.replace(hour=8, minute=0, second=0)
    home.clock.advance(((eight if eight > now else eight + DAY) - now).total_seconds())
    return await held(home)


async def held(home: Home) -> list[Notification]:
    tools = tools_at(home.table, home.clock)
    return [told for one in await due_rounds(home.table, home.clock()) for told in await hold(tools, one)]


async def kept(home: Home, habit: Habit, days: int) -> None:
    for _ in range(days):
        await home.done(habit)
        home.clock.advance(A_DAY)


async def test_who_has_only_a_habit_gets_a_digest_with_it(home: Home) -> None:
    await home.habits.add(home.user, "Gym")

    [told] = await morning(home)

    assert (told.title, told.text) == ("Your habits on Friday, 1 January", "Gym: to do")
    assert told.facts == {"habits": 1, "habitsDue": 1, "streaksAtRisk": 0}
    assert await held(home) == []
    [stored] = await home.told()
    assert (stored.kind.name, stored.id) == ("digest", told.outbox_id)


async def test_what_a_streak_hangs_on_comes_first_and_the_longest_before_the_others(home: Home) -> None:
    read = await home.habits.add_written(home.user, "read 20 pages")
    gym = await home.habits.add(home.user, "Gym")
    swim = await home.habits.add(home.user, "Swim")
    smoking = await home.habits.add_written(home.user, "no smoking")
    for _ in range(2):
        await home.done(gym)
        home.clock.advance(A_DAY)
    await home.done(gym)
    await home.done(swim)
    home.clock.advance(A_DAY)
    await home.done(read, amount=5)

    [told] = await morning(home)

    assert told.text.splitlines() == [
        "Gym: to do today, or your streak of 3 days ends",
        "Swim: to do today, or your streak of 1 day ends",
        "Read: 5 of 20 pages",
        f"{smoking.name}: 2 days in a row",
    ]
    assert told.facts == {"habits": 4, "habitsDue": 3, "streaksAtRisk": 2}


async def test_so_many_times_a_week_say_how_many_there_are(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym 3x a week")
    home.clock.advance(3 * A_DAY)  # to Monday
    await kept(home, gym, 1)

    [told] = await morning(home)

    assert told.text == "Gym: to do, 1 of 3 this week"


async def test_where_all_is_done_nothing_is_said_unless_it_is_wanted(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    home.clock.advance(7 * 3600)
    await home.done(gym)
    assert await morning(home) == []

    await home.change_settings(digest_when_quiet="yes")
    home.clock.advance(20 * 3600)
    await home.done(gym)
    [told] = await morning(home)

    assert told.text == "Gym: 2 days in a row"
    assert told.facts["habitsDue"] == 0


@pytest.mark.parametrize("change", ["pause", "archive"])
async def test_what_rests_is_in_no_digest(home: Home, change: str) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.change_settings(digest_when_quiet="yes")
    await getattr(home.habits, change)(home.user.id, gym.id)

    assert await morning(home) == []


async def test_a_holiday_is_in_no_digest(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await kept(home, gym, 3)
    await home.habits.be_away(home.user.id, Days(home.today, home.today + DAY), gym.id)
    await home.change_settings(digest_when_quiet="yes")

    assert await morning(home) == []


async def test_each_local_date_has_one_digest_whatever_clocks_do(home: Home) -> None:
    await home.change_settings(timezone="Europe/Berlin")
    await home.habits.add(home.user, "Gym")
    home.clock.advance((datetime(2100, 3, 27, tzinfo=home.user.zone) - home.clock()).total_seconds())
    await held(home)
    told: list[Notification] = []
    for _ in range(4 * 24):  # clocks go forward on the 28th
        home.clock.advance(3600)
        told += await held(home)

    assert [one.period for one in told] == ["2100-03-27", "2100-03-28", "2100-03-29", "2100-03-30"]
    assert {one.not_before.astimezone(home.user.zone).hour for one in told} == {8}


async def test_who_wants_it_weekly_gets_it_on_mondays(home: Home) -> None:
    await home.change_settings(digest="weekly")
    await home.habits.add(home.user, "Gym")

    told = [await morning(home) for _ in range(9)]  # from Friday on

    assert [len(one) for one in told] == [0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert told[3][0].title == "Your habits on Monday, 4 January"


async def test_who_wants_none_gets_none(home: Home) -> None:
    await home.change_settings(digest="off")
    await home.habits.add(home.user, "Gym")

    assert await morning(home) == []


async def test_the_digest_follows_the_clock_of_its_person(home: Home) -> None:
    await home.habits.add(home.user, "Gym")
    await home.change_settings(digest_time="06:30")

    home.clock.advance(6.5 * 3600)
    [told] = await held(home)

    assert told.not_before == home.clock()


async def test_a_preview_shows_habits_and_writes_nothing(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)

    [shown] = await preview(tools_at(home.table, home.clock), home.user)

    assert shown.text == "Gym: 1 day in a row"
    assert [one.kind.name for one in await home.told()] == ["achievement"]


# Those who had habits before digests told of them


async def without_round(home: Home) -> None:
    await home.table.delete(round_key(home.user.id))


async def has_round(table: Table, user_id: str) -> bool:
    return await table.get(round_key(user_id)) is not None


async def test_who_has_no_round_yet_gets_one_with_the_next_look_at_their_habits(home: Home) -> None:
    await home.habits.add(home.user, "Gym")
    await without_round(home)

    await home.go_on_to(12)
    assert await has_round(home.table, home.user.id)
    [told] = await morning(home)

    assert told.title == "Your habits on Saturday, 2 January"


async def test_who_has_no_round_yet_gets_one_when_a_habit_changes(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await without_round(home)

    await home.habits.pause(home.user.id, gym.id)

    assert await has_round(home.table, home.user.id)


async def test_a_look_leaves_the_round_that_is_there_as_it_is(home: Home) -> None:
    await home.habits.add(home.user, "Gym")
    await morning(home)
    before = await home.table.get(round_key(home.user.id))

    await home.go_on_to(12)

    assert await home.table.get(round_key(home.user.id)) == before


async def test_two_who_hold_the_same_round_tell_it_once(home: Home) -> None:
    await home.habits.add(home.user, "Gym")
    home.clock.advance(timedelta(hours=8).total_seconds())
    tools = tools_at(home.table, home.clock)
    [seen] = await due_rounds(home.table, home.clock())

    told = [await hold(tools, seen) for _ in range(2)]

    assert [len(one) for one in told] == [1, 0]
    assert await home.kinds() == ["digest"]
