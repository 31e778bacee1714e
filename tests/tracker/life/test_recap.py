"""A look back: which month or year is meant, what it came to by a slow recount, and when it is told."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.recap.documents import recap_document
from bot.recap.picture import motif_of
from tests.tracker.life.test_birthday import occasion
from tracker.accounts.model import User
from tracker.days import Days
from tracker.goals.composite.model import CompositeGoal, CompositeStatus, GoalMilestone
from tracker.habits.model import Habit, HabitLog
from tracker.habits.schedule import Daily
from tracker.habits.states import Logged
from tracker.life.recap import news
from tracker.life.recap.counting import Lived, Recap, recap_of
from tracker.life.recap.period import NoSuchPeriod, PeriodToCome, RecapPeriod, ended_on, parse_period
from tracker.rewards.model import Award
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable
from tracker.tasks.model import Task, TaskStatus

TODAY = date(2026, 11, 18)
NOW = datetime(2026, 12, 20, 18, tzinfo=UTC)
USER = User(id="ada", created_at=datetime(2020, 1, 1, tzinfo=UTC))
NOVEMBER = RecapPeriod(2026, 11)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "2026"),
        ("2025", "2025"),
        ("last year", "2025"),
        ("this month", "2026-11"),
        ("last month", "2026-10"),
        ("November", "2026-11"),
        ("dec", "2025-12"),
        ("Sept. 2024", "2024-09"),
        ("2024-02", "2024-02"),
    ],
)
def test_which_period_is_meant(text: str | None, expected: str) -> None:
    assert str(parse_period(text, TODAY)) == expected


def test_in_january_the_year_that_is_over_is_meant() -> None:
    assert str(parse_period(None, date(2027, 1, 31))) == "2026"


@pytest.mark.parametrize("text", ["dragon", "13", "2026-13", "1999", "november 26", "0000", "month 2026"])
def test_what_is_no_period_is_refused(text: str) -> None:
    with pytest.raises(NoSuchPeriod):
        parse_period(text, TODAY)


@pytest.mark.parametrize("text", ["2027", "december 2026", "9999"])
def test_what_is_to_come_is_refused(text: str) -> None:
    with pytest.raises(PeriodToCome):
        parse_period(text, TODAY)


def test_a_leap_year_has_all_its_days() -> None:
    assert RecapPeriod(2028).days == Days(date(2028, 1, 1), date(2028, 12, 31))
    assert RecapPeriod(2028, 2).days.last == date(2028, 2, 29)


# What it came to.


def habit(name: str = "gym") -> Habit:
    return Habit(id=name, user="ada", name=name, schedule=Daily(), began=date(2026, 1, 1), created_at=NOW)


def log(name: str, day: date, points: int = 10) -> HabitLog:
    award = Award(id=f"{name} {day}", points=points, given_on=day)
    return HabitLog(habit=name, user="ada", day=day, state=Logged.DONE, at=NOW, via="sms", award=award)


def task(title: str, day: date, points: int = 30) -> Task:
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    done = {"status": TaskStatus.DONE, "completed_date": at, "points_awarded": points, "size": 20}
    return Task.model_validate({"id": title, "user_id": "ada", "title": title, "created_at": at, **done})


def milestone(goal: str, percent: int, day: date) -> GoalMilestone:
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return GoalMilestone(
        user="ada", goal=goal, id=f"{percent}", name="m", percentage=percent, achieved_at=at, description=goal
    )


def lived(**of: object) -> Lived:
    nothing = Lived(
        user=USER,
        now=NOW,
        period=NOVEMBER,
        habits=(),
        logs={},
        tasks=(),
        milestones=(),
        goals=(),
        of_metrics=frozenset(),
        achievements=(),
        whole=True,
    )
    return replace(nothing, **of)


days = st.sets(st.dates(date(2026, 11, 1), date(2026, 11, 30)), max_size=30)


@given(gym=days, read=days, done=st.lists(st.dates(date(2026, 10, 25), date(2026, 12, 5)), max_size=12))
def test_it_is_what_a_slow_recount_says(gym: set[date], read: set[date], done: list[date]) -> None:
    found = recap_of(
        lived(
            habits=(habit("gym"), habit("read")),
            logs={"gym": [log("gym", day) for day in gym], "read": [log("read", day) for day in read]},
            tasks=[task(f"{number}", day) for number, day in enumerate(done)],
        )
    )

    inside = [day for day in done if day.month == 11]
    by_day = {day: (day in gym) + (day in read) + inside.count(day) for day in {*gym, *read, *inside}}
    assert dict(found.done_by_day) == by_day
    assert found.points == 10 * (len(gym) + len(read)) + 30 * len(inside)
    assert (found.habit_days, found.tasks, found.minutes) == (
        len(gym) + len(read), len(inside), 20 * len(inside),
    )  # fmt: skip
    assert [one.done for one in found.best] == sorted(by_day.values(), reverse=True)[:5]
    assert {one.habit: one.longest for one in found.runs} == {
        name: longest for name, some in (("gym", gym), ("read", read)) if (longest := longest_run(some))
    }


def longest_run(some: set[date]) -> int:
    def run(day: date) -> int:
        return 1 + run(day + timedelta(days=1)) if day in some else 0

    return max(map(run, some), default=0)


def test_a_goal_is_reached_once_and_one_of_a_metric_is_not_shown_to_others() -> None:
    achieved = CompositeGoal(
        id="fit", user="ada", title="Get fit", status=CompositeStatus.ACHIEVED, created_at=NOW,
        completed_date=datetime(2026, 11, 9, tzinfo=UTC), start_date=TODAY, last_activity_at=NOW,
    )  # fmt: skip
    found = recap_of(
        lived(
            milestones=[
                milestone("zezima.h2k7wd", 100, date(2026, 11, 3)),
                milestone("zezima.h2k7wd", 50, date(2026, 11, 2)),
                milestone("weight.abc234", 100, date(2026, 11, 4)),
                milestone("fit", 100, date(2026, 11, 5)),
            ],
            goals=[achieved],
            of_metrics=frozenset({"weight"}),
        )
    )

    assert [one.title for one in found.reached] == ["zezima.h2k7wd", "weight.abc234", "Get fit"]
    shown = recap_document(found, shared=True)
    assert [one.title for one in shown.goals] == ["zezima.h2k7wd", "Get fit"]
    assert "weight" not in repr(motif_of(found, dark=True))


# When it is told.


@pytest.mark.parametrize(
    ("today", "since", "expected"),
    [
        (date(2026, 12, 1), date(2026, 11, 30), ["2026-11"]),
        (date(2026, 12, 3), date(2026, 11, 28), ["2026-11"]),
        (date(2026, 12, 2), date(2026, 12, 1), []),
        (date(2027, 1, 1), date(2026, 12, 31), ["2026-12", "2026"]),
    ],
)
def test_a_month_is_told_with_the_first_round_after_it(today: date, since: date, expected: list[str]) -> None:
    assert [str(one) for one in ended_on(today, since)] == expected


@pytest.mark.parametrize(
    ("wish", "expected"), [(None, []), ("month", ["2027-02"]), ("year", []), ("both", ["2027-02"])]
)
async def test_it_is_told_only_to_who_wants_it(
    sqlite_table: SqliteTable, wish: str | None, expected: list[str]
) -> None:
    kept = habit()
    done = log("gym", date(2027, 2, 3))
    for one in (to_item(kept, kept.key, *kept.places()), to_item(done, kept.log_key(done.day))):
        await sqlite_table.put(one)
    round_ = replace(occasion(recap=wish), looked_until=date(2027, 2, 28))

    messages = (await news.daily(sqlite_table, round_)).messages

    assert [one.period for one in messages] == expected
    for one in messages:
        assert (one.title, one.facts) == ("Your February 2027", {"period": "2027-02"})
        assert "gym, 1 day in a row" in one.text


async def test_a_month_in_which_nothing_was_done_is_not_spoken_of(sqlite_table: SqliteTable) -> None:
    round_ = replace(occasion(recap="both"), looked_until=date(2027, 2, 28))

    assert (await news.daily(sqlite_table, round_)).messages == []


def test_a_year_of_very_much_is_counted_in_a_moment() -> None:
    every = [date(2026, 1, 1) + timedelta(days=number) for number in range(354)]
    habits = [habit(f"h{number}") for number in range(5)]

    found: Recap = recap_of(
        lived(
            period=RecapPeriod(2026),
            habits=habits,
            logs={one.id: [log(one.id, day) for day in every] for one in habits},
        )
    )

    assert found.runs[0].longest == 354
    assert len([count for _, count in motif_of(found, dark=False).bars if count]) == 12
