"""What a feature is to the front ends: a folder, found through the one list in `bot/features.py`.

Each front end looks for the module of its own name in the folder: `slash.py`, `sms.py`, `cli.py`, `api.py`,
`pages.py`; so do *today*, for `today.py`, and messages, for `picture.py`. A module is loaded when it is first
wanted: a command line needs one of them, and starts ten times a minute.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from tracker.frozen import frozen

if TYPE_CHECKING:
    from tracker.feature import Rules


@frozen
class Feature:
    name: str
    folder: str
    """The package in which its modules are."""
    commands: Mapping[str, str] = field(default_factory=dict[str, str])
    """What it adds to `questlog`: the name of each command, and its line in `questlog --help`.

    The command itself is called so in `cli.py`, with an underscore where the name is one of Python's own."""
    behind: str = ""
    """Where its `Rules` stand, which say what it brings to the clock: `tracker.habits.feature:HABITS`."""

    def part(self, module: str) -> ModuleType | None:
        """The module of that name; None where the feature brings none."""
        return _module(f"{self.folder}.{module}")


def rules_of(features: Iterable[Feature]) -> "tuple[Rules, ...]":
    """What features bring to the clock, in their order: messages, due work, sections of the digest."""
    places = (one.behind.split(":") for one in features if one.behind)
    return tuple(getattr(import_module(module), name) for module, name in places)


@cache
def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) is not None else None
