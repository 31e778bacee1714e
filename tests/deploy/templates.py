"""The two deployment templates as values, in the words that DynamoDB itself uses."""

from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import hcl2
import yaml
from hcl2.utils import SerializationOptions

ROOT = Path(__file__).parents[2]
CLOUDFORMATION = ROOT / "deploy" / "dynamodb.cfn.yaml"
TERRAFORM = ROOT / "deploy" / "dynamodb.tf"


class _Template(yaml.SafeLoader):
    """YAML with CloudFormation's short functions, each kept as its name and its argument."""


_Template.add_multi_constructor("!", lambda loader, tag, node: (tag, loader.construct_scalar(node)))


def cloudformation(*path: str) -> Any:  # noqa: ANN401 - whatever stands there
    """What stands at a path: `cloudformation("Resources", "Table", "Properties")`."""
    template = yaml.load(CLOUDFORMATION.read_text(), _Template)  # noqa: S506 - a SafeLoader with tags
    return reduce(getitem, path, template)


def cloudformation_table() -> dict[str, Any]:
    return cloudformation("Resources", "Table", "Properties")


def terraform(kind: str, *labels: str) -> dict[str, Any]:
    """The block with these labels: `terraform("variable", "table_name")`."""
    options = SerializationOptions(strip_string_quotes=True, explicit_blocks=False)
    document = hcl2.loads(TERRAFORM.read_text(), serialization_options=options)
    (block,) = (block for block in document[kind] if labels[0] in block)
    return reduce(getitem, labels, block)


def terraform_table() -> dict[str, Any]:
    return terraform("resource", "aws_dynamodb_table", "questlog")


def terraform_definition() -> dict[str, Any]:
    """The table in Terraform's file as CreateTable would be asked for it."""
    table = terraform_table()
    return {
        "TableName": table["name"],
        "BillingMode": table["billing_mode"],
        "AttributeDefinitions": [
            {"AttributeName": a["name"], "AttributeType": a["type"]} for a in table["attribute"]
        ],
        "KeySchema": _key_schema(table),
        "GlobalSecondaryIndexes": [
            {
                "IndexName": index["name"],
                "KeySchema": _key_schema(index),
                "Projection": {"ProjectionType": index["projection_type"]},
            }
            for index in table["global_secondary_index"]
        ],
    }


def _key_schema(block: dict[str, Any]) -> list[dict[str, str]]:
    return [
        {"AttributeName": block["hash_key"], "KeyType": "HASH"},
        {"AttributeName": block["range_key"], "KeyType": "RANGE"},
    ]
