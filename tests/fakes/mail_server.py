"""A mail server on loopback: encrypted as real ones are, and refusing what a test has written down."""

import asyncio
import ssl
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from functools import cache
from typing import Any, Literal, Self

import trustme
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.fakes.loop_time import never

USER, PASSWORD = "questlog@example.org", "a-password-of-two"

Security = Literal["starttls", "tls", "none"]


@cache
def authority() -> trustme.CA:
    """Made once: a key takes a while."""
    return trustme.CA()


class MailServer:
    """Takes every message, or answers what a test wrote down for a command; None is for no answer at all."""

    def __init__(self, security: Security) -> None:
        self.security: Security = security
        self.port = 0
        self.answers: defaultdict[str, list[str | None]] = defaultdict(list)
        self.hangs_up = 0
        """So often it takes a message, and is gone before it says so."""
        self.taken: list[bytes] = []
        self.envelopes: list[Envelope] = []
        self.logins: list[str] = []
        self._protocols: list[SMTP] = []

    @classmethod
    @asynccontextmanager
    async def running(cls, security: Security = "none") -> AsyncGenerator[Self]:
        server, loop = cls(security), asyncio.get_running_loop()
        context = server._context() if security == "tls" else None
        listener = await loop.create_server(server._protocol, "127.0.0.1", 0, ssl=context)
        server.port = listener.sockets[0].getsockname()[1]
        try:
            yield server
        finally:
            listener.close()
            for protocol in server._protocols:
                await _ended(protocol)

    @property
    def mails(self) -> list[EmailMessage]:
        """What was taken, as a mail client reads it."""
        parser = BytesParser(EmailMessage, policy=default)
        return [parser.parsebytes(one) for one in self.taken]

    def settings(self, **other: object) -> dict[str, object]:
        """Of `email`, so that it is sent here."""
        return {
            "from_address": USER,
            "host": "127.0.0.1",
            "port": self.port,
            "security": self.security,
            "timeout_seconds": 5,
            **other,
        }

    def _protocol(self) -> SMTP:
        made = SMTP(
            self,
            hostname="mail.example.org",
            tls_context=self._context() if self.security == "starttls" else None,
            require_starttls=self.security == "starttls",
            auth_require_tls=False,
            authenticator=self._authenticate,
            loop=asyncio.get_running_loop(),
        )
        self._protocols.append(made)
        return made

    def _context(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        authority().issue_cert("127.0.0.1").configure_cert(context)
        return context

    def _authenticate(
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        mechanism: str,
        login: Any,  # noqa: ANN401
    ) -> AuthResult:
        del server, session, envelope, mechanism
        assert isinstance(login, LoginPassword)
        self.logins.append(login.login.decode())
        right = login == LoginPassword(USER.encode(), PASSWORD.encode())
        return AuthResult(success=right, handled=False)

    async def handle_MAIL(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        del server, session
        envelope.mail_from, envelope.mail_options = address, options
        return await self._answer("MAIL")

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        del server, session, options
        envelope.rcpt_tos.append(address)
        return await self._answer("RCPT")

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        del session
        answer = await self._answer("DATA")
        if answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            self.taken.append(envelope.content)
            self.envelopes.append(envelope)
        if self.hangs_up:
            self.hangs_up -= 1
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        return answer

    async def _answer(self, command: str) -> str:
        answer = self.answers[command].pop(0) if self.answers[command] else "250 2.0.0 Ok"
        if answer is None:
            await never()
            raise AssertionError
        return answer


async def _ended(protocol: SMTP) -> None:
    task = protocol._handler_coroutine
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    if isinstance(protocol.transport, asyncio.Transport):
        protocol.transport.abort()
