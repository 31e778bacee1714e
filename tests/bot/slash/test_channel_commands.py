"""`/channel` over the wire: where somebody is told things. Addresses are never shown in full."""

import pytest

from bot.channels.view import REMOVE
from bot.slash.render import card
from bot.view import question
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account
from tests.bot.visits import reader
from tests.fakes.discord.users import FakeUser
from tests.tracker.notify.notes import note
from tracker.accounts.identity import parse_identity
from tracker.notify import outbox
from tracker.notify.channel_off import switch_off
from tracker.notify.channels import Channels

HOOK = "https://ada:hunter2@hooks.example.org/secret-path?token=abc123"
MINUTES = 60
COMMANDS = ("channel default", "channel off", "channel on", "channel remove", "channel test")
SECRETS = ("hunter2", "secret-path", "abc123")


@pytest.fixture
def channels(world: BotWorld) -> Channels:
    return world.client.services.channels


async def with_webhook(world: BotWorld, ada: FakeUser, channels: Channels) -> str:
    """Ada, who has Discord and a webhook; her account."""
    await ada.slash("channel list")
    user = await account(world, ada)
    await channels.add(user.id, "webhook", HOOK)
    return user.id


async def types(channels: Channels, person: str) -> list[str]:
    return [one.channel_type for one in await channels.list(person)]


# What is there


async def test_whoever_comes_by_discord_has_it_as_a_channel(ada: FakeUser) -> None:
    shown = await ada.slash("channel list")

    assert shown.ephemeral
    assert "1\\. Discord (your direct messages)" in shown.text
    assert str(ada.id) not in shown.text


