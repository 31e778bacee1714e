"""`questlog table`: makes the DynamoDB table, shows it, and says what to do when it is another one."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import boto3
import pytest
from botocore.client import BaseClient
from click.testing import CliRunner, Result

from bot.cli.root import new_root
from bot.exits import Exit
from bot.features import FEATURES
from tracker.store.schema import INDEXES, table_definition

root = new_root(FEATURES)


@pytest.fixture
def server(server_url: Callable[[str], str]) -> str:
    return server_url("moto")


@pytest.fixture
def client(server: str) -> Iterator[BaseClient]:
    """For looking behind the command's back. What a test made is gone after it."""
    with closing(boto3.client("dynamodb", region_name="us-east-1", endpoint_url=server)) as client:
        yield client
        with suppress(client.exceptions.ResourceNotFoundException):
            client.delete_table(TableName="quests")


def questlog(server: str, *arguments: str) -> Result:
    environment = {
        "QUESTLOG_STORE__ENGINE": "dynamodb",
        "QUESTLOG_STORE__TABLE": "quests",
        "QUESTLOG_STORE__ENDPOINT_URL": server,
    }
    return CliRunner(env=environment).invoke(root, arguments)


def make(client: BaseClient, *, ttl: str | None = "ttl", **changes: object) -> None:
    client.create_table(**table_definition("quests") | changes)
    if ttl is not None:
        specification = {"Enabled": True, "AttributeName": ttl}
        client.update_time_to_live(TableName="quests", TimeToLiveSpecification=specification)


@pytest.mark.usefixtures("client")
def test_create_makes_the_table_that_questlog_needs(server: str) -> None:
    made = questlog(server, "table", "create")
    assert made.exit_code == Exit.OK
    assert made.stdout == "The table quests is made.\nIt is what Questlog needs.\n"
    assert "time to live is on" in made.stderr
    assert "point-in-time recovery is on" in made.stderr


@pytest.mark.usefixtures("client")
def test_create_may_be_run_again(server: str) -> None:
    questlog(server, "table", "create")
    again = questlog(server, "table", "create")
    assert again.exit_code == Exit.OK
    assert again.stdout == "The table quests was there already.\nIt is what Questlog needs.\n"


@pytest.mark.usefixtures("client")
def test_create_answers_programs_on_stdout_alone(server: str) -> None:
    first = questlog(server, "table", "create", "--json")
    second = questlog(server, "table", "create", "--json")
    assert json.loads(first.stdout)["created"] is True
    assert json.loads(second.stdout)["created"] is False


def test_create_turns_time_to_live_on_in_a_table_that_lacks_it(server: str, client: BaseClient) -> None:
    make(client, ttl=None)
    result = questlog(server, "table", "create")
    assert result.exit_code == Exit.OK
    found = client.describe_time_to_live(TableName="quests")["TimeToLiveDescription"]
    assert found == {"AttributeName": "ttl", "TimeToLiveStatus": "ENABLED"}


def test_create_keeps_a_table_with_another_key_and_says_so(server: str, client: BaseClient) -> None:
    client.create_table(
        TableName="quests",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
    )
    result = questlog(server, "table", "create")
    assert result.exit_code == Exit.PROBLEM
    assert "the table's key is id, not PK, SK" in result.stdout
    assert "set store.table to a new name" in result.stdout
    assert client.describe_table(TableName="quests")["Table"]["KeySchema"][0]["AttributeName"] == "id"


@pytest.mark.usefixtures("client")
def test_describe_shows_the_table_and_each_index(server: str) -> None:
    questlog(server, "table", "create")
    result = questlog(server, "table", "describe")
    assert result.exit_code == Exit.OK
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["(the", "table)", "PK,", "SK", "active"] in lines
    for index in INDEXES.values():
        assert [index.name, f"{index.pk},", index.sk, "active"] in lines
    assert ["time", "to", "live", "on", "the", "attribute", "ttl"] in lines
    assert ["point-in-time", "recovery", "on"] in lines
    assert result.stdout.endswith("\nIt is what Questlog needs.\n")


@pytest.mark.usefixtures("client")
def test_describe_answers_programs_in_json(server: str) -> None:
    questlog(server, "table", "create")
    result = questlog(server, "table", "describe", "--json")
    assert result.exit_code == Exit.OK
    assert json.loads(result.stdout) == {
        "name": "quests",
        "status": "ACTIVE",
        "items": 0,
        "bytes": 0,
        "indexes": dict.fromkeys(INDEXES, "ACTIVE"),
        "ttl": "ttl",
        "pointInTimeRecovery": True,
        "problems": [],
        "advice": [],
    }


