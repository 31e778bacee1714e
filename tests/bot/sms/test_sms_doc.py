"""docs/sms-commands.md says of every command what the table says, and names no other."""

import re
from datetime import timedelta
from pathlib import Path

from bot.late_answer import LATE_FOR
from bot.sms.grammar import STOP_WORDS
from bot.sms.inbound import SECONDS
from tests.bot.sms.conftest import SmsWorld
from tests.bot.sms.sentences import PHRASES

DOCUMENT = (Path(__file__).parents[3] / "docs" / "sms-commands.md").read_text()


def rows(heading: str) -> list[str]:
    section = DOCUMENT.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [line for line in section.splitlines() if line.startswith("| `")]


def test_the_document_has_the_table_of_commands() -> None:
    assert rows("Commands") == [
        f"| `{one.usage}` | {one.about} | {', '.join(f'`{word}`' for word in one.also)} |"
        for one in PHRASES.values()
    ]


def test_the_document_names_every_word_that_ends_messages() -> None:
    assert all(f"`{word.upper()}`" in DOCUMENT for word in STOP_WORDS)


def test_the_document_knows_how_long_an_answer_may_take() -> None:
    assert f"less than {SECONDS} seconds" in DOCUMENT
    assert f"within {LATE_FOR.total_seconds() / 60:g} minutes" in DOCUMENT


async def test_what_the_document_says_of_habits_can_be_texted(world: SmsWorld) -> None:
    user = await world.owner()
    for habit in ("gym", "read 20 pages", "no smoking", "coffee at most 2 cups"):
        await world.services.habits.add_written(user, habit)
    phone = world.phone()
    texts = [text for row in rows("Habits") for text in re.findall("`([^`]+)`", row.split("|")[1])]

    lately = f"{world.clock() - timedelta(days=2):%Y-%m-%d}"
    answers = {text: await phone.says(text.replace("2027-03-01", lately)) for text in texts}

    assert len(answers) > 15
    refusals = ("I do not", "You have no habit", "Did you mean", "Which", "That is too long ago")
    assert [text for text, answer in answers.items() if answer.startswith(refusals)] == []
