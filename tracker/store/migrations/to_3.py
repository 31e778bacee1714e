"""Items of schema 2 as schema 3 has them.

A timeline is sorted by type and then by time, so that those of one type can be asked for. Areas are found
however they are written. What is in the way of a habit is one of two things that are said of it.
"""

import re
from collections.abc import Mapping

from tracker.store.segments import escape
from tracker.store.values import Item, Value

_INSTANT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
_PLACE = re.compile(rf"(?P<at>{_INSTANT})#(?P<kind>[^#]+)#(?P<id>[^#]+)")


def changes(item: Item) -> dict[str, Value]:
    """The attributes that have another value in schema 3; none where the item is as it should be."""
    return {**_place(item), **_area(item), **_plan(item)}


def _place(item: Item) -> dict[str, Value]:
    """On the timeline of a person; others stand in that index, too."""
    owner, place = item.get("GSI1PK"), item.get("GSI1SK")
    if not isinstance(owner, str) or not owner.startswith("USER#") or not isinstance(place, str):
        return {}
    found = _PLACE.fullmatch(place)
    return {} if found is None else {"GSI1SK": f"ENTITY#{found['kind']}#{found['at']}#{found['id']}"}


def _area(item: Item) -> dict[str, Value]:
    area, place = item.get("area"), item.get("GSI6SK")
    if not isinstance(area, str) or not isinstance(place, str):
        return {}
    found = "#".join((escape(area.casefold()), *place.split("#")[1:]))
    return {} if found == place else {"GSI6SK": found}


def _plan(item: Item) -> dict[str, Value]:
    plan = item.get("plan")
    if item.get("type") != "habit" or not isinstance(plan, Mapping) or "friction" not in plan:
        return {}
    names = {"friction": "frictionUp"}
    return {"plan": {names.get(name, name): value for name, value in plan.items()}}
