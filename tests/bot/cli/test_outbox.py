"""`questlog messages list|show|retry`, and `outbox`, its old name: what was sent, what waits, and why."""

from datetime import timedelta

from bot.exits import Exit
from tests.bot.cli.terminal import Terminal
from tests.tracker.notify.notes import note
from tracker.clock import system_clock
from tracker.notify import outbox
from tracker.notify.model import DeliveryStep

FIELDS = {
    "id",
    "kind",
    "why",
    "channel",
    "status",
    "outcome",
    "title",
    "text",
    "createdAt",
    "notBefore",
    "deliveredAt",
    "reason",
    "attempts",
    "trail",
}


async def enqueue(terminal: Terminal, *entities: str, **other: object) -> list[str]:
    """Messages, each a minute newer than the one before; their ids."""
    async with terminal.store() as (table, me):
        start = system_clock() - timedelta(minutes=len(entities))
        made = [
            note(
                entity,
                start + number * timedelta(minutes=1),
                person=me.id,
                **{"kind": "goal-reached", **other},
            )
            for number, entity in enumerate(entities)
        ]
        for message in made:
            await outbox.enqueue(table, message)
        return [message.outbox_id for message in made]


async def fail(terminal: Terminal) -> None:
    """The newest message is given up."""
    async with terminal.store() as (table, me):
        item, *_ = await outbox.history(table, me.id)
        step = DeliveryStep(at=system_clock(), what="Retry: busy", channel="webhook")
        await outbox.fail(table, [item], "given up", system_clock(), [step])


async def test_on_an_empty_store_there_are_none(terminal: Terminal) -> None:
    none = {"messages": [], "total": 0, "page": 0, "pages": 1}
    assert await terminal.answer("outbox", "list") == none
    assert await terminal.answer("messages", "list") == none
    looked, said = await terminal.lines("messages", "list")
    assert looked.startswith("Looked into the SQLite file")
    assert said.startswith("There are no messages.")


async def test_messages_are_listed_newest_first_with_all_that_is_known(terminal: Terminal) -> None:
    old, new = await enqueue(terminal, "old", "new", preferred_channel="webhook")
    messages = (await terminal.answer("outbox", "list"))["messages"]
    assert [one["id"] for one in messages] == [new, old]
    assert messages[0].keys() == FIELDS
    assert {name: messages[0][name] for name in ("kind", "channel", "status", "title", "attempts")} == {
        "kind": "goal-reached",
        "channel": "webhook",
        "status": "pending",
        "title": "Reached new",
        "attempts": 0,
    }
    assert messages[0]["createdAt"].endswith("Z")
    assert messages[0]["deliveredAt"] is None


async def test_after_delivery_the_channel_is_the_one_that_delivered_it(terminal: Terminal) -> None:
    await enqueue(terminal, "a", preferred_channel="webhook")
    await terminal.answer("dispatch", "--once")
    [message] = (await terminal.answer("outbox", "list"))["messages"]
    assert (message["status"], message["channel"]) == ("delivered", "console")
    assert message["deliveredAt"] is not None
    assert [step["what"] for step in message["trail"]] == ["delivered"]


async def test_they_can_be_chosen_by_state_and_number(terminal: Terminal) -> None:
    await enqueue(terminal, "a", "b", "c")
    await fail(terminal)
    failed = (await terminal.answer("outbox", "list", "--status", "failed"))["messages"]
    assert [one["title"] for one in failed] == ["Reached c"]
    assert failed[0]["trail"][0]["what"] == "Retry: busy"
    newest = (await terminal.answer("outbox", "list", "--limit", "2"))["messages"]
    assert [one["title"] for one in newest] == ["Reached c", "Reached b"]


async def test_people_see_a_page_and_how_many_more_there_are_and_programs_all(terminal: Terminal) -> None:
    await enqueue(terminal, *(f"goal-{number}" for number in range(32)))
    shown = await terminal.lines("outbox", "list")
    assert shown[0].split("  ")[0] == "message"
    assert shown[0].rstrip().endswith("id")
    assert "Reached goal-31" in shown[1]
    assert shown[-1] == "2 older ones are not shown; --all shows them."
    assert len(await terminal.lines("outbox", "list", "--all")) == 33
    assert len((await terminal.answer("outbox", "list"))["messages"]) == 32


async def test_what_failed_can_be_sent_again_by_the_beginning_of_its_id(terminal: Terminal) -> None:
    [message] = await enqueue(terminal, "a")
    await fail(terminal)
    assert (await terminal.answer("dispatch", "--once"))["messages"] == []
    again = (await terminal.answer("outbox", "retry", message[:6].upper()))["message"]
    assert (again["id"], again["status"], again["attempts"]) == (message, "pending", 0)
    assert (await terminal.answer("dispatch", "--once"))["delivered"] == 1


async def test_what_is_told_or_unknown_or_not_clear_is_refused(terminal: Terminal) -> None:
    [message, _] = await enqueue(terminal, "a", "b")
    assert (await terminal.refusal("outbox", "retry", "zzz"))[:2] == (Exit.PROBLEM, "no_such_message")
    assert (await terminal.refusal("outbox", "retry", ""))[:2] == (Exit.PROBLEM, "no_such_message")
    await terminal.answer("dispatch", "--once")
    code, name, told = await terminal.refusal("outbox", "retry", message)
    assert (code, name) == (Exit.PROBLEM, "wrong_status")
    assert "delivered already" in told


async def test_a_beginning_of_two_ids_is_refused(terminal: Terminal) -> None:
    ids = await enqueue(terminal, *(f"goal-{number}" for number in range(17)))
    letters = [one[0] for one in ids]
    twice = next(letter for letter in letters if letters.count(letter) > 1)
    assert (await terminal.refusal("outbox", "retry", twice))[1] == "ambiguous_message"


async def test_what_is_too_old_is_not_sent_again(terminal: Terminal) -> None:
    [message] = await enqueue(terminal, "a", expires_at=system_clock() - timedelta(seconds=30))
    assert (await terminal.refusal("outbox", "retry", message))[1] == "too_old"


async def test_one_message_tells_why_it_came_and_what_happened_to_it(terminal: Terminal) -> None:
    [name] = await enqueue(terminal, "wc", kind="goal-milestone", facts={"goal": "h2k7wd"})
    await fail(terminal)
    lines = await terminal.lines("outbox", "show", name[:8])
    assert lines[:4] == [
        "Reached wc",
        "  99 Woodcutting, at last.",
        "",
        "Why: your goal h2k7wd passed a milestone.",
    ]
    assert lines[4].endswith("  it happened")
    assert lines[5].endswith("  not sent by webhook yet: busy")
    assert lines[6] == "Now: failed: given up."
    shown = (await terminal.answer("outbox", "show", name))["message"]
    assert shown["why"] == "your goal h2k7wd passed a milestone"
    assert await terminal.lines("outbox", "why", name) == await terminal.lines("messages", "show", name)
    assert [step["what"] for step in shown["trail"]] == ["Retry: busy"]


async def test_a_message_that_is_not_there_is_not_shown(terminal: Terminal) -> None:
    _, name, _ = await terminal.refusal("outbox", "show", "feed")
    assert name == "no_such_message"
