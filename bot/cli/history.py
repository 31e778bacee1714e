"""`questlog history GOAL`: every value of a goal that was recorded, for eyes, programs and spreadsheets."""

import csv
import io
from collections.abc import Iterable

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
from tracker.days import Span
from tracker.goals.model import Goal, ProgressRecord
from tracker.goals.pace.gains import Point
from tracker.goals.pace.history import page
from tracker.store.segments import timestamp

COLUMNS = ("at", "day", "value", "since")
FEW = 30
"""So many are shown to people who did not say how many."""
_PAGE = 500


@click.command()
@click.argument("name", metavar="GOAL")
@click.option("--csv", "as_csv", is_flag=True, help="Answer in CSV, for spreadsheets.")
@click.option("--from", "first", metavar="DATE", help=FROM)
@click.option("--to", "last", metavar="DATE", help=TO)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="The newest N.")
@person_option
@json_option
@click.pass_obj
def history(
    invocation: Invocation,
    wanted: Identity,
    name: str,
    *,
    as_csv: bool,
    first: str | None,
    last: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """Show the recorded values of a goal, the oldest first.

    Times in CSV and JSON are in UTC; days are yours.
    """
    if as_csv and as_json:
        raise Refusal("CSV or JSON, not both", code="two_formats", exit_code=Exit.USAGE)
    most = limit or (None if as_csv or as_json else FEW)

    async def collect(desk: Desk) -> tuple[GoalName, User, list[ProgressRecord], bool]:
        user = await desk.person(wanted)
        days = chosen_days(user, desk.now, first, last)
        goal = await desk.goals.find(user.id, name)
        found, more = await newest(desk, goal, days and days.span(user.zone, user.day_start), most)
        return (await named(desk, user, [goal]))[0], user, found, more

    goal, user, found, more = at_desk(invocation, collect)
    if as_json:
        answer({"goal": as_data(goal), "history": [record_data(record) for record in found]})
    elif as_csv:
        click.echo(as_text(found), nl=False)
    else:
        show_records(goal, user, found)
        if more and limit is None:
            say(f"These are the last {FEW}; --limit N shows more, --csv and --json show all.")


async def newest(
    desk: Desk, goal: Goal, span: Span | None, most: int | None
) -> tuple[list[ProgressRecord], bool]:
    """The newest records in a span, in order of time, and whether there are older ones."""
    found: list[ProgressRecord] = []
    cursor: str | None = None
    while most is None or len(found) < most:
        wanted = _PAGE if most is None else min(_PAGE, most - len(found))
        part = await page(desk.table, goal, limit=wanted, cursor=cursor, span=span, newest_first=True)
        found += part.records
        if (cursor := part.cursor) is None:
            break
    return found[::-1], cursor is not None


def as_data(goal: GoalName) -> dict[str, object]:
    """The goal as `history` names it, described in docs/cli.md."""
    return {
        "id": goal.goal.id,
        "character": goal.character,
        "attribute": goal.goal.attribute,
        "type": goal.goal.target_type.value,
        "title": goal.title,
        "unit": goal.unit,
    }


def record_data(record: ProgressRecord) -> dict[str, object]:
    return {
        "at": timestamp(record.at),
        "value": record.value,
        "since": record.since and timestamp(record.since),
        "day": record.day.isoformat(),
        "appeared": record.point.appeared,
    }


def as_text(records: Iterable[ProgressRecord]) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for record in map(record_data, records):
        rows.writerow([record[name] for name in COLUMNS])
    return out.getvalue()


def show_records(goal: GoalName, user: User, records: list[ProgressRecord]) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    show(Text.assemble((goal.title, "bold"), f" for {goal.name}"))
    if not records:
        say("Nothing is recorded there.")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("when")
    table.add_column("value", justify="right")
    table.add_column("change", justify="right")
    for before, record in zip([None, *records], records, strict=False):
        shown = "" if before is None else change_words(goal, before.point, record.point)
        local = record.at.astimezone(user.zone)
        table.add_row(f"{local:%Y-%m-%d %H:%M}", goal.measured(record.value), shown)
    show(table)


def change_words(goal: GoalName, before: Point, after: Point) -> str:
    """The gain, and apart from it what was unknown before."""
    gain, appeared = after.grown - before.grown, after.appeared - before.appeared
    words = [f"{'+' if gain > 0 else ''}{goal.measured(gain)}"] if gain or not appeared else []
    return ", ".join([*words, *([f"{goal.measured(appeared)} appeared"] if appeared else [])])
