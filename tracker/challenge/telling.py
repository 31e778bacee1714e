"""When what is told of a challenge: nudges on Sunday, results on Monday, and its end.

A message is enqueued when it comes due before the next count: so it says what was last counted. And it is
told once by its id, however often it is enqueued.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.challenge.change_messages import LAST_DAYS, SHORTEST, changed, ending
from tracker.challenge.messages import MOST_SHOWN, end, last_day, nudge, result, server_result
from tracker.challenge.model import Challenge, ChallengeStatus, PersonStats, week_board
from tracker.challenge.planning import ChallengePoll
from tracker.challenge.recording import settled_until
from tracker.challenge.standings import summary_of
from tracker.digest.planning import plan_missing
from tracker.frozen import frozen
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.ranking import top
from tracker.store.conditions import eq
from tracker.store.entity import change, from_items, stored
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey
from tracker.store.segments import Week
from tracker.store.table import Table, Update
from tracker.weeks import previous, week_of

AT_ONCE = 16


@frozen
class CountedChallenge:
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


async def tell_changes(
    table: Table, challenge: Challenge, poll: ChallengePoll, people: Iterable[str]
) -> None:
    """What was changed since the last count, in one message to each. More may have come meanwhile: later."""
    if not poll.notes:
        return
    last = poll.notes[-1].at
    texts = {one: [note.text for note in poll.notes if note.by != one] for one in people}
    await _enqueue(table, (changed(one, challenge, some, last) for one, some in texts.items() if some))
    seen = eq("notes", stored(poll.notes))
    await _note(table, change(ChallengePoll, poll.key, {"notes": None}, when=seen))


async def tell(table: Table, news: CountedChallenge) -> None:
    await _tell_ending(table, news)
    await _enqueue(table, filter(news.is_due, _nudges(news)))
    last = news.last_week
    if news.poll.told != last and last >= week_of(news.challenge.starts):
        await _tell_results(table, news, last)
    if _is_over(news):
        await _enqueue(table, _endings(news))
        await _note(table, change(Challenge, news.challenge.key, {"status": ChallengeStatus.ENDED}))


async def _tell_results(table: Table, news: CountedChallenge, week: Week) -> None:
    """What is told to all is not looked at again."""
    results = list(_results(news, week))
    due = list(filter(news.is_due, results))
    await _enqueue(table, due)
    await plan_missing(table, [news.users[one.person] for one in due], news.now)
    server_knows = await _tell_server(table, news, week)
    if server_knows and news.is_whole and len(due) == len(results):
        await _note(table, change(ChallengePoll, news.poll.key, {"told": week}))


async def _tell_ending(table: Table, news: CountedChallenge) -> None:
    """To everybody in it, and to its server, once for each last day that it has had."""
    challenge, ends = news.challenge, news.challenge.ends
    if ends is None or not _ends_soon(challenge, ends, news.today) or news.poll.ending_told == ends:
        return
    told = [ending(one, challenge, ends, news.now) for one in news.users.values()]
    if (server := await _server(table, challenge)) is not None:
        told.append(ending(server, challenge, ends, news.now, zone=challenge.zone))
    due = list(filter(news.is_due, told))
    await _enqueue(table, due)
    if len(due) == len(told):
        await _note(table, change(ChallengePoll, news.poll.key, {"ending_told": ends}))


def _ends_soon(challenge: Challenge, ends: date, today: date) -> bool:
    """Not of one whose end is in sight as it begins. A day early: further east it is later already."""
    days = (ends - today).days
    return ends - challenge.starts >= SHORTEST and 0 <= days <= LAST_DAYS


async def _server(table: Table, challenge: Challenge) -> User | None:
    """The account of the server whose challenge it is; None for that of a person."""
    item = await table.get(UserKey(challenge.owner).key)
    account = next(from_items(User, [item] if item else []), None)
    return account if account is not None and account.guild is not None else None


def _nudges(news: CountedChallenge) -> Iterator[Notification]:
    if news.today != last_day(news.challenge, news.week):
        return
    for user, stats in _counted(news):
        found = stats.open.get(news.week)
        if found is not None and not found.success:
            yield nudge(user, news.challenge, news.week, found, news.now)


def _results(news: CountedChallenge, week: Week) -> Iterator[Notification]:
    """To those who were in it that week."""
    for user, stats in _counted(news):
        if week in stats.open or stats.through == week:
            yield result(user, news.challenge, week, stats, news.now)


def _endings(news: CountedChallenge) -> Iterator[Notification]:
    for user_id in news.users:
        if (stats := news.stats.get(user_id)) is not None:
            yield end(user_id, news.challenge, stats, news.now)


def _counted(news: CountedChallenge) -> Iterator[tuple[User, PersonStats]]:
    """What is not known is not told: neither that a week was missed, nor that it was not."""
    for user_id in news.counted:
        user, stats = news.users.get(user_id), news.stats.get(user_id)
        if user is not None and stats is not None:
            yield user, stats


def _is_over(news: CountedChallenge) -> bool:
    """When the last week of everybody is settled."""
    ends = news.challenge.ends
    if ends is None or settled_until(news.today) < week_of(ends):
        return False
    return not any(news.stats[one].open for one in news.users if one in news.stats)


async def _tell_server(table: Table, news: CountedChallenge, week: Week) -> bool:
    """Whether that is done: where the challenge belongs to a server, and it is time."""
    challenge, account = news.challenge, await _server(table, news.challenge)
    if account is None or not (summary := await summary_of(table, challenge, week)).participants:
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
