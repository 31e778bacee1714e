"""`questlog habit add|edit|list|show|pause|resume|archive|remove`, and the group of these and the others."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

from bot.cli.chart_file import drawn_habit, place_of_chart, write_chart
from bot.cli.confirm import confirm
from bot.cli.ending import json_option
from bot.cli.habit_away import away
from bot.cli.habit_days import done, skip, undo
from bot.cli.habit_view import as_data, find_any, find_by_name, log_data, typed, view, views
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say, show
from tracker.accounts.identity import Identity
from tracker.habits.model import Habit, HabitLog
from tracker.habits.scene import read_logs
from tracker.habits.watched import Watched

_Command = TypeVar("_Command", bound=Callable[..., Any])

OPTIONS = {
    "often": ("HOW OFTEN", 'Such as "3x a week", "mon wed fri", "every 2 days".'),
    "remind": ("TIMES", 'When to remind you, if it is not done: "7:30, 20:00".'),
    "type": ("TYPE", "build, maintain, reduce or quit."),
    "area": ("NAME", "A part of your life: health, work."),
    "category": ("NAME", "A part of that area."),
    "trigger": ("TEXT", 'What it follows: "after breakfast".'),
    "action": ("TEXT", 'How it begins: "put the shoes on".'),
    "reward": ("TEXT", "What you get for it."),
    "friction": ("TEXT", "What is in the way, or what you put in the way."),
    "freezes": ("on|off", "Whether freezes save a streak by themselves."),
    "skips": ("N", "How many days of a month can be skipped."),
    "fed": ("NUMBER", 'What counts as doing it: a goal, or "Zezima woodcutting".'),
    "goals": ("GOALS", 'What it is for: "wc, zulrah".'),
}
"""What each option takes, and what is said of it. How they are read is in tracker/habits/words/options.py."""


def habit_options(command: _Command) -> _Command:
    for name, (metavar, text) in reversed(OPTIONS.items()):
        command = click.option(f"--{name}", metavar=metavar, help=text)(command)
    return command


@click.group()
def habit() -> None:
    """Keep habits: say what you did, and see your streaks."""


@habit.command()
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@habit_options
@person_option
@json_option
@click.pass_obj
def add(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    as_json: bool,
    **options: str | None,
) -> None:
    """Begin a habit: questlog habit add "gym 3x a week".

    Say what it is, perhaps how much and how often: "read 20 pages daily", "run mon wed fri",
    "water 8 glasses", "coffee at most 2 cups", "no smoking".
    """

    async def begin(desk: Desk) -> Watched:
        user = await desk.person(wanted)
        added = await desk.habits.add_written(user, " ".join(words), said(options))
        return await view(desk, user, added)

    answer_understood(at_desk(invocation, begin), as_json=as_json)


def said(options: Mapping[str, str | None]) -> dict[str, str]:
    return {name: text for name, text in options.items() if text is not None}


def answer_understood(found: Watched, before: Habit | None = None, *, as_json: bool) -> None:
    if as_json:
        answer({"habit": as_data(found)})
        return
    from bot.cli.habit_screen import understood  # noqa: PLC0415 - only people need rich

    say(*understood(found.habit, found.today, before))


@habit.command()
@click.argument("name", metavar="HABIT")
@click.argument("words", nargs=-1, metavar='["NEW WORDS"]')
@habit_options
@person_option
@json_option
@click.pass_obj
def edit(
    invocation: Invocation,
    wanted: Identity,
    name: str,
    words: tuple[str, ...],
    *,
    as_json: bool,
    **options: str | None,
) -> None:
    """Change a habit; its history stays.

    NEW WORDS say anew what it is called, how much and how often, as for `habit add`. Options change one thing
    each; `none` takes it away.
    """

    async def change(desk: Desk) -> tuple[Watched, Habit]:
        user = await desk.person(wanted)
        before = await desk.habits.find(user.id, name)
        text = " ".join(words) or None
        after = await desk.habits.edit_written(user, before, text, said(options))
        return await view(desk, user, after), before

    answer_understood(*at_desk(invocation, change), as_json=as_json)


@habit.command(name="list")
@click.option("--all", "everything", is_flag=True, help="Archived ones, too.")
@person_option
@json_option
@click.pass_obj
def list_(invocation: Invocation, wanted: Identity, *, everything: bool, as_json: bool) -> None:
    """List your habits, and where they stand."""

    async def collect(desk: Desk) -> list[Watched]:
        return await views(desk, await desk.person(wanted), archived=everything)

    found = at_desk(invocation, collect)
    if as_json:
        answer({"habits": [as_data(one) for one in found]})
    elif found:
        show_table(found)
    else:
        say('You have no habits yet. Begin one: questlog habit add "gym 3x a week"')


def show_table(found: Sequence[Watched]) -> None:
    from bot.cli.habit_screen import habit_table  # noqa: PLC0415 - only people need rich

    show(habit_table(found))


@habit.command(name="show")
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@click.option(
    "--chart", type=click.Path(path_type=Path), metavar="FILE.png", help="Write a chart to this file."
)
@click.option("--dark", is_flag=True, help="Draw it for a dark background.")
@person_option
@json_option
@click.pass_obj
def show_(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    chart: Path | None,
    *,
    dark: bool,
    as_json: bool,
) -> None:
    """Show a habit with all its numbers, and perhaps as a chart.

    The chart has the last year, day by day, and how strong the habit was. HABIT is its name, how that begins,
    a word of it, or its id.
    """
    place = None if chart is None else place_of_chart(invocation, chart)

    async def look(desk: Desk) -> tuple[Watched, Mapping[date, HabitLog]]:
        user = await desk.person(wanted)
        found = await find_any(desk, user, " ".join(words))
        return await view(desk, user, found), await read_logs(desk.table, found.id)

    found, logs = at_desk(invocation, look)
    if place is not None and chart is not None:
        write_chart(place, chart, drawn_habit(found, logs, dark=dark))
    if as_json:
        where = None if chart is None else str(chart)
        answer({"habit": as_data(found), "log": log_data(logs), "chart": where})
        return
    show_portrait(found, logs)
    if chart is not None:
        say(f"The chart is in {chart}.")


def show_portrait(found: Watched, logs: Mapping[date, HabitLog]) -> None:
    from bot.cli.habit_screen import portrait  # noqa: PLC0415 - only people need rich

    show(*portrait(found, logs))


@habit.command()
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@person_option
@json_option
@click.pass_obj
def pause(invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, as_json: bool) -> None:
    """Expect nothing of a habit until it is resumed; its streak stays."""
    turned = turn(invocation, wanted, " ".join(words), lambda desk: desk.habits.pause)
    answer_turned(
        turned, "is paused: nothing is expected until it is resumed, and its streak stays", as_json=as_json
    )


@habit.command()
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@person_option
@json_option
@click.pass_obj
def resume(invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, as_json: bool) -> None:
    """Go on with a habit that was paused or archived."""
    turned = turn(invocation, wanted, " ".join(words), lambda desk: desk.habits.resume, archived=True)
    answer_turned(turned, "goes on", as_json=as_json)


@habit.command()
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@person_option
@json_option
@click.pass_obj
def archive(invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, as_json: bool) -> None:
    """Put a habit away with its history."""
    turned = turn(invocation, wanted, " ".join(words), lambda desk: desk.habits.archive)
    answer_turned(turned, "is archived; `questlog habit list --all` still lists it", as_json=as_json)


def turn(
    invocation: Invocation,
    wanted: Identity,
    name: str,
    way: Callable[[Desk], Callable[[str, str], Awaitable[Habit]]],
    *,
    archived: bool = False,
) -> Watched:
    async def change(desk: Desk) -> Watched:
        user = await desk.person(wanted)
        found = await (find_any(desk, user, name) if archived else desk.habits.find(user.id, name))
        return await view(desk, user, await way(desk)(user.id, found.id))

    return at_desk(invocation, change)


def answer_turned(found: Watched, outcome: str, *, as_json: bool) -> None:
    if as_json:
        answer({"habit": as_data(found)})
    else:
        say(f"{plain(found.habit.name)} {outcome}.")


@habit.command()
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@click.option("--yes", is_flag=True, help="Do not ask.")
@person_option
@json_option
@click.pass_obj
def remove(
    invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, yes: bool, as_json: bool
) -> None:
    """Remove a habit with its history, for good. Points and achievements stay."""

    async def find(desk: Desk) -> Watched:
        user = await desk.person(wanted)
        return await view(desk, user, await find_by_name(desk, user, " ".join(words)))

    async def drop(desk: Desk) -> None:
        await desk.habits.remove(found.user.id, found.habit.id)

    found = at_desk(invocation, find)
    name = plain(found.habit.name)
    if not yes:
        keep = f"`questlog habit archive {typed(found.habit)}` keeps it, out of sight"
        confirm(f"This removes {name} with all of its days, for good; {keep}.", f"Remove {name}?")
    at_desk(invocation, drop)
    if as_json:
        answer({"habit": as_data(found)})
    else:
        say(f"{name} is removed. The points and achievements that it gave stay yours.")


for told in (done, skip, undo, away):
    habit.add_command(told)
