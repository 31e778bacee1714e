"""What happens when a day of a habit changes, and the one list of what follows from it.

A change becomes events; each handler turns them into writes; all writes are one transaction. The streak is
reckoned before an event is made, so that every handler sees the same one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TypeAlias

from tracker.habits.achievements import Achievement
from tracker.habits.boards import boards_of, moved
from tracker.habits.model import (
    Award,
    Habit,
    HabitLog,
    LedgerEntry,
    LoggedDay,
    StreakItem,
    UnlockedAchievement,
    Wallet,
)
from tracker.habits.scene import Scene
from tracker.habits.states import DayState, Entry, Logged
from tracker.habits.streaks import Mark
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import change, to_item
from tracker.store.index_keys import TimelineKey
from tracker.store.keys import AchievementKey, WalletEntryKey, WalletKey
from tracker.store.table import Delete, Operation, Put

_MESSAGE_LIFE = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class HabitCompleted:
    """A day of a habit became a good one."""

    streak: int
    award: Award


@dataclass(frozen=True, slots=True)
class AchievementUnlocked:
    achievement: Achievement


@dataclass(frozen=True, slots=True)
class CompletionUndone:
    """What a completion gave is taken back."""

    award: Award


Event: TypeAlias = HabitCompleted | AchievementUnlocked | CompletionUndone


@dataclass(frozen=True, slots=True)
class DayChanged:
    """One day of a habit, before and after, and what came of it."""

    scene: Scene
    day: date
    before: HabitLog | None
    after: HabitLog | None
    entries: Mapping[date, Entry]
    """Of all days since the mark, with this change."""
    standing: Mark
    """The streak with this change."""
    events: Sequence[Event] = field(default=())
    begins_earlier: bool = False
    """Whether the day lies before the habit's first one, and is that now."""

    @property
    def habit(self) -> Habit:
        return self.scene.habit

    @property
    def points(self) -> int:
        """Given, or where it is below nothing, taken back."""
        return sum(_points(event) for event in self.events)

    @property
    def points_today(self) -> int:
        """The same, of what was given today alone."""
        given = (event for event in self.events if not isinstance(event, AchievementUnlocked))
        return sum(_points(event) for event in given if event.award.given_on == self.scene.today)

    @property
    def state(self) -> DayState:
        return self.scene.course_with(self.entries).log.state_of(self.day)


def _points(event: Event) -> int:
    match event:
        case HabitCompleted(award=award):
            return award.points
        case CompletionUndone(award=award):
            return -award.points
        case AchievementUnlocked():
            return 0


def operations(changed: DayChanged) -> list[Operation]:
    """Every write of the change, in one transaction."""
    return [operation for handler in HANDLERS for operation in handler(changed)]


def write_log(changed: DayChanged) -> Iterator[Operation]:
    key = changed.habit.log_key(changed.day)
    unchanged: Condition = ABSENT if changed.before is None else eq("revision", changed.before.revision)
    if changed.after is not None:
        yield Put(to_item(changed.after, key), unchanged)
    else:
        yield Delete(key.key, unchanged)


def write_streak(changed: DayChanged) -> Iterator[Operation]:
    yield _kept_streak(changed.scene, changed.entries, changed.standing, _last_done(changed))


def restated(scene: Scene) -> Operation:
    """The streak of a habit whose rules have changed; `scene` knows its whole log."""
    last_done = scene.streak.last_done if scene.streak else None
    return _kept_streak(scene, scene.entries, scene.standing(), last_done)


def _kept_streak(
    scene: Scene, entries: Mapping[date, Entry], standing: Mark, last_done: date | None
) -> Operation:
    before, mark = scene.streak, scene.next_mark(entries)
    since = mark.through if mark else date.min
    item = StreakItem(
        habit=scene.habit.id,
        mark=mark,
        days={day: _short(one) for day, one in entries.items() if day > since},
        standing=standing,
        last_done=last_done,
        changes=before.changes + 1 if before else 1,
    )
    unchanged: Condition = ABSENT if before is None else eq("changes", before.changes)
    return Put(to_item(item, scene.habit.streak_key), unchanged)


