"""What Twilio's error codes mean for a message: the answers to a request, and the reports that come later.

Twilio splits and renames its codes now and then. So what is not known here costs one message, and no number.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from scheduler.channels.channel import BadMessage, ChannelFailure, Retry, StopSender, TargetOff

SLOW_SECONDS = 3600.0
"""A telephone that is switched off is not switched on within a minute."""


class _Meaning(NamedTuple):
    failure: type[ChannelFailure]
    why: str
    remedy: str = ""
    after: float | None = None


_NO_NUMBER = _Meaning(TargetOff, "this number gets no SMS")
_OPTED_OUT = _Meaning(TargetOff, "you sent STOP, or your carrier blocks Questlog")
_SHUT_OUT = _Meaning(
    StopSender, "Twilio does not take the account", "; see sms.account_sid and sms.auth_token"
)
_SENDER = _Meaning(
    StopSender, "Twilio does not take the sender", "; see sms.from_number and sms.messaging_service_sid"
)
_COUNTRY = _Meaning(
    StopSender, "Twilio may not send to this country", "; allow it in its console, under Geo permissions"
)
_TRIAL = _Meaning(
    StopSender, "a trial account may write to verified numbers only", "; verify them, or upgrade the account"
)
_SUSPENDED = _Meaning(StopSender, "Twilio has suspended the account", "; see its console")
_UNREGISTERED = _Meaning(
    StopSender, "carriers do not take a sender that is not registered", "; register it in Twilio's console"
)
_BAD = _Meaning(BadMessage, "Twilio does not take this message")
_FILTERED = _Meaning(BadMessage, "a carrier took this message for spam")
_NOT_NOW = _Meaning(Retry, "the telephone or its carrier did not take it", after=SLOW_SECONDS)
_BUSY = _Meaning(Retry, "Twilio is too busy")
_DOWN = _Meaning(Retry, "Twilio does not work now")

MEANINGS: Mapping[int, _Meaning] = {
    21211: _NO_NUMBER,  # no number at all
    21614: _NO_NUMBER,  # no mobile number
    30005: _NO_NUMBER,  # unknown handset
    30006: _NO_NUMBER,  # a landline, or a carrier that cannot be reached
    21610: _OPTED_OUT,  # they sent STOP
    30004: _OPTED_OUT,  # blocked
    20003: _SHUT_OUT,  # wrong credentials
    21603: _SENDER,  # none named
    21606: _SENDER,  # not ours, or none for SMS
    21408: _COUNTRY,
    21608: _TRIAL,
    30002: _SUSPENDED,
    30034: _UNREGISTERED,
    21617: _BAD,  # over 1,600 characters
    30007: _FILTERED,
    30001: _NOT_NOW,  # queue overflow
    30003: _NOT_NOW,  # switched off, or without a signal
    30008: _NOT_NOW,  # unknown
    20429: _BUSY,
}

_LATER = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})
_SET_UP = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND})


def failure_of(code: int | None, status: int, *, after: float | None = None) -> ChannelFailure:
    """What an answer to a request means; `after` are the seconds that it asks for."""
    meaning = MEANINGS.get(code or 0) or _by_status(status)
    return _failure(meaning, code or status, after)


def report_of(code: int | None) -> ChannelFailure:
    """What the report means that a message, which was taken, did not arrive."""
    return _failure(MEANINGS.get(code or 0, _NOT_NOW), code or 0, None)


def is_opt_out(code: int | None) -> bool:
    return MEANINGS.get(code or 0) is _OPTED_OUT


def opted_out(sender: str | None) -> TargetOff:
    """What somebody is told, elsewhere, who does not want SMS. Without a number Twilio chose the sender."""
    where = sender or "the number that Questlog wrote from"
    return TargetOff(f"you sent STOP; text START to {where} to get messages again")


def _by_status(status: int) -> _Meaning:
    """Of codes that are not known here."""
    if status in _SET_UP:
        return _SHUT_OUT
    if status in _LATER:
        return _BUSY
    # A redirect is what something between here and Twilio says while it is under maintenance.
    known = HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR
    return _BAD if known else _DOWN


def _failure(meaning: _Meaning, number: int, after: float | None) -> ChannelFailure:
    why = f"{meaning.why} ({number}){meaning.remedy}" if number else f"{meaning.why}{meaning.remedy}"
    if meaning.failure is Retry:
        return Retry(why, after=after or meaning.after)
    return meaning.failure(why)
