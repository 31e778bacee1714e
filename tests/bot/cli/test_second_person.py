"""`questlog account new`, `--identity` and `questlog invite`: somebody else at this machine."""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE

from tests.bot.cli.terminal import Terminal


async def test_a_second_person_has_an_account_of_their_own_and_sees_nothing_of_the_first(
    terminal: Terminal,
) -> None:
    await terminal.answer("habit", "add", "Secret gym")
    made = await terminal.answer("account", "new", "--nickname", "Ada")

    assert made["account"]["identities"] == {"local": "Ada", "nickname": "Ada"}
    assert "--identity Ada" in made["message"]
    assert (await terminal.answer("habit", "list", "--identity", "ada"))["habits"] == []
    await terminal.answer("habit", "add", "Read", "--identity", "ada")
    assert [one["name"] for one in (await terminal.answer("habit", "list"))["habits"]] == ["Secret gym"]
    hers = await terminal.answer("account", "show", "--identity", "local:ada")
    assert hers["account"]["id"] == made["account"]["id"]


async def test_a_name_that_is_taken_makes_no_account(terminal: Terminal) -> None:
    await terminal.answer("account", "set", "--nickname", "Bob")
    await terminal.answer("account", "new", "--nickname", "ada")
    for name in ("ADA", "bob"):
        assert (await terminal.refusal("account", "new", "--nickname", name))[1] == "identity_taken"
    assert (await terminal.refusal("account", "show", "--identity", "bob"))[1] == "no_such_user"
    assert (await terminal.refusal("account", "new", "--nickname", "x"))[1] == "invalid_identity"
    for name in ("+12015550123", "a@b.org"):
        for act in ("new", "set"):
            assert (await terminal.refusal("account", act, "--nickname", name))[1] == "invalid_identity"


async def test_an_invitation_says_what_to_tell_them(terminal: Terminal) -> None:
    await terminal.answer("account", "new", "--nickname", "ada")
    made = await terminal.answer("invite", "--identity", "ada")
    assert re.fullmatch("[0-9]{12}", made["code"])
    said = " ".join(await terminal.lines("invite", "--identity", "ada"))
    assert re.search("/channel verify code:[0-9]{12}", said)
    assert "is good once, until" in said


async def test_their_messages_are_not_shown_at_the_terminal_of_this_machine(terminal: Terminal) -> None:
    await terminal.answer("account", "new", "--nickname", "ada")
    for who in ((), ("--identity", "ada")):
        await terminal.answer("habit", "add", "Read", *who)
        await terminal.answer("habit", "done", "read", *who)

    ended = await terminal.run("dispatch", "--once")

    assert ended.out.count("Achievement: First step") == 1
    assert ended.out.splitlines()[-1] == "1 delivered, 1 held, 0 failed, 0 dropped."
    [hers] = (await terminal.answer("messages", "list", "--identity", "ada"))["messages"]
    assert (hers["title"], hers["status"]) == ("Achievement: First step", "pending")
    assert "no channel" in hers["outcome"] or "no channel" in hers["reason"]


async def test_a_command_that_loads_little_knows_every_kind_of_message(terminal: Terminal) -> None:
    """In a process of its own: those of other tests have loaded everything."""
    await terminal.answer("habit", "add", "Read")
    await terminal.answer("challenge", "create", "Reading", "--counts", "habits")
    await terminal.answer("challenge", "join", "reading", "--as", "Ada")
    [one] = await asyncio.gather(
        asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "messages",
            "show",
            (await terminal.answer("messages", "list"))["messages"][0]["id"],
            cwd=terminal.folder,
            env=terminal.environment,
            stdout=PIPE,
            stderr=PIPE,
        )
    )
    out, err = await one.communicate()

    assert err == b""
    assert b"challenge" in out
