"""When a person is asked in the evening: one item for each who wants it, moved by whatever they write."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from tracker.accounts.model import User
from tracker.days import Strike, next_local_time
from tracker.due import Due, moved
from tracker.logs import get_logger
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_item, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import DueKey
from tracker.store.table import Operation, Put, Table, Update
from tracker.store.values import Item, Key

log = get_logger(__name__)

KIND, ID = "logbook", "evening"
DAILY_QUESTIONS = 3
"""After so many without an answer it is asked once a week."""
UNTIL_STOP = timedelta(days=14)
"""So long after the first question without an answer, the person is asked whether to go on."""
_WEEK = timedelta(days=7)
_DAY = timedelta(days=1)
_ATTEMPTS = 5


class Evening(Due, frozen=True):
    """The next question of a person, and what became of the last ones."""

    kind: str = KIND
    id: str = ID
    day: date
    """The date on the person's calendar that it is for."""
    last_day: date | None = None
    """The same of the last one that was asked."""
    unanswered: int = 0
    """How many were asked since something was written last."""
    unanswered_since: date | None = None
    """The day of the first of these."""

    def strike_differs(self, strike: Strike) -> bool:
        return strike != Strike(self.day, self.due_at)

    @property
    def is_given_up(self) -> bool:
        """Whether it is time to ask whether to go on."""
        return self.unanswered_since is not None and self.day - self.unanswered_since >= UNTIL_STOP


def evening_key(user_id: str) -> Key:
    return DueKey(user_id, KIND, ID).key


def evening_in(item: Item | None) -> Evening | None:
    return None if item is None else from_item(Evening, item)


def next_strike(user: User, at: time, last_day: date | None, unanswered: int, now: datetime) -> Strike:
    """Every day; once a week, where the last ones stayed without an answer."""
    if last_day is not None and unanswered >= DAILY_QUESTIONS:
        last_day += _WEEK - _DAY
    return next_local_time(now, at, user.zone, later_than=last_day)


def planned(user: User, at: time, evening: Evening | None, now: datetime) -> Iterator[Operation]:
    """The next question after something was written, or the time was chosen: tomorrow's at the latest."""
    strike = next_strike(user, at, evening.last_day if evening else None, 0, now)
    if evening is None:
        new = Evening(user=user.id, due_at=strike.at, day=strike.day)
        yield Put(to_item(new, new.key, new.place), ABSENT)
    elif evening.strike_differs(strike) or evening.unanswered:
        yield moved_to(evening, strike, unanswered=0, unanswered_since=None)


def moved_to(evening: Evening, strike: Strike, **memory: object) -> Update:
    return moved(evening, strike.at, day=strike.day, **memory)


async def replan(table: Table, user: User, at: time, now: datetime) -> None:
    """After a change of zone. What is due already is asked first, and plans the next."""
    for _ in range(_ATTEMPTS):
        evening = evening_in(await table.get(evening_key(user.id)))
        if evening is None or evening.due_at <= now:
            return
        strike = next_strike(user, at, evening.last_day, evening.unanswered, now)
        if not evening.strike_differs(strike):
            return
        try:
            await table.update(moved_to(evening, strike))
        except ConditionFailed:
            continue  # it was asked meanwhile, perhaps by the old settings
        return
    log.warning("evening question not planned anew; it still comes at the old time", user=user.id)
