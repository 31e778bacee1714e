"""What a command prints: exact JSON for programs; for people, lines in which no name can do harm."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from tracker.words import is_seen

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_BEYOND_ASCII = re.compile(r"[^\n\x20-\x7e]")


def answer(document: Mapping[str, Any]) -> None:
    """Print the answer of `--json`. Every digit of a number is there, and everything is printable."""
    from tracker.accounts.export import exact_json  # noqa: PLC0415 - only programs need it

    click.echo(_BEYOND_ASCII.sub(_escaped, exact_json(dict(document))))


def plain(text: str) -> str:
    """Names come from others: what would move the cursor or turn the text around is shown as a mark."""
    spaced = re.sub(r"\s", " ", text)
    return "".join(letter if is_seen(letter) else "\N{REPLACEMENT CHARACTER}" for letter in spaced)


def say(*lines: str) -> None:
    """Print lines of text. Names in them must have gone through `plain`."""
    for line in lines:
        click.echo(line)


def show(*parts: "RenderableType") -> None:
    """Print tables and coloured text. Plain strings are refused by their type: they could hold markup."""
    screen = console()
    for part in parts:
        screen.print(part)


def console() -> "Console":
    from rich.console import Console  # noqa: PLC0415 - only people need it

    return Console(markup=False, highlight=False, emoji=False)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
