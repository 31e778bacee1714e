"""A stand-in for GitHub on loopback: GraphQL and REST, its limits by a clock in hand, and what can go wrong.

async with FakeGitHub.running(time.clock) as github:
    github.account("octocat").commit(datetime(2026, 10, 30, 23, tzinfo=tokyo), "octocat/hello")
    github.go_wrong(server_error(502), secondary_limit("60"))
    github.rename("octocat", "monalisa")
"""

import hashlib
import json
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Self

from aiohttp import web

from tests.fakes.github_accounts import PACIFIC, FakeAccount, contributions_of, found_of, profile_of
from tests.fakes.github_graphql import GraphqlError, Query, Tree
from tests.fakes.web_faults import Fault, Good, page
from tracker.clock import Clock
from tracker.settings import GitHubSettings

TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"  # noqa: S105 - of a test, worth nothing
REQUEST_ID = "ABCD:1234:5678"

_JSON = "application/json"
_MOST_FOUND = 1000
_NONE_LEFT = {"x-ratelimit-remaining": "0"}


def github_settings(url: str, **other: object) -> GitHubSettings:
    """The settings of somebody whose GitHub is at this address."""
    return GitHubSettings.model_validate({"api_url": url, "token": TOKEN, **other})


def message(text: str, status: int, **headers: str) -> Fault:
    """As GitHub says no."""
    said = {"message": text, "documentation_url": "https://docs.github.com/rest", "status": str(status)}
    return page(json.dumps(said), status, _JSON, **headers)


def secondary_limit(retry_after: str | None = "60", status: int = 403) -> Fault:
    told = {"Retry_After": retry_after} if retry_after else {}
    text = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    return message(text, status, **told)


def graphql_errors(*errors: dict[str, Any], status: int = 200) -> Fault:
    return page(json.dumps({"data": None, "errors": errors}), status, _JSON)


