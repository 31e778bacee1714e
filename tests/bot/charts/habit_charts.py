"""Habits to be drawn: the usual one, and those that ask something of a picture."""

from dataclasses import replace
from datetime import date, timedelta

from bot.charts.habit.values import DayShown, HabitChart, course_chart
from tests.tracker.habits.logs import SIGNS
from tracker.days import Days
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerMonth, PerWeek, Schedule
from tracker.habits.states import DayState, DayTarget, Log
from tracker.habits.streaks import Course

DAY = timedelta(days=1)
TODAY = date(2027, 1, 20)
"""A Wednesday."""


def habit(
    days: str,
    schedule: Schedule | None = None,
    *,
    name: str = "Read",
    target: DayTarget | None = None,
    away: tuple[Days, ...] = (),
    today: date = TODAY,
) -> HabitChart:
    """After these days, of which the last is today: x done, s skipped, f frozen, ? unknown, - nothing."""
    first = today - (len(days) - 1) * DAY
    entries = {first + number * DAY: SIGNS[sign] for number, sign in enumerate(days) if sign in SIGNS}
    log = Log(entries, target or DayTarget(), today - DAY, away)
    return course_chart(name, Course(schedule or Daily(), log, first), today)


_WEEK_OF_ALL = "x3-sf?x"
_YEAR = habit(
    (_WEEK_OF_ALL * 60)[-400:], target=DayTarget(5), away=(Days(date(2026, 7, 20), date(2026, 8, 9)),)
)
_STRONG = habit("x" * 500, today=date(2027, 1, 24))

CASES = {
    "a year with everything": replace(
        _YEAR,
        days={**_YEAR.days, TODAY - DAY: DayShown(DayState.OPEN)}
        | {TODAY - number * DAY: DayShown(DayState.MISSED) for number in (2, 3)},
    ),
    "full strength on a Sunday": replace(_STRONG, strength=((_STRONG.today, 1.0),)),
    "three days": habit("xx-"),
    "the first day": habit("-"),
    "begins tomorrow": course_chart(
        "Later", Course(Daily(), Log({}, DayTarget(), TODAY - DAY), TODAY + DAY), TODAY
    ),
    "three times a week": habit("x-x-x--" * 40, PerWeek(times=3)),
    "ten times a month": habit("x--" * 100, PerMonth(times=10)),
    "every third day": habit("x---x--" * 20, EveryDays(days=3, since=date(2026, 6, 1))),
    "on some weekdays": habit("-x-x-x-" * 30, OnWeekdays(days=(0, 2, 4))),
    "quit": habit("-" * 60 + "x" + "-" * 30, target=DayTarget(at_most=True)),
    "never done": habit("-" * 100),
    "three years": habit("x-xx" * 300),
    "in the year 1": habit("xx-x", today=date(2, 1, 20)),
    "odd letters": habit(
        "xx", name="$x_1$ **b** \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u6f22"
    ),
    "only an emoji": habit("xx", name="\N{RUNNER}\u200d\N{FEMALE SIGN}\ufe0f"),
    "long name": habit("xx", name="a long name " * 20),
}
