"""Challenges that are due: everybody in them is counted, weeks are recorded and settled, results are told."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import NamedTuple, Self

from scheduler.sources.github.accounts import Commits, GitHubAccount
from scheduler.sources.github.source import GitHub
from scheduler.sources.source import NotFound, SourceFailure
from tracker.accounts.errors import AccountError
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts, present_people
from tracker.challenge import telling
from tracker.challenge.counters import count_gains, count_habits
from tracker.challenge.joining import participants
from tracker.challenge.model import Challenge, ChallengeStatus, Counted, Participation, PersonStats
from tracker.challenge.old_claims import settle_claims
from tracker.challenge.planning import ChallengePoll, due, poll_of
from tracker.challenge.recording import Change, DailyCounts, counting_days, record, stats_of
from tracker.challenge.removing import clear
from tracker.clock import Clock
from tracker.days import Days, local_day
from tracker.due import forget, moved
from tracker.frozen import frozen
from tracker.ids import ulids
from tracker.logs import get_logger
from tracker.settings import ChallengeSettings
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import ChallengeKey, IdentityKind, ParticipationKey
from tracker.store.table import Table
from tracker.weeks import days_of

log = get_logger(__name__)

MOST_AT_ONCE = 100
"""Challenges in one run; the rest is taken up by the next."""
GIVE_UP = timedelta(days=21)
"""So long after its last day a challenge waits for a source that does not answer."""


FEW = 10
"""People, who are counted at once when one of them asks: without a token, GitHub answers for ten a minute."""
FRESH = timedelta(minutes=1)
"""So soon a source is not asked again for people of whom it has just said something."""
SELDOM = timedelta(minutes=15)
"""However many ask, the others are counted no sooner after the last time."""


class CountedNow(NamedTuple):
    people: int
    """How many were counted because somebody asked."""
    waiting: int
    """How many are counted next, which the service does."""


@dataclass(slots=True)
class _Count:
    """What was counted of the people in a challenge."""

    tallies: list[DailyCounts] = field(default_factory=list[DailyCounts])
    failures: Counter[str] = field(default_factory=Counter[str])
    """How many people could not be counted now, by why."""


@frozen
class Counters:
    """What counts people, and how often."""

    table: Table
    clock: Clock
    accounts: Accounts
    github: GitHub
    every: timedelta

    @classmethod
    def of(cls, table: Table, clock: Clock, settings: ChallengeSettings, github: GitHub) -> Self:
        accounts = Accounts(table, clock, ulids(clock))
        return cls(table, clock, accounts, github, timedelta(minutes=settings.poll_minutes))

    async def run(self) -> int:
        """How many challenges were counted."""
        now = self.clock().replace(microsecond=0)
        return sum([await self._guarded(one, now) for one in await due(self.table, now, MOST_AT_ONCE)])

    async def _guarded(self, poll: ChallengePoll, now: datetime) -> bool:
        try:
            return await self._look(poll, now)
        except Exception:  # one challenge's trouble must not keep the others waiting
            log.exception("challenge not counted; it comes due again", challenge=poll.id)
            return False

    async def _look(self, poll: ChallengePoll, now: datetime) -> bool:
        item = await self.table.get(ChallengeKey(poll.user, poll.id).key)
        challenge = next(from_items(Challenge, [item] if item else []), None)
        if challenge is None or challenge.status in (ChallengeStatus.ENDED, ChallengeStatus.PASSED):
            await forget(self.table, poll)
            return False
        if challenge.status is ChallengeStatus.REMOVED:
            await clear(self.table, challenge, now)
            return False
        return await self._taken(poll, challenge, now)

    async def _taken(self, poll: ChallengePoll, challenge: Challenge, now: datetime) -> bool:
        """False where another worker counts it, or it has not begun."""
        try:  # whoever moves it does it: counting takes long, and another worker finds it not due
            await self.table.update(moved(poll, now + self.every))
        except ConditionFailed:
            return False
        if not poll.is_claimed:
            await settle_claims(self.table, challenge, now)
        today = local_day(now, challenge.zone)
        if today < challenge.starts and not poll.notes:
            return False
        people = await participants(self.table, challenge.id)
        users = await present_people(self.table, (one.user for one in people))
        await telling.tell_changes(self.table, challenge, poll, users)
        if today < challenge.starts:
            return False
        present = [one for one in people if one.user in users]
        known = await stats_of(self.table, challenge.id, users)
        count, changes = await self._counted(challenge, present, users, known, now)
        if not count.failures:
            with suppress(ConditionFailed):  # the challenge is gone meanwhile
                await self.table.update(change(ChallengePoll, poll.key, {"counted_at": now}))
        news = telling.CountedChallenge(
            challenge,
            poll,
            users,
            stats=known | {one.who.user: one.after for one in changes},
            counted=[one.who.user for one in count.tallies],
            is_whole=not count.failures,
            now=now,
            next_at=now + self.every,
            today=today,
        )
        await telling.tell(self.table, news)
        return True

    async def is_fresh(self, challenge: Challenge, user_id: str) -> bool:
        """Whether a source was asked within a minute for everybody, also for this person, who may be new.

        What Questlog knows by itself, such as habits, is counted whenever somebody asks.
        """
        if challenge.counted is not Counted.COMMITS:
            return False
        poll, key = await poll_of(self.table, challenge), ParticipationKey(user_id, challenge.id).key
        if poll is None or poll.counted_at is None or self.clock() - poll.counted_at >= FRESH:
            return False
        item = await self.table.get(key)
        who = next(from_items(Participation, [item] if item else []), None)
        if who is None:
            return True
        known = await stats_of(self.table, challenge.id, [user_id])
        return user_id in known and who.joined_at <= poll.counted_at

    async def count_now(self, challenge: Challenge, user_id: str) -> CountedNow:
        """Because somebody asks: everybody where they are few, else that person, and soon the others.

        Whether there is anything new to count, `is_fresh` says.
        """
        now = self.clock().replace(microsecond=0)
        people = await participants(self.table, challenge.id)
        poll = await poll_of(self.table, challenge)
        if poll is None:
            return CountedNow(0, 0)
        if len(people) <= FEW:
            return CountedNow(len(people) if await self._taken(poll, challenge, now) else 0, 0)
        if now < poll.due_at <= now + self.every - SELDOM:
            with suppress(ConditionFailed):  # it is being counted at this moment
                await self.table.update(moved(poll, now))
        users = await present_people(self.table, [user_id])
        mine = [one for one in people if one.user in users]
        known = await stats_of(self.table, challenge.id, users)
        count, _ = await self._counted(challenge, mine, users, known, now)
        return CountedNow(len(count.tallies), len(people) - len(count.tallies))

    async def _counted(
        self,
        challenge: Challenge,
        people: Sequence[Participation],
        users: Mapping[str, User],
        known: Mapping[str, PersonStats],
        now: datetime,
    ) -> tuple[_Count, list[Change]]:
        count = await self._tallies(challenge, people, users, known, local_day(now, challenge.zone))
        changes = await record(self.table, challenge, count.tallies, known, now)
        log.info(
            "challenge counted",
            challenge=challenge.id,
            people=len(count.tallies),
            changed=len(changes),
            failed=dict(count.failures),
        )
        return count, changes

    async def _tallies(
        self,
        challenge: Challenge,
        people: Sequence[Participation],
        users: Mapping[str, User],
        known: Mapping[str, PersonStats],
        today: date,
    ) -> _Count:
        """Those with the same days to count together."""
        groups: defaultdict[Days, list[Participation]] = defaultdict(list)
        for one in people:
            groups[counting_days(challenge, one, known.get(one.user), today)].append(one)
        count = _Count()
        for days, some in groups.items():
            found = await self._found(challenge, some, users, days)
            for one in some:
                match found.get(one.user):
                    case DailyCounts() as tally:
                        count.tallies.append(tally)
                    case SourceFailure() as failure if not _is_final(challenge, failure, today):
                        count.failures[type(failure).__name__] += 1
                    case _ if one.user in known:
                        count.tallies.append(_as_known(challenge, one, days, known[one.user]))
                    case _:
                        log.info("nothing to count", challenge=challenge.id, user=one.user)
        return count

    async def _found(
        self, challenge: Challenge, people: Sequence[Participation], users: Mapping[str, User], days: Days
    ) -> Mapping[str, DailyCounts | SourceFailure]:
        """By person; without those who have nothing that could be counted."""
        match challenge.counted:
            case Counted.COMMITS:
                return await self._commits(challenge, people, users, days)
            case Counted.XP | Counted.KILLS:
                return {one.who.user: one for one in await count_gains(self.table, challenge, people, days)}
            case Counted.HABITS:
                return {one.who.user: one for one in await count_habits(self.table, people, days)}

    async def _commits(
        self, challenge: Challenge, people: Sequence[Participation], users: Mapping[str, User], days: Days
    ) -> Mapping[str, DailyCounts | SourceFailure]:
        accounts = {one.user: account for one in people if (account := account_of(users[one.user]))}
        counted = await self.github.days_of(accounts.values(), days.first, days.last, challenge.zone)
        found: dict[str, DailyCounts | SourceFailure] = {}
        for one in people:
            match counted.get(accounts[one.user]) if one.user in accounts else None:
                case Commits() as commits:
                    await self._follow(users[one.user], commits.account)
                    found[one.user] = DailyCounts(one, days.first, commits.days, commits.private)
                case SourceFailure() as failure:
                    found[one.user] = failure
                case None:
                    pass
        return found

    async def _follow(self, user: User, account: GitHubAccount) -> None:
        """An account that is called otherwise now keeps its number."""
        shown = f"{account.id} {account.login}"
        if account.id is None or shown == user.github:
            return
        try:
            await self.accounts.change(user.id, identity(IdentityKind.GITHUB, shown))
        except AccountError as error:
            log.warning("renamed account not noted", user=user.id, why=type(error).__name__)


def account_of(user: User) -> GitHubAccount | None:
    """The account on GitHub that is proven to be the person's."""
    if user.github is None:
        return None
    number, _, login = user.github.partition(" ")
    return GitHubAccount(login, int(number))


def _is_final(challenge: Challenge, failure: SourceFailure, today: date) -> bool:
    """Whether asking again is of no use: the account is gone, or the challenge has waited long enough."""
    if isinstance(failure, NotFound):
        return True
    return challenge.ends is not None and today > challenge.ends + GIVE_UP


def _as_known(challenge: Challenge, who: Participation, days: Days, stats: PersonStats) -> DailyCounts:
    """Of somebody of whom nothing more can be counted: their weeks end with what is known of them."""
    counts = {max(days_of(week).first, challenge.starts): one.count for week, one in stats.open.items()}
    return DailyCounts(who, days.first, counts)
