"""Dates, times and numbers are written as whoever reads writes them; without a word of theirs, as ever."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, time
from decimal import Decimal

import pytest

from tracker.locales import locale_for, parse_country, parse_language, read_by
from tracker.words import clock_text, count_of, day_text, in_full, near_day, people, times_text

DAY, OTHER_YEAR = date(2027, 3, 1), date(2028, 1, 1)


@pytest.fixture(autouse=True)
def _nobody_afterwards() -> Iterator[None]:
    yield
    read_by(None, None)


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
