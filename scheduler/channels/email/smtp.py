"""E-mail by a mail server: one connection for each message, encrypted unless the settings say never."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from email.message import EmailMessage

import aiosmtplib

from scheduler.channels.channel import ChannelFailure, Retry, StopSender
from scheduler.channels.email.meanings import NO_LOGIN, NO_SENDER, PERMANENT, SHUT_OUT, meaning_of, shown_code
from scheduler.channels.email.text import line
from tracker.settings import EmailSettings

AT_ONCE = 8
"""Connections: mail servers close themselves to those who open many."""
BYE_SECONDS = 1.0
LONGEST_REFERENCE = 80

_OF_US = (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPHeloError, aiosmtplib.SMTPConnectResponseError)
"""Refusals before anybody is named: it is we who are refused."""
_UNTRUSTED = "the certificate of the mail server is not trusted; see email.host and email.ca_file"
_NO_TLS = "the mail server does not offer STARTTLS; see email.security"
_NO_AUTH = "the mail server offers no login that Questlog knows; see email.username and email.security"


class SmtpTransport:
    def __init__(self, settings: EmailSettings, sender: str) -> None:
        self._settings, self._sender = settings, sender
        self._room = asyncio.Semaphore(AT_ONCE)
        self._trust: ssl.SSLContext | None = None

    async def deliver(self, mail: EmailMessage, to: str) -> str | None:
        written = mail.as_bytes()
        async with self._connected() as server:
            _, said = await server.sendmail(self._sender, [to], written)
        return line(said)[:LONGEST_REFERENCE] or None

    async def probe(self) -> str:
        async with self._connected() as server:
            await server.noop()
        login = (
            f", logged in as {self._settings.username}" if self._settings.username else ", without a login"
        )
        return f"{self._settings.host} port {self._settings.port}{login}"

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[aiosmtplib.SMTP]:
        # The errors of the library may show the address, so none of them is the cause.
        try:
            async with asyncio.timeout(self._settings.timeout_seconds), self._room:
                server = await self._client()
                try:
                    await server.connect()
                    yield server
                    await _say_bye(server)
                finally:
                    server.close()
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise failure_of(error) from None

    async def _client(self) -> aiosmtplib.SMTP:
        settings = self._settings
        encrypted = settings.security != "none"
        return aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.username,
            password=settings.password.get_secret_value() if settings.password else None,
            timeout=settings.timeout_seconds,
            use_tls=settings.security == "tls",
            start_tls=settings.security == "starttls",
            tls_context=await self._context() if encrypted else None,
        )

    async def _context(self) -> ssl.SSLContext:
        """Made once: reading the list of authorities takes 25 ms."""
        if self._trust is None:
            self._trust = await asyncio.to_thread(_trusting, self._settings)
        return self._trust


def _trusting(settings: EmailSettings) -> ssl.SSLContext:
    trust = ssl.create_default_context()
    if settings.ca_file is not None:
        try:
            trust.load_verify_locations(settings.ca_file)
        except OSError as error:
            why = error.strerror or "it holds no certificate"
            raise StopSender(f"email.ca_file cannot be read ({why})") from error
    return trust


async def _say_bye(server: aiosmtplib.SMTP) -> None:
    """What was taken is taken, whatever happens to the connection afterwards."""
    with suppress(aiosmtplib.SMTPException, OSError):
        await server.quit(timeout=BYE_SECONDS)


def failure_of(error: Exception) -> ChannelFailure:
    """What follows from an error of the library."""
    match error:
        case aiosmtplib.SMTPRecipientsRefused(recipients=[refused, *_]):
            return _refusal(refused)
        case aiosmtplib.SMTPResponseException():
            return _refusal(error)
        case _ if any(isinstance(one, ssl.SSLCertVerificationError) for one in _causes(error)):
            return StopSender(_UNTRUSTED)
        case TimeoutError():
            return Retry("the mail server did not answer in time")
        case OSError():  # of the library too, when it cannot connect, or is cut off
            return Retry(f"the mail server could not be reached ({type(error).__name__})")
        case aiosmtplib.SMTPException():
            return StopSender(_NO_TLS if "STARTTLS" in error.message else _NO_AUTH)
        case _:
            return StopSender(f"the settings of the mail server cannot be used ({type(error).__name__})")


def _refusal(error: aiosmtplib.SMTPResponseException) -> ChannelFailure:
    meaning, code = meaning_of(error.code, error.message), shown_code(error.code, error.message)
    if error.code >= PERMANENT and isinstance(error, _OF_US):
        meaning = NO_SENDER if isinstance(error, aiosmtplib.SMTPSenderRefused) else SHUT_OUT
    if error.code >= PERMANENT and isinstance(error, aiosmtplib.SMTPAuthenticationError):
        meaning = NO_LOGIN
    return meaning.failed(code)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
