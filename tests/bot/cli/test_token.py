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
        return await Tokens(diary.desk.table, shell.clock).holder(token)


async def test_a_token_is_printed_alone_and_works(shell: Shell) -> None:
    ended = await shell.run("token", "new")

    assert ended.code == Exit.OK
    assert ended.out.startswith(MARK)
    assert ended.out.count("\n") == 1
    assert "once" in ended.err
    async with shell.diary() as diary:
        me = diary.user.id
    assert await holder(shell, ended.out.strip()) == me


async def test_the_next_one_replaces_it_and_revoking_ends_it(shell: Shell) -> None:
    first = await shell.answer("token", "new")
    second = await shell.answer("token", "new")

    assert (first["replaced"], second["replaced"]) == (False, True)
    assert await holder(shell, first["token"]) is None
    assert await shell.answer("token", "revoke") == {"revoked": True}
    assert await holder(shell, second["token"]) is None
    assert await shell.answer("token", "revoke") == {"revoked": False}


async def test_people_are_told_what_became_of_the_one_before(shell: Shell) -> None:
    await shell.run("token", "new")

    assert "no longer" in (await shell.run("token", "new")).err
    assert (await shell.run("token", "revoke")).out == "The token works no longer.\n"
    assert (await shell.run("token", "revoke")).out == "There was no token.\n"


async def test_an_operator_makes_one_for_somebody_else(shell: Shell) -> None:
    async with shell.diary() as diary:
        ada = await diary.desk.accounts.register(parse_identity("discord:123"))

    made = await shell.answer("token", "new", "--identity", "discord:123")

    assert await holder(shell, made["token"]) == ada.id
    code, name, _ = await shell.refusal("token", "new", "--identity", "discord:999")
    assert (code, name) == (Exit.PROBLEM, "no_such_user")
