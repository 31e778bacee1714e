"""The lists in docs/table.md, from the declarations: `python -m tracker.store.catalogue docs/table.md`."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from tracker.store.held import Authored, Held, Lock, Nobody, Person, Under
from tracker.store.index_keys import IndexKeyOf
from tracker.store.keys import KeyOf

_LIST = re.compile(r"(?P<start><!-- list: (?P<name>\w+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)


def rendered(document: str) -> str:
    """The document with its lists as the code has them."""
    return _LIST.sub(lambda found: found["start"] + LISTS[found["name"]]() + found["end"], document)


def item_types() -> str:
    return _table(
        ("type", "PK", "SK", "also in", "belongs to", "what it is"),
        (
            (
                cls.item_type,
                f"`{cls.pk_template.text}`",
                f"`{cls.sk_template.text}`",
                ", ".join(place.__name__.removesuffix("Key") for place in cls.indexes),
                " and ".join(map(_holder, cls.held)),
                cls.__doc__ or "",
            )
            for cls in KeyOf.declared.values()
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


LISTS = {"types": item_types, "indexes": index_places}


def _holder(held: Held) -> str:
    match held:
        case Person():
            return "the person"
        case Under(owners):
            return "who holds the " + " or ".join(owner.item_type for owner in owners)
        case Lock():
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
