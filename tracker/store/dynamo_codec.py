"""How DynamoDB keeps a value: typed JSON, numbers as text."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeAlias

from tracker.store.values import Item, Key, Value, canonical

Attribute: TypeAlias = dict[str, Any]


def encode(value: Value) -> Attribute:
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case str():
            return {"S": value}
        case int() | Decimal():
            return {"N": str(value)}
        case Mapping():
            return {"M": encode_item(value)}
        case Sequence():
            return {"L": [encode(member) for member in value]}


def encode_item(item: Item) -> dict[str, Attribute]:
    return {name: encode(value) for name, value in item.items()}


def encode_key(key: Key) -> dict[str, Attribute]:
    return {"PK": {"S": key.pk}, "SK": {"S": key.sk}}


def decode(attribute: Attribute) -> Value:
    [(kind, content)] = attribute.items()
    match kind:
        case "NULL":
            return None
        case "BOOL" | "S":
            return content
        case "N":
            return _number(content)
        case "M":
            return decode_item(content)
        case "L":
            return [decode(member) for member in content]
        case _:  # another program's set or bytes: carried as text, for the item's model to refuse by name
            return {kind: repr(content)}


def decode_item(attributes: Mapping[str, Attribute]) -> Item:
    return {name: decode(attribute) for name, attribute in attributes.items()}


def _number(text: str) -> Value:
    return int(text) if text.lstrip("-").isdigit() else canonical(Decimal(text))[0]
