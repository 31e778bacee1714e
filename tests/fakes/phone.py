"""A telephone whose messages Twilio brings to the webhook: signed forms out, TwiML back."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any
from xml.etree import ElementTree as ET

from aiohttp import ClientResponse, ClientSession
from twilio.request_validator import RequestValidator

from tests.fakes.twilio import ACCOUNT, COUNTRIES, SENDER, TOKEN

OWN_NUMBER = SENDER
PUBLIC = "https://questlog.example/bot"
"""As Twilio knows the webhook: behind a proxy that the tests do without."""
PATH = "/sms/inbound"
SMS_SETTINGS = {
    "account_sid": ACCOUNT,
    "auth_token": TOKEN,
    "from_number": OWN_NUMBER,
    "countries": COUNTRIES,
}

_sids = count(1)


def new_sid() -> str:
    return f"SM{next(_sids):032x}"


def signed(form: dict[str, str], url: str = PUBLIC + PATH, token: str = TOKEN) -> dict[str, str]:
    """The header that goes with a form."""
    return {"X-Twilio-Signature": RequestValidator(token).compute_signature(url, form)}


@dataclass
class FakePhone:
    number: str
    web: ClientSession
    url: str
    """Where the webhook really is."""
    log: list[str] = field(default_factory=list)
    """What was said, as a chat shows it."""

    def form(self, text: str, **fields: str) -> dict[str, str]:
        return {
            "MessageSid": new_sid(),
            "AccountSid": ACCOUNT,
            "From": self.number,
            "To": OWN_NUMBER,
            "Body": text,
            "NumMedia": "0",
            **fields,
        }

    async def post(self, form: dict[str, str], **request: Any) -> ClientResponse:  # noqa: ANN401 - of the client
        headers = request.pop("headers", None)
        return await self.web.post(
            self.url + PATH, data=form, headers=signed(form) if headers is None else headers, **request
        )

    async def says(self, text: str, **fields: str) -> str:
        """The answer; empty where there is none."""
        response = await self.post(self.form(text, **fields))
        assert response.status == 200, await response.text()
        assert response.content_type == "text/xml"
        answer = said_in(await response.text())
        self.log += [f"> {text}", *answer.splitlines()]
        return answer


def said_in(twiml: str) -> str:
    """The one message of an answer, as Twilio reads it."""
    response = ET.fromstring(twiml)  # noqa: S314 - our own
    assert response.tag == "Response"
    messages = [message.text or "" for message in response.findall("Message")]
    assert len(messages) == len(response) <= 1
    return "".join(messages)
