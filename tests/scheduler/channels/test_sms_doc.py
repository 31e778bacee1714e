"""docs/sms.md names every code that has a meaning, and no other."""

import re
from pathlib import Path

from scheduler.channels.sms.codes import MEANINGS

TEXT = (Path(__file__).parents[3] / "docs" / "sms.md").read_text()


def test_the_table_has_every_code_that_has_a_meaning() -> None:
    rows = [line.split("|")[1] for line in TEXT.splitlines() if line.startswith("| ")]
    assert {int(code) for row in rows for code in re.findall(r"\b\d{5}\b", row)} == set(MEANINGS)
