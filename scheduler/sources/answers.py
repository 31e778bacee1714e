"""What a page of the game's servers means, judged by its content before its status."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from scheduler.sources.client import WebPage
from scheduler.sources.source import LATER, Blocked, NotFound, RateLimited, Unavailable

_BLOCK_PAGES = (
    b"your ip has been temporarily blocked",
    b"_incapsula_resource",
    b"incapsula incident id",
)
_NUMBERS = (b"{", b"[", b"-", *(b"%d" % digit for digit in range(10)))
_LOOKED_AT = 64 * 1024
_BLANK = b" \t\r\n\xef\xbb\xbf"


def content(page: WebPage, server: str, now: datetime) -> bytes:
    """The body of a good page. An outage often has status 200 and HTML, and a block page any status."""
    if is_block_page(page.body):
        raise Blocked(
            f"{server} blocked this machine's address for now, as after too many requests. {LATER}",
            cause="our address is blocked for now",
        )
    if page.status == 200:  # noqa: PLR2004 - HTTP's own numbers say more than names
        if is_html(page.body):
            raise Unavailable(
                f"{server} answered with a web page in place of numbers: an outage. {LATER}",
                cause="a web page in place of numbers",
            )
        return page.body
    raise status_failure(page, server, now)


def status_failure(
    page: WebPage, server: str, now: datetime
) -> NotFound | Unavailable | Blocked | RateLimited:
    match page.status:
        case 404 | 410:
            return NotFound(f"{server} answered that there is nothing.")
        case 401 | 403:
            return Blocked(
                f"{server} refused to answer (status {page.status}). {LATER}",
                cause=f"a refusal, status {page.status}",
            )
        case 429:
            return RateLimited(
                f"{server} asked for fewer requests. {LATER}",
                cause="we are asked to send fewer requests",
                retry_after=seconds(page.retry_after, now),
            )
        case status if status >= 500:  # noqa: PLR2004
            return Unavailable(
                f"{server} answered with an error (status {status}). {LATER}",
                cause=f"an error, status {status}",
                brief=True,
            )
        case status:
            return Unavailable(
                f"{server} answered with status {status} and no numbers. {LATER}",
                cause=f"an answer without numbers, status {status}",
            )


def is_block_page(body: bytes) -> bool:
    """Numbers are recognised by their first character, which spares every good page the search."""
    start = body[:_LOOKED_AT].lstrip(_BLANK)
    if start.startswith(_NUMBERS):
        return False
    start = start.lower()
    return any(text in start for text in _BLOCK_PAGES)


def is_html(body: bytes) -> bool:
    """Neither JSON nor rows of numbers start with `<`."""
    return body[:_LOOKED_AT].lstrip(_BLANK).startswith(b"<")


def seconds(retry_after: str | None, now: datetime) -> float | None:
    """`Retry-After` is a number of seconds or a date; None for anything else, and for the past."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9]) or None
    try:
        date = parsedate_to_datetime(text)
        left = ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds()
    except (ValueError, OverflowError):
        return None
    return left if left > 0 else None
