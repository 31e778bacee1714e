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
from tests.fakes.json_receiver import JsonReceiver
from tests.fakes.twilio import ACCOUNT, SENDER, TOKEN, FakeTwilio
from tests.fakes.webhook_receiver import SECRET, WebhookReceiver
from tracker.clock import system_clock
from tracker.notify.channel_off import switch_off
from tracker.notify.channels import Channels

TERMINAL = "the terminal of the machine that Questlog runs on"
LATER = "Try again in some minutes. Messages wait for it, or take another way."
HOOK = "https://hooks.example.org/t0ken?key=s3cret"
SIGNED = {"QUESTLOG_WEBHOOK__SECRET": SECRET, "QUESTLOG_WEBHOOK__ALLOW_PRIVATE": "true"}


async def test_at_first_there_is_the_terminal_alone(terminal: Terminal) -> None:
    [console] = (await terminal.answer("channel", "list"))["channels"]
    assert (console["type"], console["active"]) == ("console", True)
    assert await terminal.lines("channel", "list") == [f"1. {TERMINAL}"]


async def test_a_second_webhook_needs_a_name_and_takes_nobodys_place(terminal: Terminal) -> None:
    terminal.variables = SIGNED
    other = "https://other.example.org/hook"
    first = (await terminal.answer("channel", "add", "webhook", HOOK))["channel"]
    assert (await terminal.answer("channel", "add", "webhook", HOOK))["channel"]["type"] == "webhook"
    code, name, said = await terminal.refusal("channel", "add", "webhook", other)
    assert (code, name) == (Exit.PROBLEM, "channel_exists")
    assert "Webhook (hooks.example.org) already. To have both, add this one with a name" in said

    home = (await terminal.answer("channel", "add", "webhook", other, "--name", "home"))["channel"]

    assert (home["type"], home["text"]) == ("webhook.home", "Webhook home (other.example.org)")
    assert home["secret"] not in (None, first["secret"])
    assert (await terminal.answer("channel", "show", "webhook.home"))["channel"] == home
    listed = await terminal.lines("channel", "list")
    assert listed[:2] == ["1. Webhook (hooks.example.org)", "2. Webhook home (other.example.org)"]
    code, name, _ = await terminal.refusal("channel", "add", "email", "ada@example.org", "--name", "home")
    assert (code, name) == (Exit.USAGE, "bad_channel_name")


async def test_a_webhook_is_added_before_the_terminal_and_only_its_host_is_shown(terminal: Terminal) -> None:
    terminal.variables = SIGNED
    ended = await terminal.run("channel", "add", "webhook", HOOK)
    assert ended.code == Exit.OK
    listed = await terminal.run("channel", "list")
    assert listed.out.splitlines() == ["1. Webhook (hooks.example.org)", f"2. {TERMINAL}"]
    in_json = await terminal.run("channel", "list", "--json")
    for text in (*ended, *listed, *in_json):
        assert "t0ken" not in str(text)
        assert "s3cret" not in str(text)


async def test_without_a_secret_it_says_that_nothing_is_sent_yet(terminal: Terminal) -> None:
    ended = await terminal.run("channel", "add", "webhook", HOOK)
    assert (ended.code, "webhook.secret" in ended.err) == (Exit.OK, True)
    assert "other channels" in ended.err
    listed = await terminal.lines("channel", "list")
    assert listed[0] == "1. Webhook (hooks.example.org): not used, because webhook.secret is not set"
    assert (await terminal.refusal("channel", "test", "webhook"))[:2] == (Exit.PROBLEM, "no_secret")


@pytest.mark.parametrize(
    "address", ["", "example.org/t0ken", "ftp://example.org/t0ken", "https://", "https://[t0ken"]
)
async def test_what_is_no_address_is_refused_and_not_repeated(terminal: Terminal, address: str) -> None:
    code, name, message = await terminal.refusal("channel", "add", "webhook", address)
    assert (code, name) == (Exit.USAGE, "bad_address")
    assert "t0ken" not in message


@pytest.mark.parametrize("action", ["add", "remove", "default", "off", "on"])
async def test_the_terminal_is_neither_added_nor_removed_nor_moved(terminal: Terminal, action: str) -> None:
    assert (await terminal.refusal("channel", action, "console"))[:2] == (Exit.PROBLEM, "terminal")


async def test_a_channel_is_removed_and_what_is_not_there_is_refused(terminal: Terminal) -> None:
    await terminal.answer("channel", "add", "webhook", HOOK)
    assert (await terminal.answer("channel", "default", "webhook"))["channel"]["type"] == "webhook"
    assert (await terminal.answer("channel", "remove", "webhook"))["removed"]["type"] == "webhook"
    for action in ("remove", "default", "test"):
        assert (await terminal.refusal("channel", action, "webhook"))[1] == "no_such_channel"


async def test_a_channel_is_switched_off_and_on(terminal: Terminal) -> None:
    terminal.variables = SIGNED
    added = (await terminal.answer("channel", "add", "webhook", HOOK))["channel"]
    off = (await terminal.answer("channel", "off", "webhook"))["channel"]
    assert (off["active"], off["offReason"]) == (False, "you switched it off")
    [first, _] = await terminal.lines("channel", "list")
    assert first.endswith("; questlog channel on webhook switches it on")
    assert (await terminal.refusal("channel", "test", "webhook"))[1] == "not_sent"
    on = (await terminal.answer("channel", "on", "webhook"))["channel"]
    assert (on["active"], on["offSince"], on["offReason"]) == (True, None, None)
    shown = (await terminal.answer("channel", "show", "webhook"))["channel"]
    assert shown == {**on, "secret": added["secret"]}
    assert shown["secret"].startswith("qlw_")


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
    assert message == f"The test message did not arrive: the webhook answered 503. {LATER}"


