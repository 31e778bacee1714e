"""Challenges: set up, joined and left; who is ahead, how a person and a week stand."""

import builtins
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tracker.accounts.model import User
from tracker.challenge.errors import (
    AlreadyIn,
    BadChallenge,
    IsOver,
    NoSuchChallenge,
    NotIn,
    NotProven,
    TooManyChallenges,
)
from tracker.challenge.messages import welcome
from tracker.challenge.model import (
    Challenge,
    ChallengeStatus,
    Counted,
    GlobalStats,
    Participation,
    PersonStats,
    WeekRecord,
    WeekSummary,
    streak_board,
    week_board,
)
from tracker.challenge.people import participations_of
from tracker.challenge.planning import first_poll
from tracker.challenge.statistics import Standing, standing
from tracker.challenge.withdrawing import leave, records_of
from tracker.clock import Clock
from tracker.days import local_day
from tracker.ids import Ids
from tracker.notify import outbox
from tracker.ranking import Rank, rank_of, top
from tracker.rewards.leaderboard import checked_name
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import PRESENT, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import ChallengeIdKey
from tracker.store.keys import (
    ChallengeKey,
    GlobalStatsKey,
    ParticipationKey,
    UserStatsKey,
    WeekKey,
    WeekStatsKey,
)
from tracker.store.segments import Week
from tracker.store.table import Check, Operation, Put, Table
from tracker.weeks import week_of

MOST_CHALLENGES = 20
MOST_JOINED = 10
LONGEST_NAME = 60


class Status(NamedTuple):
    """A person in a challenge."""

    challenge: Challenge
    who: Participation
    week: WeekRecord | None
    """This one; None before it was counted."""
    standing: Standing
    rank: Rank | None


