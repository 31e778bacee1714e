"""A push service and the browsers behind it, on loopback: it checks who sends, they decrypt what comes."""

import json
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

import http_ece
import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from scheduler.channels.push.keys import letters, read_letters
from tests.fakes.loop_time import never

MOST_BYTES = 4096


@dataclass
class Browser:
    """One that has subscribed."""

    endpoint: str
    server_key: str
    """Which Questlog it takes messages from."""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))
    shown: dict[str, Any] = field(default_factory=dict[str, Any])
    """What it shows, by the topic: a later one takes the place of the one before."""
    came: list[Any] = field(default_factory=list[Any])

    @property
    def address(self) -> str:
        """As Questlog keeps it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return f"{self.endpoint} {letters(point)} {letters(self.auth)}"


class PushService:
    """Answers 201, or what a test wrote down: a status, its headers, or None for no answer at all."""

    def __init__(self) -> None:
        self.url = ""
        self.answers: list[tuple[int, dict[str, str]] | None] = []
        self.requests: list[web.Request] = []
        self.contacts: set[str] = set()
        self._browsers: dict[str, Browser] = {}

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncGenerator[Self]:
        service = cls()
        app = web.Application()
        app.router.add_post("/push/{browser}", service._receive)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield service
        finally:
            await runner.cleanup()

    def subscribe(self, server_key: str) -> Browser:
        name = f"b{len(self._browsers)}"
        self._browsers[name] = Browser(f"{self.url}/push/{name}", server_key)
        return self._browsers[name]

    @property
    def browsers(self) -> list[Browser]:
        """Those that have subscribed, the oldest first."""
        return [*self._browsers.values()]

    def unsubscribe(self, browser: Browser) -> None:
        del self._browsers[browser.endpoint.rpartition("/")[2]]

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()
        browser = self._browsers.get(request.match_info["browser"])
        self.requests.append(request)
        if browser is None:
            return web.Response(status=410)
        if not self._is_allowed(request, browser):
            return web.Response(status=403, text="BadJwtToken")
        if len(body) > MOST_BYTES:
            return web.Response(status=413)
        answer = self.answers.pop(0) if self.answers else (201, {})
        if answer is None:
            await never()
        status, headers = answer
        if status < 300:
            assert request.headers["Content-Encoding"] == "aes128gcm"
            assert int(request.headers["TTL"]) > 0
            said = json.loads(
                http_ece.decrypt(body, private_key=browser.key, auth_secret=browser.auth, version="aes128gcm")
            )
            browser.came.append(said)
            browser.shown[request.headers["Topic"]] = said
        return web.Response(status=status, headers=headers)

    def _is_allowed(self, request: web.Request, browser: Browser) -> bool:
        """As RFC 8292 has it; of the time only how long it is, since the sender has a clock in hand."""
        token, _, key = request.headers["Authorization"].removeprefix("vapid t=").partition(", k=")
        if key != browser.server_key:
            return False
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read_letters(key))
        try:
            said = jwt.decode(token, point, ["ES256"], audience=self.url, options={"verify_exp": False})
        except jwt.InvalidTokenError:
            return False
        self.contacts.add(said["sub"])
        return bool(said["exp"])
