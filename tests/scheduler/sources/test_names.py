"""One key for all spellings of a character's name; what no character can be called is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.sources.runescape.names import Name, name_of
from scheduler.sources.source import BadSubject


@pytest.mark.parametrize(
    ("text", "key", "display"),
    [
        ("Zezima", "zezima", "Zezima"),
        ("  Zezima \n", "zezima", "Zezima"),
        ("Iron Bob", "iron bob", "Iron Bob"),
        ("iron_bob", "iron bob", "iron_bob"),
        ("IRON-BOB", "iron bob", "IRON-BOB"),
        ("Iron\u00a0Bob", "iron bob", "Iron Bob"),
        ("Iron\ufffdBob", "iron bob", "Iron Bob"),
        ("_hello__x_", "hello  x", "hello__x"),
        ("99", "99", "99"),
        ("abcdefghijkl", "abcdefghijkl", "abcdefghijkl"),
        ("_abcdefghijkl_", "abcdefghijkl", "abcdefghijkl"),
    ],
)
def test_spellings_that_the_game_takes_for_each_other_have_one_key(text: str, key: str, display: str) -> None:
    assert name_of(text) == Name(key, display)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "at least one letter"),
        (" _- ", "at least one letter"),
        ("abcdefghijklm", "at most 12 characters; this one has 13"),
        ("zézima", "cannot hold 'é'"),
        ("\u212aing", "cannot hold '\u212a'"),  # the Kelvin sign, whose small letter is a plain k
        ("a/../b", "cannot hold '/'"),
        ("a\u200bb", r"cannot hold '\\u200b'"),
        ("a%20b", "cannot hold '%'"),
    ],
)
def test_what_no_character_can_be_called_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadSubject, match=reason):
        name_of(text)


@given(st.text(max_size=20))
def test_any_text_is_a_name_or_a_clear_refusal(text: str) -> None:
    try:
        key, display = name_of(text)
    except BadSubject as refusal:
        key, display, said = None, None, str(refusal)
    if key is None:
        assert said.startswith("A character's name")
    else:
        assert re.fullmatch(r"[a-z0-9]([a-z0-9 ]{0,10}[a-z0-9])?", key)
        assert name_of(key).key == name_of(display).key == name_of(text.upper()).key == key
