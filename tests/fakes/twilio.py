"""A stand-in of Twilio's REST API on loopback: it checks, takes, lists and reports messages, or fails to."""

import base64
import json
import re
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.utils import format_datetime
from typing import Any, Self

import aiohttp
from aiohttp import web
from twilio.request_validator import RequestValidator

from tests.fakes.clock import HandClock
from tests.fakes.web_faults import Fault, Good, page
from tracker.clock import Clock
from tracker.settings import SmsSettings

ACCOUNT = "AC" + "0123456789abcdef" * 2
TOKEN = "a-token-of-twilio"  # noqa: S105 - of a test, worth nothing
SENDER = "+15005550006"
COUNTRIES = ("US", "GB", "DE")
SERVICE = "MG" + "0123456789abcdef" * 2
SIGNATURE = "X-Twilio-Signature"

_E164 = re.compile(r"\+[1-9][0-9]{6,14}")


def signed_form(url: str, fields: Mapping[str, str], token: str = TOKEN) -> dict[str, str]:
    """The headers of a form that Twilio posts to this address."""
    return {SIGNATURE: RequestValidator(token).compute_signature(url, dict(fields))}


async def post_signed(
    url: str, fields: Mapping[str, str], *, signed_as: str | None = None, token: str = TOKEN
) -> int:
    """Twilio posts a form, signed for this address or for another one; the status of the answer."""
    headers = signed_form(signed_as or url, fields, token)
    async with aiohttp.ClientSession() as session, session.post(url, data=fields, headers=headers) as answer:
        return answer.status


def sms_settings(url: str, **other: object) -> SmsSettings:
    """The settings of somebody whose Twilio is at this address."""
    fields: dict[str, object] = {"account_sid": ACCOUNT, "auth_token": TOKEN, "from_number": SENDER}
    fields |= {"api_url": url, "countries": COUNTRIES}
    return SmsSettings.model_validate({**fields, **other})


def refusal(code: int, status: int = 400, **headers: str) -> Fault:
    """As Twilio says no."""
    said = {
        "code": code,
        "message": "no",
        "more_info": f"https://www.twilio.com/docs/errors/{code}",
        "status": status,
    }
    return page(json.dumps(said), status, "application/json", **headers)


