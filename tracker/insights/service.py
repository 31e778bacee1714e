"""Insights: the one door to what a person's numbers say."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import TYPE_CHECKING

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.frozen import frozen
from tracker.insights.errors import InsightsTooOften, NoSuchInsight
from tracker.insights.messages import insight_message
from tracker.insights.model import MOST_HIDDEN, Insight, InsightBook, book_in
from tracker.limits import Limit, Limits
from tracker.locales import written_for
from tracker.notify import outbox
from tracker.store.conditions import ABSENT, EXISTS, Condition, eq
from tracker.store.entity import PRESENT, from_items, rewrite, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import MetricKey, UserKey
from tracker.store.table import Check, Operation, Put, Table
from tracker.store.values import Key
from tracker.words import clock_text

if TYPE_CHECKING:
    from tracker.insights.waiting import Waiting

LOOKS = Limit("insights", 6, timedelta(hours=1))
"""So often a person may have their numbers looked at."""
ATTEMPTS = 5
_ONE_NEW_IN = timedelta(days=7)


@frozen
class ShownInsights:
    """What a person's numbers say, and what they chose."""

    book: InsightBook
    insights: tuple[Insight, ...]
    """The surest first."""


@frozen
class WaitingNumbers:
    metrics: int
    """How many numbers there are to look at."""
    numbers: "tuple[Waiting, ...]"


class Insights:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def shown(self, user_id: str) -> ShownInsights:
        """As the last look found them. Nothing is worked out."""
        book = book_in(await self._table.get(InsightBook.key_of(user_id).key))
        keys = [one.key.key for one in book.current]
        found = await self._table.get_many(keys)
        current = from_items(Insight, (found[key] for key in keys if key in found))
        return ShownInsights(book, tuple(one for one in current if one.handle not in book.hidden))

    async def look_now(self, user: User) -> ShownInsights:
        """Raises InsightsTooOften."""
        if (until := await Limits(self._table, self._clock).take(LOOKS, user.id)) is not None:
            there = until.astimezone(user.zone)
            raise InsightsTooOften(
                f"Your numbers were looked at {LOOKS.most} times within an hour."
                f" Ask again at {clock_text(there)}."
            )
        return await self.look(user)

    async def look(self, user: User, *also: Operation, tells: bool = False) -> ShownInsights:
        """Works out what the person's numbers say, in a thread. `also` is written in the same transaction;
        with `tells` what is new is told, if they chose to hear of it. Raises ConditionFailed for `also`."""
        from tracker.insights.look import look_at  # noqa: PLC0415 - numpy, which few commands need
        from tracker.insights.reading import desk_of, trend_changes  # noqa: PLC0415

        for _ in range(ATTEMPTS):
            now = self._clock().replace(microsecond=0)
            today = local_day(now, user.zone, user.day_start)
            desk = await self._table.read_in_steps(desk_of(user.id, today))
            with written_for(user):  # also by the clock
                look = await asyncio.to_thread(look_at, desk.numbers, desk.book, today, now)
            book, told = look.book, list[Operation]()
            if tells and look.new is not None and _may_tell(book, today):
                told.append(outbox.operation(insight_message(user, look.new, today, now)))
                book = book.model_copy(update={"told_on": today})
            trends = await asyncio.to_thread(trend_changes, desk)
            checked = {one.key for one in trends}
            written = [*_written(user, desk.book, book, look.insights, checked), *told, *also, *trends]
            try:
                await self._table.transact(written)
            except ConditionFailed as failed:
                if any(one.key in {it.key for it in also} for one in failed.failures):
                    raise
                continue  # somebody looked, or a metric went, in the same moment
            return ShownInsights(book, look.insights)
        raise Throttled("the insights keep changing under our hands; try again in a moment")

    async def waiting(self, user: User) -> WaitingNumbers:
        """What each number still needs until it can say more."""
        from tracker.insights.reading import desk_of  # noqa: PLC0415 - numpy, which few commands need
        from tracker.insights.waiting import waiting_for  # noqa: PLC0415

        today = local_day(self._clock(), user.zone, user.day_start)
        desk = await self._table.read_in_steps(desk_of(user.id, today))
        return WaitingNumbers(desk.metrics, tuple(waiting_for(desk.numbers)))

    async def hide(self, user_id: str, handle: str) -> Insight:
        """It is not shown again, also when it is found again. A number is its place in the list.

        Raises NoSuchInsight."""
        found = _named((await self.shown(user_id)).insights, handle.strip().casefold())
        if found is None:
            raise NoSuchInsight("There is no such insight. Ask for your insights to see which there are.")

        def with_it(book: InsightBook) -> dict[str, object]:
            others = [one for one in book.hidden if one != found.handle]
            return {"hidden": (*others, found.handle)[-MOST_HIDDEN:]}

        await self._choose(user_id, with_it)
        return found

    async def show_hidden(self, user_id: str) -> int:
        """How many were hidden, which the next look finds again."""
        before = (await self.shown(user_id)).book.hidden
        await self._choose(user_id, lambda _: {"hidden": ()})
        return len(before)

    async def choose(self, user_id: str, *, tells: bool) -> None:
        """Whether the person hears of what is new, once a week at most."""
        await self._choose(user_id, lambda _: {"tells": tells})

    async def _choose(self, user_id: str, changes: Callable[[InsightBook], dict[str, object]]) -> None:
        key = InsightBook.key_of(user_id)
        for _ in range(ATTEMPTS):
            item = await self._table.get(key.key)
            before = book_in(item)
            after = before.model_copy(update={**changes(before), "revision": before.revision + 1})
            with suppress(ConditionFailed):
                await self._table.transact(
                    [Check(UserKey(user_id).key, PRESENT), rewrite(after, key, when=_unchanged(before))]
                )
                return
        raise Throttled("the insights keep changing under our hands; try again in a moment")


def _named(insights: Sequence[Insight], text: str) -> Insight | None:
    by_handle = {one.handle: one for one in insights}
    by_place = {f"{place}": one for place, one in enumerate(insights, 1)}
    return by_handle.get(text) or by_place.get(text)


def _may_tell(book: InsightBook, today: date) -> bool:
    return book.tells and (book.told_on is None or today - book.told_on >= _ONE_NEW_IN)


def _unchanged(book: InsightBook) -> Condition:
    return eq("revision", book.revision) if book.revision else ABSENT


def _written(
    user: User,
    before: InsightBook,
    after: InsightBook,
    insights: Sequence[Insight],
    checked: Collection[Key],
) -> Iterator[Operation]:
    """The insights lie under metrics that are still there, of a person who is; the book leads to them.

    `checked` are those that are changed in the same transaction, and so have to be there anyway."""
    yield Check(user.key.key, PRESENT)
    yield rewrite(after, InsightBook.key_of(user.id), when=_unchanged(before))
    metrics = dict.fromkeys(MetricKey(user.id, one.metric).key for one in insights)
    for metric in metrics.keys() - checked:
        yield Check(metric, EXISTS)
    for place, one in zip(after.current, insights, strict=True):
        yield Put(to_item(one, place.key))
