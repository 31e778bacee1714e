"""Instants as Discord's client writes them for somebody in Berlin."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.rendering.not_drawn import NotDrawn
from tests.rendering.reader import Reader

NOW = datetime(2027, 2, 6, 17, 24, 30, tzinfo=UTC)
READER = Reader(ZoneInfo("Europe/Berlin"), NOW, {7: "clan-news"})


@pytest.mark.parametrize(
    ("style", "words"),
    [
        ("t", "18:24"),
        ("T", "18:24:30"),
        ("d", "06/02/2027"),
        ("D", "6 February 2027"),
        ("f", "6 February 2027 18:24"),
        ("F", "Saturday, 6 February 2027 18:24"),
        ("R", "a few seconds ago"),
    ],
)
def test_every_style_has_its_words_in_the_zone_of_the_reader(style: str, words: str) -> None:
    assert READER.time(NOW, style) == words


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(seconds=44), "in a few seconds"),
        (timedelta(seconds=45), "in a minute"),
        (timedelta(seconds=89), "in a minute"),
        (timedelta(seconds=90), "in 2 minutes"),
        (timedelta(minutes=44), "in 44 minutes"),
        (timedelta(minutes=45), "in an hour"),
        (timedelta(hours=21), "in 21 hours"),
        (timedelta(hours=22), "in a day"),
        (timedelta(hours=36), "in 2 days"),
        (timedelta(days=25), "in 25 days"),
        (timedelta(days=26), "in a month"),
        (timedelta(days=46), "in 2 months"),
        (timedelta(days=320), "in a year"),
        (timedelta(days=700), "in 2 years"),
        (timedelta(hours=-5), "5 hours ago"),
        (timedelta(days=-1), "a day ago"),
    ],
)
def test_what_is_relative_is_rounded_as_the_client_does(ahead: timedelta, words: str) -> None:
    assert READER.time(NOW + ahead, "R") == words


@pytest.mark.parametrize(
    ("hours", "words"),
    [(0, "Today at 18:24"), (-18, "Today at 00:24"), (-19, "Yesterday at 23:24"), (-48, "04/02/2027 18:24")],
)
def test_the_day_of_a_message_is_named_while_it_is_fresh(hours: int, words: str) -> None:
    assert READER.sent(NOW + timedelta(hours=hours)) == words


def test_a_channel_has_its_name_and_one_that_is_not_there_is_refused() -> None:
    assert READER.channel(7) == "#clan-news"
    with pytest.raises(NotDrawn, match="8"):
        READER.channel(8)
