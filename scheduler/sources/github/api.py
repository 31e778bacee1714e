"""The way to GitHub's API: one request after the other, three allowances, and no page that is known twice."""

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from yarl import URL

from scheduler.backoff import Backoff
from scheduler.sources.breaker import Breaker, Patience
from scheduler.sources.client import Client, WebPage, read_json
from scheduler.sources.gate import Limiter, SourceGate
from scheduler.sources.github.limits import TITLE, Allowance, failure_of, malformed
from scheduler.sources.source import Malformed, RateLimited, SourceFailure
from scheduler.sources.timing import Timing
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.settings import GitHubSettings

log = get_logger(__name__)

_Answer = TypeVar("_Answer")

LONGEST_WAIT = 300.0
"""How many seconds all waits of one count may take together, where GitHub wants us to wait."""

# An account that is too much for GitHub is found by halving what is asked for, some ten failures in a row;
# that many are no outage yet.
_PATIENCE = Patience(down=30.0, longest_down=7200.0, failures=16)
_BACKOFF = Backoff(first=1.0, longest=30.0)
SEARCHES_PER_MINUTE = 10
"""What GitHub gives an address without a token."""
_OWN_ROOT = "/api/v3"
_MOST_KNOWN = 500
_LONGEST_KNOWN = 32 * 1024


class Resource:
    """One of GitHub's allowances, with a breaker of its own: when one is used up, the others are not."""

    def __init__(self, name: str, gate: SourceGate, timing: Timing) -> None:
        self._gate = gate
        self._timing = timing
        self._breaker = Breaker(f"github {name}", _PATIENCE, timing)
        self._allowance = Allowance(timing)

    async def ask(
        self, send: Callable[[], Awaitable[WebPage]], judge: Callable[[WebPage], _Answer], *, cost: int = 1
    ) -> _Answer:
        """What `judge` makes of the answer. It raises SourceFailure, and the breaker learns from it."""

        async def request() -> _Answer:
            self._allowance.check(cost)
            page = await send()
            self._allowance.learn(page.headers)
            return judge(page)

        return await self._gate.ask(request, self._breaker)

    @property
    def pause(self) -> float:
        """Seconds until it may be asked again."""
        try:
            self._breaker.check()
        except SourceFailure as failure:
            until = failure.until or self._timing.clock()
            return (until - self._timing.clock()).total_seconds()
        return 0.0


class Waits:
    """A short wait that GitHub wants is waited for; where all of them become too long, it is a failure."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._left = LONGEST_WAIT

    async def through(self, resource: Resource, ask: Callable[[], Awaitable[_Answer]]) -> _Answer:
        while True:
            try:
                return await ask()
            except RateLimited:
                pause = max(resource.pause, 1.0)
                if pause > self._left:
                    raise
                self._left -= pause
                log.info("github wants us to wait", seconds=round(pause))
                await self._timing.sleep(pause)


@frozen
class _Known:
    """What was sent before, and the mark by which GitHub tells whether it is still so."""

    mark: str
    body: bytes


class GitHubApi:
    """Nothing that it says or raises holds the token."""

    def __init__(self, settings: GitHubSettings, client: Client, timing: Timing) -> None:
        self._client = client
        self._timing = timing
        self._root = str(settings.api_url).rstrip("/")
        self._headers = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
        if settings.token is not None:
            self._headers["Authorization"] = f"Bearer {settings.token.get_secret_value()}"
        self._known: OrderedDict[str, _Known] = OrderedDict()
        limiter = Limiter(settings.requests_per_second, 1, timing)
        searches = Limiter(min(settings.requests_per_second, SEARCHES_PER_MINUTE / 60), 1, timing)
        searches.slots = limiter.slots  # whatever its kind, one request at a time
        gate = SourceGate(limiter, timing, _BACKOFF)
        self.graphql = Resource("graphql", gate, timing)
        self._core = Resource("core", gate, timing)
        self.searching = Resource("search", SourceGate(searches, timing, _BACKOFF), timing)

    async def query(
        self, text: str, variables: Mapping[str, object], judge: Callable[[WebPage], _Answer], *, cost: int
    ) -> _Answer:
        """What `judge` makes of the answer to a query of GraphQL."""
        body = json.dumps({"query": text, "variables": variables}).encode()
        headers = {**self._headers, "Content-Type": "application/json"}
        url = URL(graphql_url(self._root), encoded=True)
        return await self.graphql.ask(lambda: self._client.post(url, TITLE, headers, body), judge, cost=cost)

    async def get(self, path: str, **parameters: object) -> Any:  # noqa: ANN401 - whatever GitHub sent
        """The document at a path. What has not changed costs nothing, with a token. Raises SourceFailure."""
        url = self._url(path, parameters)
        known = self._known.get(str(url))
        headers = {**self._headers, "If-None-Match": known.mark} if known else self._headers
        page = await self._core.ask(lambda: self._client.get(url, TITLE, headers, follow=False), self._good)
        if known and page.status == 304:  # noqa: PLR2004 - HTTP's own numbers say more than names
            self._known.move_to_end(str(url))
            return document_of(known.body)
        self._remember(str(url), page)
        return document_of(page.body)

    async def search(self, path: str, judge: Callable[[WebPage], _Answer], **parameters: object) -> _Answer:
        """What `judge` makes of what was found."""
        url = self._url(path, parameters)
        return await self.searching.ask(
            lambda: self._client.get(url, TITLE, self._headers, follow=False), judge
        )

    def _good(self, page: WebPage) -> WebPage:
        if failure := failure_of(page, self._timing.clock()):
            raise failure
        return page

    def _url(self, path: str, parameters: Mapping[str, object]) -> URL:
        return URL(self._root + path).with_query({name: str(value) for name, value in parameters.items()})

    def _remember(self, url: str, page: WebPage) -> None:
        mark = page.headers.get("ETag")
        if mark is None or len(page.body) > _LONGEST_KNOWN:
            return
        self._known[url] = _Known(mark, page.body)
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)


def graphql_url(root: str) -> str:
    """Beside the API's root; on a server of one's own not below it."""
    return f"{root.removesuffix('/v3') if root.endswith(_OWN_ROOT) else root}/graphql"


def document_of(body: bytes) -> Any:  # noqa: ANN401
    try:
        return read_json(body, TITLE)
    except Malformed as failure:
        raise malformed() from failure
