"""What may be stored, whatever the engine: keys, index keys and the time to live."""

from collections.abc import Mapping

from tracker.store.errors import InvalidItem, TooLarge
from tracker.store.schema import INDEX_KEYS, INDEXES, TTL
from tracker.store.values import (
    MAX_ITEM_BYTES,
    MAX_PK_BYTES,
    MAX_SK_BYTES,
    PK,
    Key,
    Value,
    ValueProblem,
    utf8_length,
)

MAX_TTL = 10**11
_PARTITION_KEYS = frozenset({PK, *(index.pk for index in INDEXES.values())})


def check_item(item: Mapping[str, Value], size: int) -> None:
    if size > MAX_ITEM_BYTES:
        raise TooLarge(f"{size:,} bytes in one item; the most is {MAX_ITEM_BYTES:,}")
    for name in INDEX_KEYS & item.keys():
        value = item[name]
        if not isinstance(value, str):
            raise ValueProblem(f"the index key {name} is {type(value).__name__}, not text")
        check_text(value, MAX_PK_BYTES if name in _PARTITION_KEYS else MAX_SK_BYTES)
    ttl = item.get(TTL, 0)
    if isinstance(ttl, bool) or not isinstance(ttl, int) or not 0 <= ttl < MAX_TTL:
        raise ValueProblem("ttl is a whole number of seconds since 1970")


def check_key(key: Key) -> None:
    check_text(key.pk, MAX_PK_BYTES)
    check_text(key.sk, MAX_SK_BYTES)


def check_text(text: object, most: int) -> None:
    if not isinstance(text, str) or not text:
        raise InvalidItem(f"a key is text of 1 to {most} bytes, not {text!r}")
    try:
        size = utf8_length(text)
    except ValueProblem as error:
        raise InvalidItem(str(error)) from error
    if size > most:
        raise TooLarge(f"a key of {size:,} bytes; the most is {most:,}")
