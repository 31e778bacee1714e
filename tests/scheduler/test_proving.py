"""Proving: what goes to an address that somebody named, and what whoever named it is told."""

from contextlib import suppress

import pytest

from scheduler.channels.channel import Hung, MayHaveGone, OpenChannels, TargetOff
from scheduler.channels.email.message import email_of
from scheduler.proving import EVEN_SECONDS, BadAddress, NotSent, Proving, confirming_link
from tests.fakes.clock import HandClock
from tests.scheduler.channels.letters import ADA, HEAD, URL
from tests.scheduler.channels.scripted import ScriptedChannel
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.addresses.model import CodeRequest
from tracker.addresses.service import Addresses
from tracker.ids import ulids
from tracker.notify import channels
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.settings import Settings
from tracker.signing import Signer
from tracker.store.table import Table

PHONE = "+447700900123"


class Street:
    """People who name addresses, and what arrives there."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        self.clock = clock
        self.accounts = Accounts(table, clock, ulids(clock))
        self.stopped = StoppedAddresses(table, clock)
        self.email, self.sms = ScriptedChannel("email"), ScriptedChannel("sms")
        self.addresses = Addresses(table, clock, self.accounts, channels.Channels(table, clock))
        self.seconds = 100.0
        """Of a steady clock, which waiting moves."""
        settings = Settings.model_validate({"web": {"public_url": URL}})
        link = confirming_link(settings, Signer(b"a key of a test"))
        self.proving = Proving(
            self.addresses,
            OpenChannels(self.email, self.sms),
            settings,
            link,
            EVEN_SECONDS,
            monotonic=lambda: self.seconds,
            sleep=self._sleep,
        )

    async def _sleep(self, seconds: float) -> None:
        self.seconds += seconds

    async def waits(self, who: User, number: str) -> float:
        """How long it takes until they are answered."""
        before = self.seconds
        with suppress(NotSent):
            await self.names(who, "sms", number)
        return round(self.seconds - before, 6)

    async def names(self, who: User, channel: str, address: str) -> CodeRequest:
        return await self.proving.begin(who, channel, address, "t", self.clock())


@pytest.fixture
async def street(sqlite_table: Table, clock: HandClock) -> Street:
    return Street(sqlite_table, clock)


@pytest.fixture
async def bob(street: Street) -> User:
    return await street.accounts.register(parse_identity("local:bob"))


async def test_a_letter_with_a_code_has_a_button_that_confirms_it(street: Street, bob: User) -> None:
    asked = await street.names(bob, "email", ADA)

    [sent] = street.email.sent
    assert asked.code in sent.parts[0].title
    assert f"{URL}confirm?token=" in email_of(HEAD, sent, ADA, street.clock()).as_string()


async def test_a_notice_has_nothing_that_could_be_confirmed(street: Street, bob: User) -> None:
    await street.accounts.register(parse_identity(f"email:{ADA}"))

    asked = await street.names(bob, "email", ADA)

    [sent] = street.email.sent
    assert sent.parts[0].title == "This address is yours already"
    letter = email_of(HEAD, sent, ADA, street.clock()).as_string()
    assert "confirm" not in letter.lower()
    assert asked.code not in letter


async def test_a_stop_that_only_the_carrier_knew_is_not_told_to_whoever_asks(
    street: Street, bob: User
) -> None:
    async def refuse() -> None:
        await street.stopped.stop("sms", PHONE, Why.ASKED)
        raise TargetOff("you sent STOP")

    street.sms.script = [refuse]

    first, second = [await street.names(bob, "sms", PHONE) for _ in range(2)]

    assert (first.channel, first.expires_at) == (second.channel, second.expires_at)
    assert len(street.sms.tried) == 1


async def test_a_number_that_gets_no_sms_is_told(street: Street, bob: User) -> None:
    street.sms.script = [TargetOff("this number gets no SMS (21614)")]

    with pytest.raises(NotSent, match="this number gets no SMS"):
        await street.names(bob, "sms", PHONE)


@pytest.mark.parametrize("lost", [MayHaveGone("Twilio does not work now (503)"), Hung("no answer in time")])
async def test_where_only_the_answer_is_lost_the_code_may_have_arrived_and_is_taken(
    street: Street, bob: User, lost: Exception
) -> None:
    street.sms.script = [lost]

    asked = await street.names(bob, "sms", PHONE)

    assert not asked.is_certain
    assert (await street.addresses.confirm(bob.id, asked.code)).usable


async def test_the_answer_takes_as_long_whatever_is_sent(street: Street, bob: User) -> None:
    """Neither a number that said stop nor one of somebody else is known by the time."""
    stopped, taken, free = PHONE, "+447700900456", "+447700900999"
    await street.stopped.stop("sms", stopped, Why.ASKED)
    await street.accounts.register(parse_identity(f"phone:{taken}"))

    async def slowly() -> None:
        street.seconds += 0.8

    street.sms.script = [slowly, slowly]
    waits = [await street.waits(bob, number) for number in (stopped, taken, free)]

    assert waits == [EVEN_SECONDS] * 3
    street.sms.script = [TargetOff("this number gets no SMS")]
    assert await street.waits(bob, "+447700900109") == EVEN_SECONDS


@pytest.mark.parametrize("number", ["+19005550123", "+881612345678"])
async def test_a_number_that_costs_what_its_owner_likes_is_no_address(
    street: Street, bob: User, number: str
) -> None:
    with pytest.raises(BadAddress, match="does not text"):
        await street.names(bob, "sms", number)
    assert street.sms.sent == []
