"""What a form says: plain fields, few and short, from a page of ours."""

from collections.abc import Mapping

from aiohttp import web

from bot.documents import BadRequest
from bot.web.http_api.fields import MOST_BYTES
from bot.web.site.guard import is_from_us
from bot.web.site.place import Place
from tracker.refusals import Reason, Refused

MOST_FIELDS = 100
ONCE = "_once"
"""A number of the form, by which it is known when it comes twice."""
_LONGEST_ONCE = 40


class ForeignForm(Refused):
    """Another page sent it, or something that is no browser."""

    code = "foreign_form"
    reason = Reason.FORBIDDEN


async def posted(request: web.Request, place: Place) -> dict[str, str]:
    """Its fields. Several with one name stand on lines of their own. Raises ForeignForm, BadRequest."""
    if not is_from_us(request, place):
        raise ForeignForm(
            "This did not come from a page of this Questlog, so nothing was done. Open the page anew."
        )
    if (request.content_length or 0) > MOST_BYTES:
        raise BadRequest("That is too much for a form.")
    try:
        form = await request.clone(client_max_size=MOST_BYTES).post()
    except web.HTTPRequestEntityTooLarge:
        raise BadRequest("That is too much for a form.") from None
    except (web.RequestPayloadError, RuntimeError, ValueError, LookupError):
        # RuntimeError: aiohttp's, of a part that is encoded in a way it does not know
        raise BadRequest("The form cannot be read.") from None
    fields: dict[str, str] = {}
    if len(form) > MOST_FIELDS:
        raise BadRequest("That is too much for a form.")
    for name, value in form.items():
        if isinstance(value, str):
            said = value.replace("\r\n", "\n")  # so browsers end the lines of what people write
            fields[name] = f"{fields[name]}\n{said}" if name in fields else said
    return fields


def occasion_of(form: Mapping[str, str]) -> str | None:
    """What a form is known by where it comes twice; None for one that has no number."""
    number = form.get(ONCE, "")
    return f"web-{number}" if number and len(number) <= _LONGEST_ONCE and number.isascii() else None
