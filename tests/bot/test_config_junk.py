"""Whatever a file or the environment holds, the answer is settings or problems, and never another failure."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import ConfigProblems, load_as
from tests.bot.later_settings import LaterSettings

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates() | st.times(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["store", "web", "sources", "runescape", "path", "port", "token", "worlds", "note", "x"]
)


def toml(value: Any) -> str:  # noqa: ANN401
    """Junk as a TOML value; what TOML has no word for becomes text."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{text(key)} = {toml(member)}" for key, member in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case str() | None:
            return text(value or "")
        case float():
            return (
                repr(value).replace("e", ".0e")
                if "." not in repr(value) and "e" in repr(value)
                else repr(value)
            )
        case _:
            return str(value)


def text(value: str) -> str:
    return '"' + "".join(f"\\U{ord(char):08x}" if not char.isalnum() else char for char in value) + '"'


def is_settled(config: Path, environ: Mapping[str, str]) -> None:
    found = ["none"]
    try:
        load_as(LaterSettings, config, environ)
    except ConfigProblems as caught:
        found = caught.problems
    assert found
    assert all(line and line.isprintable() for line in found)


@given(content=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode(errors="replace")))
def test_any_bytes_as_a_file_give_settings_or_problems(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "junk.toml"
    path.write_bytes(content)
    is_settled(path, {})


@given(
    tree=st.dictionaries(KEYS, JUNK | st.dictionaries(KEYS, JUNK | st.dictionaries(KEYS, JUNK)), max_size=4)
)
def test_any_values_in_a_file_give_settings_or_problems(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, Any]
) -> None:
    path = tmp_path_factory.getbasetemp() / "values.toml"
    path.write_text("\n".join(f"{key} = {toml(value)}" for key, value in tree.items()))
    is_settled(path, {})


NAMES = st.lists(KEYS, min_size=1, max_size=3).map("__".join) | st.text(max_size=10)


@given(
    environ=st.dictionaries(
        st.tuples(st.sampled_from(["QUESTLOG_", "questlog_", ""]), NAMES, st.sampled_from(["", "_FILE"])).map(
            "".join
        ),
        st.text(st.characters(), max_size=20) | st.sampled_from(["[1]", "{}", os.devnull, "/"]),
    )
)
def test_any_variables_give_settings_or_problems(
    tmp_path_factory: pytest.TempPathFactory, environ: dict[str, str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "empty.toml"
    path.write_text("")
    is_settled(path, environ)
