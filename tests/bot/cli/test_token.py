"""`questlog token`: shown once, replaced by the next, and taken away."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import Shell, shell_in
from tracker.accounts.identity import parse_identity
from tracker.accounts.tokens import MARK, Tokens


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


async def holder(shell: Shell, token: str) -> str | None:
    async with shell.diary() as diary:
        found = await Tokens(diary.desk.table, shell.clock).holder(token)
    return None if found is None else found.user_id


async def test_a_token_is_printed_alone_and_works(shell: Shell) -> None:
    ended = await shell.run("token", "new")

    assert ended.code == Exit.OK
    assert ended.out.startswith(MARK)
    assert ended.out.count("\n") == 1
    assert "once" in ended.err
    async with shell.diary() as diary:
        me = diary.user.id
    assert await holder(shell, ended.out.strip()) == me


async def test_there_are_several_and_one_of_the_same_name_replaces_another(shell: Shell) -> None:
    read = await shell.answer("token", "new", "--scope", "read")
    tell = await shell.answer("token", "new", "--scope", "tell", "--name", "phone")
    again = await shell.answer("token", "new", "--name", "Phone")

    assert [(one["name"], one["scope"], one["replaced"]) for one in (read, tell, again)] == [
        ("token", "read", False),
        ("phone", "tell", False),
        ("Phone", "write", True),
    ]
    assert await holder(shell, tell["token"]) is None
    assert await holder(shell, read["token"]) == await holder(shell, again["token"]) is not None
    listed = await shell.answer("token", "list")
    assert [(one["name"], one["scope"]) for one in listed["tokens"]] == [
        ("Phone", "write"),
        ("token", "read"),
    ]


async def test_each_is_revoked_by_its_name(shell: Shell) -> None:
    first, second = await shell.answer("token", "new"), await shell.answer("token", "new")

    assert (await shell.refusal("token", "revoke"))[1] == "which_token"
    assert await shell.answer("token", "revoke", "token 2") == {"revoked": True, "names": ["token 2"]}
    assert await holder(shell, second["token"]) is None
    assert await holder(shell, first["token"]) is not None
    assert await shell.answer("token", "revoke") == {"revoked": True, "names": ["token"]}
    assert await shell.answer("token", "revoke") == {"revoked": False, "names": []}
    for _ in range(2):
        await shell.answer("token", "new")
    assert (await shell.answer("token", "revoke", "--all"))["names"] == ["token", "token 2"]


async def test_people_are_told_what_became_of_the_one_before(shell: Shell) -> None:
    await shell.run("token", "new", "--name", "phone")

    assert "no longer" in (await shell.run("token", "new", "--name", "phone")).err
    assert "never used" in (await shell.run("token", "list")).out
    assert "phone works no longer" in (await shell.run("token", "revoke")).out
    assert (await shell.run("token", "revoke")).out == "There was no token.\n"
    assert "there are no tokens" in (await shell.run("token", "list")).out


async def test_an_operator_makes_one_for_somebody_else(shell: Shell) -> None:
    async with shell.diary() as diary:
        ada = await diary.desk.accounts.register(parse_identity("discord:123"))

    made = await shell.answer("token", "new", "--identity", "discord:123")

    assert await holder(shell, made["token"]) == ada.id
    code, name, _ = await shell.refusal("token", "new", "--identity", "discord:999")
    assert (code, name) == (Exit.PROBLEM, "no_such_user")
