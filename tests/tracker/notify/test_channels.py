"""A person's channels: one of each type, in the order in which they are tried."""

import asyncio

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.notify.notes import ANNA, settle
from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.notify.channels import Channels, NoSuchChannel
from tracker.notify.outbox import switch_off
from tracker.store.keys import ChannelKey, UserKey
from tracker.store.table import Table, Update


@pytest.fixture
def channels(table: Table, clock: HandClock) -> Channels:
    return Channels(table, clock)


async def types(channels: Channels) -> list[str]:
    return [one.channel_type for one in await channels.list(ANNA)]


async def test_a_channel_is_usable_from_its_first_moment(channels: Channels, table: Table) -> None:
    await settle(table)
    added = await channels.add(ANNA, "webhook", "https://example.org/hook")
    assert await channels.list(ANNA) == [added]
    assert (added.usable, added.verified_at) == (True, START)


async def test_they_are_tried_in_the_order_in_which_they_came(channels: Channels, table: Table) -> None:
    await settle(table)
    for kind in ("webhook", "sms", "email"):
        await channels.add(ANNA, kind, kind)
    assert await types(channels) == ["webhook", "sms", "email"]


async def test_one_can_be_put_before_the_others_again_and_again(channels: Channels, table: Table) -> None:
    await settle(table)
    for kind in ("webhook", "sms", "email"):
        await channels.add(ANNA, kind, kind)
    await channels.make_default(ANNA, "email")
    assert await types(channels) == ["email", "webhook", "sms"]
    await channels.make_default(ANNA, "sms")
    await channels.make_default(ANNA, "sms")
    assert await types(channels) == ["sms", "email", "webhook"]


async def test_a_new_address_takes_the_place_of_the_old_one_and_switches_the_channel_on_again(
    channels: Channels, table: Table, clock: HandClock
) -> None:
    await settle(table)
    old = await channels.add(ANNA, "webhook", "https://example.org/old")
    await channels.add(ANNA, "sms", "+1")
    await switch_off(table, ANNA, old, "gone", clock())
    assert not (await channels.find(ANNA, "webhook")).usable
    clock.advance(60)

    await channels.add(ANNA, "webhook", "https://example.org/new")

    first, _ = await channels.list(ANNA)
    assert (first.channel_type, first.identifier) == ("webhook", "https://example.org/new")
    assert (first.usable, first.off_since, first.off_reason) == (True, None, None)
    assert first.verified_at == clock()


async def test_a_new_address_keeps_what_a_newer_version_wrote(channels: Channels, table: Table) -> None:
    await settle(table)
    await channels.add(ANNA, "webhook", "https://example.org/old")
    key = ChannelKey(ANNA, "webhook").key
    await table.update(Update(key, set={"colour": "red"}))
    await channels.add(ANNA, "webhook", "https://example.org/new")
    assert (await table.get(key) or {})["colour"] == "red"


async def test_one_that_is_removed_is_gone_with_its_address(channels: Channels, table: Table) -> None:
    await settle(table)
    await channels.add(ANNA, "webhook", "https://example.org/hook")
    await channels.remove(ANNA, "webhook")
    assert await table.get(ChannelKey(ANNA, "webhook").key) is None


async def test_what_is_not_there_is_named_with_what_is(channels: Channels, table: Table) -> None:
    await settle(table)
    with pytest.raises(NoSuchChannel, match="There is none yet"):
        await channels.remove(ANNA, "webhook")
    await channels.add(ANNA, "sms", "+1")
    with pytest.raises(NoSuchChannel, match="There is sms"):
        await channels.make_default(ANNA, "webhook")


async def test_nothing_is_added_for_somebody_who_is_gone_or_going(channels: Channels, table: Table) -> None:
    with pytest.raises(NoSuchUser):
        await channels.add(ANNA, "webhook", "https://example.org/hook")
    await settle(table)
    await table.update(Update(UserKey(ANNA).key, set={"deletingSince": "2100-01-01T00:00:00Z"}))
    with pytest.raises(BeingDeleted):
        await channels.add(ANNA, "webhook", "https://example.org/hook")
    assert await channels.list(ANNA) == []


async def test_two_at_once_leave_one_of_the_type(channels: Channels, table: Table) -> None:
    await settle(table)
    await asyncio.gather(*(channels.add(ANNA, "webhook", f"https://example.org/{n}") for n in range(5)))
    assert await types(channels) == ["webhook"]


async def test_no_text_of_a_channel_shows_its_address(channels: Channels, table: Table) -> None:
    await settle(table)
    added = await channels.add(ANNA, "webhook", "https://example.org/token")
    assert "token" not in repr(added) + str(added)