class Challenges:
    def __init__(self, table: Table, clock: Clock, ids: Ids) -> None:
        """`ids` are unique among all challenges."""
        self._table, self._clock, self._ids = table, clock, ids

    async def create(self, owner: User, name: str, **wanted: object) -> Challenge:
        """It begins today, unless `wanted` says when. `wanted` are further fields of Challenge."""
        known = await self.list(owner.id)
        if sum(map(_is_active, known)) >= MOST_CHALLENGES:
            raise TooManyChallenges(f"There are {MOST_CHALLENGES} challenges here, and that is the most.")
        shown = _checked(name)
        if any(one.name.casefold() == shown.casefold() for one in known):
            raise BadChallenge(f"There is a challenge called {shown} here already.")
        now = self._now()
        fields = {"timezone": owner.timezone, "starts": local_day(now, owner.zone), **wanted}
        try:
            new = Challenge.model_validate(
                {"id": self._ids(), "owner": owner.id, "name": shown, "created_at": now, **fields}
            )
        except ValueError as error:
            raise BadChallenge("That challenge makes no sense; see the help for what can be said.") from error
        if not _is_zone(new.timezone):
            raise BadChallenge("There is no such time zone; name one as Europe/Berlin.")
        if new.ends is not None and new.ends <= new.starts:
            raise BadChallenge("A challenge ends after it begins.")
        await self._table.transact(
            [
                Check(owner.key.key, PRESENT),
                Put(to_item(new, new.key, new.place), ABSENT),
                first_poll(new, now),
            ]
        )
        return new

    async def list(self, owner_id: str) -> builtins.list[Challenge]:
        """Those of a server or a person, in the order in which they were set up."""
        mine = ChallengeKey.prefix(user=owner_id)
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        return sorted(from_items(Challenge, items), key=lambda one: (one.created_at, one.id))

    async def get(self, owner_id: str, challenge_id: str) -> Challenge:
        item = await self._table.get(ChallengeKey(owner_id, challenge_id).key)
        if item is None:
            raise NoSuchChallenge("This challenge is not there any more.")
        return from_item(Challenge, item)

    async def by_id(self, challenge_id: str) -> Challenge:
        """By the index; whoever is told the id can find it."""
        place = ChallengeIdKey.prefix(challenge=challenge_id)
        page = await self._table.query(place.pk, prefix=place.prefix or None, index=place.index, limit=1)
        if (found := next(from_items(Challenge, page.items), None)) is None:
            raise NoSuchChallenge("There is no challenge with this id.")
        return found

    async def mine(self, user_id: str) -> builtins.list[Challenge]:
        """Those that a person is in, in the order in which they joined."""
        joined = await participations_of(self._table, user_id)
        found = await self._table.get_many(ChallengeKey(one.owner, one.challenge).key for one in joined)
        by_id = {one.id: one for one in from_items(Challenge, found.values())}
        return [by_id[one.challenge] for one in joined if one.challenge in by_id]

    async def join(
        self,
        user: User,
        challenge: Challenge,
        name: str,
        *,
        character: str | None = None,
        habit: str | None = None,
    ) -> Participation:
        """From this week on. Raises NotProven where the commits of nobody would be counted."""
        now, today = self._now(), self.today(challenge)
        if not _is_active(challenge) or (challenge.ends is not None and challenge.ends < today):
            raise IsOver(f"{challenge.name} is over.")
        if challenge.counted is Counted.COMMITS and user.github is None:
            raise NotProven("First show which GitHub account is yours.")
        if challenge.counted is Counted.XP and character is None:
            raise BadChallenge("Say whose xp counts: name one of your characters.")
        if sum(map(_is_active, await self.mine(user.id))) >= MOST_JOINED:
            raise TooManyChallenges(f"You are in {MOST_JOINED} challenges, and that is the most.")
        who = Participation(
            user=user.id,
            challenge=challenge.id,
            owner=challenge.owner,
            name=checked_name(name),
            joined_at=now,
            since=max(week_of(today), week_of(challenge.starts)),
            character=character,
            habit=habit,
        )
        await self._joined(user, challenge, who, now)
        return who

    async def _joined(self, user: User, challenge: Challenge, who: Participation, now: datetime) -> None:
        told = outbox.operation(welcome(user, challenge, who, now))
        operations: list[Operation] = [
            Check(user.key.key, PRESENT),
            Check(challenge.key.key, eq("status", ChallengeStatus.ACTIVE.value)),
            Put(to_item(who, who.key, who.place), ABSENT),
        ]
        if await self._table.get(told.key) is None:  # who comes back within a second is welcome, too
            operations.append(told)
        try:
            await self._table.transact(operations)
        except ConditionFailed as failed:
            if failed.at(2) is not None:
                raise AlreadyIn(f"You are in {challenge.name} already.") from failed
            raise NoSuchChallenge("This challenge is not there any more.") from failed

    async def leave(self, user: User, challenge: Challenge) -> None:
        if not await leave(self._table, user.id, challenge.id):
            raise NotIn(f"You are not in {challenge.name}.")

    async def status(self, user_id: str, challenge: Challenge) -> Status:
        """Raises NotIn."""
        week = week_of(self.today(challenge))
        keys = (
            ParticipationKey(user_id, challenge.id).key,
            UserStatsKey(user_id, challenge.id).key,
            WeekKey(user_id, week, challenge.id).key,
        )
        found = await self._table.get_many(keys)
        if keys[0] not in found:
            raise NotIn(f"You are not in {challenge.name}.")
        who = from_item(Participation, found[keys[0]])
        stats = next(from_items(PersonStats, [found[keys[1]]] if keys[1] in found else []), None)
        record = next(from_items(WeekRecord, [found[keys[2]]] if keys[2] in found else []), None)
        rank = None
        if record is not None:
            board = week_board(challenge.id, week)
            rank = await rank_of(self._table, board, user_id, record.count, record.name)
        known = stats or PersonStats(user=user_id, challenge=challenge.id, name=who.name)
        return Status(challenge, who, record, standing(known), rank)

    async def standings(
        self, challenge: Challenge, week: Week | None = None, count: int = 10, after: Rank | None = None
    ) -> Sequence[Rank]:
        """Who did most in a week, this one where none is named."""
        wanted = week or week_of(self.today(challenge))
        return await top(self._table, week_board(challenge.id, wanted), count, after)

    async def top_streaks(self, challenge: Challenge, count: int = 10) -> Sequence[Rank]:
        return await top(self._table, streak_board(challenge.id), count)

    async def history(self, user_id: str, challenge: Challenge) -> builtins.list[WeekRecord]:
        """A person's weeks, newest first."""
        found = await records_of(self._table, user_id, challenge.id)
        return sorted(found, key=lambda one: one.week, reverse=True)

    async def summary(self, challenge: Challenge, week: Week | None = None) -> WeekSummary:
        wanted = week or week_of(self.today(challenge))
        item = await self._table.get(WeekStatsKey(wanted, challenge.id).key)
        empty = WeekSummary(challenge=challenge.id, week=wanted)
        return next(from_items(WeekSummary, [item] if item else []), empty)

    async def everybody(self, challenge: Challenge) -> GlobalStats:
        item = await self._table.get(GlobalStatsKey(challenge.id).key)
        return next(from_items(GlobalStats, [item] if item else []), GlobalStats(challenge=challenge.id))

    def today(self, challenge: Challenge) -> date:
        return local_day(self._now(), challenge.zone)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _checked(text: str) -> str:
    name = " ".join(text.split())
    if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise BadChallenge(f"A challenge's name has 1 to {LONGEST_NAME} letters, digits and signs to see.")
    return name


def _is_active(challenge: Challenge) -> bool:
    return challenge.status is ChallengeStatus.ACTIVE


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError):
        return False
    return True
