"""A table that is not the one Questlog needs is told apart, and every difference is named."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tracker.store.schema import INDEXES, differences, table_definition

Description = dict[str, Any]


def described() -> Description:
    """The right table, as DescribeTable shows it: with more in it than was asked for."""
    table = copy.deepcopy(table_definition("questlog"))
    for index in table["GlobalSecondaryIndexes"]:
        index |= {"IndexStatus": "ACTIVE", "ItemCount": 0}
    return table | {"TableStatus": "ACTIVE", "ItemCount": 0, "TableSizeBytes": 0}


def index_of(table: Description, name: str) -> Description:
    return next(index for index in table["GlobalSecondaryIndexes"] if index["IndexName"] == name)


def attribute_of(table: Description, name: str) -> Description:
    return next(a for a in table["AttributeDefinitions"] if a["AttributeName"] == name)


def test_the_right_table_has_no_differences() -> None:
    assert differences(described(), "ttl") == []


def test_the_order_of_attributes_and_indexes_does_not_matter() -> None:
    table = described()
    table["AttributeDefinitions"].reverse()
    table["GlobalSecondaryIndexes"].reverse()
    assert differences(table, "ttl") == []


def test_an_index_that_questlog_does_not_know_is_left_alone() -> None:
    table = described()
    table["GlobalSecondaryIndexes"].append({**index_of(table, "GSI1"), "IndexName": "theirs"})
    assert differences(table, "ttl") == []


def rename_the_table_key(table: Description) -> None:
    table["KeySchema"] = [{"AttributeName": "id", "KeyType": "HASH"}]


def swap_the_table_key(table: Description) -> None:
    table["KeySchema"] = [
        {"AttributeName": "SK", "KeyType": "HASH"},
        {"AttributeName": "PK", "KeyType": "RANGE"},
    ]


def make_a_key_a_number(table: Description) -> None:
    attribute_of(table, "GSI4SK")["AttributeType"] = "N"


def drop_an_index(table: Description) -> None:
    table["GlobalSecondaryIndexes"].remove(index_of(table, "GSI3"))


def key_an_index_by_something_else(table: Description) -> None:
    index_of(table, "GSI2")["KeySchema"] = [{"AttributeName": "nickname", "KeyType": "HASH"}]


def project_only_keys(table: Description) -> None:
    index_of(table, "GSI_Leaderboard")["Projection"] = {"ProjectionType": "KEYS_ONLY"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (rename_the_table_key, "the table's key is id, not PK, SK"),
        (swap_the_table_key, "the table's key is SK, PK, not PK, SK"),
        (make_a_key_a_number, "the attribute GSI4SK has type N, not S"),
        (drop_an_index, "the index GSI3 is missing"),
        (key_an_index_by_something_else, "the key of index GSI2 is nickname"),
        (project_only_keys, "the index GSI_Leaderboard does not project ALL attributes"),
    ],
)
def test_each_difference_is_named(change: Callable[[Description], None], problem: str) -> None:
    table = described()
    change(table)
    (found,) = differences(table, "ttl")
    assert found.startswith(problem)


def test_a_table_without_any_index_misses_all_of_them() -> None:
    table = described()
    del table["GlobalSecondaryIndexes"]
    assert differences(table, "ttl") == [f"the index {name} is missing" for name in INDEXES]


@pytest.mark.parametrize(
    ("attribute", "problem"),
    [
        (None, "time to live is off, not on the attribute 'ttl'"),
        ("expires", "time to live is expires, not on the attribute 'ttl'"),
    ],
)
def test_time_to_live_must_watch_the_ttl_attribute(attribute: str | None, problem: str) -> None:
    assert differences(described(), attribute) == [problem]


def test_all_differences_are_told_at_once() -> None:
    table = described()
    rename_the_table_key(table)
    drop_an_index(table)
    assert len(differences(table, None)) == 3


def test_every_key_attribute_is_defined_once() -> None:
    definition = table_definition("questlog")
    keyed = [part["AttributeName"] for part in definition["KeySchema"]] + [
        part["AttributeName"] for index in definition["GlobalSecondaryIndexes"] for part in index["KeySchema"]
    ]
    assert [a["AttributeName"] for a in definition["AttributeDefinitions"]] == keyed
    assert len(set(keyed)) == len(keyed)
