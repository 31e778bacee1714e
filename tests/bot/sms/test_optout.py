"""STOP, START and HELP: obeyed at once, remembered, and not answered."""

import pytest

from bot.sms.reception import UNKNOWN_NUMBER
from tests.bot.sms.conftest import ADA, BOB, STRANGER, SmsWorld
from tests.world import HOURS
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.notify.stopped import Stopped, StoppedAddresses, Why
from tracker.signing import hashed
from tracker.store.entity import to_item
from tracker.store.keys import StoppedKey


async def sms_channel(world: SmsWorld) -> PersonChannel:
    return await Channels(world.table, world.clock).find(world.people[0].id, "sms")


async def is_stopped(world: SmsWorld, number: str = ADA) -> bool:
    return await StoppedAddresses(world.table, world.clock).find("sms", number) is not None


@pytest.mark.parametrize("word", ["STOP", "stop.", "Unsubscribe", "CANCEL", "quit", "end", "OptOut"])
async def test_stop_ends_messages_by_sms_and_is_told_on_the_other_channels(
    world: SmsWorld, word: str
) -> None:
    await world.owner()

    assert await world.phone().says(word) == ""

    off = await sms_channel(world)
    assert (off.is_active, off.off_reason) == (False, "you sent STOP")
    assert await is_stopped(world)
    await world.pass_time(HOURS)
    [told] = world.told("channel-off")
    assert "SMS" in told["title"]


async def test_what_twilio_takes_for_stop_is_one(world: SmsWorld) -> None:
    await world.owner()

    assert await world.phone().says("arret", OptOutType="STOP") == ""

    assert not (await sms_channel(world)).is_active


async def test_stopping_twice_is_told_once(world: SmsWorld) -> None:
    await world.owner()
    for _ in range(2):
        await world.phone().says("STOP")
        world.clock.advance(60)

    await world.pass_time(HOURS)

    assert len(world.told("channel-off")) == 1


async def test_a_stop_of_an_earlier_version_is_obeyed_and_ended_by_start(world: SmsWorld) -> None:
    await world.plays("99 wc")
    plain = StoppedKey("sms", hashed(ADA))
    await world.table.put(to_item(Stopped(why=Why.ASKED, since=world.clock()), plain))
    assert await world.phone().says("goals") == ""
    assert await world.phone().says("START") == ""
    assert await world.phone().says("goals")


async def test_whoever_said_stop_hears_nothing_until_they_say_start(world: SmsWorld) -> None:
    await world.plays("99 wc")
    phone = world.phone()
    await phone.says("STOP")

    assert [await phone.says(text) for text in ("goals", "hi", "y", "123456", "add 90 fishing")] == [""] * 5
    assert len(await world.goals.list(world.people[0].id)) == 1
    assert await phone.says("START") == ""
    assert (await phone.says("goals")).startswith("1. 99 Woodcutting")
    on = await sms_channel(world)
    assert (on.is_active, on.off_reason) == (True, None)
    assert not await is_stopped(world)


async def test_yes_is_start_only_from_whoever_said_stop(world: SmsWorld) -> None:
    await world.plays("99 wc")
    phone = world.phone()

    assert await phone.says("YES") == "I did not ask anything. Text ? for what I know."
    await phone.says("STOP")
    assert await phone.says("YES") == ""
    assert (await sms_channel(world)).is_active


async def test_a_channel_that_was_taken_away_stays_away(world: SmsWorld) -> None:
    user = await world.owner()
    await Channels(world.table, world.clock).remove(user.id, "sms")

    await world.phone().says("STOP")
    await world.phone().says("START")

    assert [one.channel_type for one in await Channels(world.table, world.clock).list(user.id)] == ["webhook"]


async def test_a_channel_to_another_number_is_left_alone(world: SmsWorld) -> None:
    user = await world.owner()
    await Channels(world.table, world.clock).add(user.id, "sms", BOB)

    await world.phone().says("STOP")

    assert (await sms_channel(world)).is_active
    assert await is_stopped(world)


async def test_a_stranger_can_say_stop_and_is_not_even_greeted(world: SmsWorld) -> None:
    phone = world.phone(STRANGER)

    assert await phone.says("STOP") == ""
    assert await phone.says("hello") == ""
    assert await phone.says("START") == ""
    assert await phone.says("hello") == UNKNOWN_NUMBER


async def test_a_number_that_could_not_be_reached_is_answered_when_it_writes(world: SmsWorld) -> None:
    await world.plays("99 wc")
    await StoppedAddresses(world.table, world.clock).stop("sms", ADA, Why.BOUNCED)

    assert (await world.phone().says("goals")).startswith("1.")


@pytest.mark.parametrize("word", ["HELP", "info"])
async def test_help_is_left_to_twilio(world: SmsWorld, word: str) -> None:
    await world.owner()

    assert await world.phone().says(word) == ""
    assert (await sms_channel(world)).is_active


async def test_who_starts_again_at_once_is_not_told_that_it_is_off(world: SmsWorld) -> None:
    await world.owner()
    for word in ("STOP", "START"):
        await world.phone().says(word)

    await world.pass_time(HOURS)

    assert world.told("channel-off") == []
