"""One question to the table: a partition, a range of its sort keys, a direction, a page."""

import base64
import binascii
import json
from typing import cast

from tracker.frozen import frozen
from tracker.store.errors import InvalidCursor, InvalidItem
from tracker.store.schema import INDEXES
from tracker.store.values import MAX_PK_BYTES, MAX_SK_BYTES, PK, SK, Item, ValueProblem, utf8_length

_LAST_CODE_POINT = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


@frozen
class QueryPage:
    """Some items in order, and the token for the next ones: None when there are no more."""

    items: list[Item]
    cursor: str | None


@frozen
class Query:
    """`lo` and `hi` are inclusive; `prefix` stands alone. A cursor names no partition, so cannot leave it."""

    pk: str
    prefix: str | None = None
    lo: str | None = None
    hi: str | None = None
    index: str | None = None
    reverse: bool = False
    limit: int = 100
    cursor: str | None = None

    def __post_init__(self) -> None:
        if self.prefix and (self.lo is not None or self.hi is not None):
            raise InvalidItem("a query takes a prefix or a range, not both")
        if self.index is not None and self.index not in INDEXES:
            raise InvalidItem(f"there is no index {self.index!r}")
        if self.limit < 1:
            raise InvalidItem("a query's limit is at least 1")

    @property
    def key_names(self) -> tuple[str, str]:
        """The partition and sort key attributes of the table or of the index asked."""
        if self.index is None:
            return PK, SK
        return INDEXES[self.index].pk, INDEXES[self.index].sk

    @property
    def position_names(self) -> tuple[str, ...]:
        """The attributes that fix a place in the result, beside the partition."""
        return (SK,) if self.index is None else (self.key_names[1], PK, SK)

    def position(self) -> tuple[str, ...] | None:
        """Where the page before this one ended, read from the cursor."""
        return None if self.cursor is None else self._decode(self.cursor)

    def page(self, found: list[Item]) -> QueryPage:
        """The page from at most `limit + 1` items: the one too many says that there is a next page."""
        items = found[: self.limit]
        if len(found) <= self.limit:
            return QueryPage(items, None)
        last = [items[-1][name] for name in self.position_names]
        text = json.dumps(last, ensure_ascii=False, separators=(",", ":"))
        return QueryPage(items, base64.urlsafe_b64encode(text.encode()).decode().rstrip("="))

    def _decode(self, cursor: str) -> tuple[str, ...]:
        try:
            padded = cursor + "=" * (-len(cursor) % 4)
            parts: object = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        except (binascii.Error, ValueError, RecursionError) as error:
            raise InvalidCursor("this page token is damaged") from error
        if not isinstance(parts, list):
            raise InvalidCursor("this page token is damaged")
        position = tuple(cast("list[str]", parts))
        names = self.position_names
        if len(position) != len(names) or not all(map(_possible, names, position)):
            raise InvalidCursor("this page token belongs to another query")
        if not self._within(position[0]):
            raise InvalidCursor("this page token belongs to another query")
        return position

    def _within(self, sort_key: str) -> bool:
        if self.prefix:
            return sort_key.startswith(self.prefix)
        return (self.lo is None or self.lo <= sort_key) and (self.hi is None or sort_key <= self.hi)


def _possible(name: str, text: object) -> bool:
    """Whether a key attribute could hold this."""
    try:
        return isinstance(text, str) and 0 < utf8_length(text) <= (
            MAX_PK_BYTES if name == PK else MAX_SK_BYTES
        )
    except ValueProblem:
        return False


def after_prefix(prefix: str) -> str | None:
    """The least text above all texts that start with `prefix`; None when nothing is above them."""
    kept = prefix.rstrip(chr(_LAST_CODE_POINT))
    if not kept:
        return None
    following = ord(kept[-1]) + 1
    if following in _SURROGATES:
        following = _SURROGATES.stop
    return kept[:-1] + chr(following)
