"""What happens when a day of a habit changes, and the one list of what follows from it.

A change becomes events; each handler turns them into writes; all writes are one transaction. The streak is
reckoned before an event is made, so that every handler sees the same one.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TypeAlias

from tracker.front_ends import is_by_person
from tracker.frozen import frozen
from tracker.goals.composite.marking import all_marked
from tracker.goals.sharing import shares_marked
from tracker.habits.day_context import DayContext
from tracker.habits.model import Habit, HabitLog, StreakItem, in_short
from tracker.habits.rounds.messages import freeze_message
from tracker.habits.states import DayEntry, DayState, Log
from tracker.habits.streaks import Mark
from tracker.habits.watched import Reckoned
from tracker.notify import outbox
from tracker.notify.model import MessagePriority
from tracker.rewards.achievements import Achievement
from tracker.rewards.giving import PaidFor, Payment, board_moves, ledger_line
from tracker.rewards.messages import achievement_message, overtake_message, unless_told
from tracker.rewards.model import Award, BoardPlace, HabitDay, Wallet
from tracker.rewards.wallet import unlocking
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, change, rewrite
from tracker.store.keys import AchievementKey, UserKey, WalletKey
from tracker.store.table import Check, Delete, Operation, Put
from tracker.store.values import Key

MOST_UNDOABLE = 5
"""So many things can be undone one after the other without naming them."""


@frozen
class HabitCompleted:
    """A day of a habit became a good one."""

    streak: int
    award: Award


@frozen
class AchievementUnlocked:
    achievement: Achievement


@frozen
class CompletionUndone:
    """What a completion gave is taken back."""

    award: Award


@frozen
class FreezeUsed:
    """A day that was missed does not end the streak."""

    day: date
    standing: Mark


Event: TypeAlias = HabitCompleted | AchievementUnlocked | CompletionUndone | FreezeUsed


@dataclass(frozen=True)
class DayChanged:
    """One day of a habit, before and after, and what came of it."""

    scene: DayContext
    day: date
    before: HabitLog | None
    after: HabitLog | None
    entries: Mapping[date, DayEntry]
    """Of all days since the mark, with this change."""
    reckoned: Reckoned
    """The streak with this change."""
    events: Sequence[Event] = field(default=())
    overtaken: Sequence[BoardPlace] = ()
    """Those behind whom the person was before, who want to hear that they no longer are."""
    begins_elsewhere: bool = False
    """Whether the habit has another first day now."""
    by_person: bool = True
    """Whether the person said it, and not a source or Questlog itself."""
    takes_back: bool = False
    """Whether the last thing that was told of the day is undone."""

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
        return sum(_points(event) for event in self.paying if event.award.given_on == self.scene.today)

    @property
    def paying(self) -> Iterator[HabitCompleted | CompletionUndone]:
        """The events that move points."""
        for event in self.events:
            if isinstance(event, HabitCompleted | CompletionUndone):
                yield event

    @property
    def unlocked(self) -> list[Achievement]:
        return [event.achievement for event in self.events if isinstance(event, AchievementUnlocked)]

    @property
    def standing(self) -> Mark:
        return self.reckoned.standing

    @cached_property
    def log(self) -> Log:
        return self.scene.course_with(self.entries).log

    @property
    def state(self) -> DayState:
        return self.log.state_of(self.day)


def _points(event: Event) -> int:
    match event:
        case HabitCompleted(award=award):
            return award.points
        case CompletionUndone(award=award):
            return -award.points
        case AchievementUnlocked() | FreezeUsed():
            return 0


def operations(changed: DayChanged, told_before: Collection[Key] = ()) -> list[Operation]:
    """Every write of the change, in one transaction, but for messages that were told before."""
    every = (operation for handler in HANDLERS for operation in handler(changed))
    return [one for one in every if one.key not in told_before]


def message_keys(changed: DayChanged) -> set[Key]:
    return {one.key for one in write_messages(changed) if isinstance(one, Put)}


def write_log(changed: DayChanged) -> Iterator[Operation]:
    key = changed.habit.log_key(changed.day)
    unchanged: Condition = ABSENT if changed.before is None else eq("revision", changed.before.revision)
    if changed.after is not None:
        yield rewrite(changed.after, key, when=unchanged)
    else:
        yield Delete(key.key, unchanged)


def write_streak(changed: DayChanged) -> Iterator[Operation]:
    yield _kept_streak(changed.scene, changed.entries, changed.reckoned)


def restated(scene: DayContext) -> Operation:
    """The streak of a habit whose rules have changed; `scene` knows its whole log."""
    return _kept_streak(scene, scene.entries, scene.reckoned(scene.entries))


def _kept_streak(scene: DayContext, entries: Mapping[date, DayEntry], reckoned: Reckoned) -> Operation:
    before, mark = scene.streak, reckoned.mark
    since = mark.through if mark else date.min
    item = StreakItem.model_construct(  # of values that are what they should be: checking them takes longest
        habit=scene.habit.id,
        mark=mark,
        days={day: in_short(one) for day, one in entries.items() if day > since},
        **reckoned.standing.streak_fields(),
        changes=before.changes + 1 if before else 1,
    )
    unchanged: Condition = ABSENT if before is None else eq("changes", before.changes)
    return rewrite(item, scene.habit.streak_key, when=unchanged)


def write_wallet(changed: DayChanged) -> Iterator[Operation]:
    """The last thing that the person said, and where points move, those."""
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
            "won": tuple(sorted(_held(changed))),
            "changes": before.changes + 1,
            **_undoable_days(changed),
        }
    )
    unchanged: Condition = ABSENT if scene.wallet is None else eq("changes", before.changes)
    yield rewrite(after, WalletKey(scene.user.id), when=unchanged)


def _undoable_days(changed: DayChanged) -> dict[str, object]:
    """What the person means who says `undo`; nothing new where somebody else changed the day."""
    if not changed.by_person:
        return {}
    this, said = (
        HabitDay(changed.habit.id, changed.day),
        changed.scene.wallet.undoable_days if changed.scene.wallet else (),
    )
    if not changed.takes_back:
        said = (*said, this)
    elif this in said:
        newest = len(said) - 1 - said[::-1].index(this)
        said = said[:newest] + said[newest + 1 :]
    *before, last = said[-MOST_UNDOABLE:] or (None,)
    return {
        "last_habit": last.habit if last else None,
        "last_day": last.day if last else None,
        "said_before": tuple(map(str, before)),
    }


def _held(changed: DayChanged) -> set[str]:
    """Achievements, with this change."""
    held = set(changed.scene.achievements)
    for event in changed.events:
        match event:
            case AchievementUnlocked(achievement=one):
                held.add(one.id)
            case CompletionUndone(award=award):
                held.difference_update(award.achievements)
            case HabitCompleted() | FreezeUsed():
                pass
    return held


def write_ledger(changed: DayChanged) -> Iterator[Operation]:
    for payment in _payments(changed):
        yield ledger_line(changed.scene.user.id, changed.scene.now, payment)


def _payments(changed: DayChanged) -> list[Payment]:
    about = PaidFor(habit_id=changed.habit.id)
    return [
        Payment(
            event.award,
            changed.habit.name,
            changed.day,
            about,
            reverses=isinstance(event, CompletionUndone),
        )
        for event in changed.paying
    ]


def write_achievements(changed: DayChanged) -> Iterator[Operation]:
    scene, user = changed.scene, changed.scene.user.id
    for event in changed.events:
        match event:
            case AchievementUnlocked(achievement=one):
                award = changed.after.award if changed.after else None
                yield unlocking(scene.user, one, scene.now, award.id if award else "")
            case CompletionUndone(award=award):
                for one_id in award.achievements:
                    yield Delete(AchievementKey(user, one_id).key, eq("award", award.id) | ABSENT)
            case HabitCompleted() | FreezeUsed():
                pass


def write_boards(changed: DayChanged) -> Iterator[Operation]:
    scene = changed.scene
    if scene.wallet is not None:
        yield from board_moves(scene.user.id, scene.wallet, scene.places, _payments(changed))


def write_messages(changed: DayChanged) -> Iterator[Operation]:
    """To the person, and to those whom they got ahead of and who want to hear of it."""
    scene, habit = changed.scene, changed.habit
    is_own_act = changed.after is not None and is_by_person(changed.after.via)
    priority = MessagePriority.PROMPT if is_own_act else MessagePriority.NORMAL
    for event in changed.events:
        match event:
            case AchievementUnlocked(achievement=one):
                message = achievement_message(scene.user, one, f"{scene.today}", scene.now, priority=priority)
                yield unless_told(message)
            case FreezeUsed(day=day, standing=standing):
                yield outbox.operation(freeze_message(scene.user, habit, day, standing, scene.now))
            case HabitCompleted() | CompletionUndone():
                pass
    for place in changed.overtaken:
        yield Check(UserKey(place.user).key, PRESENT)
        yield outbox.operation(overtake_message(place, scene.shown_as, scene.today, scene.now))


def write_habit(changed: DayChanged) -> Iterator[Operation]:
    """The day on which it begins, where that is another one now."""
    if changed.begins_elsewhere:
        yield change(Habit, changed.habit.key, {"began": changed.habit.began})


def write_goals(changed: DayChanged) -> Iterator[Operation]:
    """Those that the habit counts towards are recounted soon, and so is what it adds to those of groups."""
    user, now = changed.scene.user.id, changed.scene.now
    yield from all_marked(user, changed.habit.goal_ids, now)
    yield from shares_marked(user, changed.habit.shared_in, now)


HANDLERS: tuple[Callable[[DayChanged], Iterator[Operation]], ...] = (
    write_log,
    write_streak,
    write_wallet,
    write_ledger,
    write_achievements,
    write_boards,
    write_messages,
    write_habit,
    write_goals,
)
