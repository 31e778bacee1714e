"""Habits of every kind, as they stand; and words by people who mean no good."""

from datetime import date, time, timedelta
from itertools import count
from typing import Any

from hypothesis import strategies as st

from bot.habits.documents import HabitDetails, habit_document
from tests.bot.slash.shown_scenes import NOW, TODAY, names, person
from tests.tracker.habits.logs import schedules
from tracker.habits.model import Away, Habit, HabitPlan, HabitStatus, HabitType
from tracker.habits.schedule import Daily
from tracker.habits.states import DayEntry, Logged
from tracker.habits.watched import Watched

DAY = timedelta(days=1)
_IDS = count()


def habit(**other: Any) -> Habit:  # noqa: ANN401 - any field
    fields = {
        "id": f"01J{next(_IDS):023}", "user": "anna", "name": "Read", "schedule": Daily(),
        "began": TODAY - 9 * DAY, "created_at": NOW - 9 * DAY,
    }  # fmt: skip
    return Habit.model_validate({**fields, **other})


def watched(one: Habit, entries: dict[date, DayEntry] | None = None) -> Watched:
    return Watched(person(), one, NOW, None, entries or {})


def details(one: Watched, *, skips_left: int = 3, goals: tuple[str, ...] = ()) -> HabitDetails:
    return HabitDetails(habit=habit_document(one), skips_left=skips_left, goal_titles=goals)


def daily(days: int, *, until: date = TODAY - DAY) -> dict[date, DayEntry]:
    return {until - number * DAY: DayEntry(Logged.DONE) for number in range(days)}


@st.composite
def habits(draw: st.DrawFn) -> Watched:
    one = habit(
        name=draw(names.filter(bool)),
        habit_type=draw(st.sampled_from(HabitType)),
        schedule=draw(schedules()),
        amount=draw(st.none() | st.integers(1, 10**9)),
        unit=draw(st.none() | names),
        area=draw(st.none() | names),
        category=draw(st.none() | names),
        plan=HabitPlan(
            **{
                part: draw(st.none() | names)
                for part in ("trigger", "action", "reward", "friction_up", "friction_down")
            }
        ),
        reminders=tuple(time(hour) for hour in range(draw(st.integers(0, 6)))),
        status=draw(st.sampled_from(HabitStatus)),
        away=tuple(
            Away(first=TODAY + number * DAY, last=TODAY + number * DAY)
            for number in range(draw(st.integers(0, 5)))
        ),
    )
    states = st.builds(DayEntry, st.sampled_from(Logged), st.none() | st.integers(0, 10**9))
    return watched(one, draw(st.dictionaries(st.integers(0, 12).map(lambda ago: TODAY - ago * DAY), states)))


def tame(one: Watched) -> Watched:
    """The same habit, where everybody chose ordinary words."""
    said = one.habit
    plan = {part: text and "words" for part, text in said.plan.model_dump().items()}
    words = {"name": "Read", "unit": said.unit and "pages", "area": said.area and "mind"}
    plain = said.model_copy(
        update={**words, "category": said.category and "books", "plan": HabitPlan.model_validate(plan)}
    )
    return watched(plain, dict(one.entries))
