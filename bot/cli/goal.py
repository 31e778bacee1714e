"""`questlog goal add|list|show|edit|pause|resume|archive|remove`: what a person wants to reach."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from bot.cli.chart_file import drawn, place_of_chart, write_chart
from bot.cli.confirm import confirm
from bot.cli.ending import json_option
from bot.cli.goal_view import GoalView, as_data, view, views
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say, show
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.goals.errors import NoSuchCharacter
from tracker.goals.model import Character, Frequency, Goal
from tracker.goals.pace.gains import Point
from tracker.goals.pace.history import points
from tracker.notify.channels import Channels

TERMINAL = "console"
"""The channel that who sits at this machine has without adding it."""
FREQUENCIES = click.Choice([it.value for it in Frequency])


@click.group()
def goal() -> None:
    """Set goals, and see where they stand."""


@goal.command()
@click.argument("words", nargs=-1, required=True, metavar="[CHARACTER] GOAL")
@click.option("--by", metavar="DATE", help='Until when: 2027-03-01, "1 march", "in 6 weeks".')
@click.option("--frequency", type=FREQUENCIES, default=Frequency.DAILY.value, show_default=True)
@click.option("--channel", metavar="NAME", help="Where to tell you first: console, webhook, …")
@person_option
@json_option
@click.pass_obj
def add(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    by: str | None,
    *,
    frequency: str,
    channel: str | None,
    as_json: bool,
) -> None:
    """Set a goal: questlog goal add Zezima "99 wc by 1 march".

    A goal is a number and a skill or boss, perhaps with a date or a pace: "13m woodcutting", "500 zulrah kc",
    "base 70", "99 mining at 50k/day", "99 wc then 200m". Who has one character need not name it.
    """

    async def set_goal(desk: Desk) -> Understood:
        user = await desk.person(wanted)
        character, text = await meant(desk, user, words)
        often = Frequency(frequency)
        added = await desk.goals.add(user, character, text, by=by, frequency=often, channel=channel)
        return Understood(await view(desk, user, added), await missing_channel(desk, user, added))

    answer_understood(at_desk(invocation, set_goal), as_json=as_json)


class Understood(NamedTuple):
    """A goal that was set or changed; and its channel, if the person does not have it."""

    view: GoalView
    missing_channel: str | None


async def missing_channel(desk: Desk, user: User, goal: Goal) -> str | None:
    chosen = goal.notification_channel_type
    mine = {one.channel_type for one in await Channels(desk.table, desk.clock).list(user.id)}
    return None if chosen in mine or (chosen == TERMINAL and user.local) else chosen


async def meant(desk: Desk, user: User, words: Sequence[str]) -> tuple[Character, str]:
    """The first word is the character and the rest the goal; who has one character need not name it."""
    if len(words) > 1:
        try:
            return await desk.characters.find(user.id, words[0]), " ".join(words[1:])
        except NoSuchCharacter:
            if not words[0][:1].isdigit():  # `goal add 99 wc`, without quotes
                raise
    return await only_character(desk, user), " ".join(words)


async def only_character(desk: Desk, user: User) -> Character:
    found = await desk.characters.list(user.id)
    if not found:
        raise Refusal(
            "you follow nobody yet; begin with: questlog character add NAME", code="no_such_character"
        )
    if len(found) > 1:
        names = ", ".join(plain(one.name) for one in found)
        raise Refusal(
            f"whose goal is it? Name one of your characters before the goal: {names}.",
            code="character_missing",
            exit_code=Exit.USAGE,
        )
    return found[0]


@goal.command(name="list")
@click.argument("name", metavar="[CHARACTER]", required=False)
@click.option("--all", "everything", is_flag=True, help="Archived ones, too.")
@person_option
@json_option
@click.pass_obj
def list_(
    invocation: Invocation, wanted: Identity, name: str | None, *, everything: bool, as_json: bool
) -> None:
    """List your goals, and where they stand."""

    async def collect(desk: Desk) -> tuple[list[GoalView], bool]:
        user = await desk.person(wanted)
        character = await desk.characters.find(user.id, name) if name else None
        goals = await desk.goals.list(user.id, character=character, archived=everything)
        return await views(desk, user, goals), bool(await desk.characters.list(user.id))

    found, has_characters = at_desk(invocation, collect)
    if as_json:
        answer({"goals": [as_data(one) for one in found]})
    elif found:
        show_table(found)
    else:
        say(no_goals(has_characters=has_characters))


def show_table(found: Sequence[GoalView]) -> None:
    from bot.cli.goal_screen import goal_table, outage_notes  # noqa: PLC0415 - only people need rich

    show(goal_table(found))
    say(*outage_notes(found))


def no_goals(*, has_characters: bool) -> str:
    if has_characters:
        return 'You have no goals yet. Set one: questlog goal add CHARACTER "99 wc by 1 march"'
    return "You have no goals yet. First say whom you play: questlog character add NAME"


@goal.command(name="show")
@click.argument("name", metavar="GOAL")
@click.option(
    "--chart", type=click.Path(path_type=Path), metavar="FILE.png", help="Write a chart to this file."
)
@click.option("--dark", is_flag=True, help="Draw it for a dark background.")
@person_option
@json_option
@click.pass_obj
def show_(
    invocation: Invocation, wanted: Identity, name: str, chart: Path | None, *, dark: bool, as_json: bool
) -> None:
    """Show a goal with all its numbers, and perhaps as a chart.

    GOAL is an id, the beginning of one, or the name of what it is about: wc, zulrah.
    """
    place = None if chart is None else place_of_chart(invocation, chart)

    async def look(desk: Desk) -> tuple[GoalView, Sequence[Point]]:
        user = await desk.person(wanted)
        found = await desk.goals.find(user.id, name)
        return await view(desk, user, found), await points(desk.table, found) if place else ()

    found, history = at_desk(invocation, look)
    if place is not None and chart is not None:
        write_chart(place, chart, drawn(found, history, dark=dark))
    if as_json:
        answer({"goal": as_data(found), "chart": None if chart is None else str(chart)})
        return
    show_portrait(found)
    if chart is not None:
        say(f"The chart is in {chart}.")


def show_portrait(found: GoalView) -> None:
    from bot.cli.goal_screen import portrait  # noqa: PLC0415 - only people need rich

    show(*portrait(found))


@goal.command()
@click.argument("name", metavar="GOAL")
@click.argument("words", nargs=-1, metavar='["NEW GOAL"]')
@click.option("--by", metavar="DATE", help="Until when; `none` takes the date away.")
@click.option("--frequency", type=FREQUENCIES, help="How often to tell you.")
@click.option("--channel", metavar="NAME", help="Where to tell you first; `default` is your own order.")
@person_option
@json_option
@click.pass_obj
def edit(
    invocation: Invocation,
    wanted: Identity,
    name: str,
    words: tuple[str, ...],
    *,
    by: str | None,
    frequency: str | None,
    channel: str | None,
    as_json: bool,
) -> None:
    """Change what a goal asks for, by when, or how often you are told."""

    async def change(desk: Desk) -> Understood:
        user = await desk.person(wanted)
        found = await desk.goals.find(user.id, name)
        often = None if frequency is None else Frequency(frequency)
        text = " ".join(words) or None
        changed = await desk.goals.edit(user, found, text=text, by=by, frequency=often, channel=channel)
        return Understood(await view(desk, user, changed), await missing_channel(desk, user, changed))

    answer_understood(at_desk(invocation, change), as_json=as_json)


def answer_understood(found: Understood, *, as_json: bool) -> None:
    if as_json:
        answer({"goal": as_data(found.view)})
    else:
        from bot.cli.goal_screen import understood  # noqa: PLC0415 - only people need rich

        say(*understood(found.view))
    if found.missing_channel is not None:
        name = plain(found.missing_channel)
        note = f"You have no channel {name} (see `questlog channel list`): messages take another way."
        click.echo(note, err=True)


@goal.command()
@click.argument("name", metavar="GOAL")
@person_option
@json_option
@click.pass_obj
def pause(invocation: Invocation, wanted: Identity, name: str, *, as_json: bool) -> None:
    """Go on recording a goal, and say nothing about it."""
    turned = turn(invocation, wanted, name, lambda desk: desk.goals.pause)
    answer_turned(turned, "is paused: it is recorded, and nothing is told", as_json=as_json)


@goal.command()
@click.argument("name", metavar="GOAL")
@person_option
@json_option
@click.pass_obj
def resume(invocation: Invocation, wanted: Identity, name: str, *, as_json: bool) -> None:
    """Go on with a goal that was paused."""
    turned = turn(invocation, wanted, name, lambda desk: desk.goals.resume)
    answer_turned(turned, "goes on", as_json=as_json)


@goal.command()
@click.argument("name", metavar="GOAL")
@person_option
@json_option
@click.pass_obj
def archive(invocation: Invocation, wanted: Identity, name: str, *, as_json: bool) -> None:
    """Put a goal away with its history; `goal list --all` still lists it."""
    turned = turn(invocation, wanted, name, lambda desk: desk.goals.archive)
    answer_turned(turned, "is archived; `questlog goal list --all` still lists it", as_json=as_json)


def turn(
    invocation: Invocation,
    wanted: Identity,
    name: str,
    way: Callable[[Desk], Callable[[User, Goal], Awaitable[Goal]]],
) -> GoalView:
    async def change(desk: Desk) -> GoalView:
        user = await desk.person(wanted)
        found = await desk.goals.find(user.id, name)
        return await view(desk, user, await way(desk)(user, found))

    return at_desk(invocation, change)


def answer_turned(found: GoalView, outcome: str, *, as_json: bool) -> None:
    if as_json:
        answer({"goal": as_data(found)})
    else:
        say(f"{found.called.title} for {found.called.name} {outcome}.")


@goal.command()
@click.argument("name", metavar="GOAL")
@click.option("--yes", is_flag=True, help="Do not ask.")
@person_option
@json_option
@click.pass_obj
def remove(invocation: Invocation, wanted: Identity, name: str, *, yes: bool, as_json: bool) -> None:
    """Remove a goal with its history, for good."""

    async def find(desk: Desk) -> GoalView:
        user = await desk.person(wanted)
        return await view(desk, user, await desk.goals.find(user.id, name))

    async def drop(desk: Desk) -> None:
        await desk.goals.remove(await desk.person(wanted), found.goal)

    found = at_desk(invocation, find)
    if not yes:
        what = f"{found.called.title} for {found.called.name}"
        keep = f"`questlog goal archive {found.goal.id}` keeps it, out of sight"
        confirm(f"This removes {what} with all of its history, for good; {keep}.", f"Remove {what}?")
    at_desk(invocation, drop)
    if as_json:
        answer({"goal": as_data(found)})
    else:
        say(f"{found.called.title} for {found.called.name} is removed.")
