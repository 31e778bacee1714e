"""Conditions and updates in DynamoDB's expression language.

DynamoDB removes expired items days late; until then they must count as absent. So every condition
also looks at `ttl`: an expired item passes exactly when an absent one would.
"""

from collections.abc import Sequence
from typing import Any

from tracker.store.conditions import AllOf, AnyOf, Compare, Condition, Exists, Has, Not, holds
from tracker.store.dynamo_codec import encode, encode_item, encode_key
from tracker.store.table import Check, Delete, Operation, Put, Update
from tracker.store.values import PK, TTL, Value


class _Placeholders:
    """Hands out `#n0`, `:v0`, … for names and values, as one request needs them."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.values: dict[str, Any] = {}

    def name(self, name: str) -> str:
        return self.names.setdefault(name, f"#n{len(self.names)}")

    def value(self, value: Value) -> str:
        placeholder = f":v{len(self.values)}"
        self.values[placeholder] = encode(value)
        return placeholder

    def parameters(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.names:
            found["ExpressionAttributeNames"] = {short: name for name, short in self.names.items()}
        if self.values:
            found["ExpressionAttributeValues"] = self.values
        return found


def request(operation: Operation, now: int) -> dict[str, Any]:
    """The parameters of the operation, the same for a single call and inside a transaction."""
    marks = _Placeholders()
    parameters: dict[str, Any] = {}
    match operation:
        case Put(item):
            parameters["Item"] = encode_item(item)
        case Update(key):
            parameters["Key"] = encode_key(key)
            parameters["UpdateExpression"] = _changes(operation, marks)
        case Delete(key) | Check(key):
            parameters["Key"] = encode_key(key)
    if condition := _guarded(operation, now, marks):
        parameters["ConditionExpression"] = condition
        parameters["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    return parameters | marks.parameters()


def _guarded(operation: Operation, now: int, marks: _Placeholders) -> str | None:
    condition = operation.when
    updates = isinstance(operation, Update)
    if condition is None and not updates:
        return None
    ttl, moment = marks.name(TTL), marks.value(now)
    text = _condition(condition, marks) if condition is not None else None
    if not updates and holds(condition, None):
        return f"{text} OR {ttl} <= {moment}"
    # An update must not build on what has expired: DynamoTable starts such an item afresh.
    live = f"(attribute_not_exists({ttl}) OR {ttl} > {moment})"
    return live if text is None else f"{text} AND {live}"


def _condition(condition: Condition, marks: _Placeholders) -> str:
    """What is composed stands in parentheses, once: DynamoDB refuses redundant ones."""
    match condition:
        case Exists():
            return f"attribute_exists({marks.name(PK)})"
        case Has(name):
            return f"attribute_exists({marks.name(name)})"
        case Compare(name, "<>", value):
            return f"(attribute_exists({marks.name(name)}) AND {marks.name(name)} <> {marks.value(value)})"
        case Compare(name, sign, value):
            return f"{marks.name(name)} {sign} {marks.value(value)}"
        case AllOf(parts):
            return _joined(" AND ", parts, marks)
        case AnyOf(parts):
            return _joined(" OR ", parts, marks)
        case Not(part):
            return f"(NOT {_condition(part, marks)})"
        case _:
            raise TypeError(f"not a condition: {condition!r}")


def _joined(word: str, parts: Sequence[Condition], marks: _Placeholders) -> str:
    return "(" + word.join(_condition(part, marks) for part in parts) + ")"


def _changes(update: Update, marks: _Placeholders) -> str:
    name, value = marks.name, marks.value
    sets = [f"{name(n)} = {value(v)}" for n, v in update.set.items()]
    sets += [f"{name(n)} = if_not_exists({name(n)}, {value(v)})" for n, v in update.default.items()]
    adds = [f"{name(n)} {value(amount)}" for n, amount in update.add.items()]
    removes = [name(n) for n in update.remove]
    clauses = (("SET", sets), ("ADD", adds), ("REMOVE", removes))
    return " ".join(f"{verb} {', '.join(parts)}" for verb, parts in clauses if parts)
