"""What can be achieved, as data: a name, and when it is so. Each is unlocked once."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from tracker.frozen import frozen
from tracker.words import people

COMEBACK_AFTER = 14
"""Days without doing it, after which doing it again is a comeback."""


class AchievementMeasure(StrEnum):
    """What is counted for an achievement."""

    COMPLETIONS = "completions"
    """Of all habits together."""
    STREAK = "streak"
    """Of one habit, in its own unit."""
    PAUSE = "pause"
    """Days since the same habit was done before."""
    PERFECT_WEEKS = "perfect-weeks"
    GOALS = "goals"
    LEVEL = "level"


class Achievement(NamedTuple):
    id: str
    title: str
    words: str
    """With a place for the number, which is written as whoever reads it writes numbers."""
    counted: AchievementMeasure
    at_least: int

    @property
    def text(self) -> str:
        return self.words.format(people(self.at_least))


@frozen
class AchievementCounts:
    """How much there is of each, just after something was done; what did not move need not be told."""

    counts: dict[AchievementMeasure, int]

    def reaches(self, one: Achievement) -> bool:
        return self.counts.get(one.counted, 0) >= one.at_least


def _streak(length: int, title: str) -> Achievement:
    return Achievement(
        f"streak-{length}", title, "A streak of {} in one habit.", AchievementMeasure.STREAK, length
    )


def _total(number: int, title: str) -> Achievement:
    return Achievement(
        f"total-{number}", title, "Done {} times in all.", AchievementMeasure.COMPLETIONS, number
    )


def _goals(number: int, title: str) -> Achievement:
    many = "a goal" if number == 1 else "{} goals"
    return Achievement(f"goals-{number}", title, f"Reached {many}.", AchievementMeasure.GOALS, number)


def _level(number: int) -> Achievement:
    return Achievement(
        f"level-{number}", f"Level {number}", f"Reached level {number}.", AchievementMeasure.LEVEL, number
    )


ACHIEVEMENTS: Sequence[Achievement] = (
    Achievement("first", "First step", "Did a habit for the first time.", AchievementMeasure.COMPLETIONS, 1),
    _streak(3, "Three in a row"),
    _streak(7, "A lucky seven"),
    _streak(14, "Twice seven"),
    _streak(30, "Thirty strong"),
    _streak(60, "Second nature"),
    _streak(100, "A hundred"),
    _streak(365, "Once around the sun"),
    Achievement(
        "comeback",
        "Comeback",
        f"Back after {COMEBACK_AFTER} days or more.",
        AchievementMeasure.PAUSE,
        COMEBACK_AFTER,
    ),
    Achievement(
        "perfect-week",
        "Perfect week",
        "Everything that was due in a week, done.",
        AchievementMeasure.PERFECT_WEEKS,
        1,
    ),
    _total(10, "Ten times"),
    _total(100, "A hundred times"),
    _total(500, "Five hundred times"),
    _total(1000, "A thousand times"),
    _goals(1, "Goal!"),
    _goals(5, "Five goals"),
    _goals(25, "Twenty-five goals"),
    *(_level(number) for number in (2, 5, 10, 20, 50)),
)
BY_ID = {one.id: one for one in ACHIEVEMENTS}


def unlocked(tally: AchievementCounts, held: frozenset[str]) -> Iterator[Achievement]:
    """Those that are reached now, and were not before."""
    for one in ACHIEVEMENTS:
        if one.id not in held and tally.reaches(one):
            yield one
