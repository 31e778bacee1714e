"""Dates, times and numbers are written as whoever reads writes them; without a word of theirs, as ever."""

import asyncio
import subprocess
import sys
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest

from tracker.accounts.model import User
from tracker.locales import (
    locale_for,
    parse_country,
    parse_language,
    read_by,
    worded_for,
    worded_plainly,
    written_for,
)
from tracker.words import (
    brief_day,
    clock_text,
    compact,
    count_of,
    day_text,
    every_weekday,
    in_full,
    month_name,
    near_day,
    people,
    people_count,
    percent_text,
    shown_week,
    signed,
    some_of,
    times_text,
    weekday_name,
    with_own_signs,
)

DAY, OTHER_YEAR = date(2027, 3, 1), date(2028, 1, 1)


def written() -> tuple[str, ...]:
    number = people(Decimal("1234567.5"))
    return (day_text(DAY, DAY), day_text(DAY, OTHER_YEAR), in_full(DAY), clock_text(time(18, 30)), number)


@pytest.mark.parametrize(
    ("language", "country", "expected"),
    [
        (None, None, ("1 March", "1 March 2027", "Monday 1 March 2027", "18:30", "1,234,567.5")),
        (None, "US", ("March 1", "March 1, 2027", "Monday, March 1, 2027", "6:30 PM", "1,234,567.5")),
        (None, "DE", ("1 March", "1 March 2027", "Monday, 1 March 2027", "18:30", "1.234.567,5")),
        ("de", "DE", ("1. März", "1. März 2027", "Montag, 1. März 2027", "18:30", "1.234.567,5")),
        (
            "de",
            "CH",
            (
                "1. März",
                "1. März 2027",
                "Montag, 1. März 2027",
                "18:30",
                "1\N{RIGHT SINGLE QUOTATION MARK}234\N{RIGHT SINGLE QUOTATION MARK}567.5",
            ),
        ),
        ("de", "JP", ("1. März", "1. März 2027", "Montag, 1. März 2027", "18:30", "1.234.567,5")),
    ],
)
def test_each_reader_reads_it_as_they_write_it(
    language: str | None, country: str | None, expected: tuple[str, ...]
) -> None:
    read_by(language, country)
    assert written() == expected


def test_what_was_added_or_taken_has_its_sign() -> None:
    assert [*map(signed, (1234, 0, -1234))] == ["+1,234", "+0", "-1,234"]
    read_by("de", "DE")
    assert signed(1234) == "+1.234"


def test_words_around_them_stay_english() -> None:
    read_by("de", "DE")
    assert count_of(1234, "task") == "1.234 tasks"
    assert times_text([time(7), time(20)]) == "07:00 and 20:00"
    assert near_day(DAY, DAY) == "today"


async def test_two_people_who_are_answered_at_once_do_not_mix() -> None:
    async def answer(country: str | None) -> str:
        read_by(None, country)
        await asyncio.sleep(0)
        return clock_text(time(18))

    assert await asyncio.gather(*map(answer, ("US", None, "DE", "US"))) == [
        "6:00 PM",
        "18:00",
        "18:00",
        "6:00 PM",
    ]
    assert clock_text(time(18)) == "18:00"


@pytest.mark.parametrize("text", ["de", "DE", "German", "deutsch"])
def test_a_language_has_a_code_and_names(text: str) -> None:
    assert parse_language(text) == "de"


@pytest.mark.parametrize("text", ["DE", "de", "Germany"])
def test_a_country_has_a_code_and_a_name(text: str) -> None:
    assert parse_country(text) == "DE"


@pytest.mark.parametrize("text", ["", "klingonish", "xx", "001", "de_DE_x", "../../etc"])
def test_what_nobody_knows_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="that I know"):
        parse_language(text)
    with pytest.raises(ValueError, match="that I know"):
        parse_country(text.replace("de", "qq"))


def test_every_country_has_a_way_to_write() -> None:
    from tracker.locales import _countries  # noqa: PLC0415 - of the list itself

    assert {str(locale_for(None, code)) for code in _countries()} > {"en_US", "en_DE", "en_001"}


