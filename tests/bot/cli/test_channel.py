"""`questlog channel`: where a person is told things, and that nobody is shown the whole address."""

from collections.abc import AsyncIterator

import pytest

from bot.exits import Exit
from tests.bot.cli.discord_person import on_discord
from tests.bot.cli.terminal import Terminal
from tests.bot.service import addresses
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.users import FakeUser
from tests.fakes.webhook_receiver import SECRET, WebhookReceiver

HOOK = "https://hooks.example.org/t0ken?key=s3cret"
SIGNED = {"QUESTLOG_WEBHOOK__SECRET": SECRET, "QUESTLOG_WEBHOOK__ALLOW_PRIVATE": "true"}


async def test_at_first_there_is_the_terminal_alone(terminal: Terminal) -> None:
    [console] = (await terminal.answer("channel", "list"))["channels"]
    assert (console["type"], console["active"]) == ("console", True)
    assert await terminal.lines("channel", "list") == ["1. this terminal"]


async def test_a_webhook_is_added_before_the_terminal_and_only_its_host_is_shown(terminal: Terminal) -> None:
    terminal.variables = SIGNED
    ended = await terminal.run("channel", "add", "webhook", HOOK)
    assert ended.code == Exit.OK
    listed = await terminal.run("channel", "list")
    assert listed.out.splitlines() == ["1. the webhook at hooks.example.org", "2. this terminal"]
    in_json = await terminal.run("channel", "list", "--json")
    for text in (*ended, *listed, *in_json):
        assert "t0ken" not in str(text)
        assert "s3cret" not in str(text)


async def test_without_a_secret_it_says_that_nothing_is_sent_yet(terminal: Terminal) -> None:
    ended = await terminal.run("channel", "add", "webhook", HOOK)
    assert (ended.code, "webhook.secret" in ended.err) == (Exit.OK, True)
    assert "other channels" in ended.err
    listed = await terminal.lines("channel", "list")
    assert listed[0] == "1. the webhook at hooks.example.org (not used: webhook.secret is not set)"
    assert (await terminal.refusal("channel", "test", "webhook"))[:2] == (Exit.PROBLEM, "no_secret")


@pytest.mark.parametrize(
    "address", ["", "example.org/t0ken", "ftp://example.org/t0ken", "https://", "https://[t0ken"]
)
async def test_what_is_no_address_is_refused_and_not_repeated(terminal: Terminal, address: str) -> None:
    code, name, message = await terminal.refusal("channel", "add", "webhook", address)
    assert (code, name) == (Exit.USAGE, "bad_address")
    assert "t0ken" not in message


@pytest.mark.parametrize("action", ["add", "remove", "default"])
async def test_the_terminal_is_neither_added_nor_removed_nor_moved(terminal: Terminal, action: str) -> None:
    assert (await terminal.refusal("channel", action, "console"))[:2] == (Exit.PROBLEM, "terminal")


async def test_a_channel_is_removed_and_what_is_not_there_is_refused(terminal: Terminal) -> None:
    await terminal.answer("channel", "add", "webhook", HOOK)
    assert (await terminal.answer("channel", "default", "webhook"))["channel"]["type"] == "webhook"
    assert (await terminal.answer("channel", "remove", "webhook"))["removed"]["type"] == "webhook"
    for action in ("remove", "default", "test"):
        assert (await terminal.refusal("channel", action, "webhook"))[1] == "no_such_channel"


async def test_a_test_message_arrives_signed(terminal: Terminal) -> None:
    terminal.variables = SIGNED
    async with WebhookReceiver.running() as receiver:
        await terminal.answer("channel", "add", "webhook", receiver.url)
        assert (await terminal.answer("channel", "test", "webhook"))["sent"]["type"] == "webhook"
    [document] = receiver.taken.values()
    assert [part["kind"] for part in document["messages"]] == ["test"]


