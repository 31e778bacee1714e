"""deploy/dynamodb.cfn.yaml makes the table that the code needs, with nothing lost when things go wrong."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.client import BaseClient

from tests.deploy.templates import CLOUDFORMATION, cloudformation, cloudformation_table
from tracker.settings import StoreSettings
from tracker.store.schema import differences, table_definition

Service = Callable[[str], AbstractContextManager[BaseClient]]


@pytest.fixture(scope="module")
def service(server_url: Callable[[str], str]) -> Service:
    """A client of one of Amazon's services, for a block."""
    return lambda name: closing(boto3.client(name, region_name="us-east-1", endpoint_url=server_url("moto")))


@pytest.fixture(scope="module")
def outputs(service: Service) -> dict[str, str]:
    """The stack's outputs, once it is deployed with a table name of our own."""
    with service("cloudformation") as client:
        client.create_stack(
            StackName="questlog",
            TemplateBody=CLOUDFORMATION.read_text(),
            Parameters=[{"ParameterKey": "TableName", "ParameterValue": "our-quests"}],
            Capabilities=["CAPABILITY_IAM"],
        )
        (stack,) = client.describe_stacks(StackName="questlog")["Stacks"]
    assert stack["StackStatus"] == "CREATE_COMPLETE"
    return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}


@pytest.fixture(scope="module")
def deployed(service: Service, outputs: Mapping[str, str]) -> dict[str, Any]:
    with service("dynamodb") as client:
        return client.describe_table(TableName=outputs["TableName"])["Table"]


def test_the_deployed_table_is_the_one_that_the_code_needs(deployed: Mapping[str, Any]) -> None:
    ttl = cloudformation_table()["TimeToLiveSpecification"]  # moto leaves it out of what it deploys
    assert ttl["Enabled"] is True
    assert differences(deployed, ttl["AttributeName"]) == []


def test_the_deployed_table_has_nothing_that_the_code_does_not_know(deployed: Mapping[str, Any]) -> None:
    wanted = table_definition("our-quests")
    assert deployed["TableName"] == wanted["TableName"]
    assert deployed["AttributeDefinitions"] == wanted["AttributeDefinitions"]
    names = [index["IndexName"] for index in deployed["GlobalSecondaryIndexes"]]
    assert names == [index["IndexName"] for index in wanted["GlobalSecondaryIndexes"]]
    assert not deployed.get("LocalSecondaryIndexes")


def test_the_table_is_paid_by_request_and_protected(deployed: Mapping[str, Any]) -> None:
    assert deployed["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert deployed["DeletionProtectionEnabled"] is True
    recovery = cloudformation_table()["PointInTimeRecoverySpecification"]
    assert recovery == {"PointInTimeRecoveryEnabled": True}


def test_the_table_stays_when_the_stack_goes() -> None:
    assert cloudformation("Resources", "Table", "DeletionPolicy") == "Retain"
    assert cloudformation("Resources", "Table", "UpdateReplacePolicy") == "Retain"


def test_the_tables_name_is_a_parameter_with_the_default_of_the_settings() -> None:
    assert cloudformation("Parameters", "TableName", "Default") == StoreSettings().table


def test_the_deployed_policy_reaches_the_table_and_its_indexes_only(
    service: Service, outputs: Mapping[str, str]
) -> None:
    with service("iam") as client:
        policy = client.get_policy_version(PolicyArn=outputs["BotPolicyArn"], VersionId="v1")
    (statement,) = policy["PolicyVersion"]["Document"]["Statement"]
    assert statement["Effect"] == "Allow"
    assert statement["Resource"] == [outputs["TableArn"], f"{outputs['TableArn']}/index/*"]


def test_amazons_own_linter_finds_nothing_to_say() -> None:
    linter = Path(sys.executable).with_name("cfn-lint")
    result = subprocess.run(
        [linter, "--format", "json", CLOUDFORMATION], capture_output=True, text=True, check=False
    )
    assert json.loads(result.stdout) == [], result.stderr
