"""The challenges that there are: those of an account, those that somebody is in, and which one they mean."""

import builtins
from contextlib import suppress
from datetime import date, datetime

from tracker.challenge.changing import challenges_of
from tracker.challenge.editing import check_may_change
from tracker.challenge.errors import AlreadyIn, IsOver, NoSuchChallenge, NotIn
from tracker.challenge.finding import (
    KnownChallenges,
    find_challenge,
    id_in,
    meant,
    not_open,
    the_only,
    unknown,
)
from tracker.challenge.joining import participations_of
from tracker.challenge.model import Challenge, ChallengeStatus, WhoMayJoin
from tracker.challenge.wording import is_over
from tracker.clock import Clock
from tracker.days import local_day
from tracker.store.entity import from_items
from tracker.store.index_keys import ChallengeIdKey
from tracker.store.keys import ChallengeKey
from tracker.store.table import Table


class ChallengeBook:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def list(self, owner_id: str) -> builtins.list[Challenge]:
        """Those of a server or a person, in the order in which they were set up."""
        return [one for one in await challenges_of(self._table, owner_id) if one.status.is_there]

    async def by_id(self, challenge_id: str) -> Challenge:
        """By the index; whoever is told the id can find it."""
        place = ChallengeIdKey.prefix(challenge=challenge_id)
        page = await self._table.query(place.pk, prefix=place.prefix or None, index=place.index, limit=1)
        found = next(from_items(Challenge, page.items), None)
        if found is None or not found.status.is_there:
            raise NoSuchChallenge("There is no challenge with this id.")
        return found

    async def mine(self, user_id: str) -> builtins.list[Challenge]:
        """Those that a person is in, in the order in which they joined."""
        joined = await participations_of(self._table, user_id)
        found = await self._table.get_many(ChallengeKey(one.owner, one.challenge).key for one in joined)
        by_id = {one.id: one for one in from_items(Challenge, found.values())}
        for one in joined:
            if one.challenge not in by_id:  # it has another owner since just now
                with suppress(NoSuchChallenge):
                    by_id[one.challenge] = await self.by_id(one.challenge)
        mine = [by_id[one.challenge] for one in joined if one.challenge in by_id]
        return [one for one in mine if one.status is not ChallengeStatus.REMOVED]

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

    async def find_own(
        self, user_id: str, text: str | None, here: str | None = None, managed: str | None = None
    ) -> Challenge:
        """One that the person may change; see `check_may_change`. Raises NotYours for another one here."""
        if text is None:
            own = [*await self.list(user_id), *([] if managed is None else await self.list(managed))]
            return the_only(own, "There is no challenge here that you set up.")
        found = await self.find(user_id, text, here)
        check_may_change(found, user_id, managed)
        return found

    async def find_joined(self, user_id: str, text: str | None, here: str | None = None) -> Challenge:
        """One that the person is in. Who is in one need not name it. Raises NotIn for another one here."""
        mine = await self.mine(user_id)
        if text is None:
            return the_only(mine, "You are in no challenge.")
        if meant(mine, text):
            return find_challenge(mine, text)
        raise not_in(await self.find(user_id, text, here))

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

    def today(self, challenge: Challenge) -> date:
        return local_day(self._now(), challenge.zone)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def not_in(challenge: Challenge) -> NotIn:
    return NotIn(f"You are not in {challenge.name}.")