@dataclass(frozen=True)
class Asked:
    """One request that arrived."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: str
    logins: tuple[str, ...] = ()
    """Who was asked for in GraphQL."""


@dataclass
class Window:
    """What is used of an allowance since it was renewed."""

    limit: int
    seconds: int
    used: int = 0
    renewed_at: float = 0.0

    def use(self, now: datetime, cost: int) -> bool:
        """False if it is used up."""
        if now.timestamp() >= self.renewed_at:
            self.used, self.renewed_at = 0, now.timestamp() + self.seconds
        if self.used + cost > self.limit:
            return False
        self.used += cost
        return True

    def headers(self, resource: str) -> dict[str, str]:
        return {
            "x-ratelimit-limit": str(self.limit),
            "x-ratelimit-remaining": str(self.limit - self.used),
            "x-ratelimit-used": str(self.used),
            "x-ratelimit-reset": str(int(self.renewed_at)),
            "x-ratelimit-resource": resource,
        }


class FakeGitHub:
    def __init__(self, clock: Clock) -> None:
        self.url = ""
        self.clock = clock
        self.accounts: dict[int, FakeAccount] = {}
        self.asked: list[Asked] = []
        self.points = 0
        """All that queries have cost."""
        self.windows = {
            "graphql": Window(5000, 3600),
            "core": Window(5000, 3600),
            "search": Window(30, 60),
        }
        self.most_accounts = 100
        """More in one query take too long: 502."""
        self.poison: set[str] = set()
        """Accounts with which any query takes too long."""
        self.heavy: dict[str, int] = {}
        """For how many days an account can be worked out at once; for more the query uses too much."""
        self.is_generous = False
        """Whether a day more than was asked for is sent on each side."""
        self.most_at_once = 0
        """How many requests were under way at a time."""
        self.is_incomplete = False
        """Whether searches end before everything was searched."""
        self._numbers = count(1001)
        self._under_way = 0
        self._script: deque[tuple[str, Fault | None]] = deque()
        self._standing: dict[str, Fault] = {}

    @classmethod
    @asynccontextmanager
    async def running(cls, clock: Clock) -> AsyncGenerator[Self]:
        github = cls(clock)
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", github._noticed)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        github.url = "http://{}:{}".format(*runner.addresses[0][:2])
        try:
            yield github
        finally:
            await runner.cleanup()

    # What tests arrange.

    def account(self, login: str, **more: Any) -> FakeAccount:  # noqa: ANN401 - of FakeAccount
        number = next(self._numbers)
        self.accounts[number] = FakeAccount(number, login, **more)
        return self.accounts[number]

    def called(self, login: str) -> FakeAccount | None:
        return next((one for one in self.accounts.values() if one.login.lower() == login.lower()), None)

    def rename(self, login: str, new: str) -> None:
        found = self.called(login)
        assert found
        found.login = new

    def delete(self, login: str) -> None:
        found = self.called(login)
        assert found
        del self.accounts[found.id]

    def without_token(self) -> None:
        """The allowances of an address that shows no token."""
        self.windows |= {"core": Window(60, 3600), "search": Window(10, 60)}

    def use_up(self, resource: str, seconds: float = 3600) -> None:
        """By somebody else with the same token or address."""
        window = self.windows[resource]
        window.used, window.renewed_at = window.limit, self.clock().timestamp() + seconds

    def go_wrong(self, *script: Fault | None, path: str = "", times: int = 1) -> None:
        """The next requests to that path meet these faults in turn; None lets one through."""
        self._script.extend((path, fault) for fault in script * times)

    def stay_wrong(self, fault: Fault, path: str = "") -> None:
        """Until `recover`."""
        self._standing[path] = fault

    def recover(self) -> None:
        self._script.clear()
        self._standing.clear()

    @property
    def queries(self) -> list[Asked]:
        return [asked for asked in self.asked if asked.path == "/graphql"]

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    # What GitHub does.

    async def _noticed(self, request: web.Request) -> web.StreamResponse:
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            return await self._answer(request)
        finally:
            self._under_way -= 1

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.text()
        shown = request.headers.get("Authorization")
        self.asked.append(
            Asked(request.method, request.path, dict(request.query), dict(request.headers), body)
        )
        if shown not in (None, f"Bearer {TOKEN}") or (shown is None and request.path == "/graphql"):
            return await message("Bad credentials", 401)(request, Good(b"", ""))
        if fault := self._fault(request.path):
            return await fault(request, Good(json.dumps({"data": {}}).encode(), _JSON))
        if request.path == "/graphql":
            return self._graphql(body)
        return self._rest(request)

    def _fault(self, path: str) -> Fault | None:
        if self._script and self._script[0][0] in path:
            return self._script.popleft()[1]
        return next((fault for part, fault in self._standing.items() if part in path), None)

    def _graphql(self, body: str) -> web.Response:
        sent = json.loads(body)
        window = self.windows["graphql"]
        try:
            query = Query(sent["query"], sent["variables"])
            query.check()
        except GraphqlError as error:
            return web.json_response({"errors": [error.entry]})
        logins = tuple(one.arguments["login"] for one in query.fields if one.name == "user")
        self.asked[-1] = Asked(**{**vars(self.asked[-1]), "logins": logins})
        if not window.use(self.clock(), query.cost):
            said = GraphqlError("API rate limit exceeded for user ID 1.", "RATE_LIMITED").entry
            return web.json_response({"errors": [said]}, headers={**window.headers("graphql"), **_NONE_LEFT})
        self.points += query.cost
        headers = window.headers("graphql")
        if len(logins) > self.most_accounts or self.poison & set(logins):
            said = {"message": f"Something went wrong while executing your query. Include `{REQUEST_ID}`."}
            return web.json_response({"data": None, "errors": [said]}, status=502, headers=headers)
        try:
            data, errors = query.answer(self._tree(query.cost))
        except GraphqlError as error:
            return web.json_response({"errors": [error.entry]}, headers=headers)
        return web.json_response({"data": data, **({"errors": errors} if errors else {})}, headers=headers)

    def _tree(self, cost: int) -> Tree:
        window = self.windows["graphql"]
        renewed = datetime.fromtimestamp(window.renewed_at, UTC)
        left = {"remaining": window.limit - window.used, "used": window.used, "limit": window.limit}
        return {
            "user": self._user,
            "rateLimit": {"cost": cost, "resetAt": f"{renewed:%Y-%m-%dT%H:%M:%SZ}", **left},
        }

    def _user(self, login: str) -> Tree:
        found = self.called(login)
        if found is None or found.kind != "User":
            raise GraphqlError(f"Could not resolve to a User with the login of '{login}'.", "NOT_FOUND")
        return {
            "databaseId": found.id,
            "login": found.login,
            "contributionsCollection": lambda **span: self._contributions(found, **span),
        }

    def _contributions(self, account: FakeAccount, **span: str) -> Tree:
        start, end = datetime.fromisoformat(span["from"]), datetime.fromisoformat(span["to"])
        if end - start > timedelta(days=366):
            raise GraphqlError(
                "The total time spanned by 'from' and 'to' must not exceed 1 year", "VALIDATION"
            )
        first, last = (moment.astimezone(PACIFIC).date() for moment in (start, end))
        if (last - first).days + 1 > self.heavy.get(account.login, 366):
            raise GraphqlError("Resource limits for this query exceeded.", "RESOURCE_LIMITS_EXCEEDED")
        more = timedelta(days=1 if self.is_generous else 0)
        return contributions_of(account, first - more, last + more)

    def _rest(self, request: web.Request) -> web.Response:
        resource = "search" if request.path.startswith("/search/") else "core"
        status, document = self._document(request)
        good = json.dumps(document).encode()
        mark = f'W/"{hashlib.sha256(good).hexdigest()}"'
        is_known = resource == "core" and request.headers.get("If-None-Match") == mark
        window = self.windows[resource]
        # What has not changed is free, but only for those who show a token.
        if not window.use(self.clock(), 0 if is_known and "Authorization" in request.headers else 1):
            said = {"message": "API rate limit exceeded for 127.0.0.1. (But here's the good news: …)"}
            return web.json_response(said, status=403, headers={**window.headers(resource), **_NONE_LEFT})
        headers = window.headers(resource) | ({"ETag": mark} if resource == "core" and status == 200 else {})
        if is_known:
            return web.Response(status=304, headers=headers)
        return web.Response(body=good, status=status, content_type=_JSON, headers=headers)

    def _document(self, request: web.Request) -> tuple[int, Any]:
        match request.path.strip("/").split("/"):
            case ["search", "commits"]:
                return self._search(
                    request.query["q"], int(request.query["per_page"]), int(request.query["page"])
                )
            case ["user", number] if (found := self.accounts.get(int(number))) is not None:
                return 200, profile_of(found)
            case ["users", login] if (found := self.called(login)) is not None:
                return 200, profile_of(found)
            case ["users", login, "gists"] if (found := self.called(login)) is not None:
                public = [gist for gist in found.gists if gist["public"]]
                return 200, public[: int(request.query.get("per_page", "30"))]
            case _:
                return 404, {"message": "Not Found", "status": "404"}

    def _search(self, query: str, per_page: int, number: int) -> tuple[int, Any]:
        words = dict(word.split(":", 1) for word in query.split())
        found = self.called(words["author"])
        if found is None or found.is_hidden:
            told = "The listed users cannot be searched either because the users do not exist or you do not "
            error = {
                "message": f"{told}have permission to view the users.",
                "resource": "Search",
                "field": "q",
            }
            return 422, {"message": "Validation Failed", "errors": [error | {"code": "invalid"}]}
        if per_page * number > _MOST_FOUND:
            return 422, {"message": "Only the first 1000 search results are available"}
        start, end = (datetime.fromisoformat(text) for text in words["author-date"].split(".."))
        hits = [commit for commit in found.commits if start <= commit[1] <= end]
        hits.sort(key=lambda commit: commit[1], reverse=True)
        shown = hits[per_page * (number - 1) : per_page * number]
        items = [found_of(found, *commit) for commit in shown]
        return 200, {"total_count": len(hits), "incomplete_results": self.is_incomplete, "items": items}
