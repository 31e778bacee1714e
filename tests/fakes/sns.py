"""A stand-in of Amazon SNS: a topic that signs what it posts, and serves its certificate."""

import base64
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509.oid import NameOID

from tests.fakes.clock import HandClock

TOPIC = "arn:aws:sns:us-east-1:123456789012:bounces"
CERTIFICATE = "/SimpleNotificationService-0123456789abcdef.pem"

_NOTICE = ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
_OTHER = ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type")


@cache
def signing_key(number: int = 0, bits: int = 2048) -> rsa.RSAPrivateKey:
    """Made once: it takes a while. Another number is another key."""
    assert number >= 0
    return rsa.generate_private_key(65537, bits)


def certificate(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> str:
    """Signed by itself: what makes it Amazon's is where it is."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns.amazonaws.com")])
    began = datetime(2026, 1, 1, tzinfo=UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(began)
        .not_valid_after(began + timedelta(days=365))
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM).decode()


@dataclass
class FakeTopic:
    clock: HandClock
    url: str = ""
    status: int = 200
    """What it answers to a confirmation."""
    asked: list[str] = field(default_factory=list)
    pem: str = ""
    certificates: int = 0
    """How often the certificate was fetched."""

    @asynccontextmanager
    async def running(self) -> AsyncGenerator["FakeTopic"]:
        self.pem = certificate(signing_key())
        app = web.Application()
        app.add_routes([web.get("/", self._confirm), web.get(CERTIFICATE, self._certificate)])
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            await runner.cleanup()

    async def _confirm(self, request: web.Request) -> web.Response:
        self.asked.append(request.query_string)
        return web.Response(status=self.status, headers={"Location": "/elsewhere"})

    async def _certificate(self, _: web.Request) -> web.Response:
        self.certificates += 1
        return web.Response(text=self.pem)

    def notice(self, event: object, **other: Any) -> dict[str, Any]:  # noqa: ANN401 - of any kind
        text = event if isinstance(event, str) else json.dumps(event)
        return self.signed({"Type": "Notification", "Message": text, **other})

    def confirmation(self, **other: Any) -> dict[str, Any]:  # noqa: ANN401
        said = {"Type": "SubscriptionConfirmation", "Message": "You have chosen to subscribe", "Token": "t"}
        return self.signed({**said, "SubscribeURL": f"{self.url}/?Action=ConfirmSubscription", **other})

    def farewell(self) -> dict[str, Any]:
        return self.confirmation(Type="UnsubscribeConfirmation")

    def signed(self, said: dict[str, Any], key: rsa.RSAPrivateKey | None = None) -> dict[str, Any]:
        """With all that Amazon adds, unless it is there."""
        whole = {
            "MessageId": "2",
            "TopicArn": TOPIC,
            "Timestamp": f"{self.clock():%Y-%m-%dT%H:%M:%S.000Z}",
            "SignatureVersion": "2",
            "SigningCertURL": self.url + CERTIFICATE,
            **said,
        }
        names = _NOTICE if whole["Type"] == "Notification" else _OTHER
        text = "".join(f"{name}\n{whole[name]}\n" for name in names if name in whole)
        method = hashes.SHA256() if whole["SignatureVersion"] == "2" else hashes.SHA1()  # noqa: S303 - Amazon's first
        made = (key or signing_key()).sign(text.encode(), padding.PKCS1v15(), method)
        return {"Signature": base64.b64encode(made).decode(), **whole}
