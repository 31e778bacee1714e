"""The definition of a number on the web: its address, what to send along, and where the number stands."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Self

from yarl import URL

from scheduler.sources.source import BadDefinition
from scheduler.sources.web.json_path import steps_of
from tracker.frozen import frozen

LONGEST_URL = 2000
_MOST_HEADERS = 20
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_VALUE = re.compile(r"[\x20-\x7e]{0,4000}")
_OURS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "host",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


@frozen
class HttpJsonTarget:
    """The address and the headers may hold secrets: no text of this object shows them."""

    url: str = field(repr=False)
    path: str
    unit: str = ""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    added_by: str = field(default="", compare=False)
    """A mark of whoever added it; their numbers share what one person may have under way."""

    def __post_init__(self) -> None:
        location_of(self.url)
        steps_of(self.path)
        _check_headers(self.headers)

    @classmethod
    def of(cls, url: str, path: str, *, unit: str = "", headers: Mapping[str, str] | None = None) -> Self:
        """Raises BadDefinition for an address, a path or headers that cannot be used."""
        return cls(url.strip(), path.strip(), unit, tuple((headers or {}).items()))

    @property
    def location(self) -> URL:
        return location_of(self.url)

    @property
    def host(self) -> str:
        return self.location.host or ""

    @property
    def key(self) -> str:
        """The same for the same question: only people who send the same headers share a subject."""
        question = json.dumps([self.url, self.path, sorted(self.headers)])
        return hashlib.sha256(question.encode()).hexdigest()[:32]


def parse_header(text: str) -> tuple[str, str]:
    """`Authorization: Bearer …`. Raises BadDefinition, which does not repeat it."""
    name, colon, value = text.partition(":")
    if not colon:
        raise BadDefinition("A header is written as 'Authorization: Bearer …', with a colon.")
    return name.strip(), value.strip()


def location_of(url: str) -> URL:
    """Raises BadDefinition. The text of the refusal does not repeat the address."""
    if len(url) > LONGEST_URL or not url.isprintable():
        raise BadDefinition(f"An address has at most {LONGEST_URL} characters, and no line breaks.")
    try:
        location = URL(url).with_fragment(None)
        usable = location.scheme in {"http", "https"} and bool(location.host) and bool(location.port)
    except ValueError:
        raise BadDefinition("That is no address; one looks like https://example.org/numbers.json.") from None
    if not usable:
        raise BadDefinition("Only addresses that start with http:// or https:// can be read.")
    if location.user is not None or location.password is not None:
        raise BadDefinition(
            "An address must not hold a name or password: they go into an Authorization header, "
            "which questlog character add-number at the terminal sends with --header."
        )
    return location


def _check_headers(headers: tuple[tuple[str, str], ...]) -> None:
    if len(headers) > _MOST_HEADERS:
        raise BadDefinition(f"At most {_MOST_HEADERS} headers can be sent.")
    for name, value in headers:
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            raise BadDefinition("A header has a name such as Authorization, and a value of plain characters.")
        if name.lower() in _OURS:
            raise BadDefinition(f"Questlog sets the header {name} itself.")
