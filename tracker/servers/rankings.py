"""Who of a server gained most: of one skill or boss, or of each of them; of those who agreed to that."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.accounts.service import present_people
from tracker.goals.games.game import OVERALL, game_keys
from tracker.goals.lookup import characters_of
from tracker.goals.model import Character
from tracker.goals.pace.attribute_gains import AttributeMoved, attributes_moved
from tracker.goals.pace.gains import Period
from tracker.readings import Measure, Number, Quantity
from tracker.servers.membership import members_of
from tracker.servers.model import News
from tracker.store.table import Table

TOTAL = Quantity(OVERALL, Measure.XP)
BEST = 3
"""So many of one skill or boss are named as its best."""
_AT_ONCE = 8


class CharacterGain(NamedTuple):
    """What a member's character gained of one number."""

    character: Character
    quantity: Quantity
    amount: Number


class ServerGains(NamedTuple):
    """All that members gained in a time, the largest first."""

    gains: Sequence[CharacterGain]
    members: int
    """How many agreed to be in it."""

    def of(self, wanted: Quantity) -> list[CharacterGain]:
        return [one for one in self.gains if one.quantity == wanted]

    def best(self) -> list[CharacterGain]:
        """Of each number, who gained most; the total first, then what was gained by most people."""
        numbers: dict[Quantity, list[CharacterGain]] = {}
        for one in self.gains:
            numbers.setdefault(one.quantity, []).append(one)
        order = sorted(numbers, key=lambda it: (it != TOTAL, -len(numbers[it]), it))
        return [numbers[it][0] for it in order]


async def gains_on(table: Table, server: User, period: Period, now: datetime) -> ServerGains:
    """By the calendar of the server, whose account it is. A character that two follow is there once."""
    members = await members_of(table, server.id, News.GAINS)
    present = await present_people(table, [one.user for one in members])
    gate = asyncio.Semaphore(_AT_ONCE)

    async def of_one(user_id: str) -> list[AttributeMoved]:
        async with gate:
            played = [one for one in await characters_of(table, user_id) if one.game in game_keys()]
            return [
                moved
                for one in played
                for moved in await attributes_moved(table, server, one, now, periods=(period,), days=None)
            ]

    found = await asyncio.gather(*(of_one(one.user) for one in members if one.user in present))
    every = {(one.character.subject, one.quantity): one for some in found for one in some}
    gains = [
        CharacterGain(one.character, one.quantity, amount)
        for one in every.values()
        if (amount := one.gained[0].amount or 0) > 0
    ]
    ordered = sorted(gains, key=lambda one: (-one.amount, one.character.name.casefold()))
    return ServerGains(ordered, len(present))
