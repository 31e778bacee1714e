"""A feature is a folder and one entry in the list: the moon is found by every front end, and told of."""

from pathlib import Path

import pytest

from bot.features import FEATURES
from bot.schema import documents_of, schema_of
from tests.conversations.front_ends import FRONT_ENDS, held
from tests.conversations.script import Http, Script, Slash, Step
from tests.fakes.clock import HandClock
from tests.toy.moon import MOON
from tests.world import HOURS, World
from tracker.digest.planning import first_round
from tracker.store.sqlite import SqliteTable

WITH_MOON = (*FEATURES, MOON)
DAY = 24 * HOURS

ABOUT_THE_MOON = Script(
    feature="moon",
    steps=(
        Step(
            "tonight",
            Slash("moon"),
            "moon",
            ("moon",),
            Http("GET", "/moon"),
            words=("The moon is waning today.", "70 %"),
            fields={"day": "2100-01-01", "phase": "waning", "percent": 70},
        ),
        Step(
            "another night",
            Slash("moon", {"day": "6 days ago"}),
            "moon 6 days ago",
            ("moon", "--day", "6 days ago"),
            Http("GET", "/moon?day=6%20days%20ago"),
            words=("The moon was full on Saturday.", "100 %"),
            fields={"day": "2099-12-26", "phase": "full"},
        ),
        Step(
            "no such night",
            Slash("moon", {"day": "someday"}),
            "moon someday",
            ("moon", "--day", "someday"),
            Http("GET", "/moon?day=someday"),
            words=("Write a day as 2027-03-01",),
            refused="no_such_date",
        ),
        Step(
            "its section of today",
            Slash("today"),
            "today",
            ("today",),
            Http("GET", "/today"),
            words=("The moon", "waning, 70 % lit"),
            fields={"moon.0.phase": "waning", "moon.0.percent": 70},
        ),
        Step(
            "its section of the digest",
            Slash("digest now"),
            "digest",
            ("digest", "--preview"),
            Http("GET", "/digest"),
            words=("Waning, 70 % lit.",),
            fields={"messages.0.text": "Waning, 70 % lit."},
        ),
    ),
    stored=frozenset(),
)


@pytest.mark.parametrize("front_end", FRONT_ENDS)
async def test_every_front_end_finds_it_through_the_list(front_end: str, tmp_path: Path) -> None:
    await held(ABOUT_THE_MOON, front_end, tmp_path / front_end, WITH_MOON)


async def test_its_message_is_told_once_a_month(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with World.of(sqlite_table, clock, WITH_MOON) as world:
        person = await world.person(digest="off")
        await sqlite_table.update(first_round(person, clock()))  # as whatever they begin would
        await world.pass_time(45 * DAY, step=6 * HOURS)

        assert [one["title"] for one in world.told("full-moon")] == ["Full moon"]


def test_its_documents_have_a_schema() -> None:
    schema = schema_of("moon", documents_of(MOON))
    assert list(schema["$defs"]["Moon"]["properties"]) == ["day", "phase", "percent"]
