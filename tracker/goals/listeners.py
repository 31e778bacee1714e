"""Who else hears what happens to goals and characters. What they answer is written in the same transaction.

Goals know nothing of habits, rewards or servers. Those are brought in when a Recorder or Characters are made;
`tracker/listeners.py` has all of them together.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from tracker.accounts.model import User
from tracker.frozen import frozen
from tracker.goals.model import Character
from tracker.goals.recording.evaluate import Evaluation, Event
from tracker.goals.recording.messages import MessageContext
from tracker.notify.model import Notification
from tracker.readings import Number, Quantity
from tracker.store.table import Operation
from tracker.store.values import Item


class ReadingListener(Protocol):
    """Hears of every reading that changes something, after goals are written and before the subject is.

    A crash in between repeats it, so the same must change nothing. `watchers` are the items of all that
    depends on the subject, and `since` the last look that found the values from before.
    """

    async def __call__(
        self,
        watchers: Sequence[Item],
        before: Mapping[Quantity, Number],
        after: Mapping[Quantity, Number],
        /,
        *,
        at: datetime,
        since: datetime | None,
    ) -> object: ...


@frozen
class Consequences:
    """What follows from a goal that is reached."""

    operations: tuple[Operation, ...] = ()
    """One that was done before is left out."""
    notes: tuple[str, ...] = ()
    """Sentences for the person."""


class ReachedListener(Protocol):
    """Hears that a person has reached one goal more: `goals` of them in all."""

    async def __call__(self, user: User, goals: int, now: datetime, /) -> Consequences: ...


class ToldListener(Protocol):
    """Hears what a person is told of a goal, and answers what others are told of it."""

    async def __call__(
        self, evaluation: Evaluation, event: Event, scene: MessageContext, told: Notification, /
    ) -> Sequence[Notification]: ...


class CharacterListener(Protocol):
    """Has something that hangs on characters."""

    async def renamed(self, old: Character, new: Character) -> Sequence[Operation]:
        """What follows the character to the subject that it has now."""
        ...

    async def removed(self, character: Character) -> Sequence[Operation]:
        """What does without the character from now on. It is written before the character goes."""
        ...

    async def hanging(self, character: Character) -> Sequence[str]:
        """What would become of it without the character: sentences for the person, who is asked first."""
        ...


async def _no_reading(*_: object, **__: object) -> None:
    pass


async def _nothing(*_: object) -> Consequences:
    return Consequences()


async def _nobody(*_: object) -> Sequence[Notification]:
    return ()


@frozen
class GoalListeners:
    reading: ReadingListener = _no_reading
    reached: ReachedListener = _nothing
    told: ToldListener = _nobody
