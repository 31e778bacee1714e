"""Somebody who has used Questlog on Discord, in the store of a terminal."""

from tests.bot.cli.terminal import Terminal
from tests.fakes.discord.users import FakeUser
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids
from tracker.notify.channels import Channels


async def on_discord(terminal: Terminal, user: FakeUser, address: str | None = None) -> str:
    """Their account, which is told things in their direct messages unless said otherwise; its id."""
    async with terminal.store() as (table, _):
        accounts = Accounts(table, system_clock, ulids())
        account = await accounts.get_or_register(parse_identity(f"discord:{user.id}"))
        await Channels(table, system_clock).add(account.id, "discord", address or f"dm:{user.id}")
        return account.id