async def test_they_stand_in_the_order_in_which_they_are_tried_without_their_secrets(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    await with_webhook(world, ada, channels)
    clan = world.discord.guild("clan")

    shown = await ada.slash("channel list", in_=clan.channel)

    assert shown.ephemeral
    assert shown.text.index("1\\. Discord") < shown.text.index("2\\. Webhook (hooks.example.org)")
    assert not [secret for secret in SECRETS if secret in shown.text]


async def test_one_that_is_off_says_since_when_and_why(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    person = await with_webhook(world, ada, channels)
    hook = await channels.find(person, "webhook")
    await switch_off(world.table, person, hook, "it answered 410 @everyone", world.clock())

    shown = await ada.slash("channel list")

    assert "switched off since <t:" in shown.text
    assert "it answered 410" in shown.text
    assert "@everyone" not in shown.text


# Which comes first


async def test_another_one_can_come_first(world: BotWorld, ada: FakeUser, channels: Channels) -> None:
    person = await with_webhook(world, ada, channels)

    shown = await ada.slash("channel default", channel="Webhook")

    assert "Webhook (hooks.example.org) is tried first now." in shown.text
    assert await types(channels, person) == ["webhook", "discord"]


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_channel_that_is_not_there_is_refused(
    world: BotWorld, ada: FakeUser, channels: Channels, command: str
) -> None:
    shown = await ada.slash(command, channel="[pigeon](https://evil.example)")

    assert shown.ephemeral
    assert "There is no channel" in shown.text
    assert "There is discord." in shown.text
    assert "](https://" not in shown.text
    assert await types(channels, (await account(world, ada)).id) == ["discord"]


@pytest.mark.parametrize("command", COMMANDS)
async def test_own_channels_are_suggested_without_their_secrets(
    world: BotWorld, ada: FakeUser, bob: FakeUser, channels: Channels, command: str
) -> None:
    await with_webhook(world, ada, channels)

    hers = await ada.autocomplete(command, channel="")
    found = await ada.autocomplete(command, channel="hook")
    his = await bob.autocomplete(command, channel="")

    assert [(one.name, one.value) for one in hers] == [
        ("Discord (your direct messages)", "discord"),
        ("Webhook (hooks.example.org)", "webhook"),
    ]
    assert [one.value for one in found] == ["webhook"]
    assert his == []
    assert await world.account_of(bob) is None


# No longer


async def test_removal_asks_and_yes_does_it(world: BotWorld, ada: FakeUser, channels: Channels) -> None:
    person = await with_webhook(world, ada, channels)

    asked = await ada.slash("channel remove", channel="webhook")
    assert "Remove Webhook (hooks.example.org)?" in asked.text
    assert "you are told things on Discord (your direct messages)" in asked.text
    assert await types(channels, person) == ["discord", "webhook"]
    await world.restart()
    done = await asked.click("Yes, remove it")

    assert asked.ephemeral
    assert done.changed_the_message
    assert "Nothing more is sent to Webhook (hooks.example.org)." in done.text
    assert await types(channels, person) == ["discord"]


async def test_no_keeps_it(world: BotWorld, ada: FakeUser, channels: Channels) -> None:
    person = await with_webhook(world, ada, channels)
    asked = await ada.slash("channel remove", channel="webhook")

    kept = await asked.click("Keep it")

    assert kept.text == "Nothing was changed."
    assert await types(channels, person) == ["discord", "webhook"]


async def test_one_that_is_gone_meanwhile_says_so(world: BotWorld, ada: FakeUser, channels: Channels) -> None:
    person = await with_webhook(world, ada, channels)
    asked = await ada.slash("channel remove", channel="webhook")
    await channels.remove(person, "webhook")

    late = await asked.click("Yes, remove it")

    assert late.ephemeral
    assert "There is no channel webhook." in late.text


async def test_another_person_cannot_say_yes(
    world: BotWorld, ada: FakeUser, bob: FakeUser, channels: Channels
) -> None:
    person = await with_webhook(world, ada, channels)
    place = world.discord.guild("clan").channel
    asked = card(reader(), question(REMOVE, "webhook", "Remove it?", "Really?"), ada.id)
    await world.client.get_partial_messageable(place.id).send(view=asked)

    refused = await place.messages[0].click("Yes, remove it", by=bob)

    assert refused.ephemeral
    assert refused.text.startswith("This is not yours.")
    assert await types(channels, person) == ["discord", "webhook"]


async def test_the_last_one_is_named_as_such_and_discord_can_come_back(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    asked = await ada.slash("channel remove", channel="discord")
    assert "It is your last channel" in asked.text
    gone = await asked.click("Yes, remove it")
    person = (await account(world, ada)).id
    assert await types(channels, person) == []
    nowhere = await ada.slash("channel list")
    back = await ada.slash("channel default", channel="discord")

    assert "`/channel default channel:discord`" in gone.text
    assert "`/channel default channel:discord`" in nowhere.text
    assert "Discord (your direct messages) is tried first now." in back.text
    [channel] = await channels.list(person)
    assert (channel.identifier, channel.usable) == (f"dm:{ada.id}", True)


async def test_whoever_sits_at_the_machine_has_its_terminal_last(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    person = await with_webhook(world, ada, channels)
    await world.accounts.claim(person, parse_identity("local:ada"))

    shown = await ada.slash("channel list")

    assert "the terminal of the machine that Questlog runs on" in shown.text


# Off and on


async def test_one_can_be_switched_off_and_on_and_is_not_written_to_meanwhile(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    await ada.slash("channel list")
    person = (await account(world, ada)).id
    await channels.add(person, "webhook", world.webhook.url)

    off = await ada.slash("channel off", channel="discord")
    listed = await ada.slash("channel list")
    await outbox.enqueue(world.table, note("wc", world.clock(), person=person))
    await world.pass_time(2 * MINUTES)
    on = await ada.slash("channel on", channel="discord")

    assert "Nothing is sent to Discord (your direct messages) until you switch it on again." in off.text
    assert "switched off by you since <t:" in listed.text
    assert "`/channel on channel:discord`" in listed.text
    assert ada.dms == []
    assert [part["title"] for part in world.told()] == ["Reached wc"]
    assert "Discord (your direct messages) is on." in on.text
    assert (await channels.find(person, "discord")).usable


async def test_one_that_failed_is_not_switched_on_before_its_reason_is_gone(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    person = await with_webhook(world, ada, channels)
    await switch_off(world.table, person, await channels.find(person, "webhook"), "it is gone", world.clock())

    refused = await ada.slash("channel on", channel="webhook")

    assert (
        "You did not switch Webhook off: it is gone. To get messages by webhook again, add it once more."
        in (refused.text)
    )
    assert not (await channels.find(person, "webhook")).is_active


# Direct messages that are closed


async def closed_out(world: BotWorld, ada: FakeUser) -> str:
    """Ada, who took no direct message when there was one for her; her account."""
    await ada.slash("channel list")
    user = await account(world, ada)
    ada.close_dms()
    await outbox.enqueue(world.table, note(person=user.id, at=world.clock()))
    await world.context.dispatcher.run(hurry=True)
    return user.id


async def test_whom_messages_do_not_reach_hears_of_it_at_the_next_command_and_of_other_ways(
    world: BotWorld, ada: FakeUser
) -> None:
    await closed_out(world, ada)

    shown = await (await ada.slash("channel list")).until(lambda it: bool(it.followups))

    assert "tried again with the next message, since the last one failed: Discord does not let" in shown.text
    [told] = shown.followups
    assert "My messages do not reach you on Discord" in told.text
    assert "allow direct messages there" in told.text
    assert "/channel add` adds another way: Apprise, webhook" in told.text
    assert (await ada.slash("channel list")).followups == []  # it was said


async def test_who_opened_them_meanwhile_gets_what_was_held_and_the_channel_is_fine(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    person = await closed_out(world, ada)
    ada.open_dms()

    await ada.slash("channel list")
    await world.context.dispatcher.run()

    assert len(ada.dms) == 1
    [discord] = await channels.list(person)
    assert (discord.is_active, discord.off_reason, discord.off_since) == (True, None, None)
    assert "tried again" not in (await ada.slash("channel list")).text


async def test_who_did_not_open_them_is_told_again_here_and_not_elsewhere_each_time(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    person = await closed_out(world, ada)
    for _ in range(2):
        await (await ada.slash("channel list")).until(lambda it: bool(it.followups))
        await world.context.dispatcher.run()
    assert not (await channels.list(person))[0].usable
    kinds = [one.kind.name for one in await outbox.history(world.table, person)]
    assert kinds.count("channel-off") == 1


async def test_who_is_refused_hears_of_it_too(world: BotWorld, ada: FakeUser) -> None:
    await closed_out(world, ada)

    shown = await (await ada.slash("goal show", goal="nonsense")).until(lambda it: bool(it.followups))

    assert ["My messages do not reach you on Discord" in told.text for told in shown.followups] == [True]
