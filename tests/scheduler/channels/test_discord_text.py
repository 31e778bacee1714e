"""Text for Discord: shown as it was written, and able to do nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.channels.discord.text import (
    ELLIPSIS,
    cut,
    formatted,
    formatted_pieces,
    is_harmless,
    pieces,
    safe,
    safe_line,
)

ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
OPEN_BACKSLASH = re.compile(r"(?<!\\)(\\\\)*\\$")
"""One at the end that would take hold of what comes next."""


def as_read(text: str) -> str:
    """What a person sees: a backslash before a sign takes its meaning away and is not shown."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text).replace(ZERO_WIDTH, "")


def active(text: str, pattern: str) -> bool:
    """Whether Discord would find the pattern: signs after a backslash mean nothing."""
    return (
        re.search(pattern, re.sub(r"\\[^0-9A-Za-z\s]", "\0", text), re.MULTILINE | re.IGNORECASE) is not None
    )


MEANINGFUL = (
    r"\*|_|~|\||`",  # bold, italics, underline, strike, spoiler, code
    r"<(@|#|:|a:|t:|/|id:|http)",  # mentions, emoji, times, commands, links
    r"@(everyone|here)",
    r"\[",
    r"://",
    r"^\s*(#{1,3}|-#|-|\*|\+|>|>>>|\d+\.)(\s|$)",  # headings, small print, lists, quotations
)


@pytest.mark.parametrize(
    "name",
    [
        "@everyone",
        "@HERE come all",
        "<@123456789012345678>",
        "<@&123456789012345678>",
        "<#123456789012345678>",
        "<:smile:123456789012345678>",
        "<t:1735718400:R>",
        "</goal add:123456789012345678>",
        "[free gold](https://evil.example)",
        "https://evil.example/login",
        "<https://evil.example>",
        "**loud** __under__ ~~gone~~ ||spoiler|| `code` *it* _it_",
        "```\nblock\n```",
        "# heading",
        "  ## heading",
        "-# small",
        "- list\n* list\n+ list\n1. list",
        "> quote\n>>> quote",
        "\\*not escaped twice\\*",
        "trailing backslash \\",
    ],
)
def test_a_name_is_read_as_it_is_and_means_nothing(name: str) -> None:
    shown = safe(name)
    assert as_read(shown) == name.strip()
    assert not any(active(shown, pattern) for pattern in MEANINGFUL)


@given(st.text(alphabet="*_~|`<>@#[](){}:/\\-+.! 12\nehvryon\u200b\u202e\u0300\r\t", max_size=60))
def test_no_text_means_anything(text: str) -> None:
    shown = safe(text)
    assert not any(active(shown, pattern) for pattern in MEANINGFUL)
    assert not OPEN_BACKSLASH.search(shown)


@pytest.mark.parametrize("text", ["**bold** and _so_", "# A day\n- one\n> said", "`code`\n```\nmore\n```"])
def test_what_somebody_wrote_for_themselves_keeps_its_layout(text: str) -> None:
    assert formatted(text) == text


@given(st.text(alphabet="*`<@#&[](:/\\ ehvryon1!\n\u200b", max_size=80))
def test_it_makes_no_mention_and_no_link_either(text: str) -> None:
    shown = formatted(f"{text}<@1> @everyone @here https://a.example [b](c)")
    assert not re.search(r"<[@#:/]|\]\(|://|@everyone|@here", shown)
    assert shown.count("```") % 2 == 0


@given(st.text(alphabet="*_<@#[:/\\ a\n", max_size=80), st.integers(min_value=2, max_value=80))
def test_what_is_cut_is_no_longer_than_asked_and_still_means_nothing(text: str, most: int) -> None:
    shown = cut(safe(text), most)
    assert len(shown) <= most
    assert not any(active(shown, pattern) for pattern in MEANINGFUL)
    assert not OPEN_BACKSLASH.search(shown)


@given(st.text(alphabet="*_<@#[:/\\-1. a\n", max_size=200), st.integers(min_value=8, max_value=80))
def test_pieces_are_all_of_it_and_mean_nothing(text: str, most: int) -> None:
    found = list(pieces(safe(text), most))
    assert all(len(piece) <= most for piece in found[:-1])
    assert not any(active(piece, pattern) for piece in found for pattern in MEANINGFUL)
    assert not any(OPEN_BACKSLASH.search(piece) for piece in found)
    assert "".join(as_read(" ".join(found)).split()) == "".join(as_read(safe(text)).split())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("gained\u202e\u2066 evil\u200f", "gained evil"),
        ("bell\x07 and \x1b[31mred", "bell and \\[31mred"),
        ("a\r\nb\tc\u2028d", "a\nb c d"),
        ("one\n\n\n\n \n two", "one\n\ntwo"),
        ("Zalgo" + "\N{COMBINING GRAVE ACCENT}" * 50, "Zalgo" + "\N{COMBINING GRAVE ACCENT}" * 4),
        ("\ud800lone", "lone"),
        (
            "family \U0001f468\u200d\U0001f469\u200d\U0001f467",
            "family \U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("Zoë ★ 王", "Zoë ★ 王"),
    ],
)
def test_what_cannot_be_seen_or_breaks_the_layout_is_gone(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_a_title_stays_on_its_line() -> None:
    assert safe_line("one\n# two\n\nthree") == "one # two three"


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("short", 10, "short"),
        ("paragraph one\n\nparagraph two", 20, f"paragraph one{ELLIPSIS}"),
        ("line one\nline two", 12, f"line one{ELLIPSIS}"),
        ("many words in a row", 15, f"many words in{ELLIPSIS}"),
        ("onelongword" * 3, 8, f"onelong{ELLIPSIS}"),
    ],
)
def test_it_is_cut_where_something_ends(text: str, most: int, shown: str) -> None:
    assert cut(text, most) == shown


@given(st.text("ab1 .,%()'/@#*-:\n", max_size=12) | st.text(max_size=12))
def test_what_is_taken_for_harmless_needs_no_change(line: str) -> None:
    if is_harmless(line):
        assert safe(line) == line.strip()
        assert " ".join(line.split()) == line.strip()
        assert safe(f"a{line}") == f"a{line}".strip()


def test_a_list_that_is_cut_goes_on_as_a_list() -> None:
    found = list(formatted_pieces(formatted("- milk\n" * 100), 200))
    assert len(found) > 3
    assert [line for piece in found for line in piece.splitlines()] == ["- milk"] * 100


def test_code_that_is_cut_goes_on_as_code_and_ends_where_it_ended() -> None:
    code = "\n".join(f"    line {number}" for number in range(60))
    found = list(formatted_pieces(formatted(f"Before\n```\n{code}\n```\n**after**"), 200))
    assert found[-1].endswith("```\n**after**")
    inside = [re.sub(r"^Before\n|\n\*\*after\*\*$", "", piece) for piece in found]
    assert all(piece.startswith("```\n") and piece.endswith("\n```") for piece in inside)
    assert "\n".join(piece[4:-4] for piece in inside) == code


@given(st.text(alphabet="ab `\n-*#\\", max_size=400), st.integers(20, 60))
def test_pieces_of_ones_own_markdown_are_all_of_it(text: str, most: int) -> None:
    whole = formatted(text)
    found = list(formatted_pieces(whole, most))
    assert all(0 < len(piece) <= most for piece in found)
    assert letters("".join(found)) == letters(whole)


def letters(text: str) -> str:
    return re.sub(r"[^ab]", "", text)
