"""`questlog share`: nothing is shared before somebody at the terminal says yes."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell, shell_in


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


async def test_without_a_yes_nothing_is_shared(shell: Shell) -> None:
    await shell.run("habit", "add", "gym")

    ended = await shell.run("share", "habit", "gym")

    assert ended.code != 0
    assert "Nothing is shared, because there is no terminal to ask at. Add --yes" in ended.err
    assert "No stranger sees anything of yours" in (await shell.run("share", "list")).out


async def test_with_one_the_link_stands_alone_on_its_line(shell: Shell) -> None:
    await shell.run("habit", "add", "gym")

    ended = await shell.run("share", "habit", "gym", "--yes")

    assert "/s/" in ended.out.splitlines()[0]
    assert " " not in ended.out.splitlines()[0]
    assert "Your name is not shown." in ended.out


async def test_a_name_is_shown_once_there_is_one(shell: Shell) -> None:
    await shell.run("habit", "add", "gym")
    refused = await shell.run("share", "habit", "gym", "--yes", "--named")
    assert "You have no name that others see." in refused.err

    await shell.run("account", "set", "--nickname", "Ada")

    assert "Your name is shown as Ada." in (await shell.run("share", "habit", "gym", "--yes", "--named")).out
