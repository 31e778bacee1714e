"""Looks at habits: what is said at which moment of a person's day, and that once."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.due_work import due_habits
from tests.fakes.clock import HandClock
from tests.tracker.habits.homes import A_DAY, DAY, Home
from tracker.days import Days
from tracker.habits.day_context import read_logs
from tracker.habits.errors import TooLate
from tracker.habits.model import HabitStatus, HabitType
from tracker.habits.rounds import planning
from tracker.habits.rounds.daily import hold
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerWeek, Schedule, WithinDays
from tracker.habits.states import Logged

ABOUT_HABITS = ("habit-reminder", "habit-at-risk", "habit-yesterday", "habit-frozen", "habit-ended")


async def kept_for(home: Home, days: int, **wanted: str) -> str:
    """A habit that was done on so many days; it is the morning after them."""
    habit = await home.habits.add_written(home.user, "gym", wanted)
    for _ in range(days):
        await home.go_on_to(9)
        await home.done(habit)
        await home.go_on_to(23)
    await home.go_on_to(7)
    return habit.id


async def test_a_reminder_comes_at_its_time_with_what_is_known(home: Home) -> None:
    await home.habits.add_written(
        home.user, "water 8 glasses", {"remind": "9:30", "trigger": "After breakfast", "action": "fill it up"}
    )
    await home.go_on_to(9, 30)

    [told] = await home.told()
    assert (told.kind.name, told.title) == ("habit-reminder", "Time for Water")
    assert told.text == "0 of 8 glasses so far. After breakfast: fill it up."
    assert told.facts == {"habit": told.entity, "name": "Water", "day": "2100-01-01", "amount": 1}
    assert told.not_before == datetime(2100, 1, 1, 9, 30, tzinfo=UTC)
    assert told.expires_at == datetime(2100, 1, 2, tzinfo=UTC)


async def test_what_is_done_is_not_reminded_of(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym", {"remind": "9:00, 18:00"})
    await home.go_on_to(9)
    await home.done(gym)
    await home.go_on_to(19)

    assert await home.kinds("habit-reminder") == ["habit-reminder"]


async def test_a_message_that_waits_is_cancelled_when_it_is_done(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    await home.go_on_to(9)
    [told] = await home.told()

    assert await home.reads_now(told)
    await home.done(gym)
    assert not await home.reads_now(told)
    await home.habits.undo(home.user.id)
    assert await home.reads_now(told)
    await home.habits.pause(home.user.id, gym.id)
    assert not await home.reads_now(told)
    await home.habits.remove(home.user.id, gym.id)
    assert not await home.reads_now(told)


async def test_a_reminder_that_waits_says_how_much_is_done_by_then(home: Home) -> None:
    read = await home.habits.add_written(home.user, "read 10 pages", {"remind": "9:00"})
    await home.go_on_to(9)
    [told] = await home.told()
    assert told.text.startswith("0 of 10 pages so far.")

    await home.done(read, amount=4)
    assert (await home.reads_now(told) or "").startswith("4 of 10 pages so far.")


async def test_a_reminder_whose_time_was_changed_comes_at_the_new_one_alone(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    await home.go_on_to(9)
    [told] = await home.told()
    await home.habits.edit_written(home.user, gym, None, {"remind": "11:00"})
    assert not await home.reads_now(told)

    await home.habits.edit_written(home.user, gym, None, {"remind": "8:00"})  # which is over
    assert await home.reads_now(told)
    await home.habits.edit_written(home.user, gym, None, {"remind": "none"})
    assert not await home.reads_now(told)


async def test_a_warning_that_waits_names_the_streak_as_it_is_by_then(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym")
    for _ in range(3):
        await home.go_on_to(11)
        await home.done(gym)
    await home.go_on_to(11)
    await home.go_on_to(20)
    [told] = [one for one in await home.told() if one.kind.name == "habit-at-risk"]
    assert told.text.startswith("Your streak of 3 days ends today")

    await home.habits.undo(home.user.id, gym.id, home.today - timedelta(days=3))
    assert (await home.reads_now(told) or "").startswith("Your streak of 2 days ends today")


async def test_after_a_pause_of_the_service_only_the_last_reminder_of_today_is_said(home: Home) -> None:
    await home.habits.add_written(home.user, "gym", {"remind": "8:00, 12:30, 18:00"})
    home.clock.advance(3 * A_DAY + 13 * 3600)  # nothing ran for three days
    await home.look()

    [told] = [one for one in await home.told() if one.kind.name == "habit-reminder"]
    assert told.not_before == datetime(
        2100, 1, 4, 12, 30, tzinfo=UTC
    )  # later than that by much is said to be late


async def test_two_who_hold_the_same_round_tell_it_once(home: Home) -> None:
    await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    home.clock.advance(9 * 3600)
    [round_] = await due_habits(home.table, home.clock())
    found = await asyncio.gather(
        *(hold(home.table, home.clock, home.habits, round_) for _ in range(4)), return_exceptions=True
    )

    assert sorted(len(one) for one in found if isinstance(one, list)) == [0, 0, 0, 1]
    assert await home.kinds() == ["habit-reminder"]


async def test_yesterday_is_asked_about_in_the_morning_and_noon_ends_the_streak(home: Home) -> None:
    gym = await kept_for(home, 4)
    await home.go_on_to(7)  # a day without it
    assert await home.kinds("habit-yesterday") == []
    await home.go_on_to(8)

    [asked] = [one for one in await home.told() if one.kind.name == "habit-yesterday"]
    assert asked.title == "Did you do Gym yesterday?"
    assert "Your streak of 4 days is kept if you did" in asked.text
    assert asked.expires_at == datetime(2100, 1, 6, 12, tzinfo=UTC)
    assert asked.facts["day"] == "2100-01-05"
    await home.go_on_to(12)
    [ended] = [one for one in await home.told() if one.kind.name == "habit-ended"]
    assert ended.entity == gym
    assert "It was 4 days in a row" in ended.text


async def test_nobody_is_asked_about_a_day_that_has_not_ended(home: Home) -> None:
    await home.change_settings(day_start="9:30")
    await kept_for(home, 4)
    await home.go_on_to(9)
    assert await home.kinds("habit-yesterday") == []
    await home.go_on_to(9, 30)

    assert await home.kinds("habit-yesterday") == ["habit-yesterday"]


async def test_who_answers_the_question_keeps_the_streak(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 4))
    await home.go_on_to(8, days=1)
    await home.done(gym, ago=1)
    await home.go_on_to(13)

    assert "habit-ended" not in await home.kinds()
    assert (await home.streak(gym)).current == 5


async def test_a_streak_at_risk_is_said_in_the_evening_and_only_when_it_would_end(home: Home) -> None:
    await kept_for(home, 3)
    await home.habits.add(home.user, "Swim", schedule=PerWeek(times=1))
    await home.go_on_to(21)

    [risk] = [one for one in await home.told() if one.kind.name == "habit-at-risk"]
    assert risk.title == "Gym: your streak is at risk"
    assert risk.text == "Your streak of 3 days ends today unless it is done."


MONDAY = date(2100, 1, 4)


@pytest.mark.parametrize(
    ("schedule", "done", "last", "over", "text"),
    [
        (Daily(), (0, 1, 2), 3, 4, "3 days ends today unless it is done."),
        (OnWeekdays(days=(0, 6)), (0, 6, 7), 13, 14, "3 days ends today unless it is done."),
        (PerWeek(times=1), (0, 7, 14), 27, 28, "3 weeks ends today unless it is done."),
        (EveryDays(days=4, since=MONDAY), (0, 5, 9), 15, 16, "3 times ends today unless it is done."),
        (WithinDays(times=1, days=7), (0, 7), 14, 15, "14 days ends today unless it is done."),
        (
            PerWeek(times=3),
            (0, 1, 2, 7, 8, 9, 14, 15, 16),
            25,
            28,
            "3 weeks ends unless it is done today, and on each of the 2 days that are left of this week.",
        ),
        (
            PerWeek(times=3),
            (0, 1, 2, 7, 8, 9, 14, 15, 16, 21),
            26,
            28,
            "3 weeks ends unless it is done today, and on the one day that is left of this week.",
        ),
    ],
)
async def test_whatever_the_schedule_a_streak_is_warned_of_asked_about_and_called_over(
    home: Home, schedule: Schedule, done: tuple[int, ...], last: int, *, over: int, text: str
) -> None:
    while home.today < MONDAY:
        home.clock.advance(A_DAY)
    await home.go_on_to(7)
    gym = await home.habits.add(home.user, "Gym", schedule=schedule, freezes=False)
    for day in range(last):
        if day in done:
            await home.done(gym)
        await home.go_on_to(7)
    await home.go_on_to(19)
    assert await home.kinds("habit-at-risk", "habit-yesterday", "habit-ended") == []

    await home.go_on_to(21)
    [risk] = [one for one in await home.told() if one.kind.name == "habit-at-risk"]
    assert risk.text == f"Your streak of {text}"
    await home.go_on_to(9)
    assert await home.kinds("habit-yesterday", "habit-ended") == ["habit-yesterday"]
    await home.go_on_to(13, days=over - last - 1)
    assert await home.kinds("habit-at-risk", "habit-ended") == ["habit-at-risk", "habit-ended"]


async def test_a_freeze_is_used_after_the_grace_and_announced_and_the_streak_goes_on(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7))
    await home.go_on_to(11, days=1)
    assert "habit-frozen" not in await home.kinds()
    await home.go_on_to(12)

    [frozen] = [one for one in await home.told() if one.kind.name == "habit-frozen"]
    assert frozen.text == (
        "Friday 8 January 2100 was missed, and a freeze saved your streak: 7 days in a row."
        " You have 0 freezes left."
    )
    assert (await read_logs(home.table, gym.id))[date(2100, 1, 8)].state is Logged.FROZEN
    await home.done(gym)
    assert (await home.streak(gym)).current == 8
    assert "habit-ended" not in await home.kinds()


async def test_who_wants_no_freezes_gets_none(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7, freezes="off"))
    await home.go_on_to(13, days=1)

    assert "habit-frozen" not in await home.kinds()
    assert "habit-ended" in await home.kinds()
    assert date(2100, 1, 8) not in await read_logs(home.table, gym.id)


async def test_what_was_frozen_can_still_be_told_and_gives_the_freeze_back(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7))
    await home.go_on_to(13, days=1)
    await home.done(gym, ago=1)

    standing = await home.streak(gym)
    assert (standing.current, standing.freezes) == (8, 1)


async def test_what_is_to_be_left_or_paused_is_not_asked_about(home: Home) -> None:
    await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    gym = await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    await home.habits.pause(home.user.id, gym.id)
    await home.go_on_to(23, days=2)
    assert await home.kinds(*ABOUT_HABITS) == []

    await home.habits.resume(home.user.id, gym.id)
    await home.go_on_to(9)
    assert await home.kinds("habit-reminder") == ["habit-reminder"]


async def test_a_pause_keeps_the_streak_and_says_so_to_nobody(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 4))
    await home.habits.pause(home.user.id, gym.id)
    await home.go_on_to(9, days=20)
    resumed = await home.habits.resume(home.user.id, gym.id)
    await home.done(gym)

    assert resumed.status is HabitStatus.ACTIVE
    assert (await home.streak(gym)).current == 5
    assert "habit-ended" not in await home.kinds()


async def test_with_the_last_habit_goes_the_round(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    await home.habits.archive(home.user.id, gym.id)
    await home.go_on_to(9)

    assert await planning.read_round(home.table, home.user.id) is None
    await home.habits.resume(home.user.id, gym.id)
    await home.go_on_to(9)
    assert await home.kinds("habit-reminder") == ["habit-reminder"]


async def test_a_perfect_week_is_unlocked_when_it_is_over(home: Home) -> None:
    habits = [await home.habits.add(home.user, name) for name in ("Gym", "Read")]
    await home.go_on_to(9, days=3)
    assert home.today.weekday() == 0
    for _ in range(7):
        for one in habits:
            await home.done(one)
        assert "perfect-week" not in await home.achievements()
        await home.go_on_to(9)
    await home.go_on_to(12)

    assert "perfect-week" in await home.achievements()
    assert [one.entity for one in await home.told() if one.kind.name == "achievement"].count(
        "perfect-week"
    ) == 1


async def test_a_week_with_a_hole_is_not_perfect(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.go_on_to(9, days=3)
    for day in range(7):
        if day != 4:
            await home.done(gym)
        await home.go_on_to(9)
    await home.go_on_to(12)

    assert "perfect-week" not in await home.achievements()


@pytest.mark.parametrize(
    ("zone", "reads"),
    [("Europe/Berlin", "08:00"), ("America/New_York", "14:00"), ("Pacific/Kiritimati", "19:00")],
)
async def test_a_reminder_follows_the_person_to_another_zone(home: Home, zone: str, reads: str) -> None:
    await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    await home.change_settings(timezone=zone)
    home.clock.advance(20 * 3600)
    await home.look()

    [told, *_] = [one for one in await home.told() if one.kind.name == "habit-reminder"]
    assert f"{told.not_before:%H:%M}" == reads


async def test_whoever_crosses_the_date_line_is_reminded_once_for_each_date(home: Home) -> None:
    await home.change_settings(timezone="Pacific/Kiritimati")
    await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    await home.go_on_to(9)
    first = (await home.told())[-1].period
    await home.change_settings(timezone="Pacific/Honolulu")  # the same date once more
    await home.go_on_to(9)

    periods = [one.period for one in await home.told() if one.kind.name == "habit-reminder"]
    assert len({period.split()[0] for period in periods}) == len(periods)
    assert first in periods


async def test_clocks_that_change_move_no_reminder(home: Home, clock: HandClock) -> None:
    clock.advance((datetime(2100, 3, 25, tzinfo=UTC) - clock()).total_seconds())
    await home.change_settings(timezone="Europe/Berlin")
    await home.habits.add_written(home.user, "gym", {"remind": "2:30, 9:00"})
    await home.go_on_to(10, days=6)  # over the night in which clocks jump from 2:00 to 3:00

    at = [one.not_before for one in await home.told() if one.kind.name == "habit-reminder"]
    local = [one.astimezone(home.user.zone) for one in at]
    assert [f"{one:%d %H:%M}" for one in local if one.date() == date(2100, 3, 28)] == ["28 03:00", "28 09:00"]
    assert all(f"{one:%H:%M}" in ("02:30", "09:00") for one in local if one.date() != date(2100, 3, 28))


async def test_a_reminder_put_off_comes_again_and_not_after_the_day(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym")
    await home.go_on_to(18)
    until = await home.habits.snooze(home.user, gym)

    assert until == home.clock() + timedelta(hours=1)
    assert [one.not_before for one in await home.told() if one.kind.name == "habit-reminder"] == [until]
    await home.go_on_to(23, 30)
    with pytest.raises(TooLate, match="still time to do it now"):
        await home.habits.snooze(home.user, gym)


async def test_a_holiday_ahead_asks_for_nothing(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 4, remind="9:00"))
    before = await home.kinds(*ABOUT_HABITS)
    await home.habits.be_away(home.user.id, Days(home.today, home.today + 13 * DAY), gym.id)
    await home.go_on_to(23, days=13)

    assert await home.kinds(*ABOUT_HABITS) == before
    await home.go_on_to(9)
    await home.done(gym)
    assert (await home.streak(gym)).current == 5


async def test_a_freeze_that_is_undone_and_used_again_is_announced_once(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7))
    await home.go_on_to(13, days=1)
    await home.habits.undo(home.user.id, gym.id, home.today - DAY)
    await home.go_on_to(13)

    assert await home.kinds("habit-frozen") == ["habit-frozen"]
    assert (await read_logs(home.table, gym.id))[date(2100, 1, 8)].state is Logged.FROZEN
