"""`questlog character …` and `questlog look`: each command takes its words apart, and calls a use case."""

import asyncio
import sys
from typing import TYPE_CHECKING, Any

import click

from bot.characters import usecases, view
from bot.characters.documents import CharacterLook
from bot.characters.requests import (
    AddCharacter,
    AddNumber,
    ListCharacters,
    ListPopular,
    LookUpPlayer,
    NameCharacter,
    RenameCharacter,
)
from bot.cli.acting import Acting, acting
from bot.cli.asking import asking, options_of
from bot.cli.confirm import confirm, yes_option
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.screen import answer, say, show
from tracker.readings import Measure
from tracker.words import people

if TYPE_CHECKING:
    from tracker.settings import SourcesSettings

COLUMNS = (Measure.LEVEL, Measure.XP, Measure.SCORE, Measure.RANK)


@click.group()
def character() -> None:
    """Say whose numbers you follow, and see who they are."""


@character.command()
@asking(AddCharacter, "name")
def add(act: Acting, ask: AddCharacter) -> None:
    """Follow a character, if the hiscores know it."""
    if ask.game == "rs3" and sys.stderr.isatty():
        click.echo("Reading the hiscores, and the last twelve months: up to half a minute …", err=True)
    act(usecases.add, ask, view.added)


@character.command(name="add-number")
@click.argument("name")
@click.argument("url")
@click.option("--header", "headers", multiple=True, metavar="'NAME: VALUE'", help="Send this along.")
@options_of(AddNumber)
def add_number(act: Acting, **said: Any) -> None:  # noqa: ANN401 - as click read them
    """Follow a number on the web, which is served as JSON.

    The address and the headers are kept, and shown to nobody.
    """
    act(usecases.add_number, AddNumber.of(said), view.added)


@character.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List the characters that you follow."""
    act(usecases.list_characters, ListCharacters(), view.characters)


@character.command()
@asking(RenameCharacter, "character", "name")
def rename(act: Acting, ask: RenameCharacter) -> None:
    """Follow a character under its new name, and keep its history."""
    act(usecases.rename, ask, view.renamed)


@character.command()
@yes_option
@asking(NameCharacter, "character")
def remove(act: Acting, ask: NameCharacter, *, yes: bool) -> None:
    """Follow a character no longer, and remove its goals with their history."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.removed)


@character.command()
@asking(ListPopular)
def popular(act: Acting, ask: ListPopular) -> None:
    """List what most goals of all people are about."""
    act(usecases.popular, ask, view.popular)


@click.command()
@click.argument("name")
@click.option("--game", type=click.Choice(usecases.GAMES), default=usecases.GAMES[0], show_default=True)
@click.option("--mode", default="main", show_default=True, help="main, ironman, hardcore, …")
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
        return await usecases.look_with(sources, LookUpPlayer(name=name, game=game, mode=mode))


def show_look(found: CharacterLook) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    table.add_column("attribute")
    for measure in COLUMNS:
        table.add_column(measure.value, justify="right")
    for attribute, numbers in found.values.items():
        cells = (people(numbers[one.value]) if one.value in numbers else "" for one in COLUMNS)
        table.add_row(Text(attribute), *cells)
    show(table)
    for note in found.notes:
        say(f"Note: {note}")
