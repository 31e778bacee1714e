"""The lists in docs/table.md, from the declarations: `python -m tests.catalogue docs/table.md`."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.models import WITHOUT_A_MODEL, models, type_of
from tracker.store.entity import attributes_of
from tracker.store.index_keys import IndexKeyOf
from tracker.store.key import KeyClass
from tracker.store.keys import KeyOf
from tracker.store.ownership import Authored, Held, HeldByLock, HeldByPerson, Nobody, Under
from tracker.store.values import CREATED, UPDATED

_LIST = re.compile(r"(?P<start><!-- list: (?P<name>\w+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)


def is_written(cls: KeyClass) -> bool:
    """Whether items of the type are written; else it is declared for a feature that is to come."""
    return cls.item_type in {*map(type_of, models()), *WITHOUT_A_MODEL}


def rendered(document: str) -> str:
    """The document with its lists as the code has them."""
    return _LIST.sub(lambda found: found["start"] + LISTS[found["name"]]() + found["end"], document)


def item_types() -> str:
    return _table(
        ("type", "PK", "SK", "also in", "belongs to", "what it is"),
        (
            (*_shape(cls), _places(cls), " and ".join(map(_holder, cls.held)), cls.__doc__ or "")
            for cls in KeyOf.declared.values()
            if is_written(cls)
        ),
    )


def attributes() -> str:
    return _table(
        ("type", "attributes"),
        (
            (cls.item_type, ", ".join(f"`{name}`" for name in _attributes(cls)))
            for cls in KeyOf.declared.values()
            if is_written(cls) and _attributes(cls)
        ),
    )


def later_types() -> str:
    return _table(
        ("type", "PK", "SK", "would be in", "belongs to", "what it is"),
        (
            (*_shape(cls), _places(cls), " and ".join(map(_holder, cls.held)), cls.__doc__ or "")
            for cls in KeyOf.declared.values()
            if not is_written(cls)
        ),
    )


def index_places() -> str:
    return _table(
        ("place", "index", "partition key", "sort key", "what it is for"),
        (
            (
                cls.__name__.removesuffix("Key"),
                cls.index or "",
                f"`{cls.pk_template.text}`",
                f"`{cls.sk_template.text}`",
                cls.__doc__ or "",
            )
            for cls in IndexKeyOf.declared
        ),
    )


LISTS = {"types": item_types, "attributes": attributes, "later": later_types, "indexes": index_places}


def _shape(cls: KeyClass) -> tuple[str, str, str]:
    return cls.item_type, f"`{cls.pk_template.text}`", f"`{cls.sk_template.text}`"


def _places(cls: KeyClass) -> str:
    return ", ".join(place.__name__.removesuffix("Key") for place in cls.indexes)


def _attributes(cls: KeyClass) -> list[str]:
    """By all models of the type, but for those that every item has."""
    named = [name for one in models() if type_of(one) == cls.item_type for name in attributes_of(one)]
    every = dict.fromkeys([*named, *WITHOUT_A_MODEL.get(cls.item_type, ())])
    return [name for name in every if name not in ("type", CREATED, UPDATED)]


def _holder(held: Held) -> str:
    match held:
        case HeldByPerson():
            return "the person"
        case Under(owners):
            return "who holds the " + " or ".join(owner.item_type for owner in owners)
        case HeldByLock():
            return "whom it leads to"
        case Authored():
            return "its author"
        case Nobody(reason):
            return f"nobody: {reason}"


def _table(heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heading, ("---",) * len(heading), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    place.write_text(rendered(place.read_text("utf-8")), "utf-8")
