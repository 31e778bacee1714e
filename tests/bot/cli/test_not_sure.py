"""Whoever does not say yes is told what is so now: not everything that is asked about is a removal."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell, shell_in


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("words", "still"),
    [
        (("habit", "remove", "gym"), "Nothing was removed"),
        (("room", "leave", "Gym"), "You are still in the room"),
        (("session", "end-all"), "You are signed in where you were"),
    ],
)
async def test_it_says_what_is_still_so(shell: Shell, words: tuple[str, ...], still: str) -> None:
    await shell.run("habit", "add", "gym")
    await shell.run("room", "create", "Gym", "--as", "Ada")
    ended = await shell.run(*words)
    assert ended.code != 0
    assert f"{still}, because there is no terminal to ask at. Add --yes to confirm." in ended.err
