"""What is given for what people do, as the table has it: points, coins, achievements, places on boards."""

from datetime import date
from enum import StrEnum
from typing import Literal, NamedTuple, Self

from pydantic import AliasChoices, Field

from tracker.store.entity import Entity, Instant, StoredValue, stored_as


class Award(StoredValue, frozen=True):
    """What a completion gave, so that exactly that can be taken back."""

    id: str
    points: int
    given_on: date
    """The person's day at that time, whichever day it was for: it counts for the boards of that one."""
    achievements: tuple[str, ...] = ()


class HabitDay(NamedTuple):
    """A day of a habit of which the person said something."""

    habit: str
    day: date

    @classmethod
    def read(cls, text: str) -> Self:
        habit, _, day = text.rpartition(" ")
        return cls(habit, date.fromisoformat(day))

    def __str__(self) -> str:
        return f"{self.habit} {self.day}"


class Wallet(Entity, frozen=True):
    """A person's points and coins, and what they did last."""

    type: Literal["wallet"] = "wallet"
    points: int = 0
    coins: int = 0
    spent: int = 0
    """Coins, in all: what was ever earned is these and those that are left."""
    completions: int = 0
    """Of habits."""
    day: date | None = None
    day_points: int = 0
    """What that day has given."""
    boards: tuple[str, ...] = ()
    """Where the person chose to stand: `global`, or the account of a server."""
    shown_as: str = ""
    """What the person is called there."""
    overtakes: bool = False
    """Whether they want to hear when somebody gets ahead of them."""
    won: tuple[str, ...] = ()
    """The achievements that telling days has unlocked: so nobody has to look for them at each one."""
    last_habit: str | None = None
    last_day: date | None = None
    said_before: tuple[str, ...] = ()
    """What `undo` means once the last thing is undone, in short; the newest comes last."""
    changes: int = 0

    def given_on(self, day: date) -> int:
        return self.day_points if self.day == day else 0

    @property
    def undoable_days(self) -> tuple[HabitDay, ...]:
        """All that can be undone without a name; the newest comes last."""
        if self.last_habit is None or self.last_day is None:
            return ()
        return (*map(HabitDay.read, self.said_before), HabitDay(self.last_habit, self.last_day))

    def last_day_of(self, habit_id: str) -> date | None:
        """The day of which something was said last, of this habit; None where others were spoken of since."""
        return next((one.day for one in reversed(self.undoable_days) if one.habit == habit_id), None)


class EntryType(StrEnum):
    EARNED = "earned"
    SPENT = "spent"
    MANUAL = "manual"


class LedgerEntry(Entity, frozen=True):
    """One line of the ledger; never changed."""

    model_config = stored_as(at="timestamp")

    type: Literal["walletEntry"] = "walletEntry"
    entry_type: EntryType = EntryType.EARNED
    award: str
    reason: str = ""
    """What it was given for, as the person calls it; a habit that was removed is still named."""
    habit_id: str | None = Field(
        default=None, validation_alias=AliasChoices("habitId", "habit"), serialization_alias="habitId"
    )
    """Older entries call it `habit`; they are never rewritten."""
    task_id: str | None = None
    metric_id: str | None = None
    reward_id: str | None = None
    offer_id: str | None = None
    day: date
    """The day of the person that it is about."""
    at: Instant
    points: int
    coins: int
    given_on: date
    """The day whose boards it counts for."""
    reverses: bool = False


class UnlockedAchievement(Entity, frozen=True):
    model_config = stored_as(text="description")

    type: Literal["achievement"] = "achievement"
    id: str
    title: str
    text: str
    unlocked_at: Instant
    award: str


class BoardPlace(Entity, frozen=True):
    type: Literal["boardPlace"] = "boardPlace"
    user: str
    board: str
    points: int = 0
    name: str = ""
    """As others see it."""
    overtakes: bool = False
    """Whether the person wants to hear when somebody gets ahead of them."""
