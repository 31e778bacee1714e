"""From a command line to a use case and back: whom it acts for, what is done, and what is printed."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from functools import wraps
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.screen import answer, plain, say
from bot.command_store import is_there
from bot.documents import Ask, Document, Json, reading
from bot.view import View
from bot.visit import Visit
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.identity import LOCAL_PERSON, Identity, parse_identity
from tracker.accounts.identity import identity as new_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.store.keys import IdentityKind

if TYPE_CHECKING:
    from bot.services import Services
    from tracker.settings import StoreSettings

_Ask = TypeVar("_Ask", bound=Ask)
_Answer = TypeVar("_Answer", bound=Document)
_Any = TypeVar("_Any")
_Command = TypeVar("_Command", bound=Callable[..., Any])

IDENTITY_HELP = "Act for this person (ada, discord:123, email:ada@example.org), not for you at this terminal."


@frozen
class Acting:
    """What a command gets as its first argument."""

    invocation: Invocation
    identity: Identity
    as_json: bool

    def __call__(
        self,
        do: Callable[[Visit, _Ask], Awaitable[_Answer]],
        ask: _Ask,
        show: Callable[[Visit, _Answer], View],
    ) -> _Answer:
        """One use case, and its view or its document on the screen."""

        async def both(here: Visit) -> tuple[Visit, _Answer, View, Context]:
            done = await do(here, ask)
            return here, done, show(here, done), copy_context()

        here, done, view, context = self.visited(both)
        context.run(self.tell, here, done, view)  # as they write from now on, if that is what was changed
        return done

    def visited(self, work: Callable[[Visit], Awaitable[_Any]]) -> _Any:
        """Do some work as the person, with the table open. Raises Refused."""

        async def visiting(services: "Services") -> _Any:
            person = await person_of(services.accounts, self.identity)
            now = self.invocation.clock().replace(microsecond=0)
            return await work(Visit(services, person, FrontEnd.TERMINAL, now))

        return self.with_services(visiting)

    def with_services(self, work: "Callable[[Services], Awaitable[_Any]]") -> _Any:
        """The same for what needs no account, or none that can be read."""
        return with_services(self.invocation, work, sys.stderr if self.as_json else sys.stdout)

    def tell(self, here: Visit, done: Document, view: View, **more: Json) -> None:
        """`more` stands in the document of `--json` besides. It is said to whoever is noted as the reader."""
        if self.as_json:
            answer({**done.json_value(), **more})
        else:
            from bot.cli.render import show  # noqa: PLC0415 - only people need rich

            if view.empty:
                say(f"Looked into the {looked_into(here.services.settings.store)}.")
            show(here, view)


def with_services(
    invocation: Invocation, work: "Callable[[Services], Awaitable[_Any]]", out: TextIO = sys.stdout
) -> _Any:
    """Do some work with the table open. `out` is where the person reads messages at this terminal."""
    from bot.services import command_services  # noqa: PLC0415 - `--help` needs none of this

    async def working() -> _Any:
        settings, clock = invocation.settings(), invocation.clock
        async with command_services(settings, clock, invocation.features, out) as services:
            return await work(services)

    return asyncio.run(working())


def words_argument(name: str, metavar: str, *, required: bool = True) -> Callable[[_Command], _Command]:
    """A name or words of any number, which need no quotes; None where nothing is said."""

    def join(ctx: click.Context, _: click.Parameter, said: tuple[str, ...]) -> str | None:
        del ctx
        return " ".join(said) or ("" if required else None)

    return click.argument(name, nargs=-1, required=required, metavar=metavar, callback=join)


def looked_into(store: "StoreSettings") -> str:
    """Where nothing was found: perhaps not where somebody thinks."""
    from bot.places import store_place  # noqa: PLC0415 - only who finds nothing wants to know

    return plain(store_place(store)) + ("" if is_there(store) else ", which is not there yet")


async def person_of(accounts: Accounts, wanted: Identity) -> User:
    """The person of this identity. Only the local one is made when absent."""
    if wanted == LOCAL_PERSON:
        return await accounts.get_or_register(wanted)
    if (found := await accounts.find(wanted)) is None:
        raise NoSuchUser(f"Nobody here is known as {wanted}. Check how it is written.")
    return found


def _spoken_of(text: str) -> Identity:
    """`discord:123`; a name alone is that of somebody at this machine."""
    return parse_identity(text) if ":" in text else new_identity(IdentityKind.LOCAL, text)


def acting(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command `--identity` and `--json`, and an `Acting` as its first argument."""

    @click.option("--identity", metavar="WHO", help=IDENTITY_HELP)
    @json_option
    @click.pass_obj
    @wraps(command)
    def run(invocation: Invocation, *, identity: str | None, as_json: bool, **options: Any) -> None:  # noqa: ANN401 - click's
        with reading("identity"):
            wanted = LOCAL_PERSON if identity is None else _spoken_of(identity)
        command(Acting(invocation, wanted, as_json), **options)

    return run
