"""docs/sms-commands.md says of every command what the table says, and names no other."""

from pathlib import Path

from bot.sms.inbound import LATE_FOR, SECONDS
from bot.sms.words import PHRASES, STOP_WORDS

DOCUMENT = (Path(__file__).parents[3] / "docs" / "sms-commands.md").read_text()


def test_the_document_has_the_table_of_commands() -> None:
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("| `")]

    assert rows == [
        f"| `{one.usage}` | {one.about} | {', '.join(f'`{word}`' for word in one.also)} |" for one in PHRASES
    ]


def test_the_document_names_every_word_that_ends_messages() -> None:
    assert all(f"`{word.upper()}`" in DOCUMENT for word in STOP_WORDS)


def test_the_document_knows_how_long_an_answer_may_take() -> None:
    assert f"less than {SECONDS} seconds" in DOCUMENT
    assert f"within {LATE_FOR.total_seconds() / 60:g} minutes" in DOCUMENT
