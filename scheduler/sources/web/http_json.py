"""Any number on the web that is served as JSON."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, TypeAlias

from yarl import URL

from scheduler.sources.answers import status_failure
from scheduler.sources.breaker import Breaker, Patience
from scheduler.sources.client import Client, WebPage, endless, read_json
from scheduler.sources.gate import SourceGate
from scheduler.sources.source import LATER, Blocked, Malformed, NotFound, SourceFailure, Unavailable
from scheduler.sources.timing import Timing
from scheduler.sources.web.fair_slots import Busy, FairSlots
from scheduler.sources.web.json_path import Absent, follow, number_of, steps_of
from scheduler.sources.web.json_target import HttpJsonTarget, location_of
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.store.segments import Subject

NAME = "http_json"
VALUE = Quantity("value", Measure.VALUE)

Definitions: TypeAlias = Callable[[str], Awaitable[HttpJsonTarget | None]]
"""From a subject's key to what it stands for."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_HOPS = 5
_OK = range(200, 300)
_TURN_SECONDS = 0.2
_OTHERS_FIRST = "Other numbers are being read. This one follows."
_IF_REFUSED = "If it wants a token, questlog character add-number at the terminal sends one with --header."


async def no_definitions(key: str) -> HttpJsonTarget | None:
    del key
    return None


class HttpJson:
    """The subject's key is that of its HttpJsonTarget; `definitions` knows the targets."""

    name = NAME

    def __init__(
        self, client: Client, gate: SourceGate, slots: FairSlots, timing: Timing, definitions: Definitions
    ) -> None:
        self._client = client
        self._gate = gate
        self._slots = slots
        self._timing = timing
        self._definitions = definitions
        # One for each subject, kept only while there is trouble: one person's wrong token stops nobody else.
        self._breakers: dict[str, Breaker] = {}

    @staticmethod
    def subject(target: HttpJsonTarget) -> Subject:
        return Subject(NAME, target.key)

    async def fetch(self, subject: Subject) -> Reading:
        target = await self._target(subject)
        await self._turn(target)
        return await self._fetch(subject, target)

    async def _target(self, subject: Subject) -> HttpJsonTarget:
        target = await self._definitions(subject.key)
        if target is None or subject.source != NAME:
            raise NotFound("Nobody has defined which number on the web this is.")
        return target

    async def _turn(self, target: HttpJsonTarget) -> None:
        while not self._slots.has_room(*_takers(target)):
            await self._timing.sleep(_TURN_SECONDS)

    async def _fetch(self, subject: Subject, target: HttpJsonTarget) -> Reading:
        new = Breaker(f"{NAME} {target.host}", Patience(), self._timing)
        breaker = self._breakers.setdefault(subject.key, new)
        try:
            return await self._read(subject, target, breaker)
        finally:
            if breaker.is_calm:
                self._breakers.pop(subject.key, None)

    async def try_out(self, target: HttpJsonTarget) -> Reading:
        """A first look at what nobody follows yet. Its trouble is not remembered: it may never come again."""
        await self._turn(target)
        return await self._read(self.subject(target), target, self._breakers.get(target.key))

    async def fetch_if_changed(self, subject: Subject, content_hash: int | None) -> Reading | None:
        """Raises Busy where it would have to wait for others: whoever looks has more to do meanwhile."""
        if self._slots.are_taken:
            raise Busy(_OTHERS_FIRST)
        target = await self._target(subject)
        if not self._slots.has_room(*_takers(target)):
            raise Busy(_OTHERS_FIRST)
        reading = await self._fetch(subject, target)
        return None if reading.content_hash == content_hash else reading

    def describe(self, subject: Subject) -> str:
        """Whose name for it that is, the source does not know; the key says nothing to anybody."""
        del subject
        return "a number on the web"

    async def _read(self, subject: Subject, target: HttpJsonTarget, breaker: Breaker | None) -> Reading:
        with self._slots.taken(*_takers(target)):
            body = await self._gate.ask(lambda: self._content(target), breaker)
        value = _number(body, target)
        notes = ("the number is null, which is no number yet",) if value is None else ()
        values = {} if value is None else {VALUE: value}
        content_hash = hash(str(value))  # as numbers, -1 and -2 would have the same
        return Reading(subject, self._timing.clock(), values, notes=notes, content_hash=content_hash)

    async def _content(self, target: HttpJsonTarget) -> bytes:
        """The time limit of one request holds for all hops together."""
        try:
            async with asyncio.timeout(self._client.seconds):
                return await self._followed(target)
        except TimeoutError:
            raise self._client.too_slow(target.host) from None

    async def _followed(self, target: HttpJsonTarget) -> bytes:
        """Redirects are followed here: each hop is checked, and secrets stay with the server they are for."""
        url, headers = target.location, {"Accept": "application/json", **dict(target.headers)}
        for _ in range(_MOST_HOPS + 1):
            server = url.host or target.host
            page = await self._client.get(url, server, headers, follow=False)
            if page.status in _OK:
                return page.body
            if page.status not in _REDIRECTS or page.location is None:
                raise _bad_status(page, server, self._timing.clock())
            onward = _onward(url, page.location)
            headers = headers if onward.origin() == url.origin() else {"Accept": "application/json"}
            url = onward
        raise endless(target.host)


def _takers(target: HttpJsonTarget) -> tuple[str, str]:
    """What nobody has marked, as before there were marks, is on its own."""
    return f"person {target.added_by or target.key}", f"host {target.host}"


def _onward(url: URL, location: str) -> URL:
    try:
        return location_of(str(url.join(URL(location))))
    except ValueError:  # BadSubject is one
        raise Unavailable(
            f"{url.host} sent Questlog to an address that it does not read. {LATER}",
            cause="a redirect to an address that Questlog does not read",
        ) from None


def _bad_status(page: WebPage, server: str, now: datetime) -> SourceFailure:
    failure = status_failure(page, server, now)
    if not isinstance(failure, Blocked):
        return failure
    told = f"{server} refused to answer (status {page.status}). {_IF_REFUSED} {LATER}"
    return Blocked(told, cause=failure.cause)


def _document(body: bytes, target: HttpJsonTarget) -> Any:  # noqa: ANN401 - whatever the server sent
    try:
        return read_json(body, target.host, exact=True)
    except Malformed:
        raise Malformed(
            f"The answer of {target.host} is no JSON that Questlog can read.",
            cause="an answer that is no JSON that Questlog can read",
        ) from None


def _number(body: bytes, target: HttpJsonTarget) -> Number | None:
    document = _document(body, target)
    place = target.path or "the document"
    try:
        return number_of(follow(document, steps_of(target.path)))
    except Absent as absent:
        missing = f"no {absent} on the way to {place}"
        raise Malformed(
            f"The answer of {target.host} has {missing}.", cause=f"its answer has {missing}"
        ) from None
    except ValueError:
        raise Malformed(
            f"At {place}, the answer of {target.host} has something that is no number.",
            cause=f"there is no number at {place}",
        ) from None
