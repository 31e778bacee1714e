"""Ask before something is gone for good. Only a person at a terminal, or `--yes`, says yes."""

import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click

from bot.cli.acting import Acting
from bot.documents import Ask, Document
from bot.exits import Refusal
from bot.view import View
from bot.visit import Visit
from tracker.locales import written_for

_Ask = TypeVar("_Ask", bound=Ask)
_Answer = TypeVar("_Answer", bound=Document)

REMOVED = "Nothing was removed"
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


def confirm(
    act: Acting,
    do: Callable[[Visit, _Ask], Awaitable[_Answer]],
    ask: _Ask,
    show: Callable[[Visit, _Answer], View],
    otherwise: str = REMOVED,
) -> None:
    """What is asked about, as the view of a question. Raises Refusal unless the person agrees.

    `otherwise` says what is so where they do not.
    """

    async def look(here: Visit) -> tuple[Visit, View]:
        return here, show(here, await do(here, ask))

    from bot.cli.render import written  # noqa: PLC0415 - only people need rich

    here, question = act.visited(look)
    with written_for(here.person):  # the visit was a task of its own
        warning, title = [written(here, hint) for hint in question.hints], written(here, question.title)
    agreed(*warning, question=title, otherwise=otherwise)


def agreed(*warning: str, question: str, advice: str = "", otherwise: str = REMOVED) -> None:
    """`advice` is what to do before, where nobody can be asked. Raises Refusal unless the person agrees."""
    if not sys.stdin.isatty():
        said = f"{otherwise}, because there is no terminal to ask at. Add --yes to confirm."
        raise Refusal(f"{said} {advice}".rstrip(), code="not_confirmed")
    for line in warning:
        click.echo(line, err=True)
    if not click.confirm(question, err=True):
        raise Refusal(f"{otherwise}.", code="not_confirmed")