def test_describe_names_a_missing_index_and_where_it_is_described(server: str, client: BaseClient) -> None:
    definition = table_definition("quests")
    indexes = [index for index in definition["GlobalSecondaryIndexes"] if index["IndexName"] != "GSI4"]
    attributes = [a for a in definition["AttributeDefinitions"] if not a["AttributeName"].startswith("GSI4")]
    make(client, GlobalSecondaryIndexes=indexes, AttributeDefinitions=attributes)

    result = questlog(server, "table", "describe")

    assert result.exit_code == Exit.PROBLEM
    assert ["GSI4", "GSI4PK,", "GSI4SK", "missing"] in [line.split() for line in result.stdout.splitlines()]
    assert "  - the index GSI4 is missing\n" in result.stdout
    assert "add the missing indexes (GSI4) as deploy/dynamodb.tf describes them" in result.stdout


def test_describe_tells_an_index_that_carries_only_keys_from_the_right_one(
    server: str, client: BaseClient
) -> None:
    indexes = table_definition("quests")["GlobalSecondaryIndexes"]
    indexes[0]["Projection"] = {"ProjectionType": "KEYS_ONLY"}
    make(client, GlobalSecondaryIndexes=indexes)

    result = questlog(server, "table", "describe", "--json")

    assert result.exit_code == Exit.PROBLEM
    answer = json.loads(result.stdout)
    assert answer["problems"] == ["the index GSI1 does not project ALL attributes"]
    assert "set store.table to a new name" in answer["advice"][0]


@pytest.mark.parametrize(
    ("ttl", "step"),
    [
        (None, "run `questlog table create`: it turns time to live on"),
        ("expires", "turn time to live off for 'expires', then run `questlog table create`"),
    ],
)
def test_describe_says_how_to_mend_time_to_live(
    server: str, client: BaseClient, ttl: str | None, step: str
) -> None:
    make(client, ttl=ttl)
    result = questlog(server, "table", "describe", "--json")
    assert result.exit_code == Exit.PROBLEM
    assert json.loads(result.stdout)["advice"] == [step]


def test_describe_shows_an_index_of_somebody_else(server: str, client: BaseClient) -> None:
    indexes = table_definition("quests")["GlobalSecondaryIndexes"]
    make(client, GlobalSecondaryIndexes=[*indexes, {**indexes[0], "IndexName": "theirs"}])
    result = questlog(server, "table", "describe")
    assert result.exit_code == Exit.OK
    assert ["theirs", "(not", "Questlog's)", "active"] in [
        line.split() for line in result.stdout.splitlines()
    ]


@pytest.mark.usefixtures("client")
def test_describe_of_a_table_that_is_not_there_says_how_to_make_it(server: str) -> None:
    result = questlog(server, "table", "describe")
    assert result.exit_code == Exit.STORE
    assert result.stderr == "questlog: there is no table quests here; make it with `questlog table create`\n"


def test_migrate_brings_old_items_up_to_date_and_may_be_run_again(server: str, client: BaseClient) -> None:
    make(client)
    for number in range(3):
        lock = {"PK": f"LOCAL#{number}", "SK": "UNIQUE#USER", "type": "lock", "userId": "u"}
        old = {**lock, "claimedAt": "2026-11-18T00:00:00Z"}
        client.put_item(TableName="quests", Item={name: {"S": text} for name, text in old.items()})

    first = questlog(server, "table", "migrate")
    second = questlog(server, "table", "migrate", "--json")

    assert (first.exit_code, first.stdout) == (
        Exit.OK,
        "The table quests is up to date: 3 items were renewed.\n",
    )
    assert json.loads(second.stdout) == {"renewed": 0}
    found = client.get_item(TableName="quests", Key={"PK": {"S": "LOCAL#1"}, "SK": {"S": "UNIQUE#USER"}})
    assert found["Item"]["createdAt"] == {"S": "2026-11-18T00:00:00Z"}
    assert "claimedAt" not in found["Item"]


@pytest.mark.parametrize("command", ["create", "describe", "migrate"])
def test_the_embedded_store_needs_no_table(command: str, tmp_path: Path) -> None:
    database = tmp_path / "questlog.db"
    environment = {"QUESTLOG_STORE__ENGINE": "sqlite", "QUESTLOG_STORE__PATH": str(database)}
    result = CliRunner(env=environment).invoke(root, ["table", command])
    assert result.exit_code == Exit.PROBLEM
    assert 'store.engine is "sqlite"' in result.stderr
    assert str(database) in result.stderr
    assert 'set store.engine = "dynamodb"' in result.stderr
    assert not database.exists()
