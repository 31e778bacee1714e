"""When to look at a subject again: soon while it moves, rarely while it rests, ever later while it fails.

Nothing here knows the time: all is in seconds from now, and chance (from 0 up to 1) comes in as an argument.
"""

from tracker.frozen import frozen

_MOST_DOUBLINGS = 32  # beyond any bound; keeps the power small however long a source is down


@frozen
class PollPace:
    """The bounds within which all waits stay."""

    soonest: float = 60
    latest: float = 3600
    idle_share: float = 0.1
    """A subject that has been quiet for so long is looked at again after this share of it."""
    jitter: float = 0.1
    """How far chance moves a wait up or down, as a share of it."""
    latest_failing: float = 6 * 3600
    """The longest wait for a subject that keeps failing."""

    def __post_init__(self) -> None:
        if not 0 < self.soonest <= self.latest <= self.latest_failing:
            raise ValueError("the bounds of a pace go up: 0 < soonest <= latest <= latest_failing")
        if not (0 < self.idle_share <= 1 and 0 <= self.jitter < 1):
            raise ValueError("idle_share is above 0 and at most 1; jitter is from 0 up to 1")


def interval(pace: PollPace, idle: float) -> float:
    """The wait for a subject that last changed `idle` seconds ago, before chance moves it."""
    return min(max(idle * pace.idle_share, pace.soonest), pace.latest)


def next_look(pace: PollPace, idle: float, chance: float) -> float:
    """The wait after a good reading."""
    moved = interval(pace, idle) * (1 + pace.jitter * (2 * chance - 1))
    return min(max(moved, pace.soonest), pace.latest)


def after_failure(pace: PollPace, strikes: int, chance: float) -> float:
    """The wait after so many failures in a row: it doubles, and chance takes away up to half of it."""
    doublings = min(max(strikes, 1), _MOST_DOUBLINGS)
    most = min(pace.soonest * 2**doublings, pace.latest_failing)
    return max(most * (1 - chance / 2), pace.soonest)


def first_look(pace: PollPace, idle: float, rested: float, chance: float) -> float:
    """The wait for a subject whose shard has just been taken up, and of which nobody left a note.

    When it was last looked at is written nowhere, as an unchanged reading writes nothing. So its first turn
    is anywhere in its own interval, which also spreads the subjects of a restarted worker. `rested` is for
    how long nobody can have looked: where another worker held the shard until just now, the interval is kept.
    """
    usual = interval(pace, idle)
    return max(usual - rested, 0.0) + usual * chance
