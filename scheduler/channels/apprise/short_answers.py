"""What is read of a service's answer: its beginning. A few bytes can be packed to become gigabytes.

Apprise says nothing about answers, and reads them whole by the library `requests`. So that one is given a way
to connect which reads no more, in guarded threads; elsewhere it is as it was.
"""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from scheduler.channels.guarded_thread import is_guarded

if TYPE_CHECKING:
    from urllib3.response import BaseHTTPResponse

MOST_BYTES = 256 * 1024
"""More than any service says to a message."""
CHUNK = 16 * 1024


class ShortBody:
    """Reads like the body that it stands for, up to the limit, and then as if it had ended."""

    def __init__(self, body: "BaseHTTPResponse", most: int = MOST_BYTES) -> None:
        self._body, self._left = body, most

    def stream(self, amt: int = CHUNK, decode_content: bool | None = None) -> Iterator[bytes]:  # noqa: FBT001 - as urllib3 has it
        for piece in self._body.stream(min(amt, CHUNK), decode_content=decode_content):
            yield piece[: self._left]
            self._left -= len(piece)
            if self._left <= 0:
                self._body.close()
                return

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever else is wanted of it
        return getattr(self._body, name)


@cache
def shorten_answers() -> None:
    """From now on: `requests` makes a session for each call, whose adapter it looks up there."""
    import requests  # noqa: PLC0415 - it comes with Apprise, which is loaded when it is first needed
    from requests.adapters import HTTPAdapter  # noqa: PLC0415

    class ShortAdapter(HTTPAdapter):
        def build_response(self, req: Any, resp: Any) -> Any:  # noqa: ANN401 - as the library types it
            response = super().build_response(req, resp)
            if is_guarded():
                response.raw = ShortBody(resp)
            return response

    requests.sessions.HTTPAdapter = ShortAdapter  # pyright: ignore[reportPrivateImportUsage]
