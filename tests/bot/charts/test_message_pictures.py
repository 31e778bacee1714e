"""The chart in a message: that of the goal which it tells of, and of nobody else's."""

import struct
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.charts.drawing import Drawings
from bot.charts.message_pictures import MessagePictures
from bot.features import FEATURES
from bot.goals.picture import goal_told
from scheduler.channels.channel import Part
from scheduler.channels.picture import PictureOf
from tests.bot.slash.shown_scenes import NOW, character, person, woodcutting
from tests.fakes.clock import HandClock
from tests.scheduler.channels.messages import part
from tracker.store.entity import to_item
from tracker.store.keys import GoalKey
from tracker.store.sqlite import SqliteTable

GOAL = part(kind="goal-change", group="nightowl", facts={"goal": "abc234"})
DIGEST = part(kind="digest", facts={"foremost": "nightowl/abc234"})


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[SqliteTable]:
    opened = await SqliteTable.open(tmp_path / "questlog.db", HandClock(NOW))
    try:
        for one in (person(), character(), woodcutting()):
            await opened.put(to_item(one, one.key))
        yield opened
    finally:
        await opened.close()


@pytest.fixture
async def pictures(table: SqliteTable) -> AsyncIterator[PictureOf]:
    with Drawings() as drawings:
        yield MessagePictures(table, HandClock(NOW), drawings, FEATURES)


@pytest.mark.parametrize("told", [GOAL, DIGEST])
async def test_what_is_told_of_a_goal_has_its_chart_on_white(pictures: PictureOf, told: Part) -> None:
    picture = await pictures("anna", told)
    assert picture is not None
    assert struct.unpack(">II", picture.png[16:24]) == (1050, 585)
    assert picture.words.startswith("99 Woodcutting, Nightowl: ")


@pytest.mark.parametrize(
    "told",
    [
        part(kind="channel-off"),
        part(kind="goal-change", group=None, facts={"goal": "abc234"}),
        part(kind="goal-change", group="nightowl", facts={}),
        part(kind="goal-change", group="nightowl", facts={"goal": "gone12"}),
        part(kind="digest", facts={"goals": 3}),
    ],
)
async def test_what_tells_of_no_goal_has_none(pictures: PictureOf, told: Part) -> None:
    assert await pictures("anna", told) is None


async def test_nobody_sees_the_chart_of_another_person(pictures: PictureOf) -> None:
    assert await pictures("bob", GOAL) is None
    assert await pictures("", GOAL) is None


def test_a_character_may_have_a_stroke_in_its_name() -> None:
    assert goal_told("anna", ("a/b/abc234",)) == GoalKey("anna", "a/b", "abc234")
    assert goal_told("anna", ("a/b", "abc234")) == GoalKey("anna", "a/b", "abc234")
