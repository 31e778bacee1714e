"""The shape of the one table: its keys and its indexes. Both engines and `deploy/` are held to it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tracker.store.values import PK, SK, TTL


class Index(NamedTuple):
    """A secondary index. An item is in it while it carries both key attributes."""

    name: str
    pk: str
    sk: str


INDEXES: Mapping[str, Index] = {
    index.name: index
    for index in (
        Index("GSI1", "GSI1PK", "GSI1SK"),  # an owner's timeline; the weeks, inverted
        Index("GSI2", "GSI2PK", "GSI2SK"),  # nickname; the goals of a subject
        Index("GSI3", "GSI3PK", "GSI3SK"),  # e-mail
        Index("GSI4", "GSI4PK", "GSI4SK"),  # work lists: what is due, the subjects of a shard
        Index("GSI5", "GSI5PK", "GSI5SK"),  # by status, inside one person
        Index("GSI6", "GSI6PK", "GSI6SK"),  # by area, inside one person
        Index("GSI_Leaderboard", "LeaderboardPK", "LeaderboardSK"),
    )
}
INDEX_KEYS = frozenset(name for index in INDEXES.values() for name in (index.pk, index.sk))
KEY_ATTRIBUTES = (PK, SK, *(name for index in INDEXES.values() for name in (index.pk, index.sk)))


def table_definition(table: str) -> dict[str, Any]:
    """What CreateTable is asked for. Every index carries whole items, so that one query answers."""
    return {
        "TableName": table,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in KEY_ATTRIBUTES],
        "KeySchema": _key_schema(PK, SK),
        "GlobalSecondaryIndexes": [
            {
                "IndexName": index.name,
                "KeySchema": _key_schema(index.pk, index.sk),
                "Projection": {"ProjectionType": "ALL"},
            }
            for index in INDEXES.values()
        ],
    }


def _key_schema(pk: str, sk: str) -> list[dict[str, str]]:
    return [
        {"AttributeName": pk, "KeyType": "HASH"},
        {"AttributeName": sk, "KeyType": "RANGE"},
    ]


def differences(found: Mapping[str, Any], ttl_attribute: str | None) -> list[str]:
    """How a table, as DescribeTable shows it, differs from the one that Questlog needs."""
    wanted = table_definition(found.get("TableName", ""))
    problems: list[str] = []
    if found["KeySchema"] != wanted["KeySchema"]:
        problems.append(f"the table's key is {_shown(found['KeySchema'])}, not {PK}, {SK}")
    problems += _type_differences(found, wanted)
    problems += _index_differences(found, wanted)
    if ttl_attribute != TTL:
        problems.append(f"time to live is {ttl_attribute or 'off'}, not on the attribute {TTL!r}")
    return problems


def _type_differences(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    types = {a["AttributeName"]: a["AttributeType"] for a in found["AttributeDefinitions"]}
    return [
        f"the attribute {name} has type {types[name]}, not S"
        for name in (a["AttributeName"] for a in wanted["AttributeDefinitions"])
        if types.get(name, "S") != "S"
    ]


def _index_differences(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    there = {index["IndexName"]: index for index in found.get("GlobalSecondaryIndexes", ())}
    problems: list[str] = []
    for index in wanted["GlobalSecondaryIndexes"]:
        name = index["IndexName"]
        if name not in there:
            problems.append(f"the index {name} is missing")
            continue
        if there[name]["KeySchema"] != index["KeySchema"]:
            found_key, wanted_key = _shown(there[name]["KeySchema"]), _shown(index["KeySchema"])
            problems.append(f"the key of index {name} is {found_key}, not {wanted_key}")
        if there[name]["Projection"]["ProjectionType"] != "ALL":
            problems.append(f"the index {name} does not project ALL attributes")
    return problems


def _shown(key_schema: list[dict[str, str]]) -> str:
    return ", ".join(part["AttributeName"] for part in key_schema)
