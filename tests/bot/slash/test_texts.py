"""Text on cards: names that do nothing, times that everybody reads in their own zone, numbers for people."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import TITLE, cut_short, shown_name
from bot.slash.render import written
from bot.slash.texts import code, dotted, moment, on_day
from tests.bot.slash.markdown import layout, shown_words
from tests.bot.slash.shown_scenes import NASTY, names
from tests.bot.visits import reader

BERLIN, AUCKLAND, HONOLULU = map(ZoneInfo, ("Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu"))
NOON = datetime(2027, 1, 20, 12, tzinfo=UTC)


def safe(name: str, most: int = TITLE) -> str:
    """As a view shows a name, and Discord gets it."""
    return written(reader(), shown_name(name, most))


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


def test_parts_that_are_there_have_dots_between() -> None:
    assert dotted(["a", None, "", "b"]) == "a \N{MIDDLE DOT} b"
