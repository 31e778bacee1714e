"""`questlog look NAME`: what the hiscores say about a character at this moment. Nothing is kept."""

import asyncio
import json

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.exits import Exit, Refusal
from scheduler.sources.registry import open_sources
from scheduler.sources.source import BadSubject, SourceFailure
from tracker.readings import Measure, Number, Reading
from tracker.settings import SourcesSettings
from tracker.store.segments import timestamp

COLUMNS = (Measure.LEVEL, Measure.XP, Measure.SCORE, Measure.RANK)


@click.command()
@click.argument("name")
@click.option("--game", type=click.Choice(["osrs", "rs3"]), default="osrs", show_default=True)
@click.option("--mode", default="main", show_default=True, help="main, ironman, hardcore, …")
@json_option
@click.pass_obj
def look(invocation: Invocation, name: str, game: str, mode: str, *, as_json: bool) -> None:
    """Look a character up in the hiscores, and keep nothing.

    What is not ranked is unknown, and not shown. The hiscores change when a player logs out.
    """
    try:
        reading = asyncio.run(read(invocation.settings().sources, name, game, mode))
    except BadSubject as error:
        raise Refusal(str(error), code="bad-name", exit_code=Exit.USAGE) from error
    except SourceFailure as error:
        raise Refusal(str(error), code=error.code) from error
    if as_json:
        click.echo(json.dumps(as_data(reading)))
    else:
        show(reading)


async def read(settings: SourcesSettings, name: str, game: str, mode: str) -> Reading:
    async with open_sources(settings) as sources:
        return await sources.fetch(sources.games[game].modes.subject(name, mode))


def as_data(reading: Reading) -> dict[str, object]:
    return {
        "game": reading.subject.source,
        "character": reading.subject.key,
        "at": timestamp(reading.at),
        "values": by_attribute(reading),
        "notes": list(reading.notes),
    }


def by_attribute(reading: Reading) -> dict[str, dict[str, Number]]:
    found: dict[str, dict[str, Number]] = {}
    for (attribute, measure), number in reading.values.items():
        found.setdefault(attribute, {})[measure.value] = number
    return found


def show(reading: Reading) -> None:
    from rich.console import Console  # noqa: PLC0415 - only people need it
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    table.add_column("attribute")
    for measure in COLUMNS:
        table.add_column(measure.value, justify="right")
    for attribute, numbers in by_attribute(reading).items():
        table.add_row(
            Text(attribute), *(f"{numbers[m.value]:,}" if m.value in numbers else "" for m in COLUMNS)
        )
    Console().print(table)
    for note in reading.notes:
        click.echo(f"Note: {note}", err=True)
