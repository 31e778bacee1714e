"""`questlog email`: real processes that read what comes back."""

import json

from bot.exits import Exit
from tests.bot.cli.mother import mother
from tests.bot.cli.terminal import Ended, Terminal
from tests.bot.email.returned import bounced, sent, unwanted
from tests.fakes.mail_server import MailServer
from tests.scheduler.channels.letters import ADA
from tests.tracker.notify.notes import note
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids
from tracker.notify import outbox
from tracker.notify.channels import Channels
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.signing import Signer


async def piped(terminal: Terminal, raw: bytes, *arguments: str) -> Ended:
    return await mother().run(arguments, terminal.folder, terminal.environment, read=raw)


async def signer_of(terminal: Terminal) -> Signer:
    async with terminal.store() as (table, _):
        return await Signer.of(table)


async def why(terminal: Terminal) -> Why | None:
    async with terminal.store() as (table, _):
        found = await StoppedAddresses(table, system_clock).find("email", ADA)
        return None if found is None else found.why


async def test_what_came_back_stops_the_address_and_the_channel_of_its_holder(
    terminal: Terminal,
) -> None:
    async with terminal.store() as (table, me):
        await Accounts(table, system_clock, ulids()).claim(me.id, parse_identity(f"email:{ADA}"))
        await Channels(table, system_clock).add(me.id, "email", ADA)
    ended = await piped(terminal, bounced(sent(await signer_of(terminal))), "email", "bounce", "--json")
    assert ended.code == Exit.OK, ended.err
    assert json.loads(ended.out) == {"address": "a***@example.org", "stopped": "bounced"}
    assert await why(terminal) is Why.BOUNCED
    async with terminal.store() as (table, me):
        own = await Channels(table, system_clock).find(me.id, "email")
    assert (own.is_active, own.off_reason) == (False, "messages to this address came back")


async def test_a_complaint_is_told_to_people_without_the_whole_address(terminal: Terminal) -> None:
    ended = await piped(terminal, unwanted(sent(await signer_of(terminal))), "email", "bounce")
    assert ended.code == Exit.OK, ended.err
    assert ended.out == "Nothing more is sent to a***@example.org: it was reported as unwanted.\n"
    assert await why(terminal) is Why.COMPLAINED


async def test_a_full_mailbox_stays_on(terminal: Terminal) -> None:
    raw = bounced(sent(await signer_of(terminal)), "5.2.2", "552 5.2.2 full")
    ended = await piped(terminal, raw, "email", "bounce", "--json")
    assert json.loads(ended.out) == {"address": "a***@example.org", "stopped": None}
    assert await why(terminal) is None


async def test_a_report_by_somebody_else_changes_nothing(terminal: Terminal) -> None:
    ended = await piped(terminal, bounced(sent(Signer(b"another key"))), "email", "bounce", "--json")
    assert (ended.code, json.loads(ended.out)["error"]["code"]) == (Exit.PROBLEM, "not_ours")
    assert await why(terminal) is None


async def test_other_mail_is_refused(terminal: Terminal) -> None:
    code, name, message = await terminal.refusal("email", "bounce")
    assert (code, name) == (Exit.PROBLEM, "no_report")
    assert "stdin" in message


async def test_an_address_is_allowed_again(terminal: Terminal) -> None:
    async with terminal.store() as (table, _):
        await StoppedAddresses(table, system_clock).stop("email", ADA, Why.BOUNCED)
    assert await terminal.answer("email", "allow", ADA.upper()) == {
        "address": "A***@example.org",
        "wasStopped": True,
    }
    assert await why(terminal) is None
    assert await terminal.lines("email", "allow", ADA) == [
        "a***@example.org can be written to; nothing had stopped it."
    ]


async def test_what_is_no_address_is_refused(terminal: Terminal) -> None:
    code, name, _ = await terminal.refusal("email", "allow", "ada")
    assert (code, name) == (Exit.USAGE, "bad_address")


async def test_a_message_that_is_due_goes_by_e_mail_with_the_chart_of_its_goal(terminal: Terminal) -> None:
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 4_000_000)
    goal = await terminal.set_goal("Oak Chopper", "99 wc")
    async with terminal.store() as (table, me):
        await Channels(table, system_clock).add(me.id, "email", ADA)
        told = note(
            goal.id,
            system_clock(),
            person=me.id,
            kind="goal-change",
            group=goal.character,
            facts={"goal": goal.id, "percent": "30.7"},
        )
        assert await outbox.enqueue(table, told)
    async with MailServer.running() as server:
        for name, value in server.settings(timeout_seconds=10).items():
            terminal.variables[f"QUESTLOG_EMAIL__{name.upper()}"] = str(value)
        assert (await terminal.answer("dispatch", "--once"))["delivered"] == 1
    [mail] = server.mails
    assert [one.get_content_type() for one in mail.walk()][-1] == "image/png"
    assert "99 Woodcutting, Oak Chopper: " in str(mail.get_body(("html",)))
