"""What is said of a metric: a number, a unit, a day and a note."""

from contextlib import suppress
from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import AmbiguousDate
from tracker.metrics.units import UNITS, Unit, WrongUnit, unit_called
from tracker.metrics.words.moments import Clock, StillToCome
from tracker.metrics.words.telling import MeantMetric, Told, read_log
from tracker.metrics.words.values import AmbiguousValue, BadValue
from tracker.refusals import Refused

KG, IN = UNITS["kg"], UNITS["in"]
CLOCK = Clock(datetime(2026, 11, 17, 9, 30, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
TODAY, YESTERDAY = date(2026, 11, 17), date(2026, 11, 16)


def read(text: str, unit: Unit | None = KG, when: str | None = None, note: str | None = None) -> Told:
    return read_log(text, MeantMetric("Weight", unit), CLOCK, when=when, note=note)


@pytest.mark.parametrize(
    ("text", "value", "day", "note"),
    [
        ("82.4", "82.4", TODAY, None),
        ('181 lb "after run"', "82.1", TODAY, "after run"),
        (
            "82.4 \N{LEFT DOUBLE QUOTATION MARK}after run\N{RIGHT DOUBLE QUOTATION MARK}",
            "82.4",
            TODAY,
            "after run",
        ),
        ("82.4 'after run' yesterday", "82.4", YESTERDAY, "after run"),
        ('yesterday 82.4 "after run"', "82.4", YESTERDAY, "after run"),
        ("82.4 monday 7:30", "82.4", YESTERDAY, None),
        ("1 march 82.4", "82.4", date(2026, 3, 1), None),
        ("82.4 3 days ago", "82.4", date(2026, 11, 14), None),
        ('82.4 "never closed', "82.4", TODAY, "never closed"),
    ],
)
def test_number_day_and_note_come_in_any_order(text: str, value: str, day: date, note: str | None) -> None:
    words = read(text).words
    assert (words.value, words.day, words.note) == (Decimal(value), day, note)


def test_a_day_is_at_its_noon_and_what_is_said_without_one_is_now() -> None:
    assert read("82.4").words.at == CLOCK.now
    assert read("82.4 yesterday").words.at == datetime(2026, 11, 16, 11, tzinfo=UTC)


def test_the_mark_of_an_inch_is_no_note() -> None:
    assert read('70" "tall"', IN).words.note == "tall"
    assert read('70"', IN).words.value == 70


def test_a_unit_said_of_a_metric_without_one_is_to_be_kept() -> None:
    assert read("82.4 kg", None).keeps == KG
    assert read("7h30", None).keeps == UNITS["hours"]
    assert read("7h30", None).words.value == Decimal("7.5")
    assert read("82.4", None).keeps is None
    assert read("181 lb").keeps is None


def test_what_was_said_in_another_unit_is_remembered_as_it_was_said() -> None:
    assert read("181 lb yesterday").said_as == "181 lb"
    assert read("82.4 kg").said_as is None
    assert read("82.4").said_as is None


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("82.4 after run", BadValue),
        ("82.4 yesterday today", BadValue),
        ('82.4 "a" "b"', BadValue),
        ("after 82.4 run", BadValue),
        ("82.4 tomorrow", StillToCome),
        ("82.4 1/2/2026", AmbiguousDate),
        ("5 km", WrongUnit),
        ("82k", AmbiguousValue),
        ("", BadValue),
    ],
)
def test_what_is_not_understood_is_refused_as_a_whole(text: str, refused: type[Refused]) -> None:
    with pytest.raises(refused):
        read(text)


def test_a_day_or_a_note_is_said_once() -> None:
    assert read("82.4", when="yesterday", note="x").words.day == YESTERDAY
    with pytest.raises(BadValue, match="both say when"):
        read("82.4 monday", when="yesterday")
    with pytest.raises(BadValue, match="two notes"):
        read('82.4 "a"', note="b")


@given(st.text(max_size=60), st.sampled_from([KG, UNITS["minutes"], unit_called("pages"), None]))
def test_whatever_is_typed_is_understood_or_refused(text: str, unit: Unit | None) -> None:
    with suppress(Refused):
        assert read(text, unit).words.at <= CLOCK.now


@given(
    st.decimals(-(10**9), 10**9, places=2, allow_nan=False, allow_infinity=False),
    st.sampled_from(["", "kg", "lb", "st"]),
    st.sampled_from(["", "yesterday", "2 days ago", "2026-03-01", "monday 7:30"]),
    st.sampled_from(["", '"after run"', "'a note'"]),
)
def test_every_part_that_is_said_is_kept(number: Decimal, unit: str, day: str, note: str) -> None:
    plain = read(f"{number} {unit}".strip())
    words = read(" ".join(filter(None, (f"{number}{unit}", day, note)))).words
    assert (words.value, words.unit) == (plain.words.value, plain.words.unit)
    assert (words.day == TODAY) is not bool(day)
    assert words.note == (note[1:-1] or None)
