"""Codes that prove an address, asked for at the terminal."""

import sys

from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk
from bot.exits import Exit, Refusal
from scheduler.channels.opening import open_channels
from scheduler.proving import Proving, address_of, confirming_link
from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import Identity
from tracker.addresses.model import Asked
from tracker.addresses.service import Addresses
from tracker.notify.channels import Channels
from tracker.signing import Signer

SOURCE = "terminal"
"""Where these are asked for: all terminals together have one limit."""


def code_sent(invocation: Invocation, wanted: Identity, channel_type: str, typed: str) -> Asked:
    """A code is on its way to the address."""

    async def ask(desk: Desk) -> Asked:
        try:
            address = await address_of(channel_type, typed, desk.settings)
        except InvalidIdentity as error:
            raise Refusal(str(error), code="bad_address", exit_code=Exit.USAGE) from error
        user = await desk.person(wanted)
        async with open_channels(desk.settings, desk.table, desk.clock, sys.stderr) as channels:
            link = confirming_link(desk.settings, await Signer.of(desk.table))
            proving = Proving(addresses_at(desk), channels, desk.settings, link)
            return await proving.begin(user, channel_type, address, SOURCE, desk.now)

    return at_desk(invocation, ask)


def addresses_at(desk: Desk) -> Addresses:
    return Addresses(desk.table, desk.clock, desk.accounts, Channels(desk.table, desk.clock))