@dataclass
class FakeTwilio:
    clock: Clock = field(default_factory=HandClock)
    url: str = ""
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """The method and the form or query of each."""
    messages: list[dict[str, Any]] = field(default_factory=list)
    """All that was taken, oldest first."""
    instead: list[Fault] = field(default_factory=list)
    """What the next posts are answered with in place of being taken."""
    after_taking: list[Fault] = field(default_factory=list)
    """What the next posts are answered with though they were taken."""
    to_lists: list[Fault] = field(default_factory=list)
    """What the next lists are answered with."""
    opted_out: set[str] = field(default_factory=set)
    trial: bool = False
    """A trial account says so in front of each message."""
    account_status: str = "active"

    @classmethod
    @asynccontextmanager
    async def running(cls, clock: Clock | None = None) -> AsyncGenerator[Self]:
        twilio = cls(clock or HandClock())
        runner = web.AppRunner(
            twilio._app(), access_log=None, shutdown_timeout=0.1, handler_cancellation=True
        )
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        twilio.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield twilio
        finally:
            await runner.cleanup()

    @property
    def bodies(self) -> list[str]:
        return [message["body"] for message in self.messages]

    @property
    def posts(self) -> list[dict[str, str]]:
        return [form for method, form in self.requests if method == "POST"]

    @property
    def lists(self) -> list[dict[str, str]]:
        return [query for method, query in self.requests if method == "GET"]

    def settle(self, sid: str, status: str, error_code: int | None = None) -> dict[str, str]:
        """What becomes of a message, and the form that reports it."""
        message = next(one for one in self.messages if one["sid"] == sid)
        message.update(status=status, error_code=error_code)
        fields = {
            "MessageSid": sid,
            "SmsSid": sid,
            "MessageStatus": status,
            "SmsStatus": status,
            "To": message["to"],
            "From": message["from"] or SENDER,
            "AccountSid": ACCOUNT,
            "ApiVersion": "2010-04-01",
        }
        return {**fields, "ErrorCode": str(error_code)} if error_code else fields

    def _app(self) -> web.Application:
        app = web.Application()
        account = "/2010-04-01/Accounts/{account}"
        app.router.add_post(f"{account}/Messages.json", self._post)
        app.router.add_get(f"{account}/Messages.json", self._list)
        app.router.add_get(f"{account}.json", self._account)
        return app

    async def _post(self, request: web.Request) -> web.StreamResponse:
        form = {name: str(value) for name, value in (await request.post()).items()}
        self.requests.append(("POST", form))
        if not _is_known(request):
            return await refusal(20003, 401)(request, Good(b"", ""))
        if self.instead:
            return await self.instead.pop(0)(request, Good(b"", ""))
        if (code := self._problem(form)) is not None:
            return await refusal(code)(request, Good(b"", ""))
        good = Good(json.dumps(self._take(form)).encode(), "application/json")
        if self.after_taking:
            return await self.after_taking.pop(0)(request, good)
        return web.Response(body=good.body, status=201, content_type=good.content_type)

    def _problem(self, form: Mapping[str, str]) -> int | None:
        sender, service = form.get("From"), form.get("MessagingServiceSid")
        problems = (
            (21604, not form.get("To")),
            (21602, not form.get("Body")),
            (21603, not sender and not service),
            (21606, (sender or SENDER) != SENDER or (service or SERVICE) != SERVICE),
            (21211, not _E164.fullmatch(form.get("To", ""))),
            (21617, len(form.get("Body", "")) > 1600),
            (21610, form.get("To") in self.opted_out),
        )
        return next((code for code, holds in problems if holds), None)

    def _take(self, form: Mapping[str, str]) -> dict[str, Any]:
        sid, service = f"SM{secrets.token_hex(16)}", form.get("MessagingServiceSid")
        message = {
            "sid": sid,
            "account_sid": ACCOUNT,
            "api_version": "2010-04-01",
            "body": f"{'Sent from your Twilio trial account - ' if self.trial else ''}{form['Body']}",
            "date_created": format_datetime(self.clock()),
            "date_sent": None,
            "date_updated": format_datetime(self.clock()),
            "direction": "outbound-api",
            "error_code": None,
            "error_message": None,
            "from": form.get("From"),
            "messaging_service_sid": service,
            "num_media": "0",
            "num_segments": "0" if service else "1",
            "price": None,
            "price_unit": "USD",
            "status": "accepted" if service else "queued",
            "subresource_uris": {"media": f"/2010-04-01/Accounts/{ACCOUNT}/Messages/{sid}/Media.json"},
            "to": form["To"],
            "uri": f"/2010-04-01/Accounts/{ACCOUNT}/Messages/{sid}.json",
        }
        self.messages.append(message)
        return message

    async def _list(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(("GET", dict(request.query)))
        if not _is_known(request):
            return await refusal(20003, 401)(request, Good(b"", ""))
        if self.to_lists:
            return await self.to_lists.pop(0)(request, Good(b"", ""))
        to, size = request.query.get("To"), int(request.query.get("PageSize", "50"))
        found = [one for one in reversed(self.messages) if to in (None, one["to"])]
        uri = f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json?PageSize={size}&Page=0"
        more = f"{uri}&PageToken=next" if len(found) > size else None
        paging = {"page": 0, "page_size": size, "start": 0, "end": min(size, len(found)) - 1, "uri": uri}
        paging |= {"first_page_uri": uri, "next_page_uri": more, "previous_page_uri": None}
        return web.json_response({"messages": found[:size], **paging})

    async def _account(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(("GET", {}))
        if not _is_known(request):
            return await refusal(20003, 401)(request, Good(b"", ""))
        return web.json_response(
            {"sid": ACCOUNT, "friendly_name": "Questlog of Anna", "status": self.account_status}
        )


def _is_known(request: web.Request) -> bool:
    wanted = "Basic " + base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
    return request.headers.get("Authorization") == wanted and request.match_info["account"] == ACCOUNT
