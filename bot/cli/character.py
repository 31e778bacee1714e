"""`questlog character add|add-number|list|rename|remove|popular`: whose numbers a person follows."""

import logging
import sys
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from bot.cli.confirm import confirm
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say, show
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.goals.characters.service import most_tracked
from tracker.goals.games.game import WEB, game_of
from tracker.goals.model import Character
from tracker.store.segments import timestamp

if TYPE_CHECKING:
    from scheduler.sources.registry import Sources

GAMES = ("osrs", "rs3")


@click.group()
def character() -> None:
    """Say whose numbers you follow, and see who they are."""


@character.command()
@click.argument("name")
@click.option("--game", type=click.Choice(GAMES), default="osrs", show_default=True)
@click.option("--mode", default="main", show_default=True, help="main, ironman, hardcore, …")
@person_option
@json_option
@click.pass_obj
def add(invocation: Invocation, wanted: Identity, name: str, game: str, mode: str, *, as_json: bool) -> None:
    """Follow a character, if the hiscores know it."""

    async def link(desk: Desk) -> Character:
        from scheduler.character_lookup import link_character  # noqa: PLC0415 - see `sources_of`

        user = await desk.person(wanted)
        async with sources_of(desk) as sources:
            return await link_character(sources, desk.characters, user.id, name, game=game, mode=mode)

    if game == "rs3" and sys.stderr.isatty():
        click.echo("Reading the hiscores, and the last twelve months: up to half a minute …", err=True)
    answer_added(at_desk(invocation, link), as_json=as_json)


@character.command(name="add-number")
@click.argument("name")
@click.argument("url")
@click.option("--path", default="", help="Where the number stands in the document: data.items[0].count.")
@click.option("--unit", default="", help="What is counted: commits, steps, EUR.")
@click.option("--header", "headers", multiple=True, metavar="'NAME: VALUE'", help="Send this along.")
@person_option
@json_option
@click.pass_obj
def add_number(
    invocation: Invocation,
    wanted: Identity,
    name: str,
    url: str,
    *,
    path: str,
    unit: str,
    headers: tuple[str, ...],
    as_json: bool,
) -> None:
    """Follow a number on the web, which is served as JSON.

    The address and the headers are kept, and shown to nobody.
    """
    sent = dict(map(header_of, headers))

    async def link(desk: Desk) -> Character:
        from scheduler.character_lookup import link_number  # noqa: PLC0415 - see `sources_of`
        from scheduler.sources.source import BadSubject  # noqa: PLC0415
        from scheduler.sources.web.json_target import HttpJsonTarget  # noqa: PLC0415

        try:
            target = HttpJsonTarget.of(url, path, unit=unit, headers=sent)
        except BadSubject as error:
            raise Refusal(str(error), code="bad-definition", exit_code=Exit.USAGE) from error
        user = await desk.person(wanted)
        async with sources_of(desk) as sources:
            return await link_number(sources, desk.characters, user.id, name, target)

    answer_added(at_desk(invocation, link), as_json=as_json)


