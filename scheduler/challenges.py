"""Challenges that are due: everybody in them is counted, weeks are recorded and settled, results are told."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import structlog

from scheduler.sources.github import GitHub
from scheduler.sources.github_accounts import Account, Commits
from scheduler.sources.source import NotFound
from tracker.accounts.errors import AccountError
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge import telling
from tracker.challenge.counters import count_habits, count_xp
from tracker.challenge.model import Challenge, ChallengeStatus, Counted, Participation, PersonStats
from tracker.challenge.planning import ChallengePoll, due
from tracker.challenge.recording import Tally, counting_days, record, stats_of
from tracker.clock import Clock
from tracker.days import Days, local_day
from tracker.due import forget, moved
from tracker.goals.live import present_people
from tracker.store.entity import from_items
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import ChallengerKey
from tracker.store.keys import ChallengeKey, IdentityKind
from tracker.store.table import Table
from tracker.weeks import days_of, parse_week

log = structlog.stdlib.get_logger(__name__)

MOST_AT_ONCE = 100
"""Challenges in one run; the rest is taken up by the next."""


@dataclass(frozen=True, slots=True)
class Counters:
    """What counts people, and how often."""

    table: Table
    clock: Clock
    accounts: Accounts
    github: GitHub
    every: timedelta

    async def run(self) -> int:
        """How many challenges were counted."""
        now = self.clock().replace(microsecond=0)
        return sum([await self._guarded(one, now) for one in await due(self.table, now, MOST_AT_ONCE)])

    async def _guarded(self, poll: ChallengePoll, now: datetime) -> bool:
        try:
            return await self._count(poll, now)
        except Exception:  # one challenge's trouble must not keep the others waiting
            log.exception("challenge not counted; it comes due again", challenge=poll.id)
            return False

    async def _count(self, poll: ChallengePoll, now: datetime) -> bool:
        item = await self.table.get(ChallengeKey(poll.user, poll.id).key)
        challenge = next(from_items(Challenge, [item] if item else []), None)
        if challenge is None or challenge.status is ChallengeStatus.ENDED:
            await forget(self.table, poll)
            return False
        try:  # whoever moves it does it: counting takes long, and another worker finds it not due
            await self.table.update(moved(poll, now + self.every))
        except ConditionFailed:
            return False
        people = await participants(self.table, challenge.id)
        today = local_day(now, challenge.zone)
        users = await present_people(self.table, (one.user for one in people))
        present = [one for one in people if one.user in users]
        known = await stats_of(self.table, challenge.id, users)
        tallies = await self._tallies(challenge, present, users, known, today)
        changes = await record(self.table, challenge, tallies, now, today)
        seen = known | {one.who.user: one.after for one in changes}
        log.info("challenge counted", challenge=challenge.id, people=len(present), changed=len(changes))
        news = telling.News(challenge, poll, users, seen, now, today)
        await telling.tell(self.table, news, was_counted=bool(tallies) or not present)
        return True

    async def _tallies(
        self,
        challenge: Challenge,
        people: Sequence[Participation],
        users: Mapping[str, User],
        known: Mapping[str, PersonStats],
        today: date,
    ) -> list[Tally]:
        """Of everybody who can be counted now; those with the same days to count together."""
        groups: defaultdict[Days, list[Participation]] = defaultdict(list)
        for one in people:
            groups[counting_days(challenge, one, known.get(one.user), today)].append(one)
        found: list[Tally] = []
        for days, some in groups.items():
            match challenge.counted:
                case Counted.COMMITS:
                    found += await self._commits(challenge, some, users, known, days)
                case Counted.XP:
                    found += await count_xp(self.table, some, days)
                case Counted.HABITS:
                    found += await count_habits(self.table, some, days)
        return found

    async def _commits(
        self,
        challenge: Challenge,
        people: Iterable[Participation],
        users: Mapping[str, User],
        known: Mapping[str, PersonStats],
        days: Days,
    ) -> list[Tally]:
        accounts = {one: account_of(users[one.user]) for one in people}
        asked = [account for account in accounts.values() if account is not None]
        counted = await self.github.days_of(asked, days.first, days.last, challenge.zone)
        found: list[Tally] = []
        for one, account in accounts.items():
            match counted.get(account) if account else None:
                case Commits() as commits:
                    await self._follow(users[one.user], commits.account)
                    found.append(Tally(one, days.first, commits.days, commits.private))
                case NotFound() if one.user in known:
                    found.append(_as_known(one, days, known[one.user]))
                case failure:
                    log.info("commits not counted", user=one.user, why=type(failure).__name__)
        return found

    async def _follow(self, user: User, account: Account) -> None:
        """An account that is called otherwise now keeps its number."""
        shown = f"{account.id} {account.login}"
        if account.id is None or shown == user.github:
            return
        try:
            await self.accounts.change(user.id, identity(IdentityKind.GITHUB, shown))
        except AccountError as error:
            log.warning("renamed account not noted", user=user.id, why=type(error).__name__)


async def participants(table: Table, challenge_id: str) -> list[Participation]:
    place = ChallengerKey.prefix(challenge=challenge_id)
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    return list(from_items(Participation, items))


def account_of(user: User) -> Account | None:
    """The account on GitHub that is proven to be the person's."""
    if user.github is None:
        return None
    number, _, login = user.github.partition(" ")
    return Account(login, int(number))


def _as_known(who: Participation, days: Days, stats: PersonStats) -> Tally:
    """Of an account that is gone: its weeks end with what is known of them."""
    counts = {days_of(parse_week(name)).first: one.count for name, one in stats.open.items()}
    return Tally(who, days.first, {day: count for day, count in counts.items() if count})
