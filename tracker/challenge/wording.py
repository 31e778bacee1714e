"""Challenges in the words that people use for them: what is asked for, how a week and a streak stand."""

from datetime import date

from tracker.challenge.model import Challenge, ChallengeStatus, WeekRecord
from tracker.words import day_text


def aim_text(challenge: Challenge) -> str:
    """`at least 1 commit a week`."""
    return f"at least {challenge.amount(challenge.threshold)} a week"


def weeks_text(number: int) -> str:
    return "1 week" if number == 1 else f"{number:,} weeks"


def streak_text(number: int) -> str:
    """`4 weeks in a row`; empty where there is no streak."""
    if number > 1:
        return f"{weeks_text(number)} in a row"
    return weeks_text(number) if number else ""


def span_text(challenge: Challenge, today: date) -> str:
    """`since 1 March`, `from 1 March to 1 June`, `until 1 June`, `over since 1 June`."""
    starts, ends = challenge.starts, challenge.ends
    if is_over(challenge, today):
        return f"over since {day_text(ends, today)}" if ends else "over"
    if starts > today:
        return f"from {day_text(starts, today)}{f' to {day_text(ends, today)}' if ends else ' on'}"
    return f"until {day_text(ends, today)}" if ends else f"since {day_text(starts, today)}"


def is_over(challenge: Challenge, today: date) -> bool:
    """Whether its last day has been, whether or not its last week is settled."""
    ended = challenge.ends is not None and challenge.ends < today
    return ended or challenge.status is ChallengeStatus.ENDED


def week_count(challenge: Challenge, record: WeekRecord | None) -> str:
    """`3 commits`; where that is not enough, `3 of 5 commits`; before anybody looked, `not counted yet`."""
    if record is None:
        return "not counted yet"
    if record.success:
        return challenge.amount(record.count)
    return f"{record.count:,} of {challenge.amount(challenge.threshold)}"


def place_text(number: int, people: int) -> str:
    """`number 2 of 15`. The number of people may lag behind."""
    return f"number {number:,} of {max(number, people):,}"
