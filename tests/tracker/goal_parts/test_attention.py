"""Which goals of parts ask for something: by their date, their pace and how much of them is done."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.tracker.goal_parts.workshops import Workshop
from tests.tracker.life.test_birthday import occasion
from tracker.goal_parts.digest import daily
from tracker.goals.composite.attention import Attention, AttentionReason, asking, attention_text, why_now
from tracker.goals.composite.model import CompositeGoal
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable

MONDAY = date(2027, 3, 1)
NOW = datetime(2027, 3, 1, 8, tzinfo=UTC)


def goal(title: str = "Get fit", *, due: int | None = None, **of: object) -> CompositeGoal:
    """Due in so many days."""
    target = None if due is None else MONDAY + timedelta(days=due)
    fields = {
        "id": title,
        "user": "ada",
        "title": title,
        "start_date": date(2027, 1, 1),
        "target_date": target,
    }
    return CompositeGoal.model_validate({**fields, "last_activity_at": NOW, "created_at": NOW, **of})


@pytest.mark.parametrize(
    ("due", "of", "expected"),
    [
        (None, {}, None),
        (None, {"cached_progress": 89}, None),
        (None, {"cached_progress": 90}, AttentionReason.NEARLY_DONE),
        (None, {"manual_override": 95, "cached_progress": 10}, AttentionReason.NEARLY_DONE),
        (8, {"status": "OnTrack"}, None),
        (8, {"status": "AtRisk"}, AttentionReason.AT_RISK),
        (7, {"status": "OnTrack"}, AttentionReason.DUE),
        (0, {"status": "AtRisk"}, AttentionReason.DUE),
        (-1, {"status": "AtRisk"}, AttentionReason.LATE),
        (-1, {"cached_progress": 100}, AttentionReason.COMPLETE),
        (-1, {"status": "Achieved"}, None),
        (-1, {"status": "Planning"}, None),
    ],
)
def test_why_it_asks(due: int | None, of: dict[str, Any], expected: AttentionReason | None) -> None:
    assert why_now(goal(due=due, **of), MONDAY) is expected


def test_what_needs_somebody_first_comes_first() -> None:
    some = [goal("c", cached_progress=95), goal("b", due=3), goal("a", due=-2), goal("d", due=1)]

    assert [one.goal.title for one in asking(some, MONDAY)] == ["a", "d", "b", "c"]


@pytest.mark.parametrize(
    ("due", "text"),
    [
        (-1, "50 %, was due 1 day ago"),
        (0, "50 %, due today"),
        (1, "50 %, due tomorrow"),
        (4, "50 %, due on Friday"),
    ],
)
def test_how_it_is_said(due: int, text: str) -> None:
    one = goal(due=due, cached_progress=50)
    assert (
        attention_text(Attention(one, AttentionReason.LATE if due < 0 else AttentionReason.DUE), MONDAY)
        == text
    )


async def test_the_digest_says_what_was_reached_and_what_is_due(shop: Workshop) -> None:
    fit = await shop.goals.add(shop.user, "Get fit", {})
    await shop.goals.add(shop.user, "Write a book", {"target_date": shop.clock().date() + timedelta(days=2)})
    await shop.linking.put_criterion(fit, "Run 5 km")
    await shop.linking.put_criterion(await shop.goals.get(shop.user.id, fit.id), "Swim")
    await shop.linking.tick(await shop.goals.get(shop.user.id, fit.id), "swim", done=True)
    await shop.goals.list(shop.user.id)

    round_ = replace(occasion(), user=shop.user, now=shop.clock() + timedelta(minutes=1))
    [section] = (await daily(shop.table, round_)).sections

    assert section.is_news
    assert section.text.splitlines()[0] == "Get fit reached 50 %."
    assert section.text.splitlines()[1].startswith("Write a book: nothing known yet, due on ")


async def test_what_is_only_nearly_done_does_not_make_a_digest_come(sqlite_table: SqliteTable) -> None:
    one = goal(cached_progress=95)
    await sqlite_table.put(to_item(one, one.key, *one.places()))

    [section] = (await daily(sqlite_table, occasion())).sections

    assert (section.text, section.is_news) == ("Get fit: 95 %, nearly done.", False)
    assert (await daily(sqlite_table, occasion(digest="off"))).sections == ()
