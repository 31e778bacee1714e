"""People with characters and goals, and looks at them: what the recorder tests begin with."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from itertools import count
from typing import Any

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.recorders import recorder_on
from tracker.accounts.model import User
from tracker.goals.characters.service import CharacterLink, Characters
from tracker.goals.model import Character, EarliestProgress, Goal, LatestProgress, ProgressRecord
from tracker.goals.pace.history import ends
from tracker.goals.recording.recorder import Recorded, Recorder
from tracker.goals.service import Goals
from tracker.listeners import character_listeners
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.readings import Number, Quantity, Reading
from tracker.store.entity import from_item, from_items, to_item
from tracker.store.key import identify
from tracker.store.keys import LatestReadingKey, ProgressKey, SubjectKey, TrackedAttributeKey
from tracker.store.segments import Subject
from tracker.store.table import Operation, Table
from tracker.store.values import Item, Key
from tracker.subjects import LatestReading, Observed, quantity_of

ZEZIMA = Subject("osrs", "main:zezima")
WOODCUTTING = "woodcutting.xp"
LEVEL_99 = 13_034_431


def _type(key: Key) -> str:
    found = identify(key)
    return "nothing known" if found is None else found.item_type


def quantities(values: Mapping[str, Number]) -> dict[Quantity, Number]:
    return {quantity_of(name): number for name, number in values.items()}


class Counted(FaultyTable):
    """Keeps what was written, and counts what was read."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner)
        self.reads = 0
        self.written: list[Operation] = []

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        self.reads += len(keys)
        return await super()._get_many(keys)

    async def _transact(self, operations: Sequence[Operation]) -> None:
        await super()._transact(operations)
        self.written += operations

    def shapes(self) -> list[str]:
        """What was written, in words: `put progress`."""
        return [f"{type(one).__name__.lower()} {_type(one.key)}" for one in self.written]


class Interrupted(FaultyTable):
    """Something else happens right before the `at`-th transaction: the race that a test is about."""

    def __init__(self, inner: Table, happens: Callable[[], Awaitable[object]], at: int = 1) -> None:
        super().__init__(inner)
        self._happens, self._left = happens, at

    async def _transact(self, operations: Sequence[Operation]) -> None:
        self._left -= 1
        if self._left == 0:
            await self._happens()
        await super()._transact(operations)


class Ground:
    """One table, a clock in hand, and the services."""

    def __init__(self, table: Table, clock: HandClock, keep_days: int = 30) -> None:
        self.table, self.clock = table, clock
        self.recorder = recorder_on(table, clock, keep_days=keep_days)
        self.characters = Characters(table, clock, character_listeners(table))
        numbers = count(1)
        self.goals = Goals(table, clock, lambda: f"goal{next(numbers)}")

    async def person(self, name: str = "anna", **settings: Any) -> User:  # noqa: ANN401 - any field
        user = User(id=name, local=name, created_at=self.clock(), **settings)
        await self.table.put(to_item(user, user.key, *user.places()))
        return user

    async def character(
        self, user: User, name: str = "Zezima", *, subject: Subject = ZEZIMA, **values: Number
    ) -> Character:
        """Values by quantity, with an underscore for the full stop: woodcutting_xp."""
        known = quantities({name.replace("_", ".", 1): number for name, number in values.items()})
        reading = Reading(subject, self.clock(), known) if known else None
        return await self.characters.add(
            user.id, CharacterLink(subject.source, "main", name, subject, reading)
        )

    async def goal(self, user: User, character: Character, text: str, **options: Any) -> Goal:  # noqa: ANN401
        return await self.goals.add(user, character, text, **options)

    async def cutting(self, text: str = "99 wc", xp: int = 10_000_000, **options: Any) -> Goal:  # noqa: ANN401
        """Anna's goal for Zezima, who stands at so much xp."""
        user = await self.person()
        return await self.goal(user, await self.character(user, woodcutting_xp=xp), text, **options)

    async def look(
        self,
        values: Mapping[str, Number],
        *,
        seconds: float = 600,
        subject: Subject = ZEZIMA,
        recorder: Recorder | None = None,
        **options: Any,  # noqa: ANN401 - since, guard
    ) -> Recorded:
        """A look that finds these values, some time after the last one."""
        self.clock.advance(seconds)
        reading = Reading(subject, self.clock(), quantities(values))
        since = options.pop("since", self.clock() - timedelta(seconds=seconds))
        return await (recorder or self.recorder).record(subject, reading, since=since, **options)

    async def told(self, user: User) -> list[OutboxItem]:
        """Oldest first."""
        return (await outbox.history(self.table, user.id))[::-1]

    async def kinds(self, user: User) -> list[str]:
        return [one.kind.name for one in await self.told(user)]

    async def latest(self, goal: Goal) -> LatestProgress | None:
        return (await ends(self.table, goal))[1]

    async def earliest(self, goal: Goal) -> EarliestProgress | None:
        return (await ends(self.table, goal))[0]

    async def records(self, goal: Goal) -> list[ProgressRecord]:
        mine = ProgressKey.prefix(user=goal.user, character=goal.character, goal=goal.id)
        items = [item async for item in self.table.query_all(mine.pk, prefix=mine.prefix)]
        return [*from_items(ProgressRecord, (item for item in items if item["type"] == "progress"))]

    async def values(self, goal: Goal) -> list[Number]:
        return [record.value for record in await self.records(goal)]

    async def now(self, goal: Goal) -> Goal:
        """The goal as it stands in the table."""
        item = await self.table.get(goal.key.key)
        assert item is not None
        return from_item(Goal, item)

    async def observed(self, subject: Subject = ZEZIMA) -> Observed:
        item = await self.table.get(SubjectKey(subject).key)
        assert item is not None
        return from_item(Observed, item)

    async def reading(self, subject: Subject = ZEZIMA) -> LatestReading | None:
        item = await self.table.get(LatestReadingKey(subject).key)
        return None if item is None else from_item(LatestReading, item)

    async def tracked(self, attribute: str, game: str = "osrs") -> object:
        item = await self.table.get(TrackedAttributeKey(game, attribute).key)
        return None if item is None else item.get("goals")
