"""Any other service that Apprise knows, by its URL: ntfy, Telegram, Slack, Matrix, Pushover, …

Each call has a thread, because the library blocks. One that hangs keeps nobody waiting: not the loop, not the
others, and not the end of the process.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent import futures
from dataclasses import field
from typing import TypeVar

from scheduler.channels.apprise import service as apprise_service
from scheduler.channels.channel import Hung, Message, MessageTarget, Part, Receipt, Retry, TargetOff
from scheduler.channels.guarded_thread import Guard
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.notify.titles import SERVICES, scheme_of, service_of
from tracker.settings import AppriseSettings

log = get_logger(__name__)

AT_ONCE = 32
"""Threads at most."""
AT_ONCE_PER_PERSON = 2
TOTAL_SECONDS = 30.0
"""So long a call may take in all, however slowly something comes; then its connections are cut."""
LONGEST = 2000
MOST_CALLS = 1000

_Answer = TypeVar("_Answer")


@frozen
class _Sending:
    address: str = field(repr=False)
    message: str


class _NoRoom(Exception):
    """All threads are taken."""


class AppriseChannel:
    """A call that nobody waits for any more goes on for a while; the next attempt takes its result."""

    def __init__(
        self, settings: AppriseSettings, *, at_once: int = AT_ONCE, total_seconds: float = TOTAL_SECONDS
    ) -> None:
        self._settings = settings
        self._total_seconds = max(total_seconds, settings.timeout_seconds)
        self._threads = asyncio.Semaphore(at_once)
        self._calls: dict[_Sending, asyncio.Future[bool]] = {}
        self._under_way: Counter[str] = Counter()
        """By person."""

    @property
    def name(self) -> str:
        return "apprise"

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        service, key = service_of(target.address), _Sending(target.address, message.id)
        # Nothing that the library raises is the cause of what is raised here: it may show the address.
        try:
            taken = await self._outcome(key, target.person or target.address, message)
        except _NoRoom:
            raise Retry("too much is sent by Apprise at the moment") from None
        except TimeoutError:
            raise Hung(f"{service} did not answer in time") from None
        except apprise_service.Unusable as unusable:
            raise TargetOff(str(unusable)) from None
        except apprise_service.OutOfBounds:
            raise TargetOff(f"{service} is in a private network, where Questlog may not send") from None
        except Exception as error:  # noqa: BLE001 - of a hundred plugins; its text is not for a log
            log.warning("apprise broke", scheme=scheme_of(target.address), kind=type(error).__name__)
            raise Retry(f"{service} could not be reached ({type(error).__name__})") from None
        if not taken:
            raise Retry(f"{service} did not take it", of_message=True)
        return Receipt()

    async def _outcome(self, key: _Sending, whose: str, message: Message) -> bool:
        """Raises TimeoutError, after which the next attempt finds what became of it."""
        seconds = self._settings.timeout_seconds
        call = self._calls.get(key)
        if call is None or _is_lost(call):
            await self._take_thread(whose)
            call = self._begun(key, whose, message)
        await asyncio.wait([call], timeout=seconds)
        if not call.done():
            raise TimeoutError
        self._calls.pop(key, None)
        return call.result()

    async def _take_thread(self, whose: str) -> None:
        """Who waits for several answers waits for no more; whoever comes later waits for a free thread."""
        if self._under_way[whose] >= AT_ONCE_PER_PERSON:
            raise TimeoutError
        self._under_way[whose] += 1
        try:
            async with asyncio.timeout(self._settings.timeout_seconds):
                await self._threads.acquire()
        except TimeoutError:
            self._leave(whose)
            raise _NoRoom from None
        except asyncio.CancelledError:
            self._leave(whose)
            raise

    def _begun(self, key: _Sending, whose: str, message: Message) -> asyncio.Future[bool]:
        title, body = title_and_body(message)
        guard = Guard(only_public=not self._settings.allow_private)
        call = in_thread(lambda: apprise_service.deliver(key.address, self._settings, guard, title, body))
        ending = asyncio.get_running_loop().call_later(self._total_seconds, guard.end)
        call.add_done_callback(lambda ended: self._ended(ended, whose, ending))
        self._calls[key] = call
        if len(self._calls) > MOST_CALLS:
            del self._calls[next(iter(self._calls))]
        return call

    def _ended(self, call: asyncio.Future[bool], whose: str, ending: asyncio.TimerHandle) -> None:
        ending.cancel()
        self._threads.release()
        self._leave(whose)
        if not call.cancelled():
            call.exception()  # seen, also where nobody asks for it any more

    def _leave(self, whose: str) -> None:
        self._under_way[whose] -= 1
        if not self._under_way[whose]:
            del self._under_way[whose]


def _is_lost(call: asyncio.Future[bool]) -> bool:
    """Whether it ended meanwhile, and not well: then it is worth another one."""
    return call.done() and (call.cancelled() or call.exception() is not None or not call.result())


async def checked_apprise_address(text: str, settings: AppriseSettings) -> str:
    """An address that can be used, or ValueError, whose text does not repeat the address."""
    address = text.strip()
    scheme = scheme_of(address)
    if len(address) > LONGEST or not address.isprintable():
        raise ValueError(f"An address has at most {LONGEST} characters, and no line breaks.")
    if not scheme:
        raise ValueError("That is no address of Apprise; one looks like ntfys://topic or tgram://token/chat.")
    if not apprise_service.is_offered(scheme, settings):
        raise ValueError(f"This service is not offered here. There are {', '.join(offered(settings))}.")
    try:
        async with asyncio.timeout(settings.timeout_seconds):
            await in_thread(lambda: _checked(address, settings))
    except TimeoutError:
        raise ValueError("The address could not be looked up in time. Please try again.") from None
    return address


def offered(settings: AppriseSettings) -> list[str]:
    """The names of the services that people may use, each once."""
    return sorted({SERVICES.get(one, one) for one in settings.services or SERVICES}, key=str.casefold)


def _checked(address: str, settings: AppriseSettings) -> None:
    service = service_of(address)
    try:
        found = apprise_service.opened(address, settings)
        inside = not settings.allow_private and apprise_service.leads_inside(found)
    except apprise_service.Unusable:
        raise ValueError(
            f"That is no complete address for {service}; docs/apprise.md says how they look."
        ) from None
    if inside:
        raise ValueError("That address is in a private network, where Questlog may not send.")


def in_thread(work: Callable[[], _Answer]) -> asyncio.Future[_Answer]:
    """A thread of its own, which does not keep the process from ending."""
    call: futures.Future[_Answer] = futures.Future()

    def run() -> None:
        if not call.set_running_or_notify_cancel():
            return
        try:
            call.set_result(work())
        except Exception as error:  # noqa: BLE001 - it is raised where somebody waits for it
            # Without the frames that it passed: their variables hold the address.
            call.set_exception(error.with_traceback(None))

    threading.Thread(target=run, name="apprise", daemon=True).start()
    return asyncio.wrap_future(call)


def title_and_body(message: Message) -> tuple[str, str]:
    """One part has its own title; of several each stands above its text."""
    [first, *others] = message.parts
    title = f"Questlog: {len(message.parts)} messages" if others else first.title or "Questlog"
    blocks = [_block(part, titled=bool(others)) for part in message.parts]
    return title, "\n\n".join([*blocks, message.note] if message.note else blocks)


def _block(part: Part, *, titled: bool) -> str:
    return "\n".join(_lines(part, titled=titled)) or "Questlog"


def _lines(part: Part, *, titled: bool) -> Iterator[str]:
    if titled and part.title:
        yield part.title
    if part.text:
        yield part.text
    if part.late:
        yield f"({part.late})"
