"""`questlog character …` and `questlog look`: each command takes its words apart, and calls a use case."""

import asyncio
import sys
from typing import TYPE_CHECKING

import click

from bot.characters import usecases, view
from bot.characters.documents import CharacterLook, character_look
from bot.characters.requests import (
    AddCharacter,
    AddNumber,
    ListCharacters,
    ListPopular,
    NameCharacter,
    RenameCharacter,
)
from bot.cli.acting import Act, acting
from bot.cli.confirm import confirm
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.screen import answer, say, show
from bot.documents import reading
from tracker.readings import Measure

if TYPE_CHECKING:
    from tracker.settings import SourcesSettings

COLUMNS = (Measure.LEVEL, Measure.XP, Measure.SCORE, Measure.RANK)

game_option = click.option(
    "--game", type=click.Choice(usecases.GAMES), default=usecases.GAMES[0], show_default=True
)
mode_option = click.option("--mode", default="main", show_default=True, help="main, ironman, hardcore, …")


@click.group()
def character() -> None:
    """Say whose numbers you follow, and see who they are."""


@character.command()
@click.argument("name")
@game_option
@mode_option
@acting
def add(act: Act, name: str, game: str, mode: str) -> None:
    """Follow a character, if the hiscores know it."""
    if game == "rs3" and sys.stderr.isatty():
        click.echo("Reading the hiscores, and the last twelve months: up to half a minute …", err=True)
    act(usecases.add, AddCharacter(name=name, game=game, mode=mode), view.added)


@character.command(name="add-number")
@click.argument("name")
@click.argument("url")
@click.option("--path", help="Where the number stands in the document: data.items[0].count.")
@click.option("--unit", help="What is counted: commits, steps, EUR.")
@click.option("--header", "headers", multiple=True, metavar="'NAME: VALUE'", help="Send this along.")
@acting
def add_number(
    act: Act, name: str, url: str, *, path: str | None, unit: str | None, headers: tuple[str, ...]
) -> None:
    """Follow a number on the web, which is served as JSON.

    The address and the headers are kept, and shown to nobody.
    """
    ask = AddNumber(name=name, url=url, path=path, unit=unit, headers=headers)
    act(usecases.add_number, ask, view.added)


@character.command(name="list")
@acting
def list_(act: Act) -> None:
    """List the characters that you follow."""
    act(usecases.list_characters, ListCharacters(), view.characters)


@character.command()
@click.argument("old")
@click.argument("new")
@click.option("--anyway", is_flag=True, help="Even if the new one has less than was recorded.")
@acting
def rename(act: Act, old: str, new: str, *, anyway: bool) -> None:
    """Follow a character under its new name, and keep its history."""
    act(usecases.rename, RenameCharacter(character=old, name=new, anyway=anyway), view.renamed)


@character.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@acting
def remove(act: Act, name: str, *, yes: bool) -> None:
    """Follow a character no longer, and remove its goals with their history."""
    ask = NameCharacter(character=name)
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.removed)


@character.command()
@click.option("--game", type=click.Choice(usecases.GAMES), help="Of this game alone.")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@acting
def popular(act: Act, game: str | None, limit: int) -> None:
    """List what most goals of all people are about."""
    act(usecases.popular, ListPopular(game=game, limit=limit), view.popular)


@click.command()
@click.argument("name")
@game_option
@mode_option
@json_option
@click.pass_obj
def look(invocation: Invocation, name: str, game: str, mode: str, *, as_json: bool) -> None:
    """Look a character up in the hiscores, and keep nothing.

    What is not ranked is unknown, and not shown. The hiscores change when a player logs out.
    """
    found = asyncio.run(looked_up(invocation.settings().sources, name, game, mode))
    if as_json:
        answer(found.json_value())
    else:
        show_look(found)


async def looked_up(settings: "SourcesSettings", name: str, game: str, mode: str) -> CharacterLook:
    from scheduler.sources.registry import open_sources  # noqa: PLC0415 - aiohttp takes longer than all else

    async with open_sources(settings) as sources:
        with reading("name"):
            subject = sources.games[game].modes.subject(name, mode)
        return character_look(await sources.fetch(subject))


def show_look(found: CharacterLook) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    table.add_column("attribute")
    for measure in COLUMNS:
        table.add_column(measure.value, justify="right")
    for attribute, numbers in found.values.items():
        cells = (f"{numbers[one.value]:,}" if one.value in numbers else "" for one in COLUMNS)
        table.add_row(Text(attribute), *cells)
    show(table)
    for note in found.notes:
        say(f"Note: {note}")
