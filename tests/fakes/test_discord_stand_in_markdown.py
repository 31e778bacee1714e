"""The reading of text: what Discord's client makes of it, and what is refused as nothing of ours."""

from datetime import UTC, datetime

import pytest

from tests.fakes.discord.markdown import Bold, Channel, Code, Command, Line, NotOurs, Piece, Time, Words, read


def pieces(content: str) -> tuple[Piece, ...]:
    [line] = read(content)
    assert line.mark == ""
    return line.pieces


def test_the_beginning_of_a_line_says_what_it_is() -> None:
    assert read("# A\n## B\n### C\n-# D\nE") == [
        Line("#", (Words("A"),)),
        Line("##", (Words("B"),)),
        Line("###", (Words("C"),)),
        Line("-#", (Words("D"),)),
        Line("", (Words("E"),)),
    ]


@pytest.mark.parametrize("line", ["#A", "####", "-#A", r"\# A", r"\-# A", "A # B"])
def test_without_its_space_or_after_a_backslash_it_says_nothing(line: str) -> None:
    assert pieces(line) == (Words(line.replace("\\", "")),)


def test_lines_and_empty_lines_stay_as_they_are() -> None:
    assert read("A\n\nB") == [Line("", (Words("A"),)), Line("", ()), Line("", (Words("B"),))]


def test_pieces_stand_in_their_order() -> None:
    assert pieces("**Due** <t:0:D>, say `a*b`, </goal add:1> or <#23>") == (
        Bold((Words("Due"),)),
        Words(" "),
        Time(datetime(1970, 1, 1, tzinfo=UTC), "D"),
        Words(", say "),
        Code("a*b"),
        Words(", "),
        Command("goal add"),
        Words(" or "),
        Channel(23),
    )


def test_there_is_more_than_letters_in_bold() -> None:
    assert pieces(r"**a `b` \*c\***") == (Bold((Words("a "), Code("b"), Words(" *c*"))),)


def test_a_backslash_makes_a_letter_of_a_sign_and_of_nothing_else() -> None:
    assert pieces(r"\*\*a\*\* \<t:0:D\> \`b\` \\ \@") == (Words(r"**a** <t:0:D> `b` \ @"),)
    with pytest.raises(NotOurs):
        read(r"\a")


def test_a_backslash_in_code_is_one() -> None:
    assert pieces(r"`\*`") == (Code(r"\*"),)


@pytest.mark.parametrize(
    "content",
    [
        "*a*", "_a_", "__a__", "***a***", "~~a~~", "||a||", "[a](b)", "http://a.test", "@everyone", "@HERE",
        "<@1>", "<@&1>", "<:a:1>", "<id:guide>", "<t:0:X>", "</goal:>", "> a", "- a", "+ a", "1. a", "  # a",
        "```a```", "``a", "**a", "****", "**a****b**", "a\tb", "a\x00",
    ],
)  # fmt: skip
def test_what_none_of_us_writes_is_refused(content: str) -> None:
    with pytest.raises(NotOurs):
        read(content)
