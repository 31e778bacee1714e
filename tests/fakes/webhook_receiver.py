"""A receiver of webhooks on loopback, as a careful person would write one: it checks and remembers."""

import hashlib
import hmac
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Self

from aiohttp import web

from tests.fakes.loop_time import never

SECRET = "a-secret-of-two"  # noqa: S105 - of a test, worth nothing


class WebhookReceiver:
    """Answers 204, or what a test wrote down: a status, its headers, or None for no answer at all."""

    def __init__(self) -> None:
        self.url = ""
        self.answers: list[tuple[int, dict[str, str]] | None] = []
        self.requests: list[web.Request] = []
        self.taken: dict[str, Any] = {}
        """The first document for each Idempotency-Key whose answer was a good one."""
        self.asked: dict[str, str] = {}
        """The query of the address that each of them was sent to: `?ada` tells people apart."""

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncGenerator[Self]:
        receiver = cls()
        app = web.Application()
        app.router.add_post("/hook", receiver._receive)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
        try:
            yield receiver
        finally:
            await runner.cleanup()

    @property
    def keys(self) -> list[str]:
        """The Idempotency-Key of every request, the repeated ones too."""
        return [request.headers["Idempotency-Key"] for request in self.requests]

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()
        if not _is_signed(request, body):
            return web.Response(status=401)
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else (204, {})
        if answer is None:
            await never()
        status, headers = answer
        if status < 300:
            self.taken.setdefault(request.headers["Idempotency-Key"], json.loads(body))
            self.asked[request.headers["Idempotency-Key"]] = request.query_string
        return web.Response(status=status, headers=headers)


def _is_signed(request: web.Request, body: bytes) -> bool:
    """With the secret of whichever recipient it is for: this one stands for all of them."""
    recipient = request.headers["Questlog-Recipient"].encode()
    own = "qlw_" + hmac.new(SECRET.encode(), b"webhook\0" + recipient, hashlib.sha256).hexdigest()
    return is_signed_with(own, request, body)


def is_signed_with(own: str, request: web.Request, body: bytes) -> bool:
    """As a receiver does it that has its own secret only."""
    heads = [request.headers[f"Questlog-{name}"].encode() for name in ("Timestamp", "Recipient")]
    wanted = "v2=" + hmac.new(own.encode(), b".".join([*heads, body]), hashlib.sha256).hexdigest()
    return hmac.compare_digest(wanted, request.headers["Questlog-Signature"])
