"""A year of RuneScape 3 history from RuneMetrics, one request for each skill."""

from datetime import UTC, datetime

import pytest

from scheduler.sources.registry import Sources
from scheduler.sources.runescape.runemetrics import (
    Hidden,
    MonthlyPoint,
    Profile,
    RuneMetricsSkill,
    read_months,
)
from scheduler.sources.source import Malformed, Unavailable
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.web_faults import html_with_200, page
from tests.scheduler.sources.timing import HandTime
from tracker.store.segments import Subject

BOB = Subject("rs3", "main:iron bob")
JUNE, JULY, AUGUST = (datetime(2026, month, 28, 12, tzinfo=UTC) for month in (6, 7, 8))


def milliseconds(instant: datetime) -> int:
    return int(instant.timestamp() * 1000)


async def test_points_are_counted_back_from_the_total(game: FakeHiscores, sources: Sources) -> None:
    gains = {milliseconds(JUNE): 100, milliseconds(JULY): 0, milliseconds(AUGUST): 400}
    game.months("Iron Bob", "Mining", 10_000, gains)
    assert await sources.rs3.history(BOB, ["mining"]) == (
        MonthlyPoint("mining", JUNE, 9600, 100),
        MonthlyPoint("mining", JULY, 9600, 0),
        MonthlyPoint("mining", AUGUST, 10_000, 400),
    )
    assert game.asked[-1].query == "searchName=iron%20bob&skillid=14"


async def test_all_skills_and_the_total_are_asked_for_at_the_usual_pace(
    game: FakeHiscores, sources: Sources, time: HandTime
) -> None:
    game.months("Iron Bob", "Overall", 5_800_000_000, {milliseconds(JUNE): 1})
    assert await sources.rs3.history(BOB) == (MonthlyPoint("overall", JUNE, 5_800_000_000, 1),)
    assert [asked.query.rpartition("=")[2] for asked in game.asked] == list(map(str, range(-1, 29)))
    assert time.seconds == pytest.approx(29 / 2)


async def test_months_before_there_was_any_xp_are_left_out(game: FakeHiscores, sources: Sources) -> None:
    game.months(
        "Iron Bob", "Mining", 400, {milliseconds(JUNE): 0, milliseconds(JULY): 0, milliseconds(AUGUST): 400}
    )
    assert await sources.rs3.history(BOB, ["mining"]) == (MonthlyPoint("mining", AUGUST, 400, 400),)


async def test_a_profile_that_is_not_shown_has_no_history(sources: Sources) -> None:
    assert await sources.rs3.history(BOB, ["mining"]) == ()


def test_nor_has_one_that_is_private() -> None:
    assert list(read_months({"error": "PROFILE_PRIVATE", "loggedIn": "false"}, "mining", 14)) == []


async def test_trouble_is_a_failure_like_any_other(game: FakeHiscores, sources: Sources) -> None:
    game.go_wrong(html_with_200(), page('{"monthlyXpGain": 5}'))
    with pytest.raises(Unavailable):
        await sources.rs3.history(BOB, ["mining"])
    with pytest.raises(Malformed):
        await sources.rs3.history(BOB, ["mining"])


@pytest.mark.parametrize(
    "month",
    [
        None,
        5,
        {},
        {"timestamp": 1, "xpGain": -5},
        {"timestamp": 10**14 * 9, "xpGain": 5},
        {"timestamp": "x", "xpGain": 5},
    ],
)
def test_what_is_no_month_is_passed_over(month: object) -> None:
    good = {"timestamp": milliseconds(JUNE), "xpGain": 5}
    page = {"monthlyXpGain": [{"skillId": 14, "totalXp": 100, "monthData": [month, good]}]}
    assert list(read_months(page, "mining", 14)) == [MonthlyPoint("mining", JUNE, 100, 5)]


def test_a_history_of_another_skill_is_not_taken_for_this_one() -> None:
    page = {"monthlyXpGain": [{"skillId": 3, "totalXp": 100, "monthData": []}]}
    assert list(read_months(page, "mining", 14)) == []


async def test_a_profile_can_be_asked_for_by_itself(game: FakeHiscores, sources: Sources) -> None:
    game.profile("Iron Bob", {"Mining": (5, 4009)})
    profile = await sources.rs3.profile(BOB)
    assert profile == Profile(
        "Iron Bob", {"mining": RuneMetricsSkill(5, 400), "overall": RuneMetricsSkill(5, 400)}
    )
    game.no_profile("Iron Bob", "PROFILE_PRIVATE")
    assert await sources.rs3.profile(BOB) is Hidden.PRIVATE
