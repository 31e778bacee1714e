"""Goals of parts in a digest: what they reached since the last one, and which of them ask for something."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tracker.goals.composite.attention import Attention, AttentionReason, asking, attention_text
from tracker.goals.composite.model import CompositeGoal, GoalMilestone
from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.store.entity import from_items
from tracker.store.index_keys import TimelineKey
from tracker.store.keys import CompositeGoalKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Table
from tracker.words import count_of

NAME = "goals of parts"
MOST_LINES = 12
_MOST_READ = 200
_A_DAY = timedelta(days=1)
_ALWAYS = (AttentionReason.LATE, AttentionReason.DUE)
"""Of these there is something to do now; of the others the digest speaks, and does not come for them."""


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    if occasion.user.guild is not None or not occasion.has_digest:
        return DailyNews()
    since = occasion.told_digest_at or occasion.now - _A_DAY
    goals, milestones = await table.read_in_steps(_news_of(occasion.user.id, since, occasion.now))
    section = section_of(goals, milestones, occasion)
    return DailyNews() if section is None else DailyNews([section])


def _news_of(
    user_id: str, since: datetime, now: datetime
) -> ReadSteps[tuple[list[CompositeGoal], list[GoalMilestone]]]:
    """In one round trip."""
    mine = CompositeGoalKey.prefix(user=user_id)
    told = TimelineKey.between(since, now, user=user_id, kind="milestone")
    passed = Query(told.pk, lo=told.lo, hi=told.hi, index=told.index, reverse=True, limit=_MOST_READ)
    found = yield Lookup(queries=[Query(mine.pk, prefix=mine.prefix, limit=_MOST_READ), passed])
    goals, milestones = (page.items for page in found.pages)
    return [*from_items(CompositeGoal, goals)], [*from_items(GoalMilestone, milestones)]


def section_of(
    goals: Sequence[CompositeGoal], milestones: Sequence[GoalMilestone], occasion: Occasion
) -> DigestSection | None:
    """None where there is nothing to say."""
    reached = _reached(goals, milestones)
    open_ones = asking(goals, occasion.today)
    lines = [
        *(f"{goal.title} reached {mark} %." for goal, mark in reached),
        *(f"{one.goal.title}: {attention_text(one, occasion.today)}." for one in open_ones),
    ]
    if not lines:
        return None
    more = len(lines) - MOST_LINES
    lines[MOST_LINES:] = [f"{count_of(more, 'more line')}."] if more > 0 else []
    is_news = bool(reached) or any(_is_news(one, occasion) for one in open_ones)
    facts = {"milestones": len(reached), "asking": len(open_ones)}
    return DigestSection(name=NAME, text="\n".join(lines), is_news=is_news, facts=facts)


def _reached(
    goals: Sequence[CompositeGoal], milestones: Sequence[GoalMilestone]
) -> list[tuple[CompositeGoal, int]]:
    """The highest of each goal; those of characters have a section of their own."""
    highest = {one.goal: one.percentage for one in sorted(milestones, key=lambda one: one.percentage)}
    return [(goal, highest[goal.id]) for goal in goals if goal.id in highest]


def _is_news(one: Attention, occasion: Occasion) -> bool:
    return one.why in _ALWAYS or occasion.weekly
