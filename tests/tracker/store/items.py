"""Items, keys and questions that the store's tests share."""

from decimal import Decimal
from typing import Any

import pytest

from tracker.store.query import QueryPage
from tracker.store.table import Table
from tracker.store.values import CREATED, UPDATED, Item, Key, Value, key_of

# aiohttp warns about request bodies above 1 MB; the store sends at most the 16 MB that DynamoDB takes.
LARGE_BODIES = pytest.mark.filterwarnings("ignore:Sending a large body")


def key(sk: str = "A", pk: str = "P") -> Key:
    return Key(pk, sk)


def item(sk: str = "A", pk: str = "P", **attributes: Value) -> dict[str, Value]:
    return {"PK": pk, "SK": sk, **attributes}


async def everything(table: Table) -> dict[Key, Item]:
    """Every live item of the table."""
    return {key_of(found): found async for found in table.scan()}


async def undated(table: Table) -> dict[Key, Item]:
    """The same, whenever each of them was written."""
    return {key: without_dates(found) for key, found in (await everything(table)).items()}


def without_dates(found: Item) -> Item:
    return {name: value for name, value in found.items() if name not in (CREATED, UPDATED)}


async def sort_keys(table: Table, pk: str = "P", **question: Any) -> list[Value]:  # noqa: ANN401 - as `query`
    """The sort keys that one page answers."""
    return [found["SK"] for found in (await table.query(pk, **question)).items]


async def all_pages(table: Table, pk: str = "P", **question: Any) -> list[QueryPage]:  # noqa: ANN401 - as `query`
    """The pages of a query from the first to the last."""
    pages = [await table.query(pk, **question)]
    while (cursor := pages[-1].cursor) is not None:
        pages.append(await table.query(pk, **question, cursor=cursor))
    return pages


def exactly(value: Value) -> object:
    """The value with its types, so that 1, True and Decimal(1) are three things."""
    match value:
        case dict():
            return {name: exactly(member) for name, member in value.items()}
        case list():
            return [exactly(member) for member in value]
        case Decimal():
            return ("Decimal", value.as_tuple())
        case _:
            return (type(value).__name__, value)
