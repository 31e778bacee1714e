"""`questlog goal|gains|history`: each command calls a use case."""

import csv
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking, options_of
from bot.cli.charts import act_with_chart, chart_options
from bot.cli.confirm import confirm, yes_option
from bot.documents import Ask
from bot.exits import Exit, Refusal
from bot.goal_parts.requests import LinkPart, NamePart, Tick
from bot.goals import gains_usecases, gains_view, lists_view, usecases, view
from bot.goals.documents import GoalChanged, GoalHistory
from bot.goals.requests import AddGoal, EditGoal, ListGoals, NameGoal, ShowGains, ShowHistory
from bot.names import NAME, shown_name
from bot.view import View
from bot.visit import Visit

_Ask = TypeVar("_Ask", bound=Ask)

COLUMNS = ("at", "day", "value", "since")


@click.group()
def goal() -> None:
    """Set goals, and see where they stand."""


@goal.command()
@click.argument("words", nargs=-1, metavar="[[CHARACTER] GOAL]")
@options_of(AddGoal)
def add(act: Acting, words: tuple[str, ...], **said: Any) -> None:  # noqa: ANN401 - as click read them
    """Set a goal: questlog goal add Zezima "99 wc by 1 march".

    A goal is a number and a skill or boss, perhaps with a date or a pace: "13m woodcutting", "500 zulrah kc",
    "base 70", "99 mining at 50k/day", "99 wc then 200m". Who has one character need not name it.

    With --title instead it is a goal made of parts (see `questlog goal link`): questlog goal add --title "Get
    fit" --by "1 march".
    """
    if not words:
        _change(act, usecases.add, AddGoal.of(said), view.understood)
        return
    first, *others = words
    named = {"character": first} if others and not first[:1].isdigit() else {}  # `goal add 99 wc`, unquoted
    text = " ".join(others if named else words)
    _change(act, usecases.add, AddGoal.of({"goal": text, **named, **said}), view.understood)


@goal.command()
@asking(EditGoal, "goal", "new")
def edit(act: Acting, ask: EditGoal) -> None:
    """Change what a goal asks for, by when, or how often you are told."""
    _change(act, usecases.edit, ask, view.rewritten)


@goal.command()
@asking(LinkPart, "goal")
def link(act: Acting, ask: LinkPart) -> None:
    """Let something count towards a goal of parts: questlog goal link "get fit" --habit gym.

    Say one of --task, --metric, --habit and --criterion. A criterion that is said with a task or a metric
    follows it. Say a criterion again to give it another date or place.
    """
    act(usecases.link, ask, view.changed)


@goal.command()
@asking(NamePart, "goal")
def unlink(act: Acting, ask: NamePart) -> None:
    """Take a part out of a goal of parts."""
    act(usecases.unlink, ask, view.changed)


@goal.command()
@asking(Tick, "goal", "criterion")
def tick(act: Acting, ask: Tick) -> None:
    """Say that a criterion of a goal is met: questlog goal tick "get fit" "run 5 km"."""
    act(usecases.tick, ask, view.changed)


def _change(
    act: Acting,
    do: Callable[[Visit, _Ask], Awaitable[GoalChanged]],
    ask: _Ask,
    shown: Callable[[Visit, GoalChanged], View],
) -> None:
    done = act(do, ask, shown)
    if done.missing_channel is not None:
        name = shown_name(done.missing_channel, NAME)
        note = f"You have no channel {name} (see `questlog channel list`): messages take another way."
        click.echo(note, err=True)


@goal.command(name="list")
@asking(ListGoals, "character")
def list_(act: Acting, ask: ListGoals) -> None:
    """List your goals, and where they stand."""
    act(usecases.list_goals, ask, lists_view.goals)


@goal.command()
@chart_options
@asking(NameGoal, "goal")
def show(act: Acting, ask: NameGoal, chart: Path | None, *, dark: bool) -> None:
    """Show a goal with all its numbers, and perhaps as a chart.

    GOAL is an id, the beginning of one, or the name of what it is about: wc, zulrah.
    """
    act_with_chart(act, usecases.show, ask, view.goal, chart, dark=dark)


@goal.command()
@asking(NameGoal, "goal")
def pause(act: Acting, ask: NameGoal) -> None:
    """Go on recording a goal, and say nothing about it."""
    act(usecases.pause, ask, view.switched)


@goal.command()
@asking(NameGoal, "goal")
def resume(act: Acting, ask: NameGoal) -> None:
    """Go on with a goal that was paused."""
    act(usecases.resume, ask, view.switched)


@goal.command()
@asking(NameGoal, "goal")
def archive(act: Acting, ask: NameGoal) -> None:
    """Put a goal away with its history; `goal list --all` still lists it."""
    act(usecases.archive, ask, view.switched)


@goal.command()
@yes_option
@asking(NameGoal, "goal")
def remove(act: Acting, ask: NameGoal, *, yes: bool) -> None:
    """Remove a goal with its history, for good."""
    if not yes:
        confirm(act, usecases.show, ask, view.removal)
    act(usecases.remove, ask, view.switched)


@click.command()
@asking(ShowGains, "either")
def gains(act: Acting, ask: ShowGains) -> None:
    """Show how much your goals moved: by day, week, month, in all.

    Name a goal or a character to see that one only. Days, weeks and months are those of your calendar and
    time zone.
    """
    act(gains_usecases.gains, ask, gains_view.gains)


@click.command()
@click.option("--csv", "as_csv", is_flag=True, help="Answer in CSV, for spreadsheets.")
@asking(ShowHistory, "goal")
def history(act: Acting, ask: ShowHistory, *, as_csv: bool) -> None:
    """Show the recorded values of a goal, the oldest first.

    Times in CSV and JSON are in UTC; days are yours.
    """
    if as_csv and act.as_json:
        raise Refusal("CSV or JSON, not both", code="two_formats", exit_code=Exit.USAGE)
    if as_csv:
        click.echo(as_text(act.visited(lambda here: usecases.history(here, ask))), nl=False)
        return
    few = {} if act.as_json else {"limit": ask.limit or gains_view.FEW}
    act(usecases.history, ask.model_copy(update=few), gains_view.history)


def as_text(found: GoalHistory) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for record in found.history:
        values = record.json_value()
        rows.writerow([values[name] for name in COLUMNS])
    return out.getvalue()
