"""Any number on the web that is served as JSON."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from yarl import URL

from scheduler.sources.answers import status_failure
from scheduler.sources.breaker import Breaker, Patience
from scheduler.sources.client import Client, endless
from scheduler.sources.documents import parse
from scheduler.sources.gate import Gate
from scheduler.sources.json_path import Absent, follow, number_of, steps_of
from scheduler.sources.json_target import HttpJsonTarget, location_of
from scheduler.sources.source import LATER, Malformed, NotFound, Unavailable
from scheduler.sources.timing import Timing
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.store.segments import Subject

NAME = "http_json"
VALUE = Quantity("value", Measure.VALUE)

Definitions: TypeAlias = Callable[[str], Awaitable[HttpJsonTarget | None]]
"""From a subject's key to what it stands for."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_HOPS = 5
_OK = range(200, 300)


async def no_definitions(key: str) -> HttpJsonTarget | None:
    del key
    return None


class HttpJson:
    """The subject's key is that of its HttpJsonTarget; `definitions` knows the targets."""

    name = NAME

    def __init__(self, client: Client, gate: Gate, timing: Timing, definitions: Definitions) -> None:
        self._client = client
        self._gate = gate
        self._timing = timing
        self._definitions = definitions
        # One for each subject, kept only while there is trouble: one person's wrong token stops nobody else.
        self._breakers: dict[str, Breaker] = {}

    @staticmethod
    def subject(target: HttpJsonTarget) -> Subject:
        return Subject(NAME, target.key)

    async def fetch(self, subject: Subject) -> Reading:
        target = await self._definitions(subject.key)
        if target is None or subject.source != NAME:
            raise NotFound("Nobody has defined which number on the web this is.")
        body = await self._asked(subject.key, target)
        value = _number(body, target)
        notes = ("the number is null, which is no number yet",) if value is None else ()
        values = {} if value is None else {VALUE: value}
        digest = hash(str(value))  # as numbers, -1 and -2 would have the same
        return Reading(subject, self._timing.clock(), values, notes=notes, digest=digest)

    async def fetch_if_changed(self, subject: Subject, digest: int | None) -> Reading | None:
        reading = await self.fetch(subject)
        return None if reading.digest == digest else reading

    def describe(self, subject: Subject) -> str:
        """Whose name for it that is, the source does not know; the key says nothing to anybody."""
        del subject
        return "a number on the web"

    async def _asked(self, key: str, target: HttpJsonTarget) -> bytes:
        breaker = self._breakers.setdefault(key, Breaker(f"{NAME} {target.host}", Patience(), self._timing))
        try:
            return await self._gate.ask(lambda: self._content(target), breaker)
        finally:
            if breaker.is_calm:
                self._breakers.pop(key, None)

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
                raise status_failure(page, server, self._timing.clock())
            onward = _onward(url, page.location)
            headers = headers if onward.origin() == url.origin() else {"Accept": "application/json"}
            url = onward
        raise endless(target.host)


def _onward(url: URL, location: str) -> URL:
    try:
        return location_of(str(url.join(URL(location))))
    except ValueError:  # Refused is one
        raise Unavailable(
            f"{url.host} sent Questlog to an address that it does not read. {LATER}",
            cause="a redirect to an address that Questlog does not read",
        ) from None


def _number(body: bytes, target: HttpJsonTarget) -> Number | None:
    document = parse(body, target.host, exact=True)
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
