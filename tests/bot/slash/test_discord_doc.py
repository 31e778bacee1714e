"""docs/discord.md names every command that Discord is told of, and no other."""

import re
from pathlib import Path

from tests.bot.slash.bot_world import BotWorld

DOCUMENT = Path(__file__).parents[3] / "docs" / "discord.md"


def documented() -> set[str]:
    """From the table: `/goal list`, `show` stands for two commands."""
    names: set[str] = set()
    for line in DOCUMENT.read_text().splitlines():
        if not line.startswith("| `/"):
            continue
        group = ""
        for name in re.findall(r"`([^`]+)`", line.split("|")[1]):
            if name.startswith("/"):
                group, _, rest = name[1:].partition(" ")
                names.add(name[1:] if rest else group)
            else:
                names.add(f"{group} {name}")
    return names


async def test_the_document_names_every_command(world: BotWorld) -> None:
    assert documented() == world.discord.commands.names
