"""A link to sign in by, sent to the e-mail address that somebody types at the login.

Whoever types it is answered the same, and before anything is looked up: neither the answer nor the time it
takes says whether anybody here has that address.
"""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from scheduler.channels.channel import (
    LINK,
    LINK_LABEL,
    Channel,
    ChannelFailure,
    Hung,
    MayHaveGone,
    Message,
    MessageTarget,
    Part,
)
from tracker.accounts.identity import Identity, identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.accounts.sessions import Sessions
from tracker.addresses.asking import folded
from tracker.addresses.errors import TooOften
from tracker.addresses.service import EMAIL, Addresses
from tracker.frozen import frozen
from tracker.limits import Limit, Limits
from tracker.logs import get_logger
from tracker.notify.kinds import Kind, declare
from tracker.refusals import Refused
from tracker.store.errors import StoreError
from tracker.store.keys import IdentityKind

log = get_logger(__name__)

LOGIN_LINK = declare(Kind("login-link", "somebody asked to sign in with this address"))
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)

FROM_SOURCE = Limit("login-mail-source", 20, _HOUR)
"""A source is where somebody asks from: an address on the internet."""
FROM_SOURCE_DAILY = Limit("login-mail-source-day", 40, _DAY)
"""A fifth of what goes to all: from one place nobody uses that up, whoever's addresses they know."""
TO_ADDRESS_FROM_SOURCE = Limit("login-mail-address-source", 4, _DAY)
TO_ADDRESS = Limit("login-mail-address", 12, _DAY)
"""Whoever asks: one source leaves two thirds of it to its owner."""
OF_ALL = Limit("login-mail-all", 200, _DAY)
"""What goes to anybody. Whoever asks does not hear of it: it would say that somebody has the address."""
LINKS = Limit("login-link-mailed", TO_ADDRESS.most, _DAY)
"""Of one person: others who type their address use up none of the links that they ask for themselves."""


@frozen
class LinkMail:
    accounts: Accounts
    addresses: Addresses
    sessions: Sessions
    limits: Limits
    email: Channel
    link: Callable[[str], str]
    """The address of the page that a secret opens."""

    async def ask(self, typed: str, source: str) -> Identity:
        """What is answered to whoever asks. Raises InvalidIdentity, TooOften."""
        whose = identity(IdentityKind.EMAIL, typed)
        mailbox = folded(whose.value)
        wanted = (
            (FROM_SOURCE, source),
            (FROM_SOURCE_DAILY, source),
            (TO_ADDRESS_FROM_SOURCE, f"{source} {mailbox}"),
            (TO_ADDRESS, mailbox),
        )
        if (full := await self.limits.take_all(wanted)) is not None:
            raise TooOften(full.until, self.limits.now())
        return whose

    async def send(self, whose: Identity) -> None:
        """Afterwards, where it belongs to somebody. Why nothing went is for the log alone."""
        try:
            await self._sent(whose)
        except (Refused, ChannelFailure, StoreError) as error:
            log.warning("login link not sent", kind=type(error).__name__, reason=f"{error}")

    async def _sent(self, whose: Identity) -> None:
        person = await self.accounts.find(whose)
        if person is None or not await self.addresses.may_be_written_to(EMAIL, whose.value):
            return
        if (until := await self.limits.take(OF_ALL, EMAIL)) is not None:
            log.warning("no more login links by e-mail for now", most=OF_ALL.most, until=until)
            return
        try:
            await self._write(person, whose)
        except (MayHaveGone, Hung):
            raise
        except (Refused, ChannelFailure):
            await self.limits.give_back(OF_ALL, EMAIL)  # addresses that fail take nothing from others
            raise

    async def _write(self, person: User, whose: Identity) -> None:
        made = await self.sessions.new_link(person.id, EMAIL, LINKS)
        # Not as a message to the person: theirs are counted, and nobody else may use those up.
        target = MessageTarget(EMAIL, whose.value, asker=person.id)
        await self.email.send(target, letter(self.link(made.secret), self.limits.now()))


def letter(link: str, now: datetime) -> Message:
    """Nothing in it comes from whoever asked."""
    text = (
        "It is good once, within 10 minutes, in the browser that opens it. If you did not ask for it, "
        "do nothing: nobody is signed in without it."
    )
    name, facts = secrets.token_hex(16), {LINK: link, LINK_LABEL: "Sign in"}
    part = Part(name, LOGIN_LINK, "Your link to sign in", text, facts, urgent=False, meant_for=now, late=None)
    return Message(name, (part,))
