"""A period as people read it, on any front end."""

from bot.names import NAME, TITLE, UNIT, cut_short, shown_name
from bot.periods.documents import HabitInPeriod, MetricInPeriod, PeriodNumbers
from bot.periods.requests import PeriodKind
from bot.view import Column, Fact, Row, Text, View
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.readings import Number
from tracker.words import count_of, in_full, people, with_unit

NAMES = {
    PeriodKind.WEEK: ("This week", "Last week"),
    PeriodKind.MONTH: ("This month", "Last month"),
    PeriodKind.YEAR: ("This year", "Last year"),
}
NOTHING = "Nothing was logged, and no number moved."


def period(here: Visit, found: PeriodNumbers) -> View:
    names = NAMES[found.period]
    title = (
        names[found.back] if found.back < len(names) else f"{count_of(found.back, found.period.value)} ago"
    )
    days = f"{in_full(found.first)} to {in_full(found.last)}"
    if not (found.habits or found.goals or found.metrics):
        return View(title=title, subtitle=days, lead=NOTHING, empty=True)
    if here.front_end in (FrontEnd.DISCORD, FrontEnd.SMS):
        return View(title=title, subtitle=days, facts=[group for group in _groups(found) if group])
    sections = [
        View(
            title="Habits",
            noun="habit",
            columns=(Column("logged"), Column("in all")),
            rows=[Row(one.id, shown_name(one.name, NAME), _habit_cells(one)) for one in found.habits],
            signs=False,
        ),
        View(
            title="Goals",
            noun="goal",
            columns=(Column("gained"), Column("whose")),
            rows=[
                Row(one.goal, cut_short(one.title, TITLE), (one.text or "nothing", shown_name(one.character)))
                for one in found.goals
            ],
            signs=False,
        ),
        View(
            title="Metrics",
            noun="metric",
            columns=(Column("logged"), Column("change"), Column("mean"), Column("from, to")),
            rows=[Row(one.id, shown_name(one.name, NAME), _metric_cells(one)) for one in found.metrics],
            signs=False,
        ),
    ]
    return View(title=title, subtitle=days, sections=[one for one in sections if one.rows])


def _groups(found: PeriodNumbers) -> list[list[Fact]]:
    """Where tables have no room: a line for each."""
    habits = [_fact(shown_name(one.name, NAME), _joined(_habit_cells(one))) for one in found.habits]
    goals = [_fact(cut_short(one.title, TITLE), one.text or "nothing") for one in found.goals]
    metrics = [
        _fact(
            shown_name(one.name, NAME),
            f"{_value(one, one.last)}, {_change(one)}, {_value(one, one.mean)} on average",
        )
        for one in found.metrics
    ]
    return [habits, goals, metrics]


def _fact(name: str, words: str) -> Fact:
    return Fact(name, words, f"{name} {words}", is_name=True)


def _joined(cells: tuple[Text | None, ...]) -> str:
    return ", ".join(f"{one}" for one in cells if one)


def _habit_cells(one: HabitInPeriod) -> tuple[str, str | None]:
    amount = with_unit(one.amount, cut_short(one.unit or "", UNIT)) if one.amount else None
    return count_of(one.done, "time" if one.at_most else "day"), amount


def _metric_cells(one: MetricInPeriod) -> tuple[str, ...]:
    span = f"{people(one.low)} to {_value(one, one.high)}"
    return count_of(one.days, "day"), _change(one), _value(one, one.mean), span


def _change(one: MetricInPeriod) -> str:
    if (change := one.last - one.first) == 0:
        return "unchanged"
    return f"{'+' if change > 0 else ''}{_value(one, change)}"


def _value(one: MetricInPeriod, value: Number | float) -> str:
    return with_unit(round(value, 2), cut_short(one.unit or "", UNIT))
