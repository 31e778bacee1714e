"""All that a log of a metric depends on, read in two steps.

The metric comes first: whoever logs at the same time changes its revision, so what is read after it still
holds when it is written.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.model import User
from tracker.days import Span, local_day
from tracker.frozen import frozen
from tracker.metrics.errors import NoSuchMetric
from tracker.metrics.model import Metric, MetricBook, MetricLog
from tracker.metrics.rounds.planning import Asking, asking_in, asking_key
from tracker.rewards.boards import boards_of
from tracker.rewards.giving import Purse
from tracker.rewards.model import BoardPlace, Wallet
from tracker.store.entity import Model, from_item, from_items
from tracker.store.keys import BoardPlaceKey, MetricKey, MetricLogKey, UserKey, WalletKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.values import Item

_BEFORE, _AFTER = timedelta(days=1), timedelta(days=3)


@frozen
class MetricScene:
    user: User
    now: datetime
    metric: Metric
    book: MetricBook | None
    """None where the person never logged anything."""
    near: Mapping[datetime, MetricLog]
    """The logs of the day, and of the days around it, by their instant."""
    purse: Purse
    asking: Asking | None = None
    """When the metric asks next, where it does."""

    @property
    def today(self) -> date:
        return self.purse.today

    def logs_on(self, day: date) -> list[MetricLog]:
        return [one for one in self.near.values() if one.day == day]


def instants_around(day: date) -> Span:
    """Where logs of a day can be, whichever zone it is of and whenever it begins there."""
    midnight = datetime.combine(day, time(0), UTC)
    return Span(midnight - _BEFORE, midnight + _AFTER)


def scene_of(user_id: str, now: datetime, metric_id: str, place: date | datetime) -> ReadSteps[MetricScene]:
    """`place` is the day that something is logged for, or the instant of a log that is there.

    Raises NoSuchUser, BeingDeleted, NoSuchMetric.
    """
    user_key, wallet_key = UserKey(user_id).key, WalletKey(user_id).key
    metric_key, book_key = MetricKey(user_id, metric_id).key, MetricBook.key_of(user_id).key
    log_key = [MetricLogKey(metric_id, place).key] if isinstance(place, datetime) else []
    asking = asking_key(user_id, metric_id)
    first = yield Lookup([user_key, wallet_key, metric_key, book_key, asking, *log_key])
    user, metric = _present(first.items.get(user_key)), first.items.get(metric_key)
    if metric is None:
        raise NoSuchMetric("There is no such metric.")
    wallet = _read(Wallet, first.items.get(wallet_key))
    known = _read(MetricLog, first.items.get(log_key[0])) if log_key else None
    today = local_day(now, user.zone, user.day_start)
    near = yield from _logs_near(metric_id, place, known)
    days = {today, *(one.award.given_on for one in near if one.award)}
    boards = [board for day in days for board in boards_of(wallet.boards if wallet else (), day)]
    second = yield Lookup([BoardPlaceKey(user_id, board).key for board in boards])
    places = {one.board: one for one in from_items(BoardPlace, second.items.values())}
    return MetricScene(
        user=user,
        now=now,
        metric=from_item(Metric, metric),
        book=_read(MetricBook, first.items.get(book_key)),
        near={one.logged_at: one for one in near},
        purse=Purse(user_id, now, today, wallet, places),
        asking=asking_in(first.items.get(asking)),
    )


def _logs_near(metric_id: str, place: date | datetime, known: MetricLog | None) -> ReadSteps[list[MetricLog]]:
    day = known.day if known is not None else place
    around = instants_around(day.date() if isinstance(day, datetime) else day)
    some = MetricLogKey.between(around.start, around.end, metric=metric_id)
    items = yield from every_item(Query(some.pk, lo=some.lo, hi=some.hi))
    return [*from_items(MetricLog, items)]


def _present(item: Item | None) -> User:
    if item is None:
        raise NoSuchUser("There is no such person.")
    user = from_item(User, item)
    if user.deleting_since is not None:
        raise BeingDeleted("This account is being deleted; nothing more can be added to it.")
    return user


def _read(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
