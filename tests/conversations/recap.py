"""A look back at a month or a year: nothing yet, what was done, and what cannot be looked at."""

from tests.conversations.accounts import is_here
from tests.conversations.glances import BEGIN_HABIT, DO_HABIT
from tests.conversations.script import Http, Script, Slash, Step
from tests.conversations.timeline import ADD_TASK


def look(name: str, period: str = "", *words: str, refused: str | None = None, **fields: object) -> Step:
    return Step(
        name,
        Slash("recap", {"period": period} if period else {}),
        f"recap {period}".strip(),
        ("recap", *period.split()),
        Http("GET", f"/recap?period={period.replace(' ', '+')}" if period else "/recap"),
        words=words,
        fields={path.replace("__", "."): value for path, value in fields.items()},
        refused=refused,
    )


RECAP = Script(
    feature="recap",
    prepare=is_here,
    steps=(
        look("nothing yet", "this year", "nothing to look back at", goals=[], bestDays=[], activeDays=0),
        BEGIN_HABIT,
        DO_HABIT,
        ADD_TASK,
        Step(
            "do a task",
            Slash("task done", {"task": "bank"}),
            "done bank",
            ("task", "done", "bank"),
            Http("POST", "/tasks/bank/done"),
        ),
        look(
            "the year so far",
            "this year",
            *("1 day of habits", "1 task", "Gym", "1 day in a row", "2 things done", "First step"),
            habitDays=1,
            tasks=1,
            activeDays=1,
            streaks__0__habit="Gym",
            streaks__0__longest=1,
            bestDays__0__done=2,
            achievements__0__title="First step",
            whole=True,
        ),
        look("the month", "month", "2 things done", habitDays=1),
        look("a month in which nothing was", "last month", "nothing to look back at", habitDays=0),
        look("no month", "dragon", refused="no_such_period"),
        look("a year to come", "2999", refused="period_to_come"),
    ),
    stored=frozenset({"habit", "habitLog", "task"}),
)
