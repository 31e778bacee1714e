"""The rules for a message as a whole, as it would stand after a request."""

from collections.abc import Iterable

from tests.fakes.discord.check_components import check_layout, check_rows
from tests.fakes.discord.check_embeds import check_embeds
from tests.fakes.discord.forms import Form, Json
from tests.fakes.discord.messages import EPHEMERAL, LOADING, SILENT, SUPPRESS_EMBEDS, V2
from tests.fakes.discord.refusals import EMPTY_MESSAGE, Refused

MOST_CONTENT = 2000
MOST_NONCE = 25
_SETTABLE = SUPPRESS_EMBEDS | SILENT | V2


def check_message(message: Json, filenames: Iterable[str], *, form: Form, private: bool) -> None:
    """`message` is complete: what an edit leaves alone is in it too. `private` ones may be ephemeral."""
    names = set(filenames)
    flags = message.get("flags") or 0
    _check_flags(form.at("flags"), flags, private=private)
    form.at("content").maybe_text(message.get("content"), 0, MOST_CONTENT)
    check_embeds(form.at("embeds"), message.get("embeds"), names)
    if flags & V2:
        _check_v2(form, message, names)
    else:
        check_rows(form.at("components"), message.get("components"))
    _check_mentions(form.at("allowed_mentions"), message.get("allowed_mentions"))
    form.accept()
    if not flags & V2 and not (str(message.get("content") or "").strip() or message.get("embeds") or names):
        raise Refused(EMPTY_MESSAGE)


def check_nonce(form: Form, nonce: object) -> None:
    if isinstance(nonce, str):
        form.text(nonce, 0, MOST_NONCE)
    elif nonce is not None:
        form.number(nonce, 0, 2**64)


def _check_flags(form: Form, flags: object, *, private: bool) -> None:
    settable = _SETTABLE | (EPHEMERAL if private else 0)
    if not isinstance(flags, int) or flags & ~settable & ~LOADING:
        form.wrong("MESSAGE_FLAGS_INVALID", "Only some of the message flags can be set here.")


def _check_v2(form: Form, message: Json, filenames: set[str]) -> None:
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if message.get(key):
            form.at(key).wrong(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    check_layout(form.at("components"), message.get("components"), filenames)


def _check_mentions(form: Form, allowed: object) -> None:
    if not isinstance(allowed, dict):
        return
    for kind in ("users", "roles"):
        if kind in allowed.get("parse", []) and allowed.get(kind):
            form.at(kind).wrong(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse:[{kind!r}] and {kind} exclude each other"
            )
        form.at(kind).items(allowed.get(kind), 0, 100)
