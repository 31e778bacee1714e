"""The same conversation on every front end: the same facts, the same refusals, the same items stored."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.features import FEATURES
from tests.conftest import TWO_ENGINES
from tests.conversations.accounts import ACCOUNTS
from tests.conversations.areas import AREAS
from tests.conversations.assist import ASSIST
from tests.conversations.challenges import CHALLENGES
from tests.conversations.channels import CHANNELS
from tests.conversations.characters import CHARACTERS
from tests.conversations.digest import DIGEST
from tests.conversations.front_ends import FRONT_ENDS, converse, held, over_http_on, prepare
from tests.conversations.glances import CLAN, MESSAGES, SERVERS, STATS, TODAY
from tests.conversations.goal_parts import GOAL_PARTS
from tests.conversations.goals import GOALS
from tests.conversations.group_goals import GROUP_GOALS
from tests.conversations.habits import HABITS
from tests.conversations.insights import INSIGHTS
from tests.conversations.logbook import LOGBOOK
from tests.conversations.metric_news import METRIC_NEWS
from tests.conversations.metrics import METRICS
from tests.conversations.offers import OFFERS
from tests.conversations.periods import PERIODS
from tests.conversations.projects import PROJECTS
from tests.conversations.recap import RECAP
from tests.conversations.rewards import REWARDS
from tests.conversations.rooms import ROOMS
from tests.conversations.script import Script
from tests.conversations.sessions import SESSIONS
from tests.conversations.shares import SHARES
from tests.conversations.shop import SHOP
from tests.conversations.tasks import TASKS
from tests.conversations.timeline import TIMELINE
from tests.conversations.tokens import TOKENS
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import Item

SCRIPTS = (
    *(
        HABITS,
        TASKS,
        PROJECTS,
        METRICS,
        LOGBOOK,
        TODAY,
        CHALLENGES,
        CHARACTERS,
        GOALS,
        GOAL_PARTS,
        GROUP_GOALS,
        INSIGHTS,
        TIMELINE,
        RECAP,
        PERIODS,
        AREAS,
    ),
    *(
        DIGEST,
        CHANNELS,
        MESSAGES,
        ACCOUNTS,
        SESSIONS,
        SHARES,
        TOKENS,
        REWARDS,
        SHOP,
        ROOMS,
        SERVERS,
        ASSIST,
        OFFERS,
        CLAN,
        STATS,
    ),
)

ULID = "[0-9A-HJKMNP-TV-Z]{26}"
"""Of what is no item of its own: an entry on a page."""

OF_FRONT_END = ("discord", "local", "phone", "token")
"""How the names of what only some front ends keep with a person begin."""


async def stored(script: Script, folder: Path) -> list[Any]:
    table = await SqliteTable.open(folder / "questlog.db", HandClock())
    try:
        return await stored_in(table, script)
    finally:
        await table.close()


async def stored_in(table: Table, script: Script) -> list[Any]:
    """Items of the feature; ids, and through which front end it was said, are taken out.

    So is the number that Discord alone gives to what people do there.
    """
    items = [item async for item in table.scan()]
    ids = {str(one["PK"]).removeprefix("USER#"): "person" for one in items if one["type"] == "user"}
    for kind in (
        "habit",
        "challenge",
        "goal",
        "compositeGoal",
        "task",
        "project",
        "reward",
        "metric",
        "roomMessage",
    ):
        made = sorted((one for one in items if one["type"] == kind), key=lambda one: str(one["createdAt"]))
        ids |= {str(one["SK"]).rpartition("#")[2]: f"{kind}-{number}" for number, one in enumerate(made)}
    rooms = sorted((one for one in items if one["type"] == "room"), key=lambda one: str(one["createdAt"]))
    ids |= {str(one["id"]): f"room-{number}" for number, one in enumerate(rooms)}
    mine = [one for one in items if one["type"] in script.stored]
    text = json.dumps([_without_indexes(one) for one in mine], default=str)
    for id_, name in ids.items():
        text = text.replace(id_, name)
    text = re.sub(r'"via": "[a-z]+"', '"via": "front end"', text)
    text = re.sub(r', "occasion": "[^"]*"', "", text)
    text = re.sub(rf'"(?:id|entry)": "{ULID}"', '"id": "entry"', text)
    return sorted(json.loads(text), key=lambda one: (one["PK"], one["SK"]))


def _without_indexes(item: Item) -> Item:
    """Some of their shards are reckoned from the person's id."""
    left_out = ("GSI", *OF_FRONT_END) if item["type"] == "user" else "GSI"
    return {name: value for name, value in item.items() if not name.startswith(left_out)}


def test_every_feature_has_its_conversation() -> None:
    only_on_pages = {"operator"}
    assert [one.feature for one in SCRIPTS] == [one.name for one in FEATURES if one.name not in only_on_pages]


@pytest.mark.parametrize("script", [*SCRIPTS, METRIC_NEWS], ids=lambda one: one.feature)
async def test_every_front_end_gives_the_same_facts_and_refusals_and_stores_the_same(
    script: Script, tmp_path: Path
) -> None:
    found = dict[str, list[Any]]()
    for front_end in FRONT_ENDS:
        await held(script, front_end, tmp_path / front_end)
        found[front_end] = await stored(script, tmp_path / front_end)

    assert {one["type"] for one in found["http"]} == script.stored
    for front_end, items in found.items():
        assert items == found["http"], front_end


@pytest.mark.parametrize("engine", TWO_ENGINES[1:], indirect=True)
@pytest.mark.parametrize("script", [*SCRIPTS, METRIC_NEWS], ids=lambda one: one.feature)
async def test_the_other_engine_gives_the_same_facts_and_refusals_and_stores_the_same(
    script: Script, table: Table, clock: HandClock, tmp_path: Path
) -> None:
    async with over_http_on(table, clock) as talking:
        await prepare(script, table, clock, talking)
        await converse(script, "http", clock, talking)

    await held(script, "http", tmp_path / "http")
    assert await stored_in(table, script) == await stored(script, tmp_path / "http")
