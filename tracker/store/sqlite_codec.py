"""How SQLite keeps an item: one JSON document, exact for integers of any size and for decimals."""

import json
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pydantic_core import from_json

from tracker.store.errors import StoreUnavailable
from tracker.store.values import RESERVED, Item

KEPT, SHORT = 2048, 2048
"""So many documents are remembered as items, of so many characters at most: some 12 MB in all."""

_DECIMAL = f"{RESERVED}decimal"  # no attribute can be named so: values.check_name refuses it


def _tag(value: object) -> dict[str, str]:
    if isinstance(value, Decimal):
        return {_DECIMAL: str(value)}
    raise TypeError(f"{type(value).__name__} cannot be stored")


def _untag(value: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON's own shape
    return Decimal(value[_DECIMAL]) if _DECIMAL in value else value


encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_tag).encode


def decode(text: str) -> Item:
    # Few items hold a decimal; the others are spared a Python call for each of their maps, and read by what
    # pydantic has for it, in half the time.
    try:
        if _DECIMAL in text:
            return json.loads(text, object_hook=_untag)
        return from_json(text, cache_strings="keys")
    except ValueError as error:
        raise StoreUnavailable(f"an item in the database is damaged ({error}); restore a backup") from error


def decode_again(text: str) -> Item:
    """For what is read again and again: most of it is as it was, and need not be taken apart once more.

    Whoever gets an item gets the same one as others, which is why nobody may change it.
    """
    return _remembered(text) if len(text) <= SHORT else decode(text)


_remembered = lru_cache(KEPT)(decode)
