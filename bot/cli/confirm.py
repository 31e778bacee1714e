"""Ask before something is gone for good. Only a person at a terminal, or `--yes`, says yes."""

import sys

import click

from bot.exits import Refusal


def confirm(warning: str, question: str) -> None:
    """Refusal unless the person at the terminal agrees."""
    if not sys.stdin.isatty():
        raise Refusal(
            "nothing is removed: there is no terminal to ask at. Say it with --yes.", code="not_confirmed"
        )
    click.echo(warning, err=True)
    if not click.confirm(question, err=True):
        raise Refusal("nothing is removed", code="not_confirmed")
