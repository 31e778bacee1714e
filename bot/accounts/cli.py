"""`questlog account show|set|export|delete` and `questlog invite`."""

from pathlib import Path

import click

from bot.accounts import usecases, view
from bot.accounts.documents import AccountShown, account_document
from bot.accounts.requests import ChangeAccount, NewAccount
from bot.cli.acting import Acting, acting, person_of
from bot.cli.asking import asking
from bot.cli.confirm import agreed, yes_option
from bot.cli.output_file import explained, place_of_output
from bot.cli.screen import answer, plain, say
from bot.documents import Nothing
from bot.private_file import write_private
from bot.services import Services
from bot.view import View
from bot.visit import Visit
from tracker.accounts.belongings import Holder
from tracker.accounts.export import count_items, exact_json
from tracker.accounts.identity import LOCAL_PERSON
from tracker.front_ends import FrontEnd

STDOUT = Path("-")


@click.group()
def account() -> None:
    """Show, change, export or delete what Questlog knows about you."""


@account.command()
@acting
def show(act: Acting) -> None:
    """Show your identities and settings."""
    act(usecases.show, Nothing(), view.settings)


@account.command(name="set")
@asking(ChangeAccount)
def set_(act: Acting, ask: ChangeAccount) -> None:
    """Change your settings."""
    act(usecases.change, ask, view.settings)


@account.command(name="new")
@asking(NewAccount)
def new_account(act: Acting, ask: NewAccount) -> None:
    """Make an account for somebody else: `questlog account new --nickname ada`."""

    async def make(services: Services) -> Visit:
        user = await usecases.new_account(services, ask)
        return Visit(services, user, FrontEnd.TERMINAL, act.invocation.clock().replace(microsecond=0))

    here = act.with_services(make)
    done = AccountShown(account=account_document(here.person), message=view.newcomer(here.person.local or ""))
    act.tell(here, done, View(lead=done.message))


@click.command()
@acting
def invite(act: Acting) -> None:
    """Let somebody have this account on Discord or by SMS.

    A code is shown, which works once, for a day. With `--identity ada` it is for the account of Ada.
    """
    act(usecases.invite, Nothing(), view.invitation)


@account.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=STDOUT,
    metavar="FILE",
    help="Write to this new file, not to the terminal.",
)
@click.option("--force", is_flag=True, help="Replace the file if there is one already.")
@acting
def export(act: Acting, out: Path, *, force: bool) -> None:
    """Give everything about you as one JSON document."""

    async def collect(services: Services) -> dict[str, object]:
        holder = await services.accounts.holder(act.identity)
        if holder is None:
            user = await person_of(services.accounts, act.identity)
            holder = Holder(user.id, act.identity.lock.key)
        return await usecases.export(services, holder)

    place = None if out == STDOUT else place_of_output(act.invocation, out, force=force)
    document = act.with_services(collect)
    text = exact_json(document) + "\n"
    if place is None:
        click.echo(text, nl=False)
        return
    with explained(out):
        write_private(place, text, replace=force)
    count = count_items(document)
    if act.as_json:
        answer({"file": str(out), "items": count})
    else:
        say(f"Everything about {act.identity} is in {out}: {count:,} items. Only you can read the file.")


@account.command()
@yes_option
@acting
def delete(act: Acting, *, yes: bool) -> None:
    """Delete everything about you, for good."""
    if not yes:
        _confirm(act)

    async def remove(services: Services) -> int:
        holder = await services.accounts.holder(act.identity)
        if holder is None and act.identity != LOCAL_PERSON:
            await person_of(services.accounts, act.identity)  # says that there is nobody
        return 0 if holder is None else await usecases.delete(services, holder)

    count = act.with_services(remove)
    if act.as_json:
        answer({"deleted": count})
    elif count:
        say(f"Everything about {act.identity} is deleted: {count:,} items.")
    else:
        say(f"There is nothing about {act.identity}.")


def _confirm(act: Acting) -> None:
    async def notes(services: Services) -> list[str]:
        holder = await services.accounts.holder(act.identity)
        return [] if holder is None else view.parting(await usecases.parting(services, holder))

    who = "" if act.identity == LOCAL_PERSON else f" --identity {act.identity}"
    keep = f"`questlog account export{who} --out FILE` keeps a copy before."
    others = act.with_services(notes)
    agreed(
        f"This deletes everything about {act.identity}: settings, goals, habits, history, messages.",
        *map(plain, others),
        f"It cannot be undone. {keep}",
        question="Delete everything?",
        advice=" ".join([*map(plain, others), keep]),
    )
