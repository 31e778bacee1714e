"""Answers in which nothing has moved: made once, and given as often as they are asked for.

Whether anything has moved is found out by the read that finds the person, too.
"""

from collections import OrderedDict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.glance import Glance
from bot.sms.command import Answer
from bot.sms.grammar import Said
from tracker.accounts.model import User
from tracker.days import day_span, local_day
from tracker.store.entity import from_item
from tracker.store.values import Key

KEPT = 512
"""So many answers are kept, at about 20 KB each."""


class _Kept(NamedTuple):
    answer: Answer
    until: datetime
    """Where goals stand depends on the hour, and on the day."""


class KeptAnswers:
    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, str], _Kept] = OrderedDict()

    def ahead(self, user_id: str, said: Said) -> Collection[Key]:
        """What tells whether an answer is still right; nothing where there is none."""
        kept = self._known.get((user_id, said.words))
        return kept.answer.glance.wanted if kept else ()

    def answer(self, user: User, said: Said, now: datetime, glance: Glance) -> Answer | None:
        """The one that was kept, if nothing that was read with the person says otherwise."""
        kept = self._known.get((user.id, said.words))
        if kept is None or now >= kept.until or not kept.answer.glance.agrees_with(glance):
            return None
        self._known.move_to_end((user.id, said.words))
        return kept.answer

    def has(self, user: User | None, said: Said, now: datetime, glance: Glance) -> bool:
        """Whether `answer` would give one."""
        return user is not None and self.answer(user, said, now, glance) is not None

    def keep(self, user: User, said: Said, now: datetime, answer: Answer) -> None:
        """Unless it may be of another moment than what was read."""
        item = answer.glance.items.get(user.key.key)
        if item is None or from_item(User, item) != user:
            return
        self._known[user.id, said.words] = _Kept(answer, _until(user, now))
        self._known.move_to_end((user.id, said.words))
        if len(self._known) > self._most:
            self._known.popitem(last=False)


def _until(user: User, now: datetime) -> datetime:
    day = day_span(local_day(now, user.zone, user.day_start), user.zone, user.day_start)
    return min(now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1), day.end)
