"""docs/dynamodb.md is true about who scans the table."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "tracker" / "store"


def scans() -> Iterator[Path]:
    """Every file above the store that asks for a whole table."""
    for package in ("bot", "scheduler", "tracker"):
        for path in (ROOT / package).rglob("*.py"):
            calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
            names = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
            if "scan" in names and ENGINE not in path.parents:
                yield path


def test_no_command_and_no_job_scans_as_the_guide_says() -> None:
    assert "No command and no job uses `Scan`" in (ROOT / "docs" / "dynamodb.md").read_text()
    assert list(scans()) == []
