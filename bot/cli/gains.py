"""`questlog gains`: how much each goal moved in a day, a week, a month, or between two days."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import click

from bot.cli.days import FROM, TO, chosen_days
from bot.cli.ending import json_option
from bot.cli.goal_names import GoalName, named
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, say, show
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.days import Days
from tracker.goals.errors import AmbiguousCharacter, NoSuchCharacter
from tracker.goals.model import Goal
from tracker.goals.pace.gained import moved
from tracker.goals.pace.gains import Gain, Period
from tracker.store.segments import timestamp
from tracker.words import people

CUSTOM = "custom"
_TITLES = {
    Period.DAY.value: "today",
    Period.WEEK.value: "this week",
    Period.MONTH.value: "this month",
    Period.ALL_TIME.value: "all time",
    CUSTOM: "gained",
}
_NOTHING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class GainRow:
    """What a goal gained in a period, which is named by the days of the person."""

    goal: GoalName
    period: str
    days: Days
    gain: Gain | None
    """None where nothing was known yet."""


@click.command()
@click.argument("name", metavar="[GOAL or CHARACTER]", required=False)
@click.option(
    "--period", type=click.Choice([it.value for it in Period]), help="All of them, if none is named."
)
@click.option("--from", "first", metavar="DATE", help=FROM)
@click.option("--to", "last", metavar="DATE", help=TO)
@person_option
@json_option
@click.pass_obj
def gains(
    invocation: Invocation,
    wanted: Identity,
    name: str | None,
    period: str | None,
    *,
    first: str | None,
    last: str | None,
    as_json: bool,
) -> None:
    """Show how much your goals moved: by day, week, month, in all.

    Days, weeks and months are those of your calendar and time zone.
    """
    if period and (first or last):
        raise Refusal("a period or two days, not both", code="two_periods", exit_code=Exit.USAGE)

    async def collect(desk: Desk) -> list[GainRow]:
        user = await desk.person(wanted)
        days = chosen_days(user, desk.now, first, last)
        periods = [Period(period)] if period else [*Period]
        goals = await chosen_goals(desk, user, name)
        return [
            row
            for goal in await named(desk, user, goals)
            for row in await rows_of(desk, user, goal, periods, days)
        ]

    found = at_desk(invocation, collect)
    if as_json:
        answer({"gains": [as_data(row) for row in found]})
    elif found:
        show_rows(found)
    else:
        say("There are no goals here yet, and so no gains.")


async def chosen_goals(desk: Desk, user: User, name: str | None) -> Sequence[Goal]:
    """All, those of a character, or one. A character goes first: its name was chosen by somebody."""
    if name is None:
        return await desk.goals.list(user.id)
    try:
        return await desk.goals.list(user.id, character=await desk.characters.find(user.id, name))
    except AmbiguousCharacter:
        raise
    except NoSuchCharacter:
        return [await desk.goals.find(user.id, name)]


async def rows_of(
    desk: Desk, user: User, goal: GoalName, periods: Collection[Period], days: Days | None
) -> list[GainRow]:
    found = await moved(desk.table, user, goal.goal, desk.now, periods=periods, days=days)
    return [GainRow(goal, it.period or CUSTOM, it.days, it.gain) for it in found.gained]


def as_data(row: GainRow) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    return {
        "goal": row.goal.goal.id,
        "character": row.goal.character,
        "attribute": row.goal.goal.attribute,
        "unit": row.goal.unit,
        "period": row.period,
        "from": row.days.first.isoformat(),
        "to": row.days.last.isoformat(),
        "amount": row.gain and row.gain.amount,
        "since": row.gain and timestamp(row.gain.since),
    }


def show_rows(rows: Sequence[GainRow]) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    periods = list(dict.fromkeys(row.period for row in rows))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("goal", min_width=14)
    for period in periods:
        table.add_column(_TITLES[period], justify="right", no_wrap=True)
    table.add_column("from" if len(periods) == 1 else "", no_wrap=True, style="dim")
    for name, of_one in groupby(rows, key=lambda row: row.goal.name):
        table.add_row(Text(name, "bold"))
        for goal, of_goal in groupby(of_one, key=lambda row: row.goal):
            table.add_row(Text(goal.title), *cells([*of_goal]))
    show(table)


def cells(rows: Sequence[GainRow]) -> Iterator[str]:
    for row in rows:
        yield _NOTHING if row.gain is None else signed(row)
    yield f"{rows[0].days.first:%Y-%m-%d}" if len(rows) == 1 else rows[0].goal.unit


def signed(row: GainRow) -> str:
    amount = row.gain.amount if row.gain else 0
    return f"{'+' if amount > 0 else ''}{people(amount)}"
