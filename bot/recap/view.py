"""A look back as people read it, on any front end."""

from collections.abc import Iterator
from functools import partial

from bot.names import TITLE, shown_name
from bot.recap.documents import RecapDocument
from bot.recap.picture import draw_recap
from bot.view import Chart, On, Row, Strong, Text, Usage, View, joined
from bot.visit import Visit
from tracker.life.recap.period import parse_period
from tracker.life.recap.wording import period_text
from tracker.tones import Tone
from tracker.words import count_of, people

BEGIN = Usage("/habit add", "add habit gym daily", "questlog habit add 'gym daily'")
ANOTHER = Usage("/recap period:{}", "recap {}", "questlog recap {}")
SYMBOL = "\N{SPARKLES}"
_MOST_GOALS, _MOST_DAYS = 10, 3


def recap(here: Visit, found: RecapDocument) -> View:
    period = parse_period(found.period, here.today)
    title = f"Your {period_text(period)}"
    rows = [*_rows(found)]
    if not (rows or found.habit_days or found.tasks or found.milestones):
        return View(
            title=title,
            empty=True,
            lead=f"There is nothing to look back at in {period_text(period)}.",
            hints=[
                ("Begin a habit: ", BEGIN()),
                ("Look at another year: ", ANOTHER(f"{here.today.year - 1}")),
            ],
        )
    more = len(found.goals) - _MOST_GOALS
    return View(
        title=title,
        symbol=SYMBOL,
        tone=Tone.TRIUMPH,
        lead=_totals(found),
        rows=rows,
        signs=False,
        compact=True,
        chart=Chart("recap", partial(draw_recap, person=here.person, period=period)),
        hints=[
            *([f"You reached {count_of(more, 'more goal')}."] if more > 0 else []),
            *([] if found.whole else ["There is too much to count all of it."]),
        ],
    )


def _totals(found: RecapDocument) -> Text:
    """What there is none of is not counted out."""
    return joined(
        f"{count_of(len(found.goals), 'goal')} reached" if found.goals else None,
        f"{count_of(found.habit_days, 'day')} of habits" if found.habit_days else None,
        count_of(found.tasks, "task") if found.tasks else None,
        f"{people(found.points)} points",
        count_of(found.active_days, "active day"),
    )


def _rows(found: RecapDocument) -> Iterator[Row]:
    for goal in found.goals[:_MOST_GOALS]:
        yield Row(goal.title, _strong(goal.title), ((On(goal.day),),), group="Goals reached")
    for run in found.streaks:
        in_all = f", {count_of(run.done, 'day')} in all" if run.done else ""  # of what is left out, none
        cells = f"{count_of(run.longest, run.unit)} in a row{in_all}"
        yield Row(run.habit, _strong(run.habit), (cells,), group="Longest streaks")
    for day in found.best_days[:_MOST_DAYS]:
        cells = f"{count_of(day.done, 'thing')} done, {people(day.points)} points"
        yield Row(f"{day.day}", (On(day.day),), (cells,), group="Best days")
    for one in found.achievements:
        yield Row(one.title, _strong(one.title), ((On(one.day),),), group="Achievements")


def _strong(name: str) -> Text:
    return (Strong(shown_name(name, TITLE)),)
