"""`/channel test` over the wire: a message now, and in words what became of it."""

import pytest

from scheduler.channels.trial import TRIALS
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account
from tests.fakes.discord import refusals as says
from tests.fakes.discord.faults import refused
from tests.fakes.discord.users import FakeUser
from tracker.notify import outbox
from tracker.notify.channel_off import switch_off

SENDS = "POST /channels/"


async def with_webhook(world: BotWorld, ada: FakeUser, path: str = "") -> str:
    await ada.slash("channel list")
    person = (await account(world, ada)).id
    await world.client.services.channels.add(person, "webhook", f"{world.webhook.url}{path}")
    return person


async def test_a_test_arrives_in_quiet_hours_and_in_a_mute_and_leaves_no_trace(
    world: BotWorld, ada: FakeUser
) -> None:
    await ada.slash("settings quiet-hours", hours="22-7")
    await ada.slash("mute", until="2h")
    clan = world.discord.guild("clan")
    answer = await ada.slash("channel test", channel="Discord", in_=clan.channel)
    assert answer.ephemeral
    assert "Discord (your direct messages) took the test message." in answer.text
    assert ["A test from Questlog" in told.text for told in ada.dms] == [True]
    assert await outbox.history(world.table, (await account(world, ada)).id) == []


async def test_a_webhook_gets_it_signed(world: BotWorld, ada: FakeUser) -> None:
    await with_webhook(world, ada)
    answer = await ada.slash("channel test", channel="webhook")
    assert "took the test message" in answer.text
    assert [part["kind"] for part in world.told()] == ["test"]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (503, "the webhook answered 503. Try again in some minutes."),
        (410, "the webhook answered 410. Set it right there"),
        (400, "the webhook answered 400. Other messages may go"),
    ],
)
async def test_what_did_not_go_says_why_and_what_to_do(
    world: BotWorld, ada: FakeUser, status: int, words: str
) -> None:
    await with_webhook(world, ada)
    world.webhook.answers = [(status, {})]
    answer = await ada.slash("channel test", channel="webhook")
    assert "The test message did not arrive" in answer.text
    assert words in answer.text


async def test_what_only_the_operator_can_set_right_tells_nothing_internal(
    world: BotWorld, ada: FakeUser
) -> None:
    world.discord.go_wrong(refused(says.QUARANTINED), on=SENDS)
    answer = await ada.slash("channel test", channel="discord")
    assert "before whoever runs this Questlog has set something right" in answer.text
    assert "developer portal" not in answer.text


async def test_one_that_is_switched_off_is_not_written_to(world: BotWorld, ada: FakeUser) -> None:
    person = await with_webhook(world, ada)
    channels = world.client.services.channels
    await switch_off(world.table, person, await channels.find(person, "webhook"), "gone", world.clock())
    answer = await ada.slash("channel test", channel="webhook")
    assert "Nothing is sent there, because it is switched off: gone." in answer.text
    assert world.webhook.requests == []


async def test_one_that_this_questlog_cannot_send_on_says_so(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("channel list")
    person = (await account(world, ada)).id
    await world.client.services.channels.add(person, "pigeon", "loft")
    answer = await ada.slash("channel test", channel="pigeon")
    assert "is not set up on this Questlog" in answer.text


async def test_nobody_floods(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    soon, many = TRIALS
    await ada.slash("channel test", channel="discord")
    again = await ada.slash("channel test", channel="discord")
    assert "asked for too often. Please try again in a minute." in again.text
    assert "took the test message" in (await bob.slash("channel test", channel="discord")).text
    for _ in range(many.most + 2):
        world.clock.advance(soon.within.total_seconds())
        await ada.slash("channel test", channel="discord")
    assert len(ada.dms) == many.most
