"""A person's channels: one of each type, several webhooks, in the order in which they are tried."""

import asyncio

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.notify.notes import ANNA, settle
from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.notify import outbox
from tracker.notify.channel_names import MOST, BadChannelName, ChannelExists, TooManyChannels, named
from tracker.notify.channel_off import switch_off
from tracker.notify.channels import Channels, NoSuchChannel, StillOff, type_of
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


async def test_one_can_be_moved_a_place_at_a_time_and_no_further_than_the_ends(
    channels: Channels, table: Table
) -> None:
    await settle(table)
    for kind in ("webhook", "sms", "email"):
        await channels.add(ANNA, kind, kind)
    await channels.make_default(ANNA, "email")
    assert await types(channels) == ["email", "webhook", "sms"]
    await channels.move(ANNA, "sms", up=True)
    assert await types(channels) == ["email", "sms", "webhook"]
    await channels.move(ANNA, "email", up=False)
    assert await types(channels) == ["sms", "email", "webhook"]
    await channels.move(ANNA, "sms", up=True)
    await channels.move(ANNA, "webhook", up=False)
    assert await types(channels) == ["sms", "email", "webhook"]
    with pytest.raises(NoSuchChannel):
        await channels.move(ANNA, "apprise", up=True)


async def test_all_are_there_in_some_order_whoever_moves_them_at_once(
    channels: Channels, table: Table
) -> None:
    await settle(table)
    for kind in ("webhook", "sms", "email", "apprise"):
        await channels.add(ANNA, kind, kind)
    moves = [channels.move(ANNA, kind, up=True) for kind in ("sms", "email", "apprise")]
    await asyncio.gather(*moves, channels.make_default(ANNA, "apprise"))
    found = await channels.list(ANNA)
    assert {one.channel_type for one in found} == {"webhook", "sms", "email", "apprise"}
    assert len({one.position for one in found}) == 4


async def test_a_new_address_takes_the_place_of_the_old_one_and_switches_the_channel_on_again(
    channels: Channels, table: Table, clock: HandClock
) -> None:
    await settle(table)
    old = await channels.add(ANNA, "apprise", "ntfy://ntfy.example/old")
    await channels.add(ANNA, "sms", "+1")
    await switch_off(table, ANNA, old, "gone", clock())
    assert not (await channels.find(ANNA, "apprise")).usable
    clock.advance(60)

    await channels.add(ANNA, "apprise", "ntfy://ntfy.example/new")

    first, _ = await channels.list(ANNA)
    assert (first.channel_type, first.identifier) == ("apprise", "ntfy://ntfy.example/new")
    assert (first.usable, first.off_since, first.off_reason) == (True, None, None)
    assert first.verified_at == clock()


async def test_a_new_address_keeps_what_a_newer_version_wrote(channels: Channels, table: Table) -> None:
    await settle(table)
    await channels.add(ANNA, "apprise", "ntfy://ntfy.example/old")
    key = ChannelKey(ANNA, "apprise").key
    await table.update(Update(key, set={"colour": "red"}))
    await channels.add(ANNA, "apprise", "ntfy://ntfy.example/new")
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
    await asyncio.gather(*(channels.add(ANNA, "apprise", f"ntfy://ntfy.example/{n}") for n in range(5)))
    assert await types(channels) == ["apprise"]


async def test_no_text_of_a_channel_shows_its_address(channels: Channels, table: Table) -> None:
    await settle(table)
    added = await channels.add(ANNA, "webhook", "https://example.org/token")
    assert "token" not in repr(added) + str(added)


# Several webhooks


async def test_further_webhooks_have_names_and_are_switched_and_removed_by_them(
    channels: Channels, table: Table
) -> None:
    await settle(table)
    for name in ("webhook", "webhook.home", "webhook.work"):
        await channels.add(ANNA, name, f"https://example.org/{name}")

    await channels.make_default(ANNA, "Webhook.Work")
    await channels.switch_off(ANNA, "webhook.home")
    await channels.remove(ANNA, "webhook")

    found = {one.channel_type: (one.identifier, one.is_active) for one in await channels.list(ANNA)}
    assert found == {
        "webhook.work": ("https://example.org/webhook.work", True),
        "webhook.home": ("https://example.org/webhook.home", False),
    }


@pytest.mark.parametrize("name", ["webhook", "webhook.home"])
async def test_no_webhook_takes_the_place_of_another(channels: Channels, table: Table, name: str) -> None:
    await settle(table)
    first = await channels.add(ANNA, name, "https://example.org/t0ken")
    with pytest.raises(ChannelExists, match=rf"\(example.org\) already.*remove {name} first") as refused:
        await channels.add(ANNA, name, "https://other.example/hook")
    assert "t0ken" not in str(refused.value)
    assert await channels.list(ANNA) == [first]


