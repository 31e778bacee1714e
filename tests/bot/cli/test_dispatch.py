"""`questlog dispatch --once`: real processes that print, post and record."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.exits import Exit
from tests.bot.cli.discord_person import on_discord
from tests.bot.cli.terminal import Terminal
from tests.bot.service import addresses
from tests.fakes.discord.faults import hang, server_error
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.webhook_receiver import SECRET, WebhookReceiver
from tests.tracker.notify.notes import note
from tracker.clock import system_clock
from tracker.notify import outbox
from tracker.notify.channels import Channels

SIGNED = {"QUESTLOG_WEBHOOK__SECRET": SECRET, "QUESTLOG_WEBHOOK__ALLOW_PRIVATE": "true"}


async def enqueue(terminal: Terminal, entity: str = "goal-1", *, webhook: str | None = None) -> str:
    """A message for the local person; its id."""
    async with terminal.store() as (table, me):
        if webhook is not None:
            await Channels(table, system_clock).add(me.id, "webhook", webhook)
        message = note(entity, system_clock(), person=me.id, kind="goal-reached")
        assert await outbox.enqueue(table, message)
        return message.outbox_id


async def test_on_an_empty_store_nothing_is_due(terminal: Terminal) -> None:
    nothing = {"delivered": 0, "held": 0, "failed": 0, "dropped": 0, "messages": []}
    assert await terminal.answer("dispatch", "--once") == nothing
    assert await terminal.lines("dispatch", "--once") == ["Nothing is due."]


async def test_without_once_it_points_to_the_service(terminal: Terminal) -> None:
    code, name, message = await terminal.refusal("dispatch")
    assert (code, name) == (Exit.USAGE, "usage")
    assert "questlog run" in message


async def test_the_local_person_reads_messages_here_without_any_set_up(terminal: Terminal) -> None:
    await enqueue(terminal)
    shown = await terminal.lines("dispatch", "--once")
    assert any("Reached goal-1" in line for line in shown)
    assert shown[-1] == "1 delivered, 0 held, 0 failed, 0 dropped."
    assert await terminal.lines("dispatch", "--once") == ["Nothing is due."]


async def test_with_json_the_message_goes_to_stderr_and_stdout_is_json_alone(terminal: Terminal) -> None:
    message = await enqueue(terminal)
    ended = await terminal.run("dispatch", "--once", "--json")
    answer = json.loads(ended.out)
    assert (ended.code, answer["delivered"]) == (Exit.OK, 1)
    assert answer["messages"] == [
        {"id": message, "kind": "goal-reached", "channel": "console", "status": "delivered", "reason": None}
    ]
    assert "Reached goal-1" in ended.err


async def test_with_a_secret_it_goes_to_the_webhook(terminal: Terminal) -> None:
    terminal.variables = SIGNED
    async with WebhookReceiver.running() as receiver:
        message = await enqueue(terminal, webhook=receiver.url)
        answer = await terminal.answer("dispatch", "--once")
    assert answer["messages"][0]["channel"] == "webhook"
    assert list(receiver.taken) == [message]


async def test_without_a_secret_it_is_told_at_the_terminal(terminal: Terminal) -> None:
    async with WebhookReceiver.running() as receiver:
        await enqueue(terminal, webhook=receiver.url)
        answer = await terminal.answer("dispatch", "--once")
    assert answer["messages"][0]["channel"] == "console"
    assert receiver.requests == []


async def test_a_webhook_in_a_private_network_is_not_asked_unless_the_operator_allows_it(
    terminal: Terminal,
) -> None:
    terminal.variables = {"QUESTLOG_WEBHOOK__SECRET": SECRET}
    async with WebhookReceiver.running() as receiver:
        await enqueue(terminal, webhook=receiver.url)
        answer = await terminal.answer("dispatch", "--once")
    assert answer["messages"][0]["channel"] == "console"
    assert receiver.requests == []


async def test_what_is_held_says_why(terminal: Terminal) -> None:
    now = system_clock()
    hours = f"{now - timedelta(hours=1):%H:00}-{now + timedelta(hours=2):%H:00}"
    await terminal.answer("account", "set", "--quiet-hours", hours)
    message = await enqueue(terminal)
    line, summary = await terminal.lines("dispatch", "--once")
    assert line == f"held: goal-reached ({message[:8]}): quiet hours"
    assert summary == "0 delivered, 1 held, 0 failed, 0 dropped."


# Discord


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running() as discord:
        yield discord


async def enqueue_for(terminal: Terminal, person: str) -> str:
    async with terminal.store() as (table, _):
        message = note(at=system_clock(), person=person, kind="goal-reached")
        assert await outbox.enqueue(table, message)
        return message.outbox_id


async def test_with_a_token_it_writes_on_discord_by_a_login_alone(
    terminal: Terminal, discord: FakeDiscord
) -> None:
    terminal.variables = addresses(discord)
    ada = discord.user("ada")
    message = await enqueue_for(terminal, await on_discord(terminal, ada))

    ended = await terminal.run("dispatch", "--once", "--json")

    [told] = json.loads(ended.out)["messages"]
    assert (told["id"], told["channel"], told["status"]) == (message, "discord", "delivered")
    assert ended.err == ""
    [card] = ada.dms
    assert "Reached goal-1" in card.text
    assert discord.gateway.identified == []


async def test_nobody_logs_in_when_nothing_is_due_on_discord(
    terminal: Terminal, discord: FakeDiscord
) -> None:
    terminal.variables = addresses(discord)
    await on_discord(terminal, discord.user("ada"))
    await enqueue(terminal)

    assert (await terminal.answer("dispatch", "--once"))["delivered"] == 1

    assert discord.requests == []


async def test_where_discord_is_down_its_messages_wait_and_the_others_go_out(
    terminal: Terminal, discord: FakeDiscord
) -> None:
    discord.stay_wrong(server_error(503), on="GET /users/@me")
    terminal.variables = addresses(discord)
    waits = await enqueue_for(terminal, await on_discord(terminal, discord.user("ada")))
    goes = await enqueue(terminal)

    answer = await terminal.answer("dispatch", "--once")

    ends = {one["id"]: (one["status"], one["reason"]) for one in answer["messages"]}
    assert ends[goes] == ("delivered", None)
    assert ends[waits][0] == "held"
    assert ends[waits][1].startswith("Discord is too busy (503)")


async def test_a_discord_that_hangs_is_not_waited_for_long(terminal: Terminal, discord: FakeDiscord) -> None:
    discord.stay_wrong(hang(), on="GET /users/@me")
    terminal.variables = addresses(discord)
    await enqueue_for(terminal, await on_discord(terminal, discord.user("ada")))

    answer = await terminal.answer("dispatch", "--once")

    assert answer["messages"][0]["reason"].startswith("Discord did not answer within 5 s")


async def test_with_a_refused_token_messages_go_on_the_next_channel(
    terminal: Terminal, discord: FakeDiscord
) -> None:
    wrong = "MTIz.wrong"
    async with WebhookReceiver.running() as receiver:
        terminal.variables = {**SIGNED, **addresses(discord, QUESTLOG_DISCORD__TOKEN=wrong)}
        person = await on_discord(terminal, discord.user("ada"))
        async with terminal.store() as (table, _):
            await Channels(table, system_clock).add(person, "webhook", receiver.url)
        message = await enqueue_for(terminal, person)
        ended = await terminal.run("dispatch", "--once", "--json")

    [told] = json.loads(ended.out)["messages"]
    assert (told["status"], told["channel"]) == ("delivered", "webhook")
    assert list(receiver.taken) == [message]
    assert "QUESTLOG_DISCORD__TOKEN" in ended.err
    assert wrong not in ended.out + ended.err


async def test_with_a_refused_token_who_runs_it_has_an_alarm_waiting(
    terminal: Terminal, discord: FakeDiscord
) -> None:
    ada = discord.user("ada")
    terminal.variables = addresses(
        discord,
        QUESTLOG_DISCORD__TOKEN="MTIz.wrong",  # noqa: S106 - a wrong one
        QUESTLOG_DISCORD__OWNER_IDS=f"[{ada.id}]",
    )
    await enqueue_for(terminal, await on_discord(terminal, ada))

    await terminal.answer("dispatch", "--once")

    listed = await terminal.answer("outbox", "list", "--identity", f"discord:{ada.id}")
    assert {one["kind"]: one["status"] for one in listed["messages"]} == {
        "channel-stopped": "pending",
        "goal-reached": "pending",
    }
