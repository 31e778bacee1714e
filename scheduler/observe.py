"""One look at a subject: asked of its source, recorded if there is news, and told about if it fails for long.

What a look found is remembered, and not written: most looks find what the one before found.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from scheduler.alarms import Tell, source_blocked, tell_nobody
from scheduler.outages import Silences, Trouble, confirmed, is_own, remembered
from scheduler.sources.registry import Sources
from scheduler.sources.source import Blocked, NotFound, SourceFailure
from scheduler.sources.web.fair_slots import Busy
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.goals.recording.recorder import Recorded, Recorder
from tracker.logs import get_logger
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.settings import PollSettings
from tracker.store.segments import Subject
from tracker.store.table import Check
from tracker.subjects import Observed, OutageKind

log = get_logger(__name__)

CHANGED, UNCHANGED, SUSPICIOUS, GONE = "changed", "unchanged", "suspicious", "gone"
"""How a look ends that got an answer. One that did not ends with the code of its failure."""
BUSY = Busy.code
"""It has not begun: others are to be asked first."""

Permit: TypeAlias = Callable[[], Check | None]
"""Asked right before a look acts: raises LeaseLost, or answers what its transactions are to check."""

_NO_RANKS = frozenset[str]()
_DAY = timedelta(days=1)


@frozen
class LookResult:
    """How a look ended."""

    subject: Subject
    outcome: str
    goals: int = 0
    """Goals whose progress was written."""
    told: int = 0
    """Messages that were enqueued."""
    message: str | None = None
    """Why there was no reading, for people."""
    again: bool = False
    """Not everything could be recorded: it is worth looking again soon."""
    until: datetime | None = None
    """Before this its server is not asked again, where that is known."""
    strikes: int = 0
    """How often it failed in a row, where that is its own failure and not its server's."""


@dataclass(slots=True, eq=False)
class Memory:
    """What is remembered of a subject from one look to the next. Instants are seconds of the wall clock."""

    revision: int
    changed: int
    """When it last changed, as far as we know."""
    looked: int | None = None
    """The last good look of this process."""
    content_hash: int | None = None
    fingerprint: int | None = None
    """Of the last reading without the ranks that nobody watches."""
    ranks: frozenset[str] = _NO_RANKS
    """The attributes whose rank somebody watches."""
    notes: tuple[str, ...] = ()
    """What the last reading had to say beside its numbers."""
    whole: bool = True
    """Whether the next reading is to be recorded whatever it says."""
    looking: bool = False
    """Whether somebody looks at it at this moment."""
    trouble: Trouble | None = None

    def heed(self, revision: int) -> bool:
        """Whether it is watched in another way than we knew. Then the next look has to find out how."""
        if revision <= self.revision:  # an index may lag
            return False
        self.revision, self.whole = revision, True
        return True


def known(observed: Observed, now: datetime) -> tuple[Subject, Memory]:
    """What the table says of a subject. One that changed today may have changed just now."""
    changed = now
    if observed.changed_on is not None:
        changed = min(now, datetime.combine(observed.changed_on + _DAY, datetime.min.time(), UTC))
    source, key = observed.subject
    subject = Subject(sys.intern(source), key)  # one text for all subjects of a source
    return subject, Memory(observed.revision, _second(changed), trouble=remembered(observed.outage))


