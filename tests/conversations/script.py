"""A conversation as data: what is said on each front end, and what every one of them answers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.store.table import Table


class Form(NamedTuple):
    """What a button under the answer opens."""

    button: str
    typed: Mapping[str, str]
    """By the label of the field."""


class Slash(NamedTuple):
    command: str
    options: Mapping[str, object] = {}
    form: Form | None = None


class Http(NamedTuple):
    method: str
    path: str
    """From `/api/v1` on."""
    body: Mapping[str, object] = {}


class Missing(NamedTuple):
    """Nobody can do it on this front end, for a good reason."""

    why: str


@dataclass(frozen=True)
class Step:
    """One thing that somebody does, said in four ways."""

    name: str
    slash: Slash | Missing
    sms: str | Missing
    cli: Sequence[str] | Missing
    http: Http | Missing
    words: Sequence[str] = ()
    """In what people read, whatever its letters' case."""
    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    """In what programs get, by path: `habits.0.name`."""
    refused: str | None = None
    """The code of the refusal, where it is one."""
    yes: str = ""
    """Where people are asked whether they mean it: the button that says so. By SMS they answer Y."""


Prepare: TypeAlias = Callable[[Table, HandClock, User], Awaitable[object]]


@dataclass(frozen=True)
class Script:
    feature: str
    steps: Sequence[Step]
    stored: frozenset[str] = frozenset()
    """The types of items that are the same afterwards, whoever was talked to."""
    prepare: Prepare | None = None
    """What the person has before; without it, some are here for the first time."""


@dataclass(frozen=True)
class Heard:
    """An answer. Some front ends have words for people, some a document for programs."""

    words: str | None = None
    document: Any = None
    refused: bool = False
    code: str | None = None
    """Of the refusal, where the front end tells it."""


def check(step: Step, heard: Heard) -> None:
    assert heard.refused is (step.refused is not None), heard
    if heard.code is not None:
        assert heard.code == step.refused, heard
    if heard.words is not None:
        for one in step.words:
            assert one.casefold() in heard.words.casefold(), heard.words
    if heard.document is not None and not heard.refused:
        for path, value in step.fields.items():
            assert at(heard.document, path) == value, (path, heard.document)


def at(document: Any, path: str) -> Any:  # noqa: ANN401 - any JSON
    for name in path.split("."):
        document = document[int(name) if name.isdigit() else name]
    return document
