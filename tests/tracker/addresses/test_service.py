"""Addresses: a code that only their owner reads makes them somebody's, and nobody learns whose they were."""

import asyncio

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.addresses.town import MAIL, PHONE, Town
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import IdentityTaken, NoSuchUser
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import parse_identity
from tracker.addresses.errors import (
    AlreadyYours,
    Locked,
    NothingToConfirm,
    SaidStop,
    WrongCode,
)
from tracker.addresses.model import Letter
from tracker.notify.channel_off import switch_off
from tracker.notify.channels import NoSuchChannel
from tracker.notify.stopped import Why
from tracker.signing import Signer, hashed
from tracker.store.table import Table

HOUR = 3600


@pytest.fixture
def town(table: Table, clock: HandClock) -> Town:
    return Town(table, clock)


async def test_the_right_code_links_the_address_and_leads_from_it_to_the_person(town: Town) -> None:
    ada = await town.person("ada")
    asked = await town.ask(ada)
    assert (asked.letter, asked.address) == (Letter.CODE, PHONE)
    linked = await town.addresses.confirm(ada.id, "000 001")
    assert (linked.channel_type, linked.identifier, linked.usable) == ("sms", PHONE, True)
    assert await town.channels.list(ada.id) == [linked]
    assert await town.holder_of(f"phone:{PHONE}") == ada.id


