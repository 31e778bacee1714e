"""Cards of lists in which nothing has moved: made once, and shown as often as they are asked for.

Whether anything has moved is found out by the read that finds the person, too: their account, and all that
the card follows from.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.glance import Glance
from bot.own import View
from bot.slash.cards import Card
from bot.slash.paging import Place
from bot.slash.people import Ahead, Present
from tracker.accounts.model import User
from tracker.days import day_span, local_day
from tracker.store.entity import from_item
from tracker.store.values import Key

KEPT = 512
"""So many cards are kept, at about 20 KB each."""


@dataclass(frozen=True, slots=True)
class _Kept:
    card: Card
    account: str
    glance: Glance
    until: datetime
    """Where goals stand depends on the hour, and on the day."""


class KeptCards:
    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._known: OrderedDict[Place, _Kept] = OrderedDict()

    def ahead(self, place: Place) -> Ahead:
        """What tells whether the card of a place is still right; nothing where there is none."""

        def keys(account: str) -> frozenset[Key]:
            kept = self._known.get(place)
            return kept.glance.wanted if kept and kept.account == account else frozenset()

        return keys

    def card(self, place: Place, here: Present, now: datetime) -> Card | None:
        """The card that was kept, if nothing that was read with the person says otherwise."""
        kept = self._known.get(place)
        if kept is None or kept.account != here.user.id:
            return None
        if now >= kept.until or not kept.glance.agrees_with(here.glance):
            return None
        self._known.move_to_end(place)
        return kept.card

    def keep(self, place: Place, user: User, view: View, card: Card, now: datetime) -> Card:
        """Unless it may be of another moment than what was read."""
        item = view.glance.items.get(user.key.key)
        if item is not None and from_item(User, item) == user:
            self._known[place] = _Kept(card, user.id, view.glance, _until(user, now))
            self._known.move_to_end(place)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return card


CARDS = KeptCards()
"""Of the whole process. Whose a list is, is a part of its place."""


def _until(user: User, now: datetime) -> datetime:
    day = day_span(local_day(now, user.zone, user.day_start), user.zone, user.day_start)
    return min(now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1), day.end)