async def test_a_test_message_that_does_not_arrive_says_why(terminal: Terminal) -> None:
    terminal.variables = SIGNED
    async with WebhookReceiver.running() as receiver:
        receiver.answers = [(503, {})]
        await terminal.answer("channel", "add", "webhook", receiver.url)
        code, name, message = await terminal.refusal("channel", "test", "webhook")
    assert (code, name) == (Exit.PROBLEM, "not_sent")
    assert message == "the test message did not arrive: the webhook answered 503"


async def test_the_terminal_can_be_tested_too(terminal: Terminal) -> None:
    shown = await terminal.lines("channel", "test", "console")
    assert any("A test from Questlog" in line for line in shown)


# Discord


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running(patience=20) as discord:
        yield discord


@pytest.fixture
def ada(discord: FakeDiscord) -> FakeUser:
    return discord.user("ada")


@pytest.mark.parametrize(
    ("address", "seen", "words"),
    [
        ("dm:{}", "direct messages", "your direct messages on Discord"),
        ("channel:{}", "channel", "a channel on Discord"),
    ],
)
async def test_discord_is_listed_in_words_that_people_understand(
    terminal: Terminal, discord: FakeDiscord, ada: FakeUser, *, address: str, seen: str, words: str
) -> None:
    await on_discord(terminal, ada, address.format(ada.id))
    hers = ("--identity", f"discord:{ada.id}")

    [listed] = (await terminal.answer("channel", "list", *hers))["channels"]
    unused = await terminal.lines("channel", "list", *hers)
    terminal.variables = addresses(discord)
    used = await terminal.lines("channel", "list", *hers)

    assert (listed["type"], listed["address"]) == ("discord", seen)
    assert unused == [f"1. {words} (not used: discord.token is not set)"]
    assert used == [f"1. {words}"]


async def test_a_test_message_arrives_on_discord(
    terminal: Terminal, discord: FakeDiscord, ada: FakeUser
) -> None:
    terminal.variables = addresses(discord)
    await on_discord(terminal, ada)

    shown = await terminal.lines("channel", "test", "discord", "--identity", f"discord:{ada.id}")

    assert shown == ["A test message went to your direct messages on Discord."]
    [card] = ada.dms
    assert "A test from Questlog" in card.text
    assert discord.gateway.identified == []


async def test_without_a_token_it_says_how_to_turn_discord_on(terminal: Terminal) -> None:
    code, name, message = await terminal.refusal("channel", "test", "discord")

    assert (code, name) == (Exit.PROBLEM, "no_token")
    assert "QUESTLOG_DISCORD__TOKEN" in message
    assert "docs/configuration.md" in message


async def test_who_was_never_on_discord_is_told_how_to_get_there(
    terminal: Terminal, discord: FakeDiscord
) -> None:
    terminal.variables = addresses(discord)

    _, name, message = await terminal.refusal("channel", "test", "discord")

    assert name == "no_such_channel"
    assert "--identity discord:" in message
    assert discord.requests == []


async def test_a_refused_token_is_named_in_one_line_and_not_repeated(
    terminal: Terminal, discord: FakeDiscord, ada: FakeUser
) -> None:
    wrong = "MTIz.wrong"
    terminal.variables = addresses(discord, QUESTLOG_DISCORD__TOKEN=wrong)
    await on_discord(terminal, ada)

    code, name, message = await terminal.refusal(
        "channel", "test", "discord", "--identity", f"discord:{ada.id}"
    )

    assert (code, name) == (Exit.PROBLEM, "not_sent")
    assert message.startswith("the test message did not arrive: Discord does not accept the token; ")
    assert "QUESTLOG_DISCORD__TOKEN" in message
    assert len(message.splitlines()) == 1
    assert wrong not in message


async def test_a_discord_that_is_down_is_told_from_a_wrong_token(
    terminal: Terminal, discord: FakeDiscord, ada: FakeUser
) -> None:
    terminal.variables = addresses(discord)
    await on_discord(terminal, ada)
    discord.stay_wrong(server_error(503), on="GET /users/@me")

    _, name, message = await terminal.refusal("channel", "test", "discord", "--identity", f"discord:{ada.id}")

    assert name == "not_sent"
    assert "Discord is too busy (503)" in message
