"""When what is told of a challenge: nudges on Sunday, results on Monday, and its end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.challenge.messages import MOST_SHOWN, end, nudge, result, server_result
from tracker.challenge.model import Challenge, ChallengeStatus, PersonStats, WeekSummary, week_board
from tracker.challenge.planning import ChallengePoll
from tracker.challenge.recording import settled_until
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.ranking import top
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey, WeekStatsKey
from tracker.store.segments import Week
from tracker.store.table import Table
from tracker.weeks import previous, week_of, week_text

_SUNDAY = 6


@dataclass(frozen=True, slots=True)
class News:
    """A challenge just after it was counted."""

    challenge: Challenge
    poll: ChallengePoll
    users: Mapping[str, User]
    """Those in it, by id."""
    stats: Mapping[str, PersonStats]
    now: datetime
    today: date
    """In the challenge's zone."""

    @property
    def week(self) -> Week:
        return week_of(self.today)


async def tell(table: Table, news: News, *, was_counted: bool) -> None:
    """Each once: what was told is noted after the last message, and a message is told once by its id."""
    if not was_counted:
        return
    if news.today.weekday() == _SUNDAY and news.poll.nudged != news.week:
        await _enqueue(table, _nudges(news))
        await _note(table, news.poll, {"nudged": news.week})
    last = previous(news.week)
    if news.poll.told != last and last >= week_of(news.challenge.starts):
        await _enqueue(table, _results(news, last))
        await _tell_server(table, news, last)
        await _note(table, news.poll, {"told": last})
    if _is_over(news):
        await _enqueue(table, _endings(news))
        await table.update(change(Challenge, news.challenge.key, {"status": ChallengeStatus.ENDED}))


def _nudges(news: News) -> Iterator[Notification]:
    for user_id, user in news.users.items():
        stats = news.stats.get(user_id)
        found = stats.open.get(week_text(news.week)) if stats else None
        if found is None or not found.success:
            yield nudge(user, news.challenge, news.week, found, news.now)


def _results(news: News, week: Week) -> Iterator[Notification]:
    """To those who were in it that week."""
    for user_id, user in news.users.items():
        stats = news.stats.get(user_id)
        if stats is not None and (week_text(week) in stats.open or stats.through == week):
            yield result(user, news.challenge, week, stats, news.now)


def _endings(news: News) -> Iterator[Notification]:
    for user_id in news.users:
        if (stats := news.stats.get(user_id)) is not None:
            yield end(user_id, news.challenge, stats, news.now)


def _is_over(news: News) -> bool:
    ends = news.challenge.ends
    return ends is not None and settled_until(news.today) >= week_of(ends)


async def _tell_server(table: Table, news: News, week: Week) -> None:
    """Where the challenge belongs to a server."""
    challenge = news.challenge
    owner, key = UserKey(challenge.owner).key, WeekStatsKey(week, challenge.id).key
    found = await table.get_many([owner, key])
    account = next(from_items(User, [found[owner]] if owner in found else []), None)
    summary = next(from_items(WeekSummary, [found[key]] if key in found else []), None)
    if account is None or account.guild is None or summary is None or not summary.participants:
        return
    ranks = await top(table, week_board(challenge.id, week), MOST_SHOWN)
    await outbox.enqueue(table, server_result(challenge, week, summary, ranks, news.now))


async def _enqueue(table: Table, messages: Iterator[Notification]) -> None:
    for message in messages:
        await outbox.enqueue(table, message)


async def _note(table: Table, poll: ChallengePoll, memory: Mapping[str, object]) -> None:
    try:
        await table.update(change(ChallengePoll, poll.key, memory))
    except ConditionFailed:
        return  # the challenge is gone meanwhile
