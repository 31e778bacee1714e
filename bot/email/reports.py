"""What mail servers report about a message of ours: that it came back (RFC 3464), or was unwanted (RFC 5965).

Anybody can send a report. So what counts is the signed mark that each of our messages has, and that a report
gives back with the message: it names the address that we wrote to, also where that was forwarded.
"""

import re
from collections.abc import Iterator, Sequence
from email.message import EmailMessage, Message
from email.parser import BytesParser, HeaderParser
from email.policy import default
from typing import Any, NamedTuple, TypeAlias, cast

from scheduler.channels.email.meanings import GONE, meaning_of_status
from scheduler.channels.email.message import MARK
from tracker.notify.stopped import Why

_Part: TypeAlias = "Message[Any, Any]"

_DELIVERY, _FEEDBACK = "message/delivery-status", "message/feedback-report"
_HEADERS = "text/rfc822-headers"
_UNWANTED = frozenset({"abuse", "fraud"})
MOST_PARTS = 50
"""That can hold others; a report has about five. Reading them takes their depth times their length."""
_HOLDERS = re.compile(rb"(multipart|message)/", re.IGNORECASE)


class Report(NamedTuple):
    why: Why | None
    """None: it is only late, or full, or refused for what it says."""
    marks: tuple[str, ...]


def read_report(raw: bytes) -> Report | None:
    """None where it is no report at all."""
    if sum(1 for _ in _HOLDERS.finditer(raw)) > MOST_PARTS:
        return None
    message = BytesParser(EmailMessage, policy=default).parsebytes(raw)
    parts = list(message.walk())
    if not any(part.get_content_type() in (_DELIVERY, _FEEDBACK) for part in parts):
        return None
    return Report(_why(parts), tuple(_marks(parts)))


def _why(parts: Sequence[_Part]) -> Why | None:
    for part in parts:
        if part.get_content_type() == _FEEDBACK and _is_unwanted(part):
            return Why.COMPLAINED
        if part.get_content_type() == _DELIVERY and any(map(_is_gone, _blocks(part))):
            return Why.BOUNCED
    return None


def _is_gone(block: _Part) -> bool:
    """Whether these lines are about a mailbox that is not there."""
    if str(block.get("Action", "")).strip().lower() != "failed":
        return False
    said = str(block.get("Status", "")), str(block.get("Diagnostic-Code", ""))
    return meaning_of_status(*said) is GONE


def _is_unwanted(part: _Part) -> bool:
    return any(str(block.get("Feedback-Type", "")).strip().lower() in _UNWANTED for block in _blocks(part))


def _blocks(part: _Part) -> Iterator[_Part]:
    """The lines about each recipient; of a feedback report, all of its lines."""
    if part.is_multipart():
        yield from cast("list[_Part]", part.get_payload())
    else:
        text = part.get_payload(decode=True)
        yield HeaderParser().parsestr(text.decode("utf-8", "replace") if isinstance(text, bytes) else "")


def _marks(parts: Sequence[_Part]) -> Iterator[str]:
    """The message comes back whole, or its headers do."""
    for part in parts:
        shown = next(_blocks(part)) if part.get_content_type() == _HEADERS else part
        yield from (str(mark).strip() for mark in shown.get_all(MARK, []))
