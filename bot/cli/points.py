"""`questlog points`: a person's points and level, and the ledger that they add up from."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say, show
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.habits.model import LedgerEntry, Wallet
from tracker.rewards.wallet import ledger_page, level, wallet_of
from tracker.store.segments import timestamp
from tracker.words import count_of, day_text

FEW = 10
"""Lines of the ledger that people see, unless they ask for more."""
_PAGE = 200
_REMOVED = "a habit that is removed"


class Earned(NamedTuple):
    user: User
    wallet: Wallet
    given_today: int
    ledger: Sequence[LedgerEntry]
    """Newest first."""
    names: Mapping[str, str]
    """Of the habits, by their ids."""


@click.command()
@click.option("--limit", type=click.IntRange(min=0), help="So many lines of the ledger, the newest.")
@person_option
@json_option
@click.pass_obj
def points(invocation: Invocation, wanted: Identity, limit: int | None, *, as_json: bool) -> None:
    """Show your points and level, and what gave them."""
    most = limit if limit is not None or as_json else FEW

    async def collect(desk: Desk) -> Earned:
        user = await desk.person(wanted)
        wallet = await wallet_of(desk.table, user.id)
        names = {one.id: one.name for one in await desk.habits.list(user.id, archived=True)}
        today = wallet.given_on(desk.habits.today(user))
        return Earned(user, wallet, today, await newest(desk, user, most), names)

    found = at_desk(invocation, collect)
    if as_json:
        answer(as_data(found))
    else:
        show_points(found, invocation.clock())


async def newest(desk: Desk, user: User, most: int | None) -> list[LedgerEntry]:
    found: list[LedgerEntry] = []
    cursor: str | None = None
    while most is None or len(found) < most:
        wanted = _PAGE if most is None else min(_PAGE, most - len(found))
        part = await ledger_page(desk.table, user.id, wanted, cursor)
        found += part.entries
        if (cursor := part.cursor) is None:
            break
    return found


def as_data(found: Earned) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    reached = level(found.wallet)
    return {
        "points": found.wallet.points,
        "level": reached.number,
        "toNextLevel": reached.to_next,
        "coins": found.wallet.coins,
        "completions": found.wallet.completions,
        "today": found.given_today,
        "ledger": [
            {
                "at": timestamp(one.at),
                "habit": one.habit,
                "name": found.names.get(one.habit),
                "day": f"{one.day}",
                "points": one.points,
                "coins": one.coins,
                "award": one.award,
                "undone": one.reverses,
            }
            for one in found.ledger
        ],
    }


def show_points(found: Earned, now: datetime) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    reached = level(found.wallet)
    say(
        f"{count_of(reached.points, 'point')}: level {reached.number}, "
        f"{count_of(reached.to_next, 'point')} to the next one."
    )
    if not found.wallet.completions and not found.ledger:
        say('Each habit that you do gives some: questlog habit add "gym 3x a week"')
        return
    say(f"Today +{found.given_today:,}; {count_of(found.wallet.completions, 'day')} of habits done in all.")
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    table.add_column(style="dim", no_wrap=True)
    today = now.astimezone(found.user.zone).date()
    for one in found.ledger:
        name = plain(found.names.get(one.habit, _REMOVED)) + (", undone" if one.reverses else "")
        table.add_row(f"{one.points:+,}", Text(name), day_text(one.day, today))
    if found.ledger:
        show(table)