async def test_a_webhook_that_is_there_is_added_once_more_under_its_name_alone(
    channels: Channels, table: Table, clock: HandClock
) -> None:
    await settle(table)
    home = await channels.add(ANNA, "webhook.home", "https://example.org/hook")
    await switch_off(table, ANNA, home, "gone", clock())

    assert (await channels.add(ANNA, "webhook", "https://example.org/hook")).channel_type == "webhook.home"

    assert [one.usable for one in await channels.list(ANNA)] == [True]
    with pytest.raises(ChannelExists, match=r"it is called webhook\.home"):
        await channels.add(ANNA, "webhook.work", "https://example.org/hook")


async def test_many_webhooks_at_once_are_no_more_than_there_is_room_for(
    channels: Channels, table: Table
) -> None:
    await settle(table)
    adding = (channels.add(ANNA, f"webhook.n{n}", f"https://example.org/{n}") for n in range(MOST + 2))

    done = await asyncio.gather(*adding, return_exceptions=True)

    assert sum(isinstance(one, TooManyChannels) for one in done) == 2
    assert len(await types(channels)) == MOST
    await channels.add(ANNA, "sms", "+1")


async def test_a_channel_goes_by_its_type_and_the_name_behind_it() -> None:
    assert named("webhook") == named("webhook.") == named("webhook", " ") == "webhook"
    assert named("webhook", "Home") == named("webhook.home") == "webhook.home"
    assert type_of("Web-Hook.my-home") == "webhook.my-home"
    for kind, name in (("webhook", "a b"), ("webhook", "-"), ("webhook", "x" * 21), ("email", "home")):
        with pytest.raises(BadChannelName):
            named(kind, name)


# Switched off and on


async def test_a_person_switches_a_channel_off_and_on(
    channels: Channels, table: Table, clock: HandClock
) -> None:
    await settle(table)
    await channels.add(ANNA, "webhook", "https://example.org/hook")
    clock.advance(60)

    off = await channels.switch_off(ANNA, "webhook")

    assert await channels.list(ANNA) == [off]
    assert (off.usable, off.off_since, off.why_off) == (False, clock(), "you switched it off")
    assert off.verified_at == START
    clock.advance(60)
    assert await channels.switch_off(ANNA, "webhook") == off

    on = await channels.switch_on(ANNA, "webhook")

    assert await channels.list(ANNA) == [on]
    assert (on.usable, on.off_since, on.why_off, on.verified_at) == (True, None, None, START)
    assert await channels.switch_on(ANNA, "webhook") == on


async def test_a_channel_that_is_not_there_cannot_be_switched(channels: Channels, table: Table) -> None:
    await settle(table)
    for switch in (channels.switch_off, channels.switch_on):
        with pytest.raises(NoSuchChannel):
            await switch(ANNA, "sms")


async def test_what_failed_is_not_brought_back_by_switching_it_on(
    channels: Channels, table: Table, clock: HandClock
) -> None:
    await settle(table)
    await switch_off(table, ANNA, await channels.add(ANNA, "sms", "+1"), "you sent STOP", clock())

    with pytest.raises(StillOff, match="You did not switch SMS off: you sent STOP") as refused:
        await channels.switch_on(ANNA, "sms")

    assert "To get messages by SMS again, text START from that phone." in str(refused.value)
    assert refused.value.code == "channel_still_off"
    assert not (await channels.find(ANNA, "sms")).is_active


async def test_what_failed_and_was_switched_off_besides_has_failed_still(
    channels: Channels, table: Table, clock: HandClock
) -> None:
    await settle(table)
    await switch_off(table, ANNA, await channels.add(ANNA, "sms", "+1"), "you sent STOP", clock())
    clock.advance(60)

    assert (await channels.switch_off(ANNA, "sms")).off_since == START
    on = await channels.switch_on(ANNA, "sms")

    assert await channels.list(ANNA) == [on]
    assert (on.is_active, on.off_since, on.why_off) == (False, START, "you sent STOP")


async def test_what_a_person_switched_off_does_not_fail(
    channels: Channels, table: Table, clock: HandClock
) -> None:
    await settle(table)
    before = await channels.add(ANNA, "sms", "+1")
    await channels.switch_off(ANNA, "sms")

    assert not await switch_off(table, ANNA, before, "you sent STOP", clock())
    assert await outbox.history(table, ANNA) == []


async def test_who_proves_an_address_wants_to_be_told_there(channels: Channels, table: Table) -> None:
    await settle(table)
    await channels.add(ANNA, "sms", "+1")
    await channels.switch_off(ANNA, "sms")
    assert (await channels.add(ANNA, "sms", "+2")).usable
    assert (await channels.find(ANNA, "sms")).why_off is None


async def test_of_two_devices_that_switch_at_once_one_is_the_last(channels: Channels, table: Table) -> None:
    await settle(table)
    await channels.add(ANNA, "sms", "+1")
    switches = [channels.switch_off, channels.switch_on] * 4
    await asyncio.gather(*(switch(ANNA, "sms") for switch in switches))
    found = await channels.find(ANNA, "sms")
    assert found.is_active is not found.off_by_person
    assert (found.off_since is None) is found.is_active
