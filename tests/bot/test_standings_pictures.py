"""The charts of standings: of the people whom a message names, drawn once, and never at its cost."""

import struct
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from structlog.testing import capture_logs

from bot.challenges.picture import draw_ranked, drawn, standings_told
from bot.charts.drawing import LONGEST_ALT, Drawings
from bot.charts.message_pictures import MessagePictures
from bot.features import FEATURES
from scheduler.channels.channel import Part
from scheduler.channels.picture import PictureOf
from tests.bot.charts.standings_charts import ADA, USUAL, challenge, standings
from tests.fakes.clock import HandClock
from tests.scheduler.channels.messages import part
from tracker.challenge.model import Challenge, OpenWeek, PersonStats, WeekRecord
from tracker.challenge.standings import ranks_among, streaks_at
from tracker.challenge.statistics import with_weeks
from tracker.store.entity import to_item
from tracker.store.segments import Week
from tracker.store.sqlite import SqliteTable
from tracker.weeks import days_of, previous, week_of, week_text

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
THIS = week_of(NOW.date())
"""A Wednesday: the week before is settled."""


@pytest.fixture
def drawings() -> Iterator[Drawings]:
    with Drawings(most=3, most_waiting=2) as made:
        yield made


@pytest.fixture
def messages(sqlite_table: SqliteTable, clock: HandClock, drawings: Drawings) -> PictureOf:
    return MessagePictures(sqlite_table, clock, drawings, FEATURES)


async def lived(table: SqliteTable, user: str, weeks: str, of: Challenge | None = None) -> None:
    """The last weeks of somebody, of which the last is this one: as many commits as the digits say."""
    asked = of or challenge()
    week, records = THIS, list[WeekRecord]()
    for count in reversed(weeks):
        records.append(_record(user, asked, week, int(count)))
        week = previous(week)
    new = PersonStats(user=user, challenge=asked.id, name=user.title())
    counts = {one.week: OpenWeek(count=one.count, success=one.success) for one in records}
    stats = with_weeks(new, counts, previous(THIS))
    items = [to_item(one, one.key, *one.places()) for one in records]
    for item in (*items, to_item(stats, stats.key), to_item(asked, asked.key, asked.place)):
        await table.put(item)


def _record(user: str, of: Challenge, week: Week, count: int) -> WeekRecord:
    first, last = days_of(week)
    return WeekRecord(
        user=user,
        challenge=of.id,
        week=week,
        name=user.title(),
        count=count,
        success=count >= of.threshold,
        period_start=first,
        period_end=last,
        settled=week < THIS,
        last_updated=NOW,
    )


def told(*people: str, week: Week = THIS, **facts: str) -> Part:
    named = {"challenge": "c", "week": week_text(week), "people": ",".join(people), **facts}
    return part(kind="challenge-standings", facts=named)


# In messages


async def test_what_is_told_of_a_week_has_its_picture_light_or_dark(
    messages: PictureOf, sqlite_table: SqliteTable
) -> None:
    await lived(sqlite_table, "ada", "579")
    await lived(sqlite_table, "bob", "551")

    light, dark = await messages("o", told("ada", "bob")), await messages("o", told("ada", "bob"), dark=True)

    assert light is not None
    assert dark is not None
    assert light.png != dark.png
    assert light.words == dark.words
    assert struct.unpack(">II", light.png[16:24]) == (1050, 219)
    assert "1. Ada, 9 commits, streak 3 weeks in a row. 2. Bob, 1 commit, streak 2 weeks" in light.words


async def test_whoever_is_gone_is_not_in_it_and_where_all_are_there_is_none(
    messages: PictureOf, sqlite_table: SqliteTable
) -> None:
    await lived(sqlite_table, "ada", "5")

    picture = await messages("o", told("ada", "bob"))

    assert picture is not None
    assert "Bob" not in picture.words
    assert await messages("o", told("bob")) is None


