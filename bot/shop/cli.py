"""`questlog reward` and `questlog wallet`."""

import csv
import io
import json

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.confirm import confirm, yes_option
from bot.exits import Exit, Refusal
from bot.shop import usecases, view
from bot.shop.documents import Transaction
from bot.shop.requests import AddReward, EditReward, ListRewards, NameReward, ShowWallet, UndoRedemption
from tracker.store.values import camel_case

_COLUMNS = tuple(map(camel_case, Transaction.model_fields))
FEW = 10
"""Transactions that people see, unless they ask for more."""


@click.group()
def reward() -> None:
    """Set rewards for yourself, and redeem them for coins."""


@reward.command()
@asking(AddReward, "title")
def add(act: Acting, ask: AddReward) -> None:
    """Set a reward: questlog reward add coffee --cost 50 --per-day 2."""
    act(usecases.add, ask, view.changed)


@reward.command(name="list")
@asking(ListRewards)
def list_(act: Acting, ask: ListRewards) -> None:
    """List your rewards, the cheapest first."""
    act(usecases.list_rewards, ask, view.rewards)


@reward.command()
@asking(NameReward, "reward")
def redeem(act: Acting, ask: NameReward) -> None:
    """Redeem a reward for coins. Your points stay."""
    act(usecases.redeem, ask, view.redeemed)


@reward.command()
@asking(EditReward, "reward")
def edit(act: Acting, ask: EditReward) -> None:
    """Change a reward. Each option changes one thing; `none` clears it."""
    act(usecases.edit, ask, view.changed)


@reward.command()
@asking(UndoRedemption, "reward")
def undo(act: Acting, ask: UndoRedemption) -> None:
    """Take back the last redemption, until the end of the next day."""
    act(usecases.undo, ask, view.undone)


@reward.command()
@yes_option
@asking(NameReward, "reward")
def remove(act: Acting, ask: NameReward, *, yes: bool) -> None:
    """Remove a reward. What you spent on it stays in your wallet's history."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.sure_to_remove)
    act(usecases.remove, ask, view.removed)


@click.command()
@click.option("--csv", "as_csv", is_flag=True, help="Print all transactions as CSV.")
@asking(ShowWallet, few=FEW)
def wallet(act: Acting, ask: ShowWallet, *, as_csv: bool) -> None:
    """Show your coins, and what gave and took them."""
    if as_csv and act.as_json:
        raise Refusal("CSV or JSON, not both", code="two_formats", exit_code=Exit.USAGE)
    if not as_csv:
        act(usecases.show_wallet, ask, view.wallet)
        return
    found = act.visited(lambda here: usecases.show_wallet(here, ShowWallet()))
    click.echo(_table(found.transactions), nl=False)


def _table(lines: tuple[Transaction, ...]) -> str:
    """With the names and values of `--json`."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for one in lines:
        document = one.json_value()
        writer.writerow({name: _harmless(document[name]) for name in _COLUMNS})
    return out.getvalue()


def _harmless(value: object) -> str:
    """A title that begins like a formula would be run by the program that opens the table."""
    text = json.dumps(value) if isinstance(value, bool) else "" if value is None else f"{value}"
    return f"'{text}" if isinstance(value, str) and text[:1] in "=+-@\t\r" else text
