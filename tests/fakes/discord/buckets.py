"""Rate limits of routes, told in the headers that a client goes by, and kept."""

import asyncio
import hashlib
import re
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.discord.faults import VIA
from tests.fakes.discord.requests import reply

_MAJOR = re.compile(r"/(channels|guilds|webhooks|interactions)/(\d+)(/[\w-]{20,})?")


@dataclass
class _Window:
    ends: float
    left: int


@dataclass
class Bucket:
    """So many requests in a span of real time, for each channel, guild or webhook."""

    on: str
    requests: int
    per: float
    _windows: dict[str, _Window] = field(default_factory=dict)

    def take(self, line: str) -> web.Response | None:
        """Nothing, or the refusal of one request too many."""
        window = self._window(line)
        if window.left > 0:
            window.left -= 1
            return None
        wait = round(window.ends - _now(), 3)
        body = {"message": "You are being rate limited.", "retry_after": wait, "global": False}
        headers = {**VIA, **self.headers(line), "Retry-After": str(wait), "X-RateLimit-Scope": "user"}
        return reply(body, 429, headers)

    def headers(self, line: str) -> dict[str, str]:
        window = self._window(line)
        return {
            "X-RateLimit-Limit": str(self.requests),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset-After": f"{max(window.ends - _now(), 0):.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(self.on.encode()).hexdigest()[:16],
        }

    def _window(self, line: str) -> _Window:
        found = _MAJOR.search(line)
        key = found[0] if found else ""
        window = self._windows.get(key)
        if window is None or window.ends <= _now():
            window = self._windows[key] = _Window(_now() + self.per, self.requests)
        return window


def _now() -> float:
    return asyncio.get_running_loop().time()
