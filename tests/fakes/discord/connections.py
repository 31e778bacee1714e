"""One websocket of the gateway: what is sent leaves in order, until somebody closes or cuts it."""

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from aiohttp import ClientError, WSMsgType, web

from tests.fakes.discord.compression import Packer
from tests.fakes.discord.faults import cut
from tests.fakes.discord.forms import Json

if TYPE_CHECKING:
    from tests.fakes.discord.sessions import Session

_MOST_BYTES = 4096
"""Of what a client may send at once."""


class Closed(Exception):
    """The gateway ends the connection, with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    def __init__(self, request: web.Request, socket: web.WebSocketResponse, packer: Packer) -> None:
        self._request = request
        self._socket = socket
        self._packer = packer
        self._out: asyncio.Queue[Json | Closed] = asyncio.Queue()
        self.session: Session | None = None
        self.silent = False
        """Says nothing any more, as a connection does that hangs in a network."""
        self.ended_here = False

    def send(self, payload: Json) -> None:
        if not self.silent:
            self._out.put_nowait(payload)

    def close(self, code: int) -> None:
        """After what was sent before."""
        self.ended_here = True
        self._out.put_nowait(Closed(code))

    def cut(self) -> None:
        self.ended_here = True
        cut(self._request)

    @property
    def left_for_good(self) -> bool:
        """Whether the client itself said good-bye, so that its session ends."""
        return not self.ended_here and self._socket.close_code in (1000, 1001)

    async def write(self) -> None:
        with suppress(ConnectionError, ClientError):
            while not isinstance(payload := await self._out.get(), Closed):
                packed = self._packer.pack(json.dumps(payload))
                await (
                    self._socket.send_str(packed)
                    if isinstance(packed, str)
                    else self._socket.send_bytes(packed)
                )
            await self._socket.close(code=payload.code)

    async def receive(self) -> Json | None:
        """What the client says next; None when it is gone."""
        message = await self._socket.receive()
        if message.type is not WSMsgType.TEXT:
            return None
        if len(message.data) > _MOST_BYTES:
            raise Closed(4002)
        try:
            payload = json.loads(message.data)
        except ValueError:
            payload = None
        if not isinstance(payload, dict) or "op" not in payload:
            raise Closed(4002)
        return payload
