"""Challenges: set up, changed, joined and left; who is ahead, how a person and a week stand."""

import builtins
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.challenge.beginning import check_challenge, check_room, check_threshold, checked_name, is_zone
from tracker.challenge.book import ChallengeBook, not_in
from tracker.challenge.change_messages import new_one
from tracker.challenge.changing import (
    ATTEMPTS,
    claimed,
    restless,
    write_change,
    write_removal,
)
from tracker.challenge.editing import COUNTS, edited, ended
from tracker.challenge.errors import (
    AlreadyIn,
    BadChallenge,
    ChallengeTooOften,
    NoSuchChallenge,
    TooManyChallenges,
)
from tracker.challenge.joining import (
    WhatCounts,
    baseline_of,
    check_may_join,
    what_counts,
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
from tracker.challenge.old_claims import settle_claims
from tracker.challenge.planning import first_poll, poll_of
from tracker.challenge.standings import good_weeks, own_rank, streaks_at, summary_of
from tracker.challenge.statistics import ChallengeStanding, standing
from tracker.challenge.things import take_things, things_of
from tracker.challenge.withdrawing import leave, records_of
from tracker.clock import Clock
from tracker.days import local_day
from tracker.digest.planning import first_round
from tracker.goals.model import Character
from tracker.ids import Ids
from tracker.limits import Limits
from tracker.notify import outbox
from tracker.ranking import Rank, rank_of, top
from tracker.rewards.board_names import DiscordName, free_name, names_of
from tracker.rewards.wallet import wallet_of
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import ChallengerKey
from tracker.store.keys import (
    GlobalStatsKey,
    ParticipationKey,
    UserStatsKey,
    WeekKey,
)
from tracker.store.segments import Week
from tracker.store.table import Check, Operation, Put, Table
from tracker.weeks import week_of
from tracker.words import wait_text

MOST_JOINED = 10


class ParticipantStatus(NamedTuple):
    """A person in a challenge."""

    challenge: Challenge
    who: Participation
    week: WeekRecord | None
    """This one; None before it was counted."""
    standing: ChallengeStanding
    rank: Rank | None


class Challenges(ChallengeBook):
    def __init__(self, table: Table, clock: Clock, ids: Ids) -> None:
        """`ids` are unique among all challenges."""
        super().__init__(table, clock)
        self._ids = ids

    async def create(self, owner: User, name: str, **wanted: object) -> Challenge:
        """It begins today, unless `wanted` says when. `wanted` are further fields of Challenge."""
        shown, now = checked_name(name), self._now()
        check_threshold(wanted.get("threshold"))
        fields = {"timezone": owner.timezone, "starts": local_day(now, owner.zone), **wanted}
        try:
            new = Challenge.model_validate(
                {"id": self._ids(), "owner": owner.id, "name": shown, "created_at": now, **fields}
            )
        except ValueError as error:
            raise BadChallenge("That challenge makes no sense; see the help for what can be said.") from error
        if not is_zone(new.timezone):
            raise BadChallenge("There is no such time zone; name one as Europe/Berlin.", field="timezone")
        check_challenge(new, self.today(new))
        for _ in range(ATTEMPTS):
            unchanged = await claimed(self._table, owner.id)
            check_room(await self.list(owner.id), shown)
            made = [Put(to_item(new, new.key, new.place), ABSENT), first_poll(new, now)]
            if owner.guild is not None:
                made.append(outbox.operation(new_one(owner, new, now)))
            with suppress(ConditionFailed):  # another was set up meanwhile: look again
                await self._table.transact([unchanged, *made])
                return new
        raise restless()

    async def edit(self, challenge: Challenge, by: User, **wanted: object) -> Challenge:
        """`wanted` are fields of Challenge. Raises BadChallenge, IsOver, HasBegun, ChallengeTooOften."""
        return await self._changed(challenge, edited(challenge, wanted, self.today(challenge)), by)

    async def end(self, challenge: Challenge, by: User) -> Challenge:
        """Today is its last day. Raises IsOver, BadChallenge, ChallengeTooOften."""
        return await self._changed(challenge, ended(challenge, self.today(challenge)), by)

    async def remove(self, challenge: Challenge, by: User) -> int:
        """With all its weeks and standings; how many people were in it."""
        return await write_removal(self._table, challenge, by.id, self._now())

    async def _changed(self, before: Challenge, after: Challenge, by: User) -> Challenge:
        limits = Limits(self._table, self._clock)
        return await write_change(self._table, limits, before, after, by=by.id, today=self.today(before))

    async def take_count(self, user: User) -> None:
        """Before a challenge is counted because somebody asks. Raises ChallengeTooOften."""
        limits = Limits(self._table, self._clock)
        if (until := await limits.take(COUNTS, user.id)) is not None:
            wait = wait_text(until - limits.now())
            raise ChallengeTooOften(
                f"You had {COUNTS.most} counts just now. Try again in {wait}; until then it is counted by "
                "itself."
            )

    async def others_in(self, challenge: Challenge, user: User) -> int:
        """How many other people are in it, as the index has them."""
        place = ChallengerKey.prefix(challenge=challenge.id)
        every = await self._table.count(place.pk, index=place.index)
        mine = await self._table.get(ParticipationKey(user.id, challenge.id).key)
        return max(every - (mine is not None), 0)

    async def counted_at(self, challenge: Challenge) -> datetime | None:
        """When everybody was last counted; None before that, and for one that is over."""
        poll = await poll_of(self._table, challenge)
        return poll and poll.counted_at

    async def what_counts(self, user_id: str, challenge: Challenge, **said: str | None) -> WhatCounts:
        """What `join` would count of the person, by the options that were said: github, character, habit."""
        return await what_counts(self._table, user_id, challenge, said)

    async def name_in(
        self,
        user: User,
        challenge: Challenge,
        said: str | None,
        discord: DiscordName | None = None,
        github: str | None = None,
    ) -> str:
        """What others in it would see the person as, and nobody else; see `names_of`.

        `github` is whose commits count. Raises NameTaken, BadName, BoardNameMissing.
        """
        await settle_claims(self._table, challenge, self._now())
        login = (github or user.github_login) if challenge.counted is Counted.COMMITS else None
        wallet = await wallet_of(self._table, user.id)
        names = names_of(user, wallet, said=said, discord=discord, github=login)
        return await free_name(self._table, [things_of(challenge.id)], user.id, names)

    async def join(
        self,
        user: User,
        challenge: Challenge,
        name: str | None = None,
        *,
        here: str | None = None,
        character: str | None = None,
        habit: str | None = None,
    ) -> Participation:
        """From this week on. Who may, what counts and what others see the person as is decided here.

        `here` is the account of the server or the terminal where the person is. `character` and `habit` are
        names or ids. Raises also NameTaken, CharacterTaken.
        """
        now, today = self._now(), self.today(challenge)
        check_may_join(user, challenge, here, today)
        counts = await self.what_counts(user.id, challenge, character=character, habit=habit)
        who = Participation(
            user=user.id,
            challenge=challenge.id,
            owner=challenge.owner,
            name=await self.name_in(user, challenge, name),
            joined_at=now,
            since=max(week_of(today), week_of(challenge.starts)),
            character=counts.character and counts.character.id,
            baseline=await baseline_of(self._table, challenge, counts.character, now),
            habit=counts.habit and counts.habit.id,
        )
        for _ in range(ATTEMPTS):
            if await self._is_joined(user, challenge, who, counts.character, now):
                return who
        raise restless()

    async def _is_joined(
        self, user: User, challenge: Challenge, who: Participation, character: Character | None, now: datetime
    ) -> bool:
        """False where the person has joined or set up another one meanwhile: look again."""
        unchanged = await claimed(self._table, user.id)
        if sum(map(_is_active, await self.mine(user.id))) >= MOST_JOINED:
            raise TooManyChallenges(f"You are in {MOST_JOINED} challenges, and that is the most.")
        told = outbox.operation(welcome(user, challenge, who, now))
        operations: list[Operation] = [
            unchanged,
            Check(challenge.key.key, eq("status", ChallengeStatus.ACTIVE.value)),
            Put(to_item(who, who.key, who.place), ABSENT),
            first_round(user, now),
            *await take_things(self._table, who, character),
        ]
        if await self._table.get(told.key) is None:  # who comes back within a second is welcome, too
            operations.append(told)
        try:
            await self._table.transact(operations)
        except ConditionFailed as failed:
            if failed.at(2) is not None:
                raise AlreadyIn(f"You are in {challenge.name} already.") from failed
            if failed.at(1) is not None:
                raise NoSuchChallenge("This challenge no longer exists.") from failed
            return False
        return True

    async def leave(self, user: User, challenge: Challenge) -> None:
        if not await leave(self._table, user.id, challenge.id):
            raise not_in(challenge)

    async def status(self, user_id: str, challenge: Challenge) -> ParticipantStatus:
        """Raises NotIn."""
        week = week_of(self.today(challenge))
        keys = (
            ParticipationKey(user_id, challenge.id).key,
            UserStatsKey(user_id, challenge.id).key,
            WeekKey(user_id, week, challenge.id).key,
        )
        found = await self._table.get_many(keys)
        if keys[0] not in found:
            raise not_in(challenge)
        who = from_item(Participation, found[keys[0]])
        stats = next(from_items(PersonStats, [found[keys[1]]] if keys[1] in found else []), None)
        record = next(from_items(WeekRecord, [found[keys[2]]] if keys[2] in found else []), None)
        rank = None
        if record is not None:
            board = week_board(challenge.id, week)
            rank = await rank_of(self._table, board, user_id, record.count, record.name)
        known = stats or PersonStats(user=user_id, challenge=challenge.id, name=who.name)
        return ParticipantStatus(challenge, who, record, standing(known), rank)

    async def standings(
        self, challenge: Challenge, week: Week | None = None, count: int = 10, after: Rank | None = None
    ) -> Sequence[Rank]:
        """Who did most in a week, this one where none is named."""
        wanted = week or week_of(self.today(challenge))
        return await top(self._table, week_board(challenge.id, wanted), count, after)

    async def own_rank(self, user_id: str, challenge: Challenge, week: Week) -> Rank | None:
        """Where a person stands, however far down; None where nothing of them was counted that week."""
        return await own_rank(self._table, challenge, week, user_id)

    async def streaks_at(self, challenge: Challenge, week: Week, people: Iterable[str]) -> Mapping[str, int]:
        """Weeks in a row up to that one."""
        return await streaks_at(self._table, challenge, week, people)

    async def good_weeks(self, challenge: Challenge, week: Week, people: Iterable[str]) -> set[str]:
        """Whose week was a good one, by what it took then."""
        return await good_weeks(self._table, challenge, week, people)

    async def top_streaks(self, challenge: Challenge, count: int = 10) -> Sequence[Rank]:
        return await top(self._table, streak_board(challenge.id), count)

    async def history(self, user_id: str, challenge: Challenge) -> builtins.list[WeekRecord]:
        """A person's weeks, newest first."""
        found = await records_of(self._table, user_id, challenge.id)
        return sorted(found, key=lambda one: one.week, reverse=True)

    async def summary(self, challenge: Challenge, week: Week | None = None) -> WeekSummary:
        return await summary_of(self._table, challenge, week or week_of(self.today(challenge)))

    async def everybody(self, challenge: Challenge) -> GlobalStats:
        item = await self._table.get(GlobalStatsKey(challenge.id).key)
        return next(from_items(GlobalStats, [item] if item else []), GlobalStats(challenge=challenge.id))


def _is_active(challenge: Challenge) -> bool:
    return challenge.status is ChallengeStatus.ACTIVE
