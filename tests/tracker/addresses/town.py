"""A town of people who link addresses."""

from itertools import count

from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.addresses.model import CodeRequest
from tracker.addresses.service import Addresses
from tracker.notify.channels import Channels
from tracker.notify.stopped import StoppedAddresses
from tracker.store.table import Table

PHONE, MAIL = "+447700900123", "ada@example.org"


class Town:
    """Some people, and a way to link addresses whose codes count from 000001."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        people, codes = count(1), count(1)
        self.table, self.clock = table, clock
        self.accounts = Accounts(table, clock, lambda: f"person-{next(people)}")
        self.channels = Channels(table, clock)
        self.stopped = StoppedAddresses(table, clock)
        self.addresses = Addresses(
            table, clock, self.accounts, self.channels, new_code=lambda: f"{next(codes):06}"
        )

    async def person(self, name: str) -> User:
        return await self.accounts.get_or_register(parse_identity(f"local:{name}"))

    async def ask(
        self, who: User, address: str = PHONE, *, channel: str = "sms", source: str = "t"
    ) -> CodeRequest:
        return await self.addresses.ask(who, channel, address, source)

    async def holder_of(self, identity: str) -> str | None:
        found = await self.accounts.holder(parse_identity(identity))
        return found and found.user_id
