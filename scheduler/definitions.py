"""Which number on the web a subject is, from the subject's own item."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace

from scheduler.sources.source import BadSubject
from scheduler.sources.web.http_json import NAME, Definitions
from scheduler.sources.web.json_target import HttpJsonTarget
from tracker.logs import get_logger
from tracker.store.entity import from_items
from tracker.store.keys import SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.subjects import Observed

log = get_logger(__name__)

REMEMBERED = 4096
"""How many are kept at hand. The key is made of all that a look needs, so none of them can change."""


def definitions_of(table: Table) -> Definitions:
    known: OrderedDict[str, HttpJsonTarget] = OrderedDict()

    async def find(key: str) -> HttpJsonTarget | None:
        if key in known:
            known.move_to_end(key)
            return known[key]
        found = await _read(table, key)
        if found is not None:
            known[key] = found
            if len(known) > REMEMBERED:
                known.popitem(last=False)
        return found

    return find


async def _read(table: Table, key: str) -> HttpJsonTarget | None:
    item = await table.get(SubjectKey(Subject(NAME, key)).key)
    observed = next(from_items(Observed, [item] if item else []), None)
    if observed is None or observed.definition is None:
        return None
    try:
        return replace(target_of(observed.definition), added_by=observed.added_by or "")
    except BadSubject as refused:
        log.warning("definition of a number not usable", subject=key, reason=str(refused))
        return None


def target_of(definition: Mapping[str, str | Mapping[str, str]]) -> HttpJsonTarget:
    """Raises BadSubject for what can no longer be used."""
    headers = definition.get("headers")
    return HttpJsonTarget.of(
        _text(definition, "url"),
        _text(definition, "path"),
        unit=_text(definition, "unit"),
        headers=headers if isinstance(headers, Mapping) else None,
    )


def _text(definition: Mapping[str, str | Mapping[str, str]], name: str) -> str:
    value = definition.get(name)
    return value if isinstance(value, str) else ""
