"""The logbook, whose pages stand in no index: only their person reads them, by day. And the list of areas."""

from datetime import date

from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON


class LogbookKey(KeyOf, type="logbook", pk="USER#{user}", sk="LOGBOOK#{day}", held=PERSON):
    """A page of the logbook: one day."""

    user: str
    day: date


class LogbookStateKey(KeyOf, type="logbookState", pk="USER#{user}", sk="LOGBOOK", held=PERSON):
    """What a person wrote last in the logbook, and when they want to be asked."""

    user: str


class AreaBookKey(KeyOf, type="areaBook", pk="USER#{user}", sk="AREAS", held=PERSON):
    """A person's areas of life, in their own order."""

    user: str