async def test_the_terminal_can_be_tested_too(terminal: Terminal) -> None:
    shown = await terminal.lines("channel", "test", "console")
    assert any("A test from Questlog" in line for line in shown)


# Discord


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running() as discord:
        yield discord


@pytest.fixture
def ada(discord: FakeDiscord) -> FakeUser:
    return discord.user("ada")


@pytest.mark.parametrize(
    ("address", "seen", "words"),
    [
        ("dm:{}", "direct messages", "Discord (your direct messages)"),
        ("channel:{}", "channel", "Discord (a channel)"),
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
    assert unused == [f"1. {words}: not used, because discord.token is not set"]
    assert used == [f"1. {words}"]


async def test_a_test_message_arrives_on_discord(
    terminal: Terminal, discord: FakeDiscord, ada: FakeUser
) -> None:
    terminal.variables = addresses(discord)
    await on_discord(terminal, ada)

    shown = await terminal.lines("channel", "test", "discord", "--identity", f"discord:{ada.id}")

    assert shown[0] == "Discord (your direct messages) took the test message."
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
    assert message.startswith("The test message did not arrive: Discord does not accept the token; ")
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


@pytest.mark.parametrize(("kind", "address"), [("sms", "+1 201 555 0123"), ("email", "ada@example.org")])
async def test_a_channel_that_is_not_set_up_is_refused_before_anything_is_sent(
    terminal: Terminal, kind: str, address: str
) -> None:
    code, name, message = await terminal.refusal("channel", "add", kind, address)
    assert (code, name) == (Exit.PROBLEM, "not_set_up")
    assert address not in message


@pytest.mark.parametrize(("kind", "address"), [("sms", "7700 900123"), ("email", "ada@"), ("sms", "")])
async def test_what_is_no_number_or_mailbox_is_refused(terminal: Terminal, kind: str, address: str) -> None:
    assert (await terminal.refusal("channel", "add", kind, address))[:2] == (Exit.USAGE, "bad_address")


async def test_a_code_for_nothing_is_refused(terminal: Terminal) -> None:
    assert (await terminal.refusal("channel", "verify", "123456"))[1] == "nothing_to_confirm"


# By Apprise


async def test_of_another_service_only_its_name_is_seen(terminal: Terminal) -> None:
    async with terminal.store() as (table, me):
        await Channels(table, system_clock).add(me.id, "apprise", "tgram://123456:hunter2/42")
    [first, _] = (await terminal.answer("channel", "list"))["channels"]
    assert (first["type"], first["address"]) == ("apprise", "Telegram")
    assert "1. Telegram (by Apprise)" in await terminal.lines("channel", "list")


async def test_another_service_is_tested_at_its_place(terminal: Terminal) -> None:
    terminal.variables = {
        "QUESTLOG_APPRISE__SERVICES": '["json"]',
        "QUESTLOG_APPRISE__ALLOW_PRIVATE": "true",
    }
    async with JsonReceiver.running() as receiver:
        async with terminal.store() as (table, me):
            address = f"json://ada:hunter2@127.0.0.1:{receiver.port}/x"
            await Channels(table, system_clock).add(me.id, "apprise", address)
        assert (await terminal.answer("channel", "test", "apprise"))["sent"]["address"] == "json"
        assert [one["title"] for one in receiver.taken] == ["A test from Questlog"]
        receiver.answers = [500]
        _, name, message = await terminal.refusal("channel", "test", "apprise")
    assert (name, message) == ("not_sent", f"The test message did not arrive: json did not take it. {LATER}")


async def test_where_apprise_is_off_its_channel_says_so(terminal: Terminal) -> None:
    terminal.variables = {"QUESTLOG_APPRISE__ENABLED": "false"}
    async with terminal.store() as (table, me):
        await Channels(table, system_clock).add(me.id, "apprise", "tgram://123456:hunter2/42")
    assert "1. Telegram (by Apprise): not used, because apprise.enabled is false" in await terminal.lines(
        "channel", "list"
    )
    assert (await terminal.refusal("channel", "test", "apprise"))[1] == "not_set_up"


@pytest.mark.parametrize(
    ("kind", "reason", "remedy"),
    [
        ("sms", "you sent STOP", "; text START from that phone to switch it on"),
        ("sms", "you sent STOP; text START to +15005550006 to get messages again", ""),
        ("sms", "this number gets no SMS", "; add it once more to switch it on"),
        (
            "email",
            "a message was reported there as unwanted",
            "; ask whoever runs this Questlog to switch it on",
        ),
    ],
)
async def test_what_is_switched_off_says_what_brings_it_back(
    terminal: Terminal, kind: str, reason: str, remedy: str
) -> None:
    async with terminal.store() as (table, me):
        made = await Channels(table, system_clock).add(me.id, kind, "+447700900123")
        await switch_off(table, me.id, made, reason, system_clock())
    [first, _] = await terminal.lines("channel", "list")
    assert ": switched off since " in first
    assert first.endswith(f": {reason}{remedy}")


async def test_whoever_asks_for_a_code_by_sms_is_told_about_start(terminal: Terminal) -> None:
    async with FakeTwilio.running(system_clock) as twilio:
        terminal.variables = {
            "QUESTLOG_SMS__ACCOUNT_SID": ACCOUNT,
            "QUESTLOG_SMS__AUTH_TOKEN": TOKEN,
            "QUESTLOG_SMS__FROM_NUMBER": SENDER,
            "QUESTLOG_SMS__API_URL": twilio.url,
        }
        said = await terminal.lines("channel", "add", "sms", "+1 201 555 0123")
    assert "text START first" in said[-1]
    assert [one["to"] for one in twilio.messages] == ["+12015550123"]
