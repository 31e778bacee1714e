"""What a feature brings to what runs on the clock: one declaration each, in `tracker/<feature>/feature.py`.

Whoever dispatches messages, holds rounds, deletes people or changes settings is given a list of these, and
names no feature.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeAlias

from tracker.accounts.deletion import Farewell
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.due import Due, Work
from tracker.frozen import frozen
from tracker.notify.kinds import Kind
from tracker.notify.model import Rewording, StillTrue
from tracker.sections import Daily
from tracker.settings import Settings
from tracker.store.table import Table
from tracker.subjects import RecordReading

Checks: TypeAlias = Callable[[Table, Clock], Mapping[str, StillTrue]]
Wordings: TypeAlias = Callable[["Tools"], Mapping[Kind, Rewording]]
Leave: TypeAlias = Callable[[Table, Clock, str], Awaitable[None]]
PartingNotes: TypeAlias = Callable[[Table, str], Awaitable[Sequence[str]]]
Follow: TypeAlias = Callable[[Table, User, Collection[str], datetime], Awaitable[None]]
Hold: TypeAlias = Callable[[Work], Awaitable[object]]


@frozen
class DueWork(Generic[Work]):
    """Work that comes due for each person at a time of their own; it is a job of the scheduler."""

    name: str
    """Of the job."""
    kind: str
    """Of the due items."""
    model: type[Work]
    seconds: int
    """How often it is looked what is due."""
    holder: "Callable[[Tools], Hold[Work]]"
    """Makes what does one piece of it. Two who do the same piece at once must come to one result."""


@frozen
class Rules:
    name: str
    kinds: tuple[Kind, ...] = ()
    """Of the messages that it sends."""
    checks: Checks | None = None
    """Whether a message is still true when it is about to go, by the names that messages carry."""
    wordings: Wordings | None = None
    """Of kinds that say what may change while they wait: how they read when they are about to go."""
    due: tuple[DueWork[Any], ...] = ()
    farewell: Leave | None = None
    """Takes along what a person left with others, before everything about them is deleted."""
    parting_notes: PartingNotes | None = None
    """What the deletion of a person does to others, in sentences: they are told before it begins."""
    settings_changed: Follow | None = None
    """What follows a change of a person's settings, whose names are given: what is planned is moved."""
    daily: Daily | None = None
    """Its section of the digest, and what else it tells at the same time."""


@frozen
class Tools:
    """The features of this process, and what they work with."""

    table: Table
    clock: Clock
    settings: Settings
    features: Sequence[Rules]
    record: RecordReading
    """For work that says numbers."""


def still_true_checks(tools: Tools) -> dict[str, StillTrue]:
    """By the names that messages carry."""
    brought = [one.checks(tools.table, tools.clock) for one in tools.features if one.checks is not None]
    return {name: check for checks in brought for name, check in checks.items()}


def wordings_of(tools: Tools) -> dict[str, Rewording]:
    """By the names of kinds."""
    brought = [one.wordings(tools) for one in tools.features if one.wordings is not None]
    return {kind.name: words for wordings in brought for kind, words in wordings.items()}


def farewells(tools: Tools) -> list[Farewell]:
    """In the order of the features: what could tell others something of the person goes before them."""
    leaving = [one.farewell for one in tools.features if one.farewell is not None]
    return [partial(farewell, tools.table, tools.clock) for farewell in leaving]


async def parting_notes(tools: Tools, user_id: str) -> list[str]:
    """What the deletion of this person would do to others, in sentences."""
    brought = [one.parting_notes for one in tools.features if one.parting_notes is not None]
    return [note for notes in brought for note in await notes(tools.table, user_id)]


async def follow_settings(tools: Tools, user: User, changed: Collection[str]) -> None:
    """`user` has the new settings; `changed` are their names."""
    now = tools.clock().replace(microsecond=0)
    for one in tools.features:
        if one.settings_changed is not None:
            await one.settings_changed(tools.table, user, changed, now)


def work_of(features: Sequence[Rules]) -> list[DueWork[Due]]:
    return [work for one in features for work in one.due]
