"""Moods, energies and texts as people write them."""

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import DateRefused
from tracker.logbook.errors import BadEntry
from tracker.logbook.model import Mood
from tracker.logbook.words import (
    clean_text,
    clean_title,
    parse_energy,
    parse_mood,
    parse_page_day,
    parse_prompt,
    read_feeling,
    read_line,
)

TODAY = date(2100, 1, 5)


@pytest.mark.parametrize(
    ("text", "mood"), [("low", Mood.LOW), (" Steady ", Mood.STEADY), ("ok", Mood.STEADY), ("HIGH", Mood.HIGH)]
)
def test_moods_have_words(text: str, mood: Mood) -> None:
    assert parse_mood(text) is mood


@pytest.mark.parametrize("text", ["", "5", "highest", "not bad"])
def test_other_words_are_no_moods(text: str) -> None:
    with pytest.raises(BadEntry, match="low, steady or high"):
        parse_mood(text)


@pytest.mark.parametrize(("text", "energy"), [("1", 1), ("10", 10), (" 7/10 ", 7), (3, 3)])
def test_an_energy_is_a_number_from_one_to_ten(text: str | int, energy: int) -> None:
    assert parse_energy(text) == energy


@pytest.mark.parametrize("text", ["0", "11", "-1", "7.5", "seven", "", "9" * 5000, "٣"])
def test_other_numbers_are_no_energies(text: str) -> None:
    with pytest.raises(BadEntry, match="1 to 10"):
        parse_energy(text)


@pytest.mark.parametrize(
    ("line", "text", "mood", "energy"),
    [
        ("slept well, mood high energy 7", "slept well", Mood.HIGH, 7),
        ("Great day. Energy: 10/10, mood: ok!", "Great day.", Mood.STEADY, 10),
        ("mood low", "", Mood.LOW, None),
        ("thought about mood swings", "thought about mood swings", None, None),
        ("energy 7 was what I hoped for", "energy 7 was what I hoped for", None, None),
        ("energy 15", "energy 15", None, None),
        ("mood high and then mood low", "mood high and then", Mood.LOW, None),
    ],
)
def test_mood_and_energy_are_understood_at_the_end_of_a_line(
    line: str, text: str, mood: Mood | None, energy: int | None
) -> None:
    said = read_line(line)
    assert (said.text, said.mood, said.energy) == (text, mood, energy)


@pytest.mark.parametrize(
    ("line", "text", "mood", "energy", "day"),
    [
        ("mood high energy 7", "", Mood.HIGH, 7, None),
        ("energy 7/10 and mood high", "", Mood.HIGH, 7, None),
        ("mood low yesterday", "", Mood.LOW, None, date(2100, 1, 4)),
        ("energy 3 on monday", "", None, 3, date(2100, 1, 4)),
        ("mood high a long walk", "a long walk", Mood.HIGH, None, None),
    ],
)
def test_what_follows_a_feeling_is_a_day_or_a_text(
    line: str, text: str, mood: Mood | None, energy: int | None, day: date | None
) -> None:
    said = read_feeling(line, TODAY)
    assert (said.text, said.mood, said.energy, said.day) == (text, mood, energy, day)


@pytest.mark.parametrize("line", ["mood", "mood 5", "energy", "energy 11", "energy high"])
def test_a_feeling_that_makes_no_sense_is_refused(line: str) -> None:
    with pytest.raises(BadEntry):
        read_feeling(line, TODAY)


@given(st.text(max_size=200))
def test_any_line_can_be_read_and_what_is_no_feeling_stays(line: str) -> None:
    said = read_line(line)
    if said.mood is None and said.energy is None:
        assert said.text == clean_text(line)


def test_a_text_keeps_its_markdown_its_lines_and_its_emoji() -> None:
    text = "# Day  \r\n\r\n* *run*\t5 km\n\n\N{FAMILY}\u200d\N{GIRL} \x00\x1b[31m"
    assert clean_text(text) == "# Day\n\n* *run*\t5 km\n\n\N{FAMILY}\u200d\N{GIRL} [31m"


def test_a_title_is_one_line_and_not_too_long() -> None:
    assert clean_title(" A\n good  day ") == "A good day"
    with pytest.raises(BadEntry):
        clean_title("x" * 101)


def test_a_page_is_of_today_or_of_a_day_that_was() -> None:
    assert parse_page_day("a year ago", TODAY) == date(2099, 1, 5)
    for text in ("tomorrow", "2100-01-06", "nonsense"):
        with pytest.raises(DateRefused):
            parse_page_day(text, TODAY)


@pytest.mark.parametrize(
    ("text", "at"), [("21:30", time(21, 30)), ("9 pm", time(21)), ("on", time(21)), ("off", None)]
)
def test_when_to_ask_is_a_time_or_off(text: str, at: time | None) -> None:
    assert parse_prompt(text) == at


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(BadEntry, match="off"):
        parse_prompt("sometimes")