@pytest.mark.parametrize(
    "message",
    [
        told(),
        told("ada", challenge="gone"),
        part(kind="challenge-standings", facts={}),
        part(kind="challenge-week", facts={"challenge": "c", "week": "2026-W47", "people": "ada"}),
    ],
)
async def test_what_tells_of_no_week_has_none(
    messages: PictureOf, sqlite_table: SqliteTable, message: Part
) -> None:
    await lived(sqlite_table, "ada", "5")

    assert await messages("o", message) is None


async def test_nobody_gets_the_picture_of_a_challenge_that_is_anothers(
    messages: PictureOf, sqlite_table: SqliteTable
) -> None:
    await lived(sqlite_table, "ada", "5")

    assert await messages("another", told("ada")) is None
    assert await messages("", told("ada")) is None


# Streaks


@pytest.mark.parametrize(
    ("weeks", "ago", "streak"),
    [
        ("59", 0, 2),
        ("590", 0, 2),
        ("590", 1, 2),
        ("5905", 0, 1),
        ("5905", 1, 0),
        ("5905", 2, 2),
        ("5905", 3, 1),
        ("5" * 40, 0, 40),
        ("5" * 40, 1, 39),
        ("5" * 40, 2, 38),
        ("5" * 40, 20, 20),
        ("5" * 26 + "00", 2, 26),
        ("5" * 27 + "00", 2, 27),
        ("0" + "5" * 26 + "00", 2, 26),
    ],
)
async def test_a_streak_is_the_one_of_the_week_that_is_shown(
    sqlite_table: SqliteTable, weeks: str, ago: int, streak: int
) -> None:
    await lived(sqlite_table, "ada", weeks)
    week = THIS
    for _ in range(ago):
        week = previous(week)

    assert await streaks_at(sqlite_table, challenge(), week, ["ada", "nobody"]) == {"ada": streak}


async def test_ranks_are_those_among_the_people_who_are_named(sqlite_table: SqliteTable) -> None:
    for user, count in (("ada", "3"), ("bob", "9"), ("cid", "3"), ("dan", "5")):
        await lived(sqlite_table, user, count)
    people = ["ada", "bob", "cid"]

    ranks = await ranks_among(sqlite_table, challenge(), THIS, people)
    chart = await standings_told(sqlite_table, "o", "c", week_text(THIS), ",".join(people))

    assert [(one.number, one.name, one.points) for one in ranks] == [
        (1, "Bob", 9),
        (2, "Cid", 3),
        (3, "Ada", 3),
    ]
    assert chart is not None
    assert [(one.number, one.name, one.count, one.is_own) for one in chart.rows] == [
        (1, "Bob", 9, False), (2, "Cid", 3, False), (3, "Ada", 3, False),
    ]  # fmt: skip
    assert chart.participants == 0  # nobody has summed it up yet
    assert await ranks_among(sqlite_table, challenge(), previous(THIS), ["ada"]) == []


# Drawing


async def test_what_has_not_moved_is_not_drawn_again(drawings: Drawings) -> None:
    first, again = [await drawn(drawings, USUAL, dark=True) for _ in range(2)]
    moved = await drawn(drawings, standings(replace(ADA, count=13)), dark=True)
    light = await drawn(drawings, USUAL, dark=False)

    assert first is again
    assert len({id(one) for one in (first, moved, light)}) == 3


@pytest.mark.parametrize("name", ["\ud800", "two\nlines", "\u202egnp", "\x00\x1b[2J", "a" * 500, "$x_1$"])
def test_its_words_are_on_one_line_and_short_whatever_people_and_challenges_are_called(name: str) -> None:
    rows = [replace(ADA, number=number, name=name) for number in range(1, 11)]
    words = draw_ranked(standings(*rows, of=challenge(name=name))).words

    assert words.isprintable()
    assert 0 < len(words) <= LONGEST_ALT


async def test_a_picture_that_cannot_be_drawn_is_none_and_logged(drawings: Drawings) -> None:
    broken = replace(USUAL, rows=(replace(ADA, name=None),))  # type: ignore[arg-type]

    with capture_logs() as lines:
        assert await drawn(drawings, broken, dark=True) is None
    assert [line["event"] for line in lines] == ["chart not drawn"]


def test_the_week_of_these_tests_is_the_one_that_they_mean() -> None:
    assert days_of(THIS).first == date(2026, 11, 16)
