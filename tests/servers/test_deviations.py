"""The table of deviations stays true: every line names a server and a test that exist."""

import re
from pathlib import Path

import pytest

from tests.servers.deviations import DEVIATIONS, Deviation

TESTS = Path(__file__).parents[1]


def existing_names() -> set[str]:
    files = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    functions = {name for path in files for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))}
    return functions | {path.stem for path in files}


@pytest.mark.parametrize("known", DEVIATIONS, ids=lambda known: f"{known.server}-{known.test}")
def test_a_deviation_is_of_a_server_and_names_a_test(known: Deviation) -> None:
    assert known.server in {"dynoxide", "ministack", "moto"}
    assert known.test in existing_names()
    assert known.reason
