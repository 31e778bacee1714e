"""`/channel` over the wire: where somebody is told things. Addresses are never shown in full."""

import pytest

from bot.slash.asking import Question, question_card
from bot.slash.channel_commands import REMOVE
from bot.slash.channel_words import place_of
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account
from tests.fakes.discord.users import FakeUser
from tracker.accounts.identity import parse_identity
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.notify.outbox import switch_off

HOOK = "https://ada:hunter2@hooks.example.org/secret-path?token=abc123"
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
    assert "1\\. **Discord** (your direct messages)" in shown.text
    assert str(ada.id) not in shown.text


async def test_they_stand_in_the_order_in_which_they_are_tried_without_their_secrets(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    await with_webhook(world, ada, channels)
    clan = world.discord.guild("clan")

    shown = await ada.slash("channel list", in_=clan.channel)

    assert shown.ephemeral
    assert shown.text.index("1\\. **Discord**") < shown.text.index("2\\. **Webhook** (hooks.example.org)")
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


@pytest.mark.parametrize(
    ("kind", "address", "shown"),
    [
        ("discord", "dm:42", "your direct messages"),
        ("discord", "channel:42", "<#42>"),
        ("webhook", HOOK, "hooks.example.org"),
        ("webhook", "https://[", "•••"),
        ("email", "ada@example.org", "a•••@example.org"),
        ("email", "nonsense", "•••"),
        ("sms", "+491701234567", "•••67"),
        ("sms", "", "•••"),
        ("apprise", "tgram://123456:hunter2/42", "by Apprise"),
        ("pigeon", "loft seven", "•••en"),
    ],
)
def test_of_an_address_only_so_much_is_seen(kind: str, address: str, shown: str) -> None:
    assert place_of(PersonChannel(channel_type=kind, identifier=address)) == shown


# Which comes first


async def test_another_one_can_come_first(world: BotWorld, ada: FakeUser, channels: Channels) -> None:
    person = await with_webhook(world, ada, channels)

    shown = await ada.slash("channel default", channel="Webhook")

    assert "**Webhook** (hooks.example.org) is tried first now." in shown.text
    assert await types(channels, person) == ["webhook", "discord"]


@pytest.mark.parametrize("command", ["channel default", "channel remove", "channel test"])
async def test_a_channel_that_is_not_there_is_refused(
    world: BotWorld, ada: FakeUser, channels: Channels, command: str
) -> None:
    shown = await ada.slash(command, channel="[pigeon](https://evil.example)")

    assert shown.ephemeral
    assert "There is no channel" in shown.text
    assert "There is discord." in shown.text
    assert "](https://" not in shown.text
    assert await types(channels, (await account(world, ada)).id) == ["discord"]


@pytest.mark.parametrize("command", ["channel default", "channel remove", "channel test"])
async def test_own_channels_are_suggested_without_their_secrets(
    world: BotWorld, ada: FakeUser, bob: FakeUser, channels: Channels, command: str
) -> None:
    await with_webhook(world, ada, channels)

    hers = await ada.autocomplete(command, channel="")
    found = await ada.autocomplete(command, channel="hook")
    his = await bob.autocomplete(command, channel="")

    assert [(one.name, one.value) for one in hers] == [
        ("Discord: your direct messages", "discord"),
        ("Webhook: hooks.example.org", "webhook"),
    ]
    assert [one.value for one in found] == ["webhook"]
    assert his == []
    assert await world.account_of(bob) is None


# No longer


async def test_removal_asks_and_yes_does_it(world: BotWorld, ada: FakeUser, channels: Channels) -> None:
    person = await with_webhook(world, ada, channels)

    asked = await ada.slash("channel remove", channel="webhook")
    assert "Remove Webhook (hooks.example.org)?" in asked.text
    assert "you are told things on **Discord**" in asked.text
    assert await types(channels, person) == ["discord", "webhook"]
    await world.restart()
    done = await asked.click("Yes, remove it")

    assert asked.ephemeral
    assert done.changed_the_message
    assert "Nothing is sent to **Webhook** (hooks.example.org) any more." in done.text
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
    question = question_card(Question(REMOVE, ada.id, "webhook"), "Remove it?", "Really?")
    await world.client.get_partial_messageable(place.id).send(view=question)

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
    assert "**Discord** (your direct messages) is tried first now." in back.text
    [channel] = await channels.list(person)
    assert (channel.identifier, channel.usable) == (f"dm:{ada.id}", True)


async def test_whoever_sits_at_the_machine_has_its_terminal_last(
    world: BotWorld, ada: FakeUser, channels: Channels
) -> None:
    person = await with_webhook(world, ada, channels)
    await world.accounts.claim(person, parse_identity("local:ada"))

    shown = await ada.slash("channel list")

    assert "the terminal of the machine that Questlog runs on" in shown.text
