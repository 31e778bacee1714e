"""Challenges: set up, joined and left; who is ahead, how a person and a week stand."""

import builtins
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import NamedTuple

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.challenge.beginning import check_challenge, check_room, check_threshold, checked_name, is_zone
from tracker.challenge.errors import (
    AlreadyIn,
    BadChallenge,
    IsOver,
    NoSuchChallenge,
    NotIn,
    TooManyChallenges,
)
from tracker.challenge.finding import (
    KnownChallenges,
    find_challenge,
    id_in,
    meant,
    not_open,
    the_only,
    unknown,
)
from tracker.challenge.joining import (
    WhatCounts,
    baseline_of,
    check_may_join,
    participations_of,
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
    WhoMayJoin,
    streak_board,
    week_board,
)
from tracker.challenge.planning import first_poll
from tracker.challenge.standings import own_rank, streaks_at, summary_of
from tracker.challenge.statistics import ChallengeStanding, standing
from tracker.challenge.withdrawing import leave, records_of
from tracker.challenge.wording import is_over
from tracker.clock import Clock
from tracker.days import local_day
from tracker.digest.planning import first_round
from tracker.ids import Ids
from tracker.notify import outbox
from tracker.ranking import Rank, rank_of, top
from tracker.rewards.board_names import board_name
from tracker.rewards.wallet import wallet_of
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import from_item, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import ChallengeIdKey
from tracker.store.keys import (
    ChallengeKey,
    GlobalStatsKey,
    ParticipationKey,
    UserStatsKey,
    WeekKey,
)
from tracker.store.segments import Week
from tracker.store.table import Check, Operation, Put, Table, Update
from tracker.weeks import week_of

MOST_JOINED = 10
ATTEMPTS = 20

_CHANGES = "challengeChanges"


class ParticipantStatus(NamedTuple):
    """A person in a challenge."""

    challenge: Challenge
    who: Participation
    week: WeekRecord | None
    """This one; None before it was counted."""
    standing: ChallengeStanding
    rank: Rank | None


