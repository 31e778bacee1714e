"""What goals bring to a daily round: their section of the digest, changed states, dates near or over."""

from collections.abc import Sequence
from datetime import datetime

from tracker.days import Span
from tracker.goals.lookup import characters_of, goals_of
from tracker.goals.model import Frequency, Goal, GoalStatus, LatestProgress
from tracker.goals.pace.gained import gains_between
from tracker.goals.pace.gains import Gain
from tracker.goals.pace.standing import GoalStanding, standings
from tracker.goals.pace.state import GoalState
from tracker.goals.recording.messages import goal_reference
from tracker.goals.rounds.digest import DigestEntry, digest_text, foremost
from tracker.goals.rounds.messages import GoalOccasion, goal_messages, is_active, kept_state, turned
from tracker.sections import DEFAULT, DailyNews, DigestSection, Occasion
from tracker.store.entity import change
from tracker.store.table import Table


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    user = occasion.user
    characters = await characters_of(table, user.id)
    goals = [goal for one in characters for goal in await goals_of(table, user.id, one.id)]
    told = [goal for goal in goals if _may_be_told(goal, occasion)]
    if not told:
        return DailyNews()
    found = await standings(table, user, told, occasion.now)
    known = GoalOccasion.of(occasion, {one.id: one.name for one in characters})
    return DailyNews(
        sections=await _sections(table, known, found),
        messages=goal_messages(known, found),
        writes=[
            change(LatestProgress, standing.goal.latest_key, _kept(state, standing, occasion))
            for standing in found
            if (state := kept_state(standing)) is not None
        ],
    )


def _kept(state: GoalState, standing: GoalStanding, occasion: Occasion) -> dict[str, object]:
    return {"state": state, **({"turned_at": occasion.now} if turned(standing) else {})}


def _may_be_told(goal: Goal, occasion: Occasion) -> bool:
    if goal.status is not GoalStatus.REACHED:
        return goal.status is GoalStatus.ACTIVE
    told = min(occasion.told_digest_at or goal.created_at, occasion.told_weekly_at or goal.created_at)
    return goal.reached_at is not None and goal.reached_at >= told


async def _sections(
    table: Table, occasion: GoalOccasion, found: Sequence[GoalStanding]
) -> list[DigestSection]:
    """One for each channel that goals prefer."""
    spans = ((standing, _span(occasion, standing)) for standing in found)
    told = [(standing, span) for standing, span in spans if span is not None]
    channels: dict[str | None, list[DigestEntry]] = {}
    for (standing, span), gain in zip(told, await gains_between(table, told), strict=True):
        entry = _entry(occasion, standing, span, gain)
        channels.setdefault(standing.goal.notification_channel_type, []).append(entry)
    return [_section(channel, entries) for channel, entries in channels.items()]


def _section(channel: str | None, entries: Sequence[DigestEntry]) -> DigestSection:
    return DigestSection(
        name="goals",
        text=digest_text(entries),
        is_news=any(entry.is_news for entry in entries),
        facts={
            "goals": len(entries),
            "moved": sum(entry.moved for entry in entries),
            "reached": sum(entry.reached for entry in entries),
            "foremost": goal_reference(foremost(entries).standing.goal),
        },
        channel=channel,
        entity=channel or DEFAULT,
    )


def _span(occasion: GoalOccasion, standing: GoalStanding) -> Span | None:
    """Since the last digest that told of it; None where this one does not."""
    goal = standing.goal
    weekly = goal.frequency is Frequency.WEEKLY
    if not (goal.frequency is Frequency.DAILY or (weekly and occasion.weekly)):
        return None
    told = occasion.told_weekly_at if weekly else occasion.told_digest_at
    span = Span(max(told or goal.created_at, goal.created_at), occasion.now)
    if goal.status is GoalStatus.REACHED:
        return span if goal.reached_at is not None and goal.reached_at in span else None
    return span if is_active(standing) else None


def _entry(occasion: GoalOccasion, standing: GoalStanding, span: Span, gain: Gain | None) -> DigestEntry:
    return DigestEntry(
        standing,
        gain=None if gain is None else gain.amount,
        since=occasion.day_of(span.start),
        character=occasion.name(standing),
        unseen_since=None if standing.outage is None else occasion.day_of(standing.outage.since),
        turned=turned(standing) or _turned_since(standing, span.start),
    )


def _turned_since(standing: GoalStanding, start: datetime) -> bool:
    """By a round after the last digest: the one that told this digest first, where it had to wait."""
    at = None if standing.latest is None else standing.latest.turned_at
    return at is not None and at > start
