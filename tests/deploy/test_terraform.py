"""deploy/dynamodb.tf describes the table that the code needs, attribute by attribute."""

from tests.deploy.templates import terraform, terraform_definition, terraform_table
from tracker.settings import StoreSettings
from tracker.store.schema import differences, table_definition


def test_the_table_is_the_one_that_the_code_needs() -> None:
    table = terraform_table()
    (ttl,) = table["ttl"]
    assert ttl["enabled"] is True
    assert differences(terraform_definition(), ttl["attribute_name"]) == []


def test_the_table_has_nothing_that_the_code_does_not_know() -> None:
    assert terraform_definition() == table_definition("${var.table_name}")


def test_the_table_is_recoverable_and_cannot_be_deleted_by_mistake() -> None:
    table = terraform_table()
    assert table["point_in_time_recovery"] == [{"enabled": True}]
    assert table["deletion_protection_enabled"] is True
    assert table["lifecycle"] == [{"prevent_destroy": True}]


def test_the_tables_name_is_a_variable_with_the_default_of_the_settings() -> None:
    assert terraform("variable", "table_name")["default"] == StoreSettings().table


def test_the_policy_reaches_the_table_and_its_indexes_only() -> None:
    (statement,) = terraform("data", "aws_iam_policy_document", "bot")["statement"]
    assert statement["resources"] == [
        "${aws_dynamodb_table.questlog.arn}",
        "${aws_dynamodb_table.questlog.arn}/index/*",
    ]