class Challenges:
    def __init__(self, table: Table, clock: Clock, ids: Ids) -> None:
        """`ids` are unique among all challenges."""
        self._table, self._clock, self._ids = table, clock, ids

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
            claimed = await self._claimed(owner.id)
            check_room(await self.list(owner.id), shown)
            with suppress(ConditionFailed):  # another was set up meanwhile: look again
                await self._table.transact(
                    [claimed, Put(to_item(new, new.key, new.place), ABSENT), first_poll(new, now)]
                )
                return new
        raise _restless()

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

    async def known(self, user_id: str | None, here: str | None = None) -> KnownChallenges:
        """What somebody can name where they are; `here` is the account of the server or the terminal."""
        mine = [] if user_id is None else await self.mine(user_id)
        own = [] if user_id is None or user_id == here else await self.list(user_id)
        return KnownChallenges(mine, [] if here is None else await self.list(here), own)

    async def find(self, user_id: str, text: str, here: str | None = None) -> Challenge:
        """By its name, or a part of it; by its id also one from elsewhere that is open to anybody.

        Raises NoSuchChallenge, AmbiguousChallenge, NotOpen.
        """
        every = (await self.known(user_id, here)).every
        if meant(every, text) or (wanted := id_in(text)) is None:
            return find_challenge(every, text)
        try:
            found = await self.by_id(wanted)
        except NoSuchChallenge:
            raise unknown(every, text) from None
        if found.who is not WhoMayJoin.ANYBODY:
            raise not_open(text)
        return found

    async def find_shown(self, user_id: str, text: str | None, here: str | None = None) -> Challenge:
        """To look at. Who is in one challenge, or is where there is one, need not name it."""
        if text is not None and text.strip():
            return await self.find(user_id, text, here)
        likely = (await self.known(user_id, here)).likely
        going_on = [one for one in likely if not is_over(one, self.today(one))]
        return the_only(going_on or likely, "You are in no challenge yet, and there is none here.")

    async def find_joined(self, user_id: str, text: str | None, here: str | None = None) -> Challenge:
        """One that the person is in. Who is in one need not name it. Raises NotIn for another one here."""
        mine = await self.mine(user_id)
        if text is None:
            return the_only(mine, "You are in no challenge.")
        if meant(mine, text):
            return find_challenge(mine, text)
        raise _not_in(await self.find(user_id, text, here))

    async def find_to_join(self, user_id: str, text: str | None, here: str | None = None) -> Challenge:
        """One that goes on, and that the person is not in. Where there is only one, it need not be named."""
        known = await self.known(user_id, here)
        if text is not None:
            found = await self.find(user_id, text, here)
        else:
            going_on = [one for one in known.others if not is_over(one, self.today(one))]
            joined_all = known.mine and not known.others
            nothing = "There is no other challenge here to join." if joined_all else None
            found = the_only(going_on, nothing or "There is no challenge here yet.")
        if known.is_joined(found):
            raise AlreadyIn(f"You are in {found.name} already.")
        if is_over(found, self.today(found)):
            raise IsOver(f"{found.name} is over.")
        return found

    async def what_counts(self, user_id: str, challenge: Challenge, **said: str | None) -> WhatCounts:
        """What `join` would count of the person, by the options that were said: github, character, habit."""
        return await what_counts(self._table, user_id, challenge, said)

    async def name_in(
        self,
        user: User,
        challenge: Challenge,
        said: str | None,
        known_as: str | None,
        github: str | None = None,
    ) -> str:
        """What others in it would see the person as; see `board_name`. `github` is whose commits count."""
        login = (github or user.github_login) if challenge.counted is Counted.COMMITS else None
        return board_name(user, await wallet_of(self._table, user.id), said=said, known_as=[known_as, login])

    async def join(
        self,
        user: User,
        challenge: Challenge,
        name: str | None = None,
        *,
        here: str | None = None,
        known_as: str | None = None,
        character: str | None = None,
        habit: str | None = None,
    ) -> Participation:
        """From this week on. Who may, what counts and what others see the person as is decided here.

        `here` is the account of the server or the terminal where the person is, and `known_as` what they are
        called there; see `board_name`. `character` and `habit` are names or ids.
        """
        now, today = self._now(), self.today(challenge)
        check_may_join(user, challenge, here, today)
        counts = await self.what_counts(user.id, challenge, character=character, habit=habit)
        who = Participation(
            user=user.id,
            challenge=challenge.id,
            owner=challenge.owner,
            name=await self.name_in(user, challenge, name, known_as),
            joined_at=now,
            since=max(week_of(today), week_of(challenge.starts)),
            character=counts.character and counts.character.id,
            baseline=await baseline_of(self._table, challenge, counts.character, now),
            habit=counts.habit and counts.habit.id,
        )
        for _ in range(ATTEMPTS):
            if await self._is_joined(user, challenge, who, now):
                return who
        raise _restless()

    async def _is_joined(self, user: User, challenge: Challenge, who: Participation, now: datetime) -> bool:
        """False where the person has joined or set up another one meanwhile: look again."""
        claimed = await self._claimed(user.id)
        if sum(map(_is_active, await self.mine(user.id))) >= MOST_JOINED:
            raise TooManyChallenges(f"You are in {MOST_JOINED} challenges, and that is the most.")
        told = outbox.operation(welcome(user, challenge, who, now))
        operations: list[Operation] = [
            claimed,
            Check(challenge.key.key, eq("status", ChallengeStatus.ACTIVE.value)),
            Put(to_item(who, who.key, who.place), ABSENT),
            first_round(user, now),
        ]
        if await self._table.get(told.key) is None:  # who comes back within a second is welcome, too
            operations.append(told)
        try:
            await self._table.transact(operations)
        except ConditionFailed as failed:
            if failed.at(2) is not None:
                raise AlreadyIn(f"You are in {challenge.name} already.") from failed
            if failed.at(1) is not None:
                raise NoSuchChallenge("This challenge is not there any more.") from failed
            return False
        return True

    async def leave(self, user: User, challenge: Challenge) -> None:
        if not await leave(self._table, user.id, challenge.id):
            raise _not_in(challenge)

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
            raise _not_in(challenge)
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

    def today(self, challenge: Challenge) -> date:
        return local_day(self._now(), challenge.zone)

    async def _claimed(self, user_id: str) -> Update:
        """Holds as long as nobody sets up another challenge for this account, or joins one with it."""
        if (claimed := await next_change(self._table, user_id, _CHANGES)) is None:
            raise NoSuchUser("There is no such account, or it is being deleted.")
        return claimed

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _not_in(challenge: Challenge) -> NotIn:
    return NotIn(f"You are not in {challenge.name}.")


def _is_active(challenge: Challenge) -> bool:
    return challenge.status is ChallengeStatus.ACTIVE


def _restless() -> Throttled:
    return Throttled("the challenge keeps changing under our hands; try again in a moment")
