"""When what is told of a challenge: nudges on Sunday, results on Monday, and its end.

A message is enqueued when it comes due before the next count: so it says what was last counted. And it is
told once by its id, however often it is enqueued.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.challenge.messages import MOST_SHOWN, end, last_day, nudge, result, server_result
from tracker.challenge.model import Challenge, ChallengeStatus, PersonStats, WeekSummary, week_board
from tracker.challenge.planning import ChallengePoll
from tracker.challenge.recording import settled_until
from tracker.digest.planning import plan_missing
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.ranking import top
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey, WeekStatsKey
from tracker.store.segments import Week
from tracker.store.table import Table, Update
from tracker.weeks import previous, week_of

AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class News:
    """A challenge just after it was counted."""

    challenge: Challenge
    poll: ChallengePoll
    users: Mapping[str, User]
    """Those in it, by id."""
    stats: Mapping[str, PersonStats]
    counted: Collection[str]
    """Of whom it is known how they stand now."""
    is_whole: bool
    """Whether nobody has to be asked for again."""
    now: datetime
    next_at: datetime
    """When it is counted again."""
    today: date
    """In the challenge's zone."""

    @property
    def week(self) -> Week:
        return week_of(self.today)

    @property
    def last_week(self) -> Week:
        """The last one that is over."""
        last, ends = previous(self.week), self.challenge.ends
        return last if ends is None else min(last, week_of(ends))

    def is_due(self, message: Notification) -> bool:
        return message.not_before < self.next_at


async def tell(table: Table, news: News) -> None:
    await _enqueue(table, filter(news.is_due, _nudges(news)))
    last = news.last_week
    if news.poll.told != last and last >= week_of(news.challenge.starts):
        await _tell_results(table, news, last)
    if _is_over(news):
        await _enqueue(table, _endings(news))
        await _note(table, change(Challenge, news.challenge.key, {"status": ChallengeStatus.ENDED}))


async def _tell_results(table: Table, news: News, week: Week) -> None:
    """What is told to all is not looked at again."""
    results = list(_results(news, week))
    due = list(filter(news.is_due, results))
    await _enqueue(table, due)
    await plan_missing(table, [news.users[one.person] for one in due], news.now)
    server_knows = await _tell_server(table, news, week)
    if server_knows and news.is_whole and len(due) == len(results):
        await _note(table, change(ChallengePoll, news.poll.key, {"told": week}))


def _nudges(news: News) -> Iterator[Notification]:
    if news.today != last_day(news.challenge, news.week):
        return
    for user, stats in _counted(news):
        found = stats.open.get(news.week)
        if found is not None and not found.success:
            yield nudge(user, news.challenge, news.week, found, news.now)


def _results(news: News, week: Week) -> Iterator[Notification]:
    """To those who were in it that week."""
    for user, stats in _counted(news):
        if week in stats.open or stats.through == week:
            yield result(user, news.challenge, week, stats, news.now)


def _endings(news: News) -> Iterator[Notification]:
    for user_id in news.users:
        if (stats := news.stats.get(user_id)) is not None:
            yield end(user_id, news.challenge, stats, news.now)


def _counted(news: News) -> Iterator[tuple[User, PersonStats]]:
    """What is not known is not told: neither that a week was missed, nor that it was not."""
    for user_id in news.counted:
        user, stats = news.users.get(user_id), news.stats.get(user_id)
        if user is not None and stats is not None:
            yield user, stats


def _is_over(news: News) -> bool:
    """When the last week of everybody is settled."""
    ends = news.challenge.ends
    if ends is None or settled_until(news.today) < week_of(ends):
        return False
    return not any(news.stats[one].open for one in news.users if one in news.stats)


async def _tell_server(table: Table, news: News, week: Week) -> bool:
    """Whether that is done: where the challenge belongs to a server, and it is time."""
    challenge = news.challenge
    owner, key = UserKey(challenge.owner).key, WeekStatsKey(week, challenge.id).key
    found = await table.get_many([owner, key])
    account = next(from_items(User, [found[owner]] if owner in found else []), None)
    summary = next(from_items(WeekSummary, [found[key]] if key in found else []), None)
    if account is None or account.guild is None or summary is None or not summary.participants:
        return True
    if not news.is_whole and settled_until(news.today) < week:
        return False  # some are still to be counted, and there is time
    ranks = await top(table, week_board(challenge.id, week), MOST_SHOWN)
    message = server_result(account, challenge, summary, ranks, news.now)
    if not news.is_due(message):
        return False
    await outbox.enqueue(table, message)
    return True


async def _enqueue(table: Table, messages: Iterable[Notification]) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def guarded(message: Notification) -> None:
        async with gate:
            await outbox.enqueue(table, message)

    await asyncio.gather(*map(guarded, messages))


async def _note(table: Table, update: Update) -> None:
    with suppress(ConditionFailed):  # the challenge is gone meanwhile
        await table.update(update)