def _last_done(changed: DayChanged) -> date | None:
    done = [day for day, one in changed.entries.items() if one.state is Logged.DONE]
    scene = changed.scene
    if not done and scene.streak is not None and scene.mark is not None:
        before = scene.streak.last_done
        return before if before is not None and before <= scene.mark.through else None
    return max(done, default=None)


def _short(entry: Entry) -> LoggedDay:
    return LoggedDay(state=entry.state, amount=entry.amount)


def write_wallet(changed: DayChanged) -> Iterator[Operation]:
    """The last thing that was done, and where points move, those and their line in the ledger."""
    scene = changed.scene
    before, today = scene.wallet or Wallet(), scene.today
    count = sum(
        isinstance(event, HabitCompleted) - isinstance(event, CompletionUndone) for event in changed.events
    )
    after = before.model_copy(
        update={
            "points": before.points + changed.points,
            "coins": before.coins + changed.points,
            "completions": before.completions + count,
            "day": today,
            "day_points": before.given_on(today) + changed.points_today,
            "last_habit": None if changed.after is None else changed.habit.id,
            "last_day": None if changed.after is None else changed.day,
            "changes": before.changes + 1,
        }
    )
    unchanged: Condition = ABSENT if scene.wallet is None else eq("changes", before.changes)
    yield Put(to_item(after, WalletKey(scene.user.id)), unchanged)


def write_ledger(changed: DayChanged) -> Iterator[Operation]:
    scene = changed.scene
    for event in changed.events:
        if isinstance(event, AchievementUnlocked):
            continue
        reverses = isinstance(event, CompletionUndone)
        points = -event.award.points if reverses else event.award.points
        entry = LedgerEntry(
            award=event.award.id,
            habit=changed.habit.id,
            day=changed.day,
            at=scene.now,
            points=points,
            coins=points,
            given_on=event.award.given_on,
            reverses=reverses,
        )
        name = f"{event.award.id}{'-undone' if reverses else ''}"
        yield Put(to_item(entry, WalletEntryKey(scene.user.id, scene.now, name)), ABSENT)


def write_achievements(changed: DayChanged) -> Iterator[Operation]:
    scene, user = changed.scene, changed.scene.user.id
    for event in changed.events:
        match event:
            case AchievementUnlocked(achievement=one):
                award = changed.after.award if changed.after else None
                unlocked = UnlockedAchievement(
                    id=one.id,
                    title=one.title,
                    text=one.text,
                    unlocked_at=scene.now,
                    award=award.id if award else "",
                )
                place = TimelineKey(user, scene.now, "achievement", one.id)
                yield Put(to_item(unlocked, AchievementKey(user, one.id), place), ABSENT)
            case CompletionUndone(award=award):
                for one_id in award.achievements:
                    yield Delete(AchievementKey(user, one_id).key, eq("award", award.id) | ABSENT)
            case HabitCompleted():
                pass


def write_boards(changed: DayChanged) -> Iterator[Operation]:
    """Only where the person chose to stand. What is taken back goes from where it was given."""
    scene = changed.scene
    for event in changed.events:
        if isinstance(event, AchievementUnlocked) or scene.wallet is None:
            continue
        for board in boards_of(scene.wallet.boards, event.award.given_on):
            yield moved(scene.user.id, board, scene.places.get(board), _points(event))


def write_messages(changed: DayChanged) -> Iterator[Operation]:
    scene = changed.scene
    award = changed.after.award if changed.after else None
    for event in changed.events:
        if isinstance(event, AchievementUnlocked):
            yield outbox.operation(
                Notification(
                    person=scene.user.id,
                    kind="achievement",
                    entity=event.achievement.id,
                    period=award.id if award else "",
                    title=f"Achievement: {event.achievement.title}",
                    text=event.achievement.text,
                    facts={"achievement": event.achievement.id, "habit": changed.habit.id},
                    created_at=scene.now,
                    not_before=scene.now,
                    expires_at=scene.now + _MESSAGE_LIFE,
                )
            )


def write_habit(changed: DayChanged) -> Iterator[Operation]:
    if changed.begins_earlier:
        yield change(Habit, changed.habit.key, {"began": changed.day})


HANDLERS: tuple[Callable[[DayChanged], Iterator[Operation]], ...] = (
    write_log,
    write_streak,
    write_wallet,
    write_ledger,
    write_achievements,
    write_boards,
    write_messages,
    write_habit,
)