def test_babel_is_not_loaded_for_who_said_nothing() -> None:
    program = (
        "import sys\nfrom datetime import date, time\nfrom tracker import locales, words\n"
        "locales.read_by(None, None)\nwords.day_text(date(2027, 3, 1), date(2027, 3, 1))\n"
        "words.clock_text(time(7))\nwords.count_of(3, 'day')\nprint('babel' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# For whom something is worded, and how weeks are shown.


def person(language: str | None = None, country: str | None = None) -> User:
    return User(
        id="somebody", created_at=datetime(2026, 1, 1, tzinfo=UTC), language=language, country=country
    )


NOBODY, GERMAN, AMERICAN = person(), person("de", "DE"), person(country="US")


@worded_for
def message(user: User, number: int, *, at: time) -> str:
    return f"{user.country}: {people(number)} by {clock_text(at)} on {day_text(DAY, OTHER_YEAR)}"


def test_a_message_is_worded_for_who_gets_it_whoever_is_served_at_the_time() -> None:
    read_by("fr", "FR")
    assert message(GERMAN, 12345, at=time(18, 30)) == "DE: 12.345 by 18:30 on 1. März 2027"
    assert message(AMERICAN, 12345, at=time(18, 30)) == "US: 12,345 by 6:30 PM on March 1, 2027"
    assert message(NOBODY, 12345, at=time(18, 30)) == "None: 12,345 by 18:30 on 1 March 2027"
    assert people(12345) == "12 345"


def test_also_where_it_cannot_be_worded() -> None:
    @worded_for
    def broken(_: User) -> str:
        raise LookupError

    with pytest.raises(LookupError):
        broken(GERMAN)
    assert people(12345) == "12,345"


@pytest.mark.parametrize(
    ("reader", "first"),
    [
        (NOBODY, "2027-03-01"),
        (GERMAN, "2027-03-01"),
        (AMERICAN, "2027-02-28"),
        (person("ar", "EG"), "2027-02-27"),
    ],
)
def test_a_week_is_shown_as_whoever_reads_has_weeks(reader: User, first: str) -> None:
    with written_for(reader):
        for day in range(7):
            week = shown_week(date.fromisoformat(first) + timedelta(days=day))
            assert f"{week.first}" == first
            assert week.last - week.first == timedelta(days=6)


def test_short_numbers_and_names_of_days_are_theirs_too() -> None:
    with written_for(GERMAN):
        written_so = (
            with_own_signs("1,234.50"),
            compact(12_340_000),
            brief_day(DAY),
            month_name(DAY),
            weekday_name(DAY),
        )
    assert written_so == ("1.234,50", "12,34m", "1. März", "Mär", "Mo")
    assert (compact(12_340_000), brief_day(DAY), weekday_name(DAY)) == ("12.34m", "1 Mar", "Mon")


def test_percentages_and_counts_are_written_as_their_reader_does() -> None:
    def written() -> tuple[str, ...]:
        return percent_text(45.2), people_count(1), people_count(12_000), some_of(["a"] * 1_205, 5)[-15:]

    with written_for(GERMAN):
        assert written() == ("45,2 %", "1 person", "12.000 people", " and 1.200 more")
    assert written() == ("45.2 %", "1 person", "12,000 people", " and 1,200 more")


def test_what_many_read_is_written_as_nobody_in_particular_writes() -> None:
    @worded_plainly
    def told(number: int) -> str:
        return people(number)

    read_by("de", "DE")
    assert (told(12_000), people(12_000)) == ("12,000", "12.000")


def test_days_of_the_week_are_named_in_the_language_of_whoever_reads() -> None:
    assert (every_weekday(0), every_weekday(6)) == ("Mondays", "Sundays")
    with written_for(AMERICAN):
        assert every_weekday(5) == "Saturdays"
    with written_for(GERMAN):
        assert (every_weekday(0), every_weekday(6)) == ("Montag", "Sonntag")
