"""When a failure has lasted long enough to be told: one bad answer proves nothing.

Seconds are those of the wall clock, since an outage outlives the process that met it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from scheduler.sources.source import Malformed, NotFound, SourceFailure
from tracker.settings import PollSettings
from tracker.subjects import Outage, OutageKind

LOOKS = 4
"""So many looks in a row must have failed alike, however much time has passed: a machine may have slept."""


@dataclass(slots=True)
class Spell:
    """Looks that failed alike, one after another."""

    since: int
    looks: int = 0

    def lasted(self, seconds: float, now: int) -> bool:
        return self.looks >= LOOKS and now - self.since >= seconds


@dataclass(slots=True)
class Trouble:
    """What went wrong with a subject since its last good look."""

    strikes: int = 0
    """Requests in vain that are the subject's own, one after another."""
    missing: Spell | None = None
    failing: Spell | None = None
    told: OutageKind | None = None

    def meet(self, failure: SourceFailure, now: int) -> None:
        """A server that does not know the subject does answer; one that is down says nothing about it."""
        if isinstance(failure, NotFound):
            self.failing = None
            self.missing = self.missing or Spell(now)
            self.missing.looks += 1
        else:
            self.failing = self.failing or Spell(now)
            self.failing.looks += 1


def is_own(trouble: Trouble, failure: SourceFailure, silent: int | None) -> bool:
    """Whether a failure is the subject's, and not that of its server, which then fails for all.

    `silent` is since when its server has answered nobody; None where it has no others to answer.
    """
    if failure.until is not None:  # nobody was asked
        return False
    if isinstance(failure, NotFound | Malformed) or silent is None or trouble.failing is None:
        return True
    return silent > trouble.failing.since  # meanwhile others had an answer


def remembered(outage: Outage | None) -> Trouble | None:
    """What the table says of a subject's outage."""
    if outage is None:
        return None
    spell = Spell(int(outage.since.timestamp()), outage.looks)
    told = outage.kind if outage.told else None
    if outage.kind is OutageKind.NOT_FOUND:
        return Trouble(missing=spell, told=told)
    return Trouble(failing=spell, told=told)


def present(trouble: Trouble) -> Outage | None:
    """The outage as it may be kept, told or not: a subject that is missing is not only out of reach."""
    if trouble.missing is not None:
        return _outage(OutageKind.NOT_FOUND, trouble.missing, told=trouble.told is OutageKind.NOT_FOUND)
    if trouble.failing is not None:
        return _outage(OutageKind.DOWN, trouble.failing, told=trouble.told is OutageKind.DOWN)
    return None


def confirmed(trouble: Trouble, silent: int | None, settings: PollSettings, now: int) -> Outage | None:
    """What is to be told now, once. `silent` is since when nobody got an answer from the subject's server.

    The outage of a server begins for all of its subjects when the server fell silent, so that whoever watches
    many of them is told once. To those who know that their subject is missing, its server is no news.
    """
    missing, failing = trouble.missing, trouble.failing
    if failing is None:
        fresh = trouble.told is not OutageKind.NOT_FOUND
        sure = missing is not None and missing.lasted(settings.not_found_seconds, now)
        return _outage(OutageKind.NOT_FOUND, missing, told=True) if missing and fresh and sure else None
    since = failing.since if silent is None else silent
    if trouble.told or not failing.lasted(settings.down_seconds, now) or now - since < settings.down_seconds:
        return None
    return _outage(OutageKind.DOWN, Spell(since, failing.looks), told=True)


def _outage(kind: OutageKind, spell: Spell, *, told: bool) -> Outage:
    return Outage(kind=kind, since=datetime.fromtimestamp(spell.since, UTC), looks=spell.looks, told=told)


class Silences:
    """Since when each server has answered nobody, as far as this process has asked."""

    def __init__(self) -> None:
        self._since: dict[str, int] = {}

    def answered(self, server: str) -> None:
        self._since.pop(server, None)

    def failed(self, server: str, now: int) -> int:
        """Since when it has been silent."""
        return self._since.setdefault(server, now)

    def recall(self, server: str, since: int) -> None:
        """An outage from before this process started: it goes on until there is an answer."""
        self._since[server] = min(since, self._since.get(server, since))
