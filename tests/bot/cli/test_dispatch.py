"""`questlog dispatch --once`: real processes that print, post and record."""

import json
from datetime import timedelta

from bot.exits import Exit
from tests.bot.cli.terminal import Terminal
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
        message = note(entity, system_clock(), person=me.id)
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
        {"id": message, "kind": "reached", "channel": "console", "status": "delivered", "reason": None}
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
    assert line == f"held: reached ({message[:8]}): quiet hours"
    assert summary == "0 delivered, 1 held, 0 failed, 0 dropped."
