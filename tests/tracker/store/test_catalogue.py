"""docs/table.md lists every item type and every index as the code has them."""

from pathlib import Path

from tests.catalogue import is_written, rendered
from tests.models import models, type_of
from tests.tracker.store.keyed import INDEX_KEYS, KEYS

DOCUMENT = Path(__file__).parents[3] / "docs" / "table.md"


def test_the_lists_in_the_document_are_those_of_the_code() -> None:
    document = DOCUMENT.read_text("utf-8")

    assert rendered(document) == document, "run: python -m tests.catalogue docs/table.md"


def test_every_type_and_every_place_has_its_line() -> None:
    lines = DOCUMENT.read_text("utf-8").splitlines()

    for cls in (*KEYS, *INDEX_KEYS):
        shapes = f"| `{cls.pk_template.text}` | `{cls.sk_template.text}` |"
        assert [line for line in lines if shapes in line], cls.__name__


def test_every_type_says_what_it_is() -> None:
    assert [cls.__name__ for cls in (*KEYS, *INDEX_KEYS) if not (cls.__doc__ or "").endswith(".")] == []


def test_every_model_has_a_key() -> None:
    assert {type_of(one) for one in models()} <= {cls.item_type for cls in KEYS}


def test_what_is_declared_for_later_stands_apart() -> None:
    document = DOCUMENT.read_text("utf-8")
    written, _, later = document.partition("## Declared for later features")
    for cls in KEYS:
        assert (f"| {cls.item_type} | `" in written) == is_written(cls), cls.__name__
        assert (f"| {cls.item_type} | `{cls.pk_template.text}`" in later) != is_written(cls), cls.__name__
