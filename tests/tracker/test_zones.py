"""Zones: which names are accepted, and what is said to the others."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.zones import MOST_SUGGESTIONS, UnknownZone, zone_name, zone_names


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("  AMERICA/NEW_YORK ", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("US/Pacific", "US/Pacific"),
        ("Japan", "Japan"),
        ("UTC", "UTC"),
        ("utc", "UTC"),
        ("Etc/UTC", "UTC"),
        ("Zulu", "UTC"),
    ],
)
def test_a_zone_is_known_by_its_name_however_it_is_capitalised(written: str, name: str) -> None:
    assert zone_name(written) == name


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Berlin", "Europe/Berlin"),
        ("Europe/Berln", "Europe/Berlin"),
        ("europe berlin", "Europe/Berlin"),
        ("US Pacific", "US/Pacific"),
        ("new york", "America/New_York"),
        ("york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Londn", "Europe/London"),
        ("Kolkatta", "Asia/Kolkata"),
    ],
)
def test_a_near_miss_is_answered_with_what_was_probably_meant(written: str, meant: str) -> None:
    with pytest.raises(UnknownZone, match="Did you mean") as caught:
        zone_name(written)

    assert caught.value.suggestions[0] == meant
    assert meant in str(caught.value)


@pytest.mark.parametrize(
    ("written", "suggested"),
    [
        ("UTC+1", "Europe/Berlin"),
        ("GMT+2", "Europe/Athens"),
        ("utc -5", "America/New_York"),
        ("+05:30", "Asia/Kolkata"),
        ("\N{MINUS SIGN}8", "America/Los_Angeles"),
        ("UTC+0100", "Europe/Berlin"),
        ("GMT0", "UTC"),
        ("Etc/GMT+5", "America/New_York"),
        ("Etc/GMT-9", "Asia/Tokyo"),
    ],
)
def test_an_offset_is_explained_and_answered_with_places_that_have_it(written: str, suggested: str) -> None:
    with pytest.raises(UnknownZone, match=r"an offset, not a time zone.*daylight saving") as caught:
        zone_name(written)

    assert suggested in caught.value.suggestions


@pytest.mark.parametrize(
    ("written", "suggested"),
    [
        ("EST", "America/New_York"),
        ("edt", "America/New_York"),
        ("EST5EDT", "America/New_York"),
        ("PST", "America/Los_Angeles"),
        ("CET", "Europe/Berlin"),
        ("CEST", "Europe/Berlin"),
        ("AEDT", "Australia/Sydney"),
        ("BST", "Europe/London"),
        ("IST", "Asia/Kolkata"),
        ("GMT", "Europe/London"),
        ("HST", "Pacific/Honolulu"),
    ],
)
def test_an_abbreviation_is_explained_and_answered_with_places(written: str, suggested: str) -> None:
    with pytest.raises(UnknownZone, match=r"an abbreviation, not a time zone.*daylight saving") as caught:
        zone_name(written)

    assert suggested in caught.value.suggestions


@pytest.mark.parametrize("written", ["", "x", "Mordor", "5", "{0}", "../../etc/passwd", "a" * 10_000])
def test_what_is_like_no_zone_is_answered_with_an_example(written: str) -> None:
    with pytest.raises(UnknownZone, match="such as Europe/Berlin") as caught:
        zone_name(written)

    assert caught.value.suggestions == ()
    assert len(str(caught.value)) < 500


def test_every_zone_offered_can_be_used() -> None:
    for name in zone_names():
        assert ZoneInfo(name).key == zone_name(name)


def test_no_zone_offered_is_an_offset_or_a_placeholder() -> None:
    assert not {"Etc/GMT+2", "EST", "GMT", "Factory", "localtime", "posixrules"} & set(zone_names())
    assert not [name for name in zone_names() if name.startswith(("posix/", "right/", "Etc/"))]


@given(st.text())
def test_any_text_is_a_zone_or_gets_an_answer(text: str) -> None:
    try:
        answers = (zone_name(text),)
    except UnknownZone as unknown:
        answers = unknown.suggestions

    assert len(answers) <= MOST_SUGGESTIONS
    assert set(answers) <= set(zone_names())
