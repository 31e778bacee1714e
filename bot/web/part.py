"""What a feature brings to the HTTP API, in `ROUTES` of its `api.py`: method, path and use case."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Literal

from bot.documents import Ask, Document
from bot.visit import Visit
from tracker.accounts.tokens import TokenScope
from tracker.frozen import frozen


@frozen
class Route:
    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    """From `/api/v1` on. What stands in braces is a field of the request, like those of query and body.

    `{guild}` is a server on Discord: whoever asks does so there, once Discord has said that they are a
    member."""
    ask: type[Ask]
    do: Callable[[Visit, Any], Awaitable[Document]]
    """Gets a request of that type."""
    needs: TokenScope | None = None
    """What a token has to be good for, where the method does not say so."""

    @property
    def scope(self) -> TokenScope:
        return self.needs or (TokenScope.READ if self.method == "GET" else TokenScope.WRITE)


def on_server(route: Route) -> Route:
    """The same on a server on Discord: about what is there, and with what one may do there."""
    return replace(route, path=f"/servers/{{guild}}{route.path}")
