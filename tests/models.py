"""Every model of an item that the three packages declare, wherever it stands."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache

from tracker.due import Due
from tracker.store.entity import Entity, attributes_of
from tracker.store.keys import DueKey
from tracker.store.schema import INDEX_KEYS
from tracker.store.values import CREATED, PK, SK, UPDATED, Item

PACKAGES = ("tracker", "scheduler", "bot")
WITHOUT_A_MODEL: Mapping[str, tuple[str, ...]] = {
    "trackedAttribute": ("type", "goals", "characters"),
    "probe": (),
    "user": (
        "tokenChanges",
        "channelChanges",
        "characterChanges",
        "habitChanges",
        "challengeChanges",
        "projectChanges",
        "rewardChanges",
        "metricChanges",
        "offerChanges",
        "goalChanges",
        "roomChanges",
    ),
}
"""What is written by attribute, beside the models."""


@cache
def models() -> tuple[type[Entity], ...]:
    """Those of one type may be several: each kind of due work remembers something else."""
    for package in PACKAGES:
        found = pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
        for module in found:
            if not module.name.endswith(".__main__"):
                importlib.import_module(module.name)
    found = (one for one in _below(Entity) if one.__module__.partition(".")[0] in PACKAGES)
    # What is due may be an item that another model describes: a goal that is to be recounted.
    found = (one for one in found if not issubclass(one, Due) or type_of(one) == DueKey.item_type)
    return tuple(sorted(found, key=lambda one: (one.__module__, one.__qualname__)))


def type_of(model: type[Entity]) -> str:
    return str(model.model_fields["type"].default)


def _below(model: type[Entity]) -> Iterator[type[Entity]]:
    for one in model.__subclasses__():
        yield one
        yield from _below(one)


def readers(item: Item) -> list[type[Entity]]:
    """The models that read such an item: one of those for due work, or of what Questlog notes for itself."""
    found = [one for one in models() if type_of(one) == item["type"] and one.__name__ != "Due"]
    if item["type"] == "due":
        return [one for one in found if one.model_fields["kind"].default == item["kind"]]
    if item["type"] == "kept":
        return [
            one for one in found if {"secret", "scope", "version"} & one.model_fields.keys() <= item.keys()
        ]
    return found


def names_of(item: Item) -> set[str]:
    """All that such an item may have."""
    named = {name for one in readers(item) for name in attributes_of(one)}
    return named | {PK, SK, CREATED, UPDATED, *INDEX_KEYS, *WITHOUT_A_MODEL.get(str(item["type"]), ())}
