"""What the members of a server did in a span of time, character by character, in games alone."""

import asyncio
from collections.abc import Iterable, Sequence

from tracker.accounts.service import present_people
from tracker.days import Span
from tracker.frozen import frozen
from tracker.goals.games.game import ALL_SKILLS, OVERALL, game_keys, game_of
from tracker.goals.lookup import characters_of, goals_of
from tracker.goals.model import Character, Frequency, Goal, GoalStatus
from tracker.goals.pace.gains import gain_between
from tracker.goals.pace.history import around
from tracker.goals.words.request import LEVELS, GoalType
from tracker.goals.words.wording import attribute_name, goal_title, unit_of
from tracker.readings import Number
from tracker.servers.membership import members_of
from tracker.servers.model import Membership, News
from tracker.store.segments import Subject
from tracker.store.table import Table

_AT_ONCE = 8
_SUMS = (OVERALL, ALL_SKILLS)
_COUNTED = (GoalType.XP, *LEVELS)


@frozen
class MemberGain:
    """How much a number went up."""

    name: str
    unit: str
    amount: Number
    is_sum: bool
    """Whether it adds up the others."""


@frozen
class Deeds:
    """Of one character."""

    member: str
    """The id of the account that follows it."""
    subject: Subject
    character: str
    reached: tuple[str, ...]
    gains: tuple[MemberGain, ...]
    """The largest first, each number once, and nothing that fell."""

    @property
    def xp(self) -> Number:
        """All of it where a goal says how much that is, and else the sum of what goals are on."""
        every = [one for one in self.gains if one.unit == "xp"]
        sums = [one.amount for one in every if one.is_sum]
        return max(sums) if sums else sum(one.amount for one in every)

    @property
    def are_news(self) -> bool:
        return bool(self.reached or self.gains)


async def deeds_on(table: Table, server: str, span: Span) -> list[Deeds]:
    """Of all who did something, what they agreed to. A character that two of them follow is told once."""
    members = await members_of(table, server, News.REACHED, News.GAINS)
    present = {*await present_people(table, [one.user for one in members])}
    gate = asyncio.Semaphore(_AT_ONCE)

    async def of_one(member: Membership) -> list[Deeds]:
        async with gate:
            played = [one for one in await characters_of(table, member.user) if one.game in game_keys()]
            return [await _deeds(table, one, span, member) for one in played]

    found = await asyncio.gather(*(of_one(one) for one in members if one.user in present))
    told = {one.subject: one for one in reversed([one for some in found for one in some if one.are_news])}
    return [*reversed(told.values())]


async def _deeds(table: Table, character: Character, span: Span, member: Membership) -> Deeds:
    goals = [one for one in await goals_of(table, character.user, character.id) if _is_told(one, span)]
    reached = [one for one in goals if one.reached_at is not None and one.reached_at in span]
    gains = [await _gained(table, one, span) for one in goals] if member.gains else []
    return Deeds(
        member=character.user,
        subject=character.subject,
        character=character.name,
        reached=tuple(goal_title(one, game_of(one.subject.source)) for one in reached if member.reached),
        gains=_largest(one for one in gains if one is not None),
    )


def _is_told(goal: Goal, span: Span) -> bool:
    """Of a goal that is paused or switched off nothing is told, here neither."""
    if goal.frequency is Frequency.OFF:
        return False
    return goal.status is GoalStatus.ACTIVE or (goal.reached_at is not None and goal.reached_at >= span.start)


async def _gained(table: Table, goal: Goal, span: Span) -> MemberGain | None:
    if goal.target_type not in (*_COUNTED, GoalType.SCORE):
        return None
    gain = gain_between(await around(table, goal, span), span, founded=goal.created_at)
    if gain is None or gain.amount <= 0:
        return None
    game = game_of(goal.subject.source)
    name = attribute_name(goal, game)
    return MemberGain(name, unit_of(goal, game), gain.amount, goal.target_attribute in _SUMS)


def _largest(gains: Iterable[MemberGain]) -> tuple[MemberGain, ...]:
    """Several goals may be on one number; the oldest of them knows most of it."""
    numbers: dict[tuple[str, str], MemberGain] = {}
    for one in gains:
        before = numbers.get((one.name, one.unit))
        if before is None or one.amount > before.amount:
            numbers[one.name, one.unit] = one
    return tuple(sorted(numbers.values(), key=lambda one: -one.amount))


def by_xp(deeds: Sequence[Deeds]) -> list[Deeds]:
    """Who gained most first; who gained none is not among them."""
    return sorted((one for one in deeds if one.xp), key=lambda one: (-one.xp, one.character))