async def test_the_code_is_taken_from_the_address_too(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    assert (await town.addresses.confirm_from("sms", PHONE, "000001")).usable
    assert await town.holder_of(f"phone:{PHONE}") == ada.id


async def test_a_code_does_not_count_from_another_address(town: Town) -> None:
    await town.ask(await town.person("ada"))
    with pytest.raises(NothingToConfirm):
        await town.addresses.confirm_from("sms", "+447700900999", "000001")
    with pytest.raises(NothingToConfirm):
        await town.addresses.confirm_from("email", PHONE, "000001")


async def test_a_code_of_one_is_not_a_code_of_another(town: Town) -> None:
    ada, bob = await town.person("ada"), await town.person("bob")
    await town.ask(ada)
    await town.ask(bob, MAIL, channel="email")
    with pytest.raises(WrongCode):
        await town.addresses.confirm(bob.id, "000001")
    assert await town.channels.list(bob.id) == []


async def test_a_code_is_good_once_and_for_a_quarter_of_an_hour(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    town.clock.advance(15 * 60)
    with pytest.raises(WrongCode):
        await town.addresses.confirm(ada.id, "000001")
    await town.ask(ada)
    await town.addresses.confirm(ada.id, "000002")
    with pytest.raises(NothingToConfirm):
        await town.addresses.confirm(ada.id, "000002")


async def test_a_new_code_takes_the_place_of_the_one_before(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    await town.ask(ada, "+447700900999")
    with pytest.raises(WrongCode):
        await town.addresses.confirm(ada.id, "000001")
    assert (await town.addresses.confirm(ada.id, "000002")).identifier == "+447700900999"


async def test_five_wrong_codes_lock_it_for_an_hour_from_the_last_one(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    for _ in range(5):
        town.clock.advance(60)
        with pytest.raises(WrongCode):
            await town.addresses.confirm(ada.id, "999999")
    town.clock.advance(HOUR - 1)
    with pytest.raises(Locked, match="in a minute"):
        await town.ask(ada)
    town.clock.advance(1)
    await town.ask(ada)
    assert (await town.addresses.confirm(ada.id, "000002")).usable


async def test_even_the_right_code_is_refused_while_it_is_locked(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    for _ in range(5):
        with pytest.raises(WrongCode):
            await town.addresses.confirm(ada.id, "999999")
    with pytest.raises(Locked, match="in 60 minutes"):
        await town.addresses.confirm(ada.id, "000001")
    assert await town.channels.list(ada.id) == []


async def test_many_guesses_at_once_are_no_more_than_five(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    guesses = [town.addresses.confirm(ada.id, f"9{number:05}") for number in range(30)]
    found = await asyncio.gather(*guesses, return_exceptions=True)
    kinds = [type(one) for one in found]
    assert (kinds.count(WrongCode), kinds.count(Locked)) == (5, 25)


async def test_wrong_codes_from_the_address_lock_that_way_too(town: Town) -> None:
    await town.ask(await town.person("ada"))
    for _ in range(5):
        with pytest.raises(WrongCode):
            await town.addresses.confirm_from("sms", PHONE, "999999")
    with pytest.raises(Locked):
        await town.addresses.confirm_from("sms", PHONE, "000001")


async def test_an_address_of_somebody_else_is_answered_alike_and_stays_theirs(town: Town) -> None:
    ada, bob = await town.person("ada"), await town.person("bob")
    await town.ask(ada)
    await town.addresses.confirm(ada.id, "000001")
    asked = await town.ask(bob)
    assert asked.letter is Letter.NOTICE
    with pytest.raises(WrongCode):
        await town.addresses.confirm(bob.id, "123456")
    assert await town.holder_of(f"phone:{PHONE}") == ada.id
    assert await town.channels.list(bob.id) == []


async def test_of_two_who_prove_the_same_address_the_first_has_it(town: Town) -> None:
    ada, bob = await town.person("ada"), await town.person("bob")
    await town.ask(ada)
    await town.ask(bob)
    await town.addresses.confirm(ada.id, "000001")
    with pytest.raises(IdentityTaken):
        await town.addresses.confirm(bob.id, "000002")
    assert await town.channels.list(bob.id) == []


async def test_a_new_number_takes_the_place_of_the_old_one(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    await town.addresses.confirm(ada.id, "000001")
    await town.ask(ada, "+447700900999")
    await town.addresses.confirm(ada.id, "000002")
    [channel] = await town.channels.list(ada.id)
    assert channel.identifier == "+447700900999"
    assert await town.holder_of(f"phone:{PHONE}") is None


async def test_what_one_has_already_is_not_asked_for_again(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    await town.addresses.confirm(ada.id, "000001")
    with pytest.raises(AlreadyYours):
        await town.ask(ada)


async def test_a_number_that_said_stop_gets_nothing_and_whoever_asks_learns_nothing(town: Town) -> None:
    await town.stopped.stop("sms", PHONE, Why.ASKED)
    asked = await town.ask(await town.person("ada"))
    assert asked.letter is Letter.NOTHING


@pytest.mark.parametrize(
    ("why", "letter"),
    [(Why.ASKED, Letter.NOTHING), (Why.BOUNCED, Letter.CODE), (Why.COMPLAINED, Letter.NOTHING)],
)
async def test_by_email_a_code_brings_an_address_back_that_bounced_and_no_other(
    town: Town, why: Why, letter: Letter
) -> None:
    ada = await town.person("ada")
    await town.stopped.stop("email", MAIL, why)
    assert (await town.ask(ada, MAIL, channel="email")).letter is letter
    if letter is Letter.CODE:
        await town.addresses.confirm(ada.id, "000001")
        assert await town.stopped.find("email", MAIL) is None


async def test_who_unsubscribed_comes_back_by_a_code_that_they_ask_for_themselves(town: Town) -> None:
    ada, bob = await town.person("ada"), await town.person("bob")
    await town.ask(ada, MAIL, channel="email")
    await town.addresses.confirm(ada.id, "000001")
    await town.stopped.stop("email", MAIL, Why.ASKED)
    channel = await town.channels.find(ada.id, "email")
    await switch_off(town.table, ada.id, channel, "you unsubscribed", town.clock())
    assert (await town.ask(bob, MAIL, channel="email")).letter is Letter.NOTHING
    assert (await town.ask(ada, MAIL, channel="email")).letter is Letter.CODE
    await town.addresses.confirm(ada.id, "000002")
    assert await town.stopped.find("email", MAIL) is None


async def test_a_channel_that_is_given_up_leads_to_nobody_any_more(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    await town.addresses.confirm(ada.id, "000001")
    assert (await town.addresses.forget(ada.id, "sms")).identifier == PHONE
    assert await town.holder_of(f"phone:{PHONE}") is None
    with pytest.raises(NoSuchChannel):
        await town.addresses.forget(ada.id, "sms")


async def test_the_last_way_to_an_account_stays(town: Town) -> None:
    texting = await town.accounts.register(parse_identity(f"phone:{PHONE}"))
    await town.channels.add(texting.id, "sms", PHONE)
    await town.addresses.forget(texting.id, "sms")
    assert await town.holder_of(f"phone:{PHONE}") == texting.id


async def test_a_channel_without_an_identity_is_linked_the_same_way(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada, "ntfys://ntfy.example.org/secret", channel="apprise")
    linked = await town.addresses.confirm(ada.id, "000001")
    assert (linked.channel_type, linked.usable) == ("apprise", True)


async def test_neither_code_nor_address_is_seen_where_they_do_not_belong(town: Town) -> None:
    ada = await town.person("ada")
    asked = await town.ask(ada)
    assert PHONE not in repr(asked)
    assert "000001" not in repr(asked)
    assert "000001" not in str([item async for item in town.table.scan()])


async def test_nothing_is_linked_to_somebody_who_is_being_deleted(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    holder = await town.accounts.holder(parse_identity("local:ada"))
    assert holder is not None
    await delete_person(town.table, holder, town.clock())
    with pytest.raises(NothingToConfirm):
        await town.addresses.confirm(ada.id, "000001")
    with pytest.raises(NoSuchUser):
        await town.ask(ada, MAIL, channel="email")


async def test_what_is_not_sent_as_a_code_cannot_be_guessed(town: Town) -> None:
    ada, bob = await town.person("ada"), await town.person("bob")
    await town.ask(ada)
    await town.addresses.confirm(ada.id, "000001")
    asked = await town.ask(bob)
    with pytest.raises(WrongCode):
        await town.addresses.confirm(bob.id, asked.code)
    with pytest.raises(WrongCode):
        await town.addresses.confirm(bob.id, "000002")


async def test_a_right_code_does_not_make_wrong_ones_forgotten(town: Town) -> None:
    eve = await town.person("eve")
    await town.ask(eve)
    for _ in range(4):
        with pytest.raises(WrongCode):
            await town.addresses.confirm(eve.id, "999999")
    await town.ask(eve, MAIL, channel="email")
    await town.addresses.confirm(eve.id, "000002")
    with pytest.raises(WrongCode):
        await town.addresses.confirm(eve.id, "999999")
    with pytest.raises(Locked):
        await town.addresses.confirm(eve.id, "000001")


async def test_a_stop_that_comes_after_the_code_is_not_ended_by_it(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada)
    await town.stopped.stop("sms", PHONE, Why.ASKED)
    with pytest.raises(SaidStop):
        await town.addresses.confirm(ada.id, "000001")
    assert await town.stopped.find("sms", PHONE) is not None
    assert await town.channels.list(ada.id) == []
    assert await town.holder_of(f"phone:{PHONE}") is None


async def test_a_complaint_that_comes_after_the_code_is_not_ended_by_it(town: Town) -> None:
    ada = await town.person("ada")
    await town.ask(ada, MAIL, channel="email")
    await town.stopped.stop("email", MAIL, Why.COMPLAINED)
    with pytest.raises(SaidStop):
        await town.addresses.confirm(ada.id, "000001")
    assert await town.stopped.find("email", MAIL) is not None


async def test_a_domain_of_other_letters_is_stopped_under_the_name_that_it_is_written_to(town: Town) -> None:
    ada, shown, sent = await town.person("ada"), "ada@bücher.example.org", "ada@xn--bcher-kva.example.org"
    await town.stopped.stop("email", sent, Why.COMPLAINED)
    assert (await town.ask(ada, shown, channel="email")).letter is Letter.NOTHING
    await town.stopped.allow("email", sent)
    await town.stopped.stop("email", sent, Why.BOUNCED)
    asked = await town.ask(ada, shown, channel="email")
    await town.addresses.confirm(ada.id, asked.code)
    assert await town.stopped.find("email", sent) is None


async def test_nobody_reads_their_code_out_of_their_own_export(town: Town) -> None:
    """All of a digest but its key is known to whoever asked, and a million codes are soon tried."""
    eve = await town.person("eve")
    asked = await town.ask(eve)
    exported = exact_json(await export_person(town.table, Holder(eve.id), town.clock()))
    assert "pendingAddress" in exported
    known = (eve.id, "sms", PHONE, asked.code)
    assert hashed(*known) not in exported
    assert hashed("code", *known) not in exported
    assert Signer(b"").mark("code", *known) not in exported
    assert (await Signer.of(town.table)).mark("code", *known) in exported
