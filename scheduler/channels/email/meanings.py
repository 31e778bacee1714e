"""What the answers of mail servers mean for a message: one table, for SMTP, reports of bounces, and SES.

SMTP has a code (550) and mostly an enhanced one (5.1.1, RFC 3463), which says more; SES has names.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    Retry,
    StopSender,
    TargetGone,
)


class SmtpMeaning(NamedTuple):
    failure: type[ChannelFailure]
    why: str
    remedy: str = ""
    after: float | None = None

    def failed(self, code: str) -> ChannelFailure:
        said = f"{self.why} ({code}){self.remedy}"
        return Retry(said, after=self.after) if self.failure is Retry else self.failure(said)


GONE = SmtpMeaning(TargetGone, "there is no such mailbox", "; check the address")
FULL = SmtpMeaning(Retry, "the mailbox is full", after=3600.0)
BUSY = SmtpMeaning(Retry, "the mail server does not take messages now")
BAD = SmtpMeaning(BadMessage, "the mail server does not take this message")
NO_LOGIN = SmtpMeaning(
    StopSender, "the mail server does not take the login", "; see email.username and email.password"
)
NO_SENDER = SmtpMeaning(
    StopSender, "the mail server does not let Questlog send from its address", "; see email.from_address"
)
SHUT_OUT = SmtpMeaning(StopSender, "the mail server does not talk to Questlog", "; its log says why")
NO_KEY = SmtpMeaning(
    StopSender, "Amazon does not take the AWS credentials", "; docs/email.md says what they need"
)
NOT_VERIFIED = SmtpMeaning(
    StopSender, "the address that Questlog sends from is not verified at Amazon SES", "; see docs/email.md"
)
PAUSED = SmtpMeaning(StopSender, "Amazon SES has paused this account", "; its console says why")

MEANINGS: Mapping[str, SmtpMeaning] = {
    "530": NO_LOGIN,  # authentication required
    "534": NO_LOGIN,  # too weak a mechanism
    "535": NO_LOGIN,  # credentials invalid
    "538": NO_LOGIN,  # encryption required
    "5.7.8": NO_LOGIN,  # credentials invalid
    "5.7.9": NO_LOGIN,  # too weak a mechanism
    "5.1.1": GONE,  # bad mailbox
    "5.1.2": GONE,  # bad domain
    "5.1.3": GONE,  # bad syntax
    "5.1.6": GONE,  # moved, and nobody knows where
    "5.1.10": GONE,  # the domain takes no mail
    "5.2.1": GONE,  # disabled
    "5.1.7": NO_SENDER,  # the sender's address has bad syntax
    "5.1.8": NO_SENDER,  # the sender's domain does not exist
    "5.2.2": FULL,
    "5.2.3": BAD,  # longer than the mailbox takes
    "5.3.4": BAD,  # longer than the server takes
    "5.7.1": BAD,  # policy, spam
    "552": FULL,
    "554": BAD,
    "4": BUSY,
    "5": BAD,
    "Throttling": BUSY,  # too many in a second, or in a day
    "ThrottlingException": BUSY,
    "TooManyRequestsException": BUSY,
    "LimitExceededException": BUSY,
    "ServiceUnavailable": BUSY,
    "InternalFailure": BUSY,
    "RequestTimeout": BUSY,
    "MessageRejected": BAD,
    "InvalidParameterValue": BAD,
    "MailFromDomainNotVerified": NOT_VERIFIED,
    "MailFromDomainNotVerifiedException": NOT_VERIFIED,
    "AccountSendingPaused": PAUSED,
    "AccountSendingPausedException": PAUSED,
    "AccountSuspendedException": PAUSED,
    "SendingPausedException": PAUSED,
    "AccessDenied": NO_KEY,
    "AccessDeniedException": NO_KEY,
    "InvalidClientTokenId": NO_KEY,
    "UnrecognizedClientException": NO_KEY,
    "SignatureDoesNotMatch": NO_KEY,
    "ExpiredToken": NO_KEY,
    "ExpiredTokenException": NO_KEY,
    "MissingAuthenticationToken": NO_KEY,
    "OptInRequired": NO_KEY,
}

PERMANENT = 500
_ENHANCED = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")
# Of servers that say 550 for everything, and tell in words alone whether it is the mailbox.
_NOBODY = re.compile(
    r"no such (user|recipient|mailbox|address|person)|(user|recipient|mailbox|address) (is )?unknown"
    r"|unknown (user|recipient|mailbox|address)|unrouteable|does(n't| not) exist|(user|mailbox) not found",
    re.IGNORECASE,
)


def meaning_of(code: int, text: str) -> SmtpMeaning:
    """Of a reply, from the most telling part of it to the least."""
    if code < PERMANENT:
        return BUSY
    found = next((MEANINGS[key] for key in _keys(code, text) if key in MEANINGS), BAD)
    return GONE if found is BAD and _telling(text) is None and _NOBODY.search(text) else found


def shown_code(code: int, text: str) -> str:
    """`550 5.1.1`: all of a reply that may be shown. Its words may hold the address."""
    found = _ENHANCED.search(text)
    return f"{code} {found[0]}" if found else str(code)


def meaning_of_status(status: str, diagnosis: str) -> SmtpMeaning:
    """Of a report that comes later: its `Status`, and what the other server said."""
    return meaning_of(PERMANENT if status.strip().startswith("5") else 0, f"{status} {diagnosis}")


def _keys(code: int, text: str) -> Iterator[str]:
    if str(code).startswith("53"):  # about the login, whatever else it says
        yield str(code)
    if (found := _telling(text)) is not None:
        yield from (found, found[:1])
    yield from (str(code), str(code)[:1])


def _telling(text: str) -> str | None:
    """The first enhanced code that says something: 5.0.0 does not."""
    return next((found for found in _ENHANCED.findall(text) if not found.endswith(".0.0")), None)
