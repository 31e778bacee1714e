"""`python -m bot.schema docs/schema`: the JSON Schema of every document, as `--json` and `/api` answer it."""

import ast
import inspect
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from bot.documents import Document
from bot.feature import Feature
from bot.features import FEATURES

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class DocumentSchema(GenerateJsonSchema):
    """By what `Document.json_value` sends: numbers with all their digits, and times without seconds."""

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        del schema
        return {"type": "number"}

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonSchemaValue:
        del schema
        return {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}

    def get_union_of_schemas(self, schemas: list[JsonSchemaValue]) -> JsonSchemaValue:
        """`["string", "null"]` where that is all; a whole number is a number."""
        if any(set(one) != {"type"} or not isinstance(one["type"], str) for one in schemas):
            return super().get_union_of_schemas(schemas)
        types = list(dict.fromkeys(one["type"] for one in schemas))
        kept = [one for one in types if one != "integer" or "number" not in types]
        return {"type": kept if len(kept) > 1 else kept[0]}

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401 - the library's own
        """A title would only repeat the name of the field."""
        del schema
        return False

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Keys may be added, so others are not forbidden; what each means stands below it in the class."""
        found = super().model_schema(schema)
        found.pop("additionalProperties", None)
        notes = dict(_notes(schema["cls"]))
        for name, field in schema["cls"].model_fields.items():
            described = found.get("properties", {}).get(field.serialization_alias or name)
            if described is not None and name in notes:
                described["description"] = notes[name]
        return found


def _notes(model: type) -> Iterator[tuple[str, str]]:
    """The text below each field, also of a class that this one is made of."""
    for cls in reversed(model.__mro__):
        if issubclass(cls, Document) and cls is not Document:
            [tree] = ast.parse(dedent(inspect.getsource(cls))).body
            for field, note in pairwise(tree.body if isinstance(tree, ast.ClassDef) else ()):
                match field, note:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(text))):
                        yield name, " ".join(text.split())
                    case _:
                        pass


def documents_of(feature: Feature) -> list[type[Document]]:
    """Those that its `documents.py` defines."""
    module = feature.part("documents")
    found = () if module is None else vars(module).values()
    documents = (one for one in found if isinstance(one, type) and issubclass(one, Document))
    return [one for one in documents if module is not None and one.__module__ == module.__name__]


def schema_of(name: str, documents: Sequence[type[Document]]) -> dict[str, Any]:
    """Each document under its name in `$defs`."""
    models: list[tuple[type[Document], JsonSchemaMode]] = [(one, "serialization") for one in documents]
    _, found = models_json_schema(models, by_alias=True, schema_generator=DocumentSchema)
    return {"$schema": DIALECT, "title": f"Questlog: {name}", **found}


def write_schemas(folder: Path, features: Iterable[Feature] = FEATURES) -> None:
    """One file for each feature that has documents; others that are there are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for feature in features:
        if documents := documents_of(feature):
            text = json.dumps(schema_of(feature.name, documents), indent=2, ensure_ascii=False)
            (folder / f"{feature.name}.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
