"""Text on cards: names that do nothing, times that everybody reads in their own zone, numbers for people."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import cut_short
from bot.slash.texts import code, counted, dotted, figure, moment, on_day, percent, safe, signed, until_end
from tests.bot.slash.markdown import layout, shown_words
from tests.bot.slash.shown_scenes import NASTY, names

BERLIN, AUCKLAND, HONOLULU = map(ZoneInfo, ("Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu"))
NOON = datetime(2027, 1, 20, 12, tzinfo=UTC)


# Names.


@pytest.mark.parametrize("name", NASTY)
def test_a_name_makes_no_layout_no_mention_and_no_link(name: str) -> None:
    assert layout(safe(name)) == "w"


@given(name=names)
def test_neither_does_any_other(name: str) -> None:
    assert layout(safe(name)) == "w"


@given(before=names, name=names)
def test_nor_do_two_side_by_side(before: str, name: str) -> None:
    assert layout(f"**{safe(before)}** ({safe(name)})") == "**w**w"


@given(name=names, most=st.integers(1, 60))
def test_what_is_shown_is_never_long(name: str, most: int) -> None:
    assert 1 <= len(safe(name, most)) <= max(3 * most, len("(no name)"))


@given(name=names)
def test_it_can_go_over_the_wire(name: str) -> None:
    assert safe(name).encode()


@pytest.mark.parametrize(
    "name", ["Zezima", "Iron_Bob*", "K'ril Tsutsaroth", "Ærø 7", "漢字", "a<b", "50% [x]", "\\o/"]
)
def test_a_name_reads_as_it_was_given(name: str) -> None:
    assert shown_words(safe(name)) == name


@pytest.mark.parametrize("name", ["", " \n ", "\u200b", "\u3164", "\u2800\u2800", "\x00", "\u200d", "\u0301"])
def test_a_name_that_cannot_be_seen_is_said_to_be_none(name: str) -> None:
    assert safe(name) == "(no name)"


def test_lines_become_one_line() -> None:
    assert safe("one\ntwo\r\n\r\nthree\tfour") == "one two three four"


def test_what_is_too_long_ends_in_dots() -> None:
    assert cut_short("a very long name indeed", 12) == "a very long\N{HORIZONTAL ELLIPSIS}"
    assert safe("_" * 30, 4) == r"\_\_\_" + "\N{HORIZONTAL ELLIPSIS}"


def test_what_is_to_be_typed_cannot_leave_its_box() -> None:
    assert code("abc234") == "`abc234`"
    assert code("a`b\\`\nc") == "`a'b/' c`"
    assert code("") == "`\N{EN DASH}`"


# Times.


def test_an_instant_is_shown_in_the_zone_of_whoever_reads_it() -> None:
    assert moment(NOON) == f"<t:{int(NOON.timestamp())}:f>"
    assert moment(NOON.astimezone(AUCKLAND), "R") == f"<t:{int(NOON.timestamp())}:R>"


@pytest.mark.parametrize("zone", [BERLIN, AUCKLAND, HONOLULU])
def test_a_day_is_the_same_day_for_the_person_and_their_neighbours(zone: ZoneInfo) -> None:
    stamp = int(on_day(date(2027, 3, 1), zone).removeprefix("<t:").removesuffix(":D>"))

    at = datetime.fromtimestamp(stamp, zone)
    assert (at.date(), at.hour) == (date(2027, 3, 1), 12)


def test_a_day_is_over_when_the_next_one_of_the_person_begins() -> None:
    ends = datetime(2027, 3, 2, 4, tzinfo=BERLIN)
    assert until_end(date(2027, 3, 1), BERLIN, time(4)) == f"<t:{int(ends.timestamp())}:R>"


# Numbers.


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (13_034_431, "13,034,431"),
        (Decimal("7.70"), "7.7"),
        (55_513.6, "55,514"),
        (-12, "-12"),
        (10**31, "1e+31"),
    ],
)
def test_numbers_have_groups_of_three_and_are_never_long(value: float, words: str) -> None:
    assert figure(value) == words


@given(st.integers(-(10**40), 10**40) | st.decimals(-(10**37), 10**37, allow_nan=False, places=6))
def test_every_number_has_a_figure(value: int | Decimal) -> None:
    assert 1 <= len(figure(value)) <= 24


def test_gains_have_a_sign() -> None:
    assert [signed(value) for value in (1200, 0, -3)] == ["+1,200", "0", "-3"]


def test_percents_counts_and_lists_read_well() -> None:
    assert [percent(44.6), percent(100.0), percent(0.0)] == ["44.6 %", "100 %", "0 %"]
    assert [counted(1, "goal"), counted(2500, "goal")] == ["1 goal", "2,500 goals"]
    assert dotted(["a", None, "", "b"]) == "a \N{MIDDLE DOT} b"
