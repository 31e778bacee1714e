"""The bot's policy in both templates allows what the engine calls, and nothing more."""

import ast
from collections.abc import Iterator

import botocore.session
import pytest
from botocore import xform_name

from tests.deploy.templates import ROOT, cloudformation, terraform

CREATING = {"CreateTable", "UpdateTimeToLive", "UpdateContinuousBackups"}
"""Called by `questlog table create` alone, which a person runs with more rights than the bot has."""

TRANSACTION = {"PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"}
"""Amazon has no right for TransactWriteItems: each action in it needs its own."""


def called() -> Iterator[str]:
    """Every operation of DynamoDB that the engine names."""
    service = botocore.session.get_session().get_service_model("dynamodb")
    operations = {xform_name(name): name for name in service.operation_names}
    for path in (ROOT / "tracker" / "store").glob("dynamo*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and node.value in operations:
                yield operations[node.value]


def needed() -> set[str]:
    calls = set(called())
    assert calls >= {"TransactWriteItems", *CREATING}
    return {f"dynamodb:{name}" for name in (calls - CREATING - {"TransactWriteItems"}) | TRANSACTION}


def allowed_by_cloudformation() -> list[str]:
    (statement,) = cloudformation("Resources", "BotPolicy", "Properties", "PolicyDocument", "Statement")
    return statement["Action"]


def allowed_by_terraform() -> list[str]:
    (statement,) = terraform("data", "aws_iam_policy_document", "bot")["statement"]
    return statement["actions"]


@pytest.mark.parametrize("allowed", [allowed_by_cloudformation(), allowed_by_terraform()], ids=["cfn", "tf"])
def test_the_policy_allows_exactly_what_the_engine_calls(allowed: list[str]) -> None:
    assert sorted(allowed) == sorted(needed())


def test_the_guide_names_the_rights_that_making_the_table_takes() -> None:
    guide = (ROOT / "docs" / "dynamodb.md").read_text()
    assert [action for action in sorted(CREATING) if f"dynamodb:{action}" not in guide] == []