def header_of(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise Refusal(
            "a header is written as 'Authorization: Bearer …', with a colon",
            code="bad-definition",
            exit_code=Exit.USAGE,
        )
    return name.strip(), value.strip()


@asynccontextmanager
async def sources_of(desk: Desk) -> AsyncGenerator["Sources"]:
    """The sources for one command. Imported here: aiohttp takes as long as everything else together."""
    from scheduler.sources.registry import open_sources  # noqa: PLC0415
    from scheduler.sources.timing import Timing  # noqa: PLC0415

    opened = open_sources(desk.settings.sources, timing=Timing(desk.clock))
    with without_warnings() if desk.settings.log.level != "debug" else nullcontext():
        async with opened as sources:
            yield sources


@contextmanager
def without_warnings() -> Generator[None]:
    """That a source is left alone from now on means nothing to a command that ends: its refusal says why."""
    log = logging.getLogger("scheduler.sources")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def answer_added(added: Character, *, as_json: bool) -> None:
    if as_json:
        answer({"character": as_data(added)})
        return
    name = plain(added.name)
    example = "1000" if added.game == WEB else "99 wc by 1 march"
    say(f"You follow {name} now ({kind_of(added)}).", f'Set a goal: questlog goal add "{name}" "{example}"')


@character.command(name="list")
@person_option
@json_option
@click.pass_obj
def list_(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """List the characters that you follow."""

    async def collect(desk: Desk) -> list[Character]:
        return await desk.characters.list((await desk.person(wanted)).id)

    found = at_desk(invocation, collect)
    if as_json:
        answer({"characters": [as_data(one) for one in found]})
    elif found:
        show_characters(found)
    else:
        say("You follow nobody yet. Begin with: questlog character add NAME")


def show_characters(characters: Iterable[Character]) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    for title in ("name", "where", "goals", "since"):
        table.add_column(title, justify="right" if title == "goals" else "left")
    for one in characters:
        goals = str(sum(one.tracked_attributes.values()))
        table.add_row(Text(plain(one.name)), Text(kind_of(one)), goals, f"{one.created_at:%Y-%m-%d}")
    show(table)


@character.command()
@click.argument("old")
@click.argument("new")
@click.option("--anyway", is_flag=True, help="Even if the new one has less than was recorded.")
@person_option
@json_option
@click.pass_obj
def rename(
    invocation: Invocation, wanted: Identity, old: str, new: str, *, anyway: bool, as_json: bool
) -> None:
    """Follow a character under its new name, and keep its history."""

    async def change(desk: Desk) -> tuple[str, Character]:
        from scheduler.character_lookup import rename_character  # noqa: PLC0415 - see `sources_of`

        user = await desk.person(wanted)
        before = await desk.characters.find(user.id, old)
        async with sources_of(desk) as sources:
            after = await rename_character(sources, desk.characters, user.id, before, new, anyway=anyway)
        return before.name, after

    before, after = at_desk(invocation, change)
    if as_json:
        answer({"character": as_data(after)})
    else:
        say(f"{plain(before)} is {plain(after.name)} now. Goals and history are kept.")


@character.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@person_option
@json_option
@click.pass_obj
def remove(invocation: Invocation, wanted: Identity, name: str, *, yes: bool, as_json: bool) -> None:
    """Follow a character no longer, and remove its goals with their history."""

    async def find(desk: Desk) -> tuple[Character, int]:
        user = await desk.person(wanted)
        found = await desk.characters.find(user.id, name)
        return found, len(await desk.goals.list(user.id, character=found, archived=True))

    async def drop(desk: Desk) -> tuple[Character, int]:
        user = await desk.person(wanted)
        found = await desk.characters.find(user.id, name)
        return found, await desk.characters.remove(user.id, found)

    if not yes:
        found, goals = at_desk(invocation, find)
        warning = f"This removes {plain(found.name)} with {counted(goals)} and all of their history."
        confirm(f"{warning} It cannot be undone.", f"Remove {plain(found.name)}?")
    gone, count = at_desk(invocation, drop)
    if as_json:
        answer({"character": as_data(gone), "removedGoals": count})
    else:
        say(f"{plain(gone.name)} is removed, with {counted(count)}.")


@character.command()
@click.option("--game", type=click.Choice(GAMES), help="Of this game alone.")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@json_option
@click.pass_obj
def popular(invocation: Invocation, game: str | None, limit: int, *, as_json: bool) -> None:
    """List what most goals of all people are about."""

    async def collect(desk: Desk) -> list[tuple[str, str, int]]:
        games = (game,) if game else GAMES
        found = [(it, *most) for it in games for most in await most_tracked(desk.table, it, limit)]
        return sorted(found, key=lambda row: -row[2])[:limit]

    found = at_desk(invocation, collect)
    if as_json:
        rows = [{"game": it, "attribute": attribute, "goals": goals} for it, attribute, goals in found]
        answer({"popular": rows})
        return
    for it, attribute, goals in found:
        say(f"{goals:>6,}  {plain(game_of(it).display(attribute))} ({game_of(it).title})")
    if not found:
        say("There are no goals yet.")


def as_data(one: Character) -> dict[str, object]:
    """The answer of `--json`."""
    return {
        "id": one.id,
        "name": one.name,
        "game": one.game,
        "mode": one.mode,
        "subject": f"{one.subject.source}:{one.subject.key}",
        "createdAt": timestamp(one.created_at),
        "trackedAttributes": dict(one.tracked_attributes),
    }


def kind_of(one: Character) -> str:
    """Where it is from: `Old School RuneScape, ironman`."""
    mode = f", {one.mode}" if one.mode not in (None, "main") else ""
    return f"{game_of(one.game).title}{mode}"


def counted(goals: int) -> str:
    return f"{goals:,} goal{'' if goals == 1 else 's'}" if goals else "no goals"