class Observer:
    """Looks, and knows since when each server has been silent."""

    def __init__(
        self,
        clock: Clock,
        sources: Sources,
        recorder: Recorder,
        settings: PollSettings,
        alarm: Tell = tell_nobody,
    ) -> None:
        self._clock = clock
        self._alarm = alarm
        self._sources = sources
        self._recorder = recorder
        self._settings = settings
        self._silences = Silences()

    def meet(self, observed: Observed) -> tuple[Subject, Memory]:
        """A subject that was not known until now."""
        subject, memory = known(observed, self._clock())
        outage = observed.outage
        if outage is not None and outage.kind is OutageKind.DOWN and self._shares(subject):
            self._silences.recall(subject.source, _second(outage.since))
        return subject, memory

    async def look(self, subject: Subject, memory: Memory, permit: Permit) -> LookResult:
        """Raises LeaseLost and StoreError; what was not recorded then is found again by the next look."""
        try:
            content_hash = None if memory.whole else memory.content_hash
            reading = await self._sources.fetch_if_changed(subject, content_hash)
        except Busy as busy:  # nobody was asked
            return LookResult(subject, BUSY, message=str(busy))
        except SourceFailure as failure:
            return await self._failed(subject, memory, failure, permit)
        self._silences.answered(subject.source)
        if reading is not None:
            _log_notes(memory, reading)
            if _is_news(memory, reading):
                return await self._record(subject, memory, reading, permit)
            memory.content_hash = reading.content_hash
        memory.looked, memory.trouble = _second(self._clock()), None
        return LookResult(subject, UNCHANGED)

    async def _record(self, subject: Subject, memory: Memory, reading: Reading, permit: Permit) -> LookResult:
        revision = memory.revision
        recorded = await self._recorder.record(
            subject, reading, since=_since(memory, reading), guard=permit()
        )
        memory.trouble = None
        memory.whole = recorded.suspicious or recorded.again or memory.revision != revision
        memory.content_hash = reading.content_hash
        memory.fingerprint = fingerprint(reading.values, recorded.ranks)
        memory.ranks = recorded.ranks or _NO_RANKS
        if recorded.changed:
            memory.changed = _second(reading.at)
        if not recorded.again:  # what was not recorded has not been seen before, either
            memory.looked = _second(reading.at)
        if recorded.goals or recorded.told:
            log.debug("progress recorded", **_named(subject), goals=recorded.goals, told=recorded.told)
        return LookResult(subject, _outcome(recorded), recorded.goals, recorded.told, again=recorded.again)

    async def _failed(
        self, subject: Subject, memory: Memory, failure: SourceFailure, permit: Permit
    ) -> LookResult:
        now = _second(self._clock())
        memory.trouble = trouble = memory.trouble or Trouble()
        trouble.meet(failure, now)
        silent = self._silence(subject, failure, now)
        own = is_own(trouble, failure, silent)
        trouble.strikes += own
        log.debug("look failed", **_named(subject), why=failure.code, strikes=trouble.strikes)
        told, outage = 0, confirmed(trouble, silent, self._settings, now)
        if outage is not None:
            permit()
            told = await self._recorder.tell_outage(subject, outage, what=failure.cause)
            trouble.told, memory.whole = outage.kind, True  # the next good reading ends it
            log.warning("outage told", **_named(subject), kind=outage.kind.value, people=told)
            if isinstance(failure, Blocked) and self._shares(subject):
                await self._alarm(source_blocked(subject.source, str(failure)))
        strikes = trouble.strikes if own else 0
        return LookResult(
            subject, failure.code, told=told, message=str(failure), until=failure.until, strikes=strikes
        )

    def _silence(self, subject: Subject, failure: SourceFailure, now: int) -> int | None:
        """Since when its server is silent for all. Each number on the web is a server of its own."""
        if not self._shares(subject):
            return None
        if isinstance(failure, NotFound):
            self._silences.answered(subject.source)
            return None
        return self._silences.failed(subject.source, now)

    def _shares(self, subject: Subject) -> bool:
        return subject.source in self._sources.games


def _is_news(memory: Memory, reading: Reading) -> bool:
    if memory.whole:
        return True
    mark = fingerprint(reading.values, memory.ranks)
    return mark is None or mark != memory.fingerprint


def fingerprint(values: Mapping[Quantity, Number], ranks: frozenset[str]) -> int | None:
    """The same for two readings that differ only in ranks nobody watches; None where there are no such ranks.

    Ranks move with what others do, so most readings of a quiet character differ in nothing else.
    """
    kept = [
        (quantity, number)
        for quantity, number in values.items()
        if quantity.measure is not Measure.RANK or quantity.attribute in ranks
    ]
    return hash(tuple(kept)) if len(kept) < len(values) else None


def _outcome(recorded: Recorded) -> str:
    if recorded.gone:
        return GONE
    if recorded.suspicious:
        return SUSPICIOUS
    return CHANGED if recorded.changed else UNCHANGED


def _since(memory: Memory, reading: Reading) -> datetime | None:
    """The last look that still found the old values; none if the clock was set back since."""
    if memory.looked is None or memory.looked >= _second(reading.at):
        return None
    return datetime.fromtimestamp(memory.looked, UTC)


def _log_notes(memory: Memory, reading: Reading) -> None:
    """Once, as long as they stay the same."""
    if reading.notes and reading.notes != memory.notes:
        log.info("reading with notes", **_named(reading.subject), notes=reading.notes)
    memory.notes = reading.notes


def _named(subject: Subject) -> dict[str, str]:
    return {"source": subject.source, "subject": subject.key}


def _second(instant: datetime) -> int:
    return int(instant.timestamp())
