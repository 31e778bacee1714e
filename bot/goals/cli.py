"""`questlog goal|gains|history`: each command takes its words apart, and calls a use case."""

import csv
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from bot.cli.acting import Act, acting, words_argument
from bot.cli.charts import act_with_chart, chart_options
from bot.cli.confirm import confirm
from bot.documents import Ask
from bot.exits import Exit, Refusal
from bot.goals import gains_view, requests, usecases, view
from bot.goals.documents import GoalChanged, GoalHistory
from bot.names import NAME, shown_name
from bot.view import View
from bot.visit import Visit
from tracker.goals.model import Frequency
from tracker.goals.pace.gains import Period

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Ask = TypeVar("_Ask", bound=Ask)

FREQUENCIES = click.Choice([one.value for one in Frequency])
COLUMNS = ("at", "day", "value", "since")

naming = words_argument("goal", "GOAL")


def between_days(command: _Command) -> _Command:
    """Give a command `--from` and `--to`."""
    command = click.option("--to", metavar="DATE", help="To the end of this day.")(command)
    first = "From the beginning of this day: 2027-03-01, monday, 7 days ago."
    return click.option("--from", "from", metavar="DATE", help=first)(command)


@click.group()
def goal() -> None:
    """Set goals, and see where they stand."""


@goal.command()
@click.argument("words", nargs=-1, required=True, metavar="[CHARACTER] GOAL")
@click.option("--by", metavar="DATE", help='Until when: 2027-03-01, "1 march", "in 6 weeks".')
@click.option("--frequency", type=FREQUENCIES, default=Frequency.DAILY.value, show_default=True)
@click.option("--channel", metavar="NAME", help="Where to tell you first: console, webhook, …")
@acting
def add(act: Act, words: tuple[str, ...], **said: str | None) -> None:
    """Set a goal: questlog goal add Zezima "99 wc by 1 march".

    A goal is a number and a skill or boss, perhaps with a date or a pace: "13m woodcutting", "500 zulrah kc",
    "base 70", "99 mining at 50k/day", "99 wc then 200m". Who has one character need not name it.
    """
    first, *others = words
    named = {"character": first} if others and not first[:1].isdigit() else {}  # `goal add 99 wc`, unquoted
    text = " ".join(others if named else words)
    _understood(act, usecases.add, requests.AddGoal.of({"goal": text, **named, **said}))


@goal.command()
@click.argument("goal", metavar="GOAL")
@words_argument("new", '["NEW GOAL"]', required=False)
@click.option("--by", metavar="DATE", help="Until when; `none` takes the date away.")
@click.option("--frequency", type=FREQUENCIES, help="How often to tell you.")
@click.option("--channel", metavar="NAME", help="Where to tell you first; `default` is your own order.")
@acting
def edit(act: Act, **said: str | None) -> None:
    """Change what a goal asks for, by when, or how often you are told."""
    _understood(act, usecases.edit, requests.EditGoal.of(said))


def _understood(act: Act, do: Callable[[Visit, _Ask], Awaitable[GoalChanged]], ask: _Ask) -> None:
    async def both(here: Visit) -> tuple[Visit, GoalChanged, View]:
        done = await do(here, ask)
        return here, done, view.understood(here, done)

    here, done, shown = act.visited(both)
    act.tell(here, done, shown)
    if done.missing_channel is not None:
        name = shown_name(done.missing_channel, NAME)
        note = f"You have no channel {name} (see `questlog channel list`): messages take another way."
        click.echo(note, err=True)


@goal.command(name="list")
@click.argument("character", metavar="[CHARACTER]", required=False)
@click.option("--all", "archived", is_flag=True, help="Archived ones, too.")
@acting
def list_(act: Act, character: str | None, *, archived: bool) -> None:
    """List your goals, and where they stand."""
    ask = requests.ListGoals(character=character, archived=archived)
    act(usecases.list_goals, ask, view.goals)


@goal.command()
@naming
@chart_options
@acting
def show(act: Act, goal: str, chart: Path | None, *, dark: bool) -> None:
    """Show a goal with all its numbers, and perhaps as a chart.

    GOAL is an id, the beginning of one, or the name of what it is about: wc, zulrah.
    """
    act_with_chart(act, usecases.show, requests.NameGoal(goal=goal), view.goal, chart, dark=dark)


@goal.command()
@naming
@acting
def pause(act: Act, goal: str) -> None:
    """Go on recording a goal, and say nothing about it."""
    act(usecases.pause, requests.NameGoal(goal=goal), view.switched)


@goal.command()
@naming
@acting
def resume(act: Act, goal: str) -> None:
    """Go on with a goal that was paused."""
    act(usecases.resume, requests.NameGoal(goal=goal), view.switched)


@goal.command()
@naming
@acting
def archive(act: Act, goal: str) -> None:
    """Put a goal away with its history; `goal list --all` still lists it."""
    act(usecases.archive, requests.NameGoal(goal=goal), view.switched)


@goal.command()
@naming
@click.option("--yes", is_flag=True, help="Do not ask.")
@acting
def remove(act: Act, goal: str, *, yes: bool) -> None:
    """Remove a goal with its history, for good."""
    ask = requests.NameGoal(goal=goal)
    if not yes:
        confirm(act, usecases.show, ask, view.removal)
    act(usecases.remove, ask, view.switched)


@click.command()
@words_argument("either", "[GOAL or CHARACTER]", required=False)
@click.option("--period", type=click.Choice([one.value for one in Period]), help="All, if none is named.")
@between_days
@acting
def gains(act: Act, **said: str | None) -> None:
    """Show how much your goals moved: by day, week, month, in all.

    Days, weeks and months are those of your calendar and time zone.
    """
    act(usecases.gains, requests.ShowGains.of(said), gains_view.gains)


@click.command()
@naming
@click.option("--csv", "as_csv", is_flag=True, help="Answer in CSV, for spreadsheets.")
@between_days
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="The newest N.")
@acting
def history(act: Act, *, as_csv: bool, **said: str | int | None) -> None:
    """Show the recorded values of a goal, the oldest first.

    Times in CSV and JSON are in UTC; days are yours.
    """
    if as_csv and act.as_json:
        raise Refusal("CSV or JSON, not both", code="two_formats", exit_code=Exit.USAGE)
    if not (as_csv or act.as_json):
        said["limit"] = said["limit"] or gains_view.FEW
    ask = requests.ShowHistory.of(said)
    if not as_csv:
        act(usecases.history, ask, gains_view.history)
        return

    async def look(here: Visit) -> GoalHistory:
        return await usecases.history(here, ask)

    click.echo(as_text(act.visited(look)), nl=False)


def as_text(found: GoalHistory) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for record in found.history:
        values = record.json_value()
        rows.writerow([values[name] for name in COLUMNS])
    return out.getvalue()
