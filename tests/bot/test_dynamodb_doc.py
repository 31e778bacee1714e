"""docs/dynamodb.md is true about who scans the table."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
STORE = ROOT / "tracker" / "store"
MAY = {STORE / "dynamo.py", STORE / "migrations" / "dynamo.py", ROOT / "bot" / "command_store.py"}
"""The last one looks through a file on this machine that it has just made."""


def scans() -> Iterator[Path]:
    """Every file that asks for a whole table, but for the engine's own and the migration."""
    for package in ("bot", "scheduler", "tracker"):
        for path in (ROOT / package).rglob("*.py"):
            calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
            names = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
            if names & {"scan", "scan_page"} and path not in MAY:
                yield path


def test_no_command_and_no_job_scans_as_the_guide_says() -> None:
    said = "No command and no job uses `Scan`, but to bring items up to date after an upgrade"
    assert said in (ROOT / "docs" / "dynamodb.md").read_text()
    assert list(scans()) == []
