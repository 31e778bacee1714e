"""How often codes are asked for: what one person can use up leaves room for everybody else."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.addresses.town import MAIL, PHONE, Town
from tracker.accounts.model import User
from tracker.addresses.asking import (
    BY_PERSON,
    BY_PERSON_DAILY,
    FROM_SOURCE,
    OF_ALL,
    TO_ADDRESS,
    TO_ADDRESS_BY_PERSON,
    TRIES,
    folded,
)
from tracker.addresses.errors import TooOften
from tracker.addresses.model import CodeRequest, Letter
from tracker.limits import Limits
from tracker.store.table import Table

HOUR = 3600


@pytest.fixture
def town(sqlite_table: Table, clock: HandClock) -> Town:
    return Town(sqlite_table, clock)


async def fails(town: Town, who: User, number: int, source: str = "t") -> CodeRequest:
    """They ask for an address to which nothing can be sent."""
    asked = await town.ask(who, f"+4477009{number:05}", source=source)
    await town.addresses.not_sent(who, asked, source)
    return asked


async def only_one_left(town: Town) -> None:
    """Others have asked for all codes of the day but one."""
    assert await Limits(town.table, town.clock).take(OF_ALL, "sms", OF_ALL.most - 1) is None


async def test_a_person_asks_for_so_many_an_hour_and_a_day(town: Town) -> None:
    ada = await town.person("ada")
    for number in range(BY_PERSON.most):
        await town.ask(ada, f"+44770090010{number}")
    with pytest.raises(TooOften, match="in 60 minutes"):
        await town.ask(ada, "+447700900109")
    town.clock.advance(HOUR)
    for number in range(BY_PERSON_DAILY.most - BY_PERSON.most):
        await town.ask(ada, f"+44770090020{number}")
    town.clock.advance(HOUR)
    with pytest.raises(TooOften, match="in 22 hours"):
        await town.ask(ada, "+447700900109")


async def test_one_person_who_asks_for_an_address_does_not_keep_its_owner_out(town: Town) -> None:
    ada, eve = await town.person("ada"), await town.person("eve")
    for _ in range(TO_ADDRESS_BY_PERSON.most):
        await town.ask(eve)
    with pytest.raises(TooOften):
        await town.ask(eve)
    asked = await town.ask(ada)
    assert (await town.addresses.confirm(ada.id, asked.code)).usable


async def test_all_who_ask_for_an_address_have_a_limit_together(town: Town) -> None:
    people = [await town.person(f"p{number}") for number in range(TO_ADDRESS.most)]
    for number, who in enumerate(people):
        await town.ask(who, source=f"server {number}")
    late = await town.person("late")
    with pytest.raises(TooOften):
        await town.ask(late, source="elsewhere")
    await town.ask(late, "+447700900999", source="elsewhere")
    town.clock.advance(24 * HOUR)
    await town.ask(late, source="elsewhere")


async def test_tags_lead_to_one_mailbox_and_count_for_it(town: Town) -> None:
    letters = 0
    for name in ("eve", "mallory", "trudy"):
        who = await town.person(name)
        for tag in range(200):
            try:
                await town.ask(who, f"victim+{name}{tag}@example.org", channel="email", source=name)
            except TooOften:
                break
            letters += 1
    assert letters == TO_ADDRESS.most


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("ada+tag@example.org", "ada@example.org"),
        ("Ada+a+b@Example.org", "ada@example.org"),
        ("a.d.a@example.org", "a.d.a@example.org"),
        ("a.d.a+x@gmail.com", "ada@gmail.com"),
        ("ada@googlemail.com", "ada@gmail.com"),
        ("+tag@example.org", "+tag@example.org"),
        (PHONE, PHONE),
        ("https://Ada+1@example.org/Hook", "https://Ada+1@example.org/Hook"),
    ],
)
def test_spellings_that_end_in_one_mailbox_are_one(address: str, mailbox: str) -> None:
    assert folded(address) == mailbox


async def test_where_many_ask_from_one_place_it_has_its_limit_too(town: Town) -> None:
    for number in range(FROM_SOURCE.most):
        await town.ask(await town.person(f"p{number}"), f"+4477009002{number:02}")
    late = await town.person("late")
    with pytest.raises(TooOften):
        await town.ask(late)
    await town.ask(late, source="elsewhere")


async def test_what_could_not_be_sent_is_a_try_and_counts_for_nothing_else(town: Town) -> None:
    eve, ada = await town.person("eve"), await town.person("ada")
    for number in range(TRIES.most):
        await fails(town, eve, number)
    with pytest.raises(TooOften, match="in 24 hours"):
        await fails(town, eve, 999)
    await town.ask(ada, "+447700900000")


async def test_addresses_that_fail_leave_all_codes_of_a_day_to_others(town: Town) -> None:
    await only_one_left(town)
    eve, ada = await town.person("eve"), await town.person("ada")
    for number in range(TRIES.most):
        await fails(town, eve, number)
    asked = await town.ask(ada, source="elsewhere")
    assert (await town.addresses.confirm(ada.id, asked.code)).usable


async def test_all_together_ask_for_only_so_many_codes_a_day(town: Town) -> None:
    await only_one_left(town)
    await town.ask(await town.person("ada"), "+447700900999")
    late = await town.person("late")
    with pytest.raises(TooOften, match="in 24 hours"):
        await town.ask(late, source="elsewhere")
    await town.ask(late, MAIL, channel="email", source="elsewhere")
    town.clock.advance(24 * HOUR)
    await town.ask(late, source="elsewhere")


def test_no_one_person_can_use_up_what_is_for_all() -> None:
    assert BY_PERSON_DAILY.most * 10 <= OF_ALL.most
    assert BY_PERSON.most * 2 <= FROM_SOURCE.most
    assert TO_ADDRESS_BY_PERSON.most * 2 <= TO_ADDRESS.most


async def test_the_owner_of_an_address_hears_once_a_day_that_others_ask_for_it(town: Town) -> None:
    ada = await town.person("ada")
    asked = await town.ask(ada)
    await town.addresses.confirm(ada.id, asked.code)
    letters = [(await town.ask(await town.person(name))).letter for name in ("bob", "cyd", "dan")]
    assert letters == [Letter.NOTICE, Letter.NOTHING, Letter.NOTHING]
    town.clock.advance(24 * HOUR)
    assert (await town.ask(await town.person("bob"))).letter is Letter.NOTICE
