"""Whether a request is from Twilio: signed with our token, for our public address, about our account."""

from typing import TYPE_CHECKING, Final, Protocol, cast
from urllib.parse import parse_qsl

from aiohttp import web
from multidict import MultiDict

from tracker.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_BYTES = 65_536
MOST_FIELDS = 500
HEADER: Final = "X-Twilio-Signature"
FORM: Final = "application/x-www-form-urlencoded"


async def signed_form(request: web.Request, settings: Settings) -> "Mapping[str, str]":
    """What Twilio says. Raises a 403 for everything that is not from there, whatever is wrong with it."""
    form = await _form(request)
    if form is None or not _is_signed(request, form, settings):
        raise web.HTTPForbidden(text="Not signed for this address.\n")
    return form


async def _form(request: web.Request) -> MultiDict[str] | None:
    if request.content_type != FORM or (request.content_length or 0) > MOST_BYTES:
        return None
    try:
        body = await request.read()
        fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except (web.HTTPRequestEntityTooLarge, web.RequestPayloadError, ValueError):
        return None
    return MultiDict(fields) if len(body) <= MOST_BYTES else None


def _is_signed(request: web.Request, form: MultiDict[str], settings: Settings) -> bool:
    """By the public address as it is configured: what the request says about its host may be forged."""
    sms, public_url = settings.sms, settings.web.public_url
    signature = request.headers.get(HEADER)
    if sms.auth_token is None or sms.account_sid is None or public_url is None or not signature:
        return False
    if form.getall("AccountSid", []) != [sms.account_sid]:
        return False
    url = str(public_url).rstrip("/") + request.raw_path
    try:
        return _validator(sms.auth_token.get_secret_value()).validate(url, form, signature)
    except ValueError:  # an address that is none
        return False


class _Validator(Protocol):
    """What is used of Twilio's library, which says nothing of its types."""

    def validate(self, uri: str, params: MultiDict[str], signature: str) -> bool: ...


def _validator(token: str) -> _Validator:
    """Loaded here: without SMS nothing of Twilio is needed."""
    from twilio.request_validator import RequestValidator  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]

    return cast("_Validator", RequestValidator(token))
