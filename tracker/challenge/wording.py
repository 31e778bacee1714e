"""Challenges in the words that people use for them: what is asked for, how a week and a streak stand."""

from collections.abc import Iterator
from datetime import date

from tracker.challenge.model import Challenge, ChallengeStatus, Counted, Phase, WeekRecord
from tracker.goals.games.game import game_keys, game_of
from tracker.locales import reader
from tracker.store.segments import Week
from tracker.weeks import days_of, week_of
from tracker.words import day_text, people


def aim_text(challenge: Challenge) -> str:
    """`at least 1 commit a week`, `at least 50 Zulrah kills a week`."""
    number, row = challenge.threshold, challenge.attribute
    of = f"{row_name(row)} " if row else ""
    return f"at least {people(number)} {of}{challenge.counted.unit(number)} a week"


def row_name(attribute: str) -> str:
    """A skill or a boss as people write it, of whichever game has it."""
    games = (game_of(key) for key in game_keys())
    return next((one.display(attribute) for one in games if one.knows(attribute)), attribute.capitalize())


def weeks_text(number: int) -> str:
    return "1 week" if number == 1 else f"{people(number)} weeks"


def streak_text(number: int) -> str:
    """`4 weeks in a row`; empty where there is no streak."""
    if number > 1:
        return f"{weeks_text(number)} in a row"
    return weeks_text(number) if number else ""


def is_over(challenge: Challenge, today: date) -> bool:
    """Whether its last day has been, whether or not its last week is settled."""
    ended = challenge.ends is not None and challenge.ends < today
    return ended or challenge.status in (ChallengeStatus.ENDED, ChallengeStatus.REMOVED)


def phase_of(challenge: Challenge, today: date) -> Phase:
    if is_over(challenge, today):
        return Phase.OVER
    return Phase.COMING if challenge.starts > today else Phase.UNDER_WAY


def days_left(challenge: Challenge, today: date) -> int:
    """Of this week, today included, as far as they count."""
    last = days_of(week_of(today)).last
    return (min(last, challenge.ends or last) - today).days + 1


def week_words(week: Week) -> str:
    """`week 46, 9 to 15 November 2026`."""
    first, last = days_of(week)
    begins = f"{first.day}" if first.month == last.month and reader() is None else day_text(first, last)
    return f"week {week.week}, {begins} to {day_text(last, date.min)}"


def week_facts(counted: Counted, participants: int, successes: int, total: int) -> Iterator[str]:
    """Of everybody in a week, in a few words each."""
    if not participants:
        yield "nobody was counted yet"
        return
    yield f"{people(successes)} of {people(participants)} had a good week"
    yield f"{counted.amount(total)} in all"


def week_count(challenge: Challenge, record: WeekRecord | None) -> str:
    """`3 commits`; where that is not enough, `3 of 5 commits`; before anybody looked, `not counted yet`."""
    if record is None:
        return "not counted yet"
    if record.success:
        return challenge.amount(record.count)
    asked = challenge.threshold if record.threshold is None or not record.settled else record.threshold
    return f"{people(record.count)} of {challenge.amount(asked)}"


def place_text(number: int, of: int) -> str:
    """`number 2 of 15`. The number of people may lag behind."""
    return f"number {people(number)} of {people(max(number, of))}"
