"""What a round tells of goals beside the digest: a changed state, a date that is near or over."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime, timedelta
from typing import Self

from tracker.days import day_begins
from tracker.frozen import frozen
from tracker.goals.model import Frequency, GoalStatus
from tracker.goals.pace.standing import GoalStanding
from tracker.goals.pace.state import GoalState
from tracker.goals.recording.messages import CHART, GOAL_CHECK, UNDER_WAY, goal_reference
from tracker.goals.rounds.digest import due_text, expected_text, per_day_text
from tracker.goals.words.wording import goal_title, measured, whose
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.readings import Number
from tracker.sections import Occasion
from tracker.tones import Tone
from tracker.words import capital, day_text, percent_text

STATE = declare(
    Kind(
        "goal-state",
        "your goal{goal} is doing better, or worse, than before",
        looks={
            GoalState.ON_TRACK: MessageLook("\N{WHITE HEAVY CHECK MARK}", Tone.GOOD),
            GoalState.AT_RISK: MessageLook("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", Tone.WARNING),
            GoalState.BEHIND: MessageLook("\N{DOWN-POINTING RED TRIANGLE}", Tone.BAD),
        },
        has_bar=True,
        answers=UNDER_WAY,
        chart=CHART,
    )
)
DEADLINE = declare(
    Kind(
        "goal-deadline",
        "the date of your goal{goal} is near, or has passed",
        MessageLook("\N{ALARM CLOCK}", Tone.WARNING),
        has_bar=True,
        answers=UNDER_WAY,
        chart=CHART,
    )
)
NEAR_DAYS = (7, 1)
"""So many days before its date a goal is mentioned."""

_DAY = timedelta(days=1)
_STATE_LIFE = timedelta(days=2)
_MISSED = "It goes on being counted. Give it a new date, or take the date away, if you like."
_TOLD_STATES = (GoalState.ON_TRACK, GoalState.AT_RISK, GoalState.BEHIND)


@frozen
class GoalOccasion(Occasion):
    """A round of somebody who has goals."""

    names: Mapping[str, str]
    """Of the person's characters, by id."""

    @classmethod
    def of(cls, occasion: Occasion, names: Mapping[str, str]) -> Self:
        return cls(**{one.name: getattr(occasion, one.name) for one in fields(occasion)}, names=names)

    def name(self, standing: GoalStanding) -> str | None:
        return character_name(self.names, standing)


def character_name(names: Mapping[str, str], standing: GoalStanding) -> str | None:
    """Of the character, where there are several and the title of the goal does not say it."""
    name = names.get(standing.goal.character) if len(names) > 1 else None
    return name and whose(standing.goal, name)


def kept_state(standing: GoalStanding) -> GoalState | None:
    """The state to be remembered, where it is another than is remembered.

    While there is no reading, a state would only say that time goes by.
    """
    if standing.latest is None or standing.outage is not None or not is_active(standing):
        return None
    before = standing.latest.state
    return None if standing.state is (before or GoalState.NO_DATA) else standing.state


def turned(standing: GoalStanding) -> bool:
    """Whether the state has changed in a way that is worth telling. That its date is over is told as that."""
    before = None if standing.latest is None else standing.latest.state
    over = standing.plan.due is not None and standing.plan.due < standing.today
    return (
        kept_state(standing) is not None
        and before in _TOLD_STATES
        and standing.state in _TOLD_STATES
        and not over
    )


def goal_messages(occasion: GoalOccasion, standings: Sequence[GoalStanding]) -> list[Notification]:
    """Of goals that are under way and not switched off."""
    told = [
        standing
        for standing in standings
        if is_active(standing) and standing.goal.frequency is not Frequency.OFF
    ]
    states = [_state_message(occasion, standing) for standing in told if turned(standing)]
    return states + [message for standing in told if (message := _deadline_message(occasion, standing))]


def _state_message(occasion: GoalOccasion, standing: GoalStanding) -> Notification:
    return _goal_message(
        occasion,
        standing,
        kind=STATE,
        period=f"{occasion.strike.day}/{standing.state.value}",
        title=capital(f"{_title(occasion.names, standing)} {_verdict(standing)}"),
        text=_state_text(standing),
        expires_at=occasion.strike.at + _STATE_LIFE,
    )


def _deadline_message(occasion: GoalOccasion, standing: GoalStanding) -> Notification | None:
    due = standing.plan.due
    if due is None or (mark := _mark(occasion, due)) is None:
        return None
    return _goal_message(
        occasion,
        standing,
        kind=DEADLINE,
        period=f"{mark}/{due}",
        title=_deadline_title(occasion.names, standing, due),
        text=_deadline_text(standing, due),
        expires_at=max(day_begins(due + 2 * _DAY, occasion.user.zone), occasion.strike.at + _DAY),
    )


def said_now(message: Notification, standing: GoalStanding, names: Mapping[str, str]) -> Notification | None:
    """A message that waited, from where the goal stands now; None where that is another state or date."""
    facts, due = _facts(names, standing), standing.plan.due
    if message.kind is STATE:
        is_so = facts["state"] == message.facts.get("state")
        return _anew(message, message.title, _state_text(standing), facts) if is_so else None
    if due is None or facts["due"] != message.facts.get("due"):
        return None
    return _anew(message, _deadline_title(names, standing, due), _deadline_text(standing, due), facts)


def _anew(message: Notification, title: str, text: str, facts: Mapping[str, str | int]) -> Notification:
    return message.model_copy(update={"title": title, "text": text, "facts": facts})


def _state_text(standing: GoalStanding) -> str:
    return f"{_left(standing)} {_outlook(standing)}"


def _deadline_title(names: Mapping[str, str], standing: GoalStanding, due: date) -> str:
    title, today = _title(names, standing), standing.today
    if due < today:
        return capital(f"{title} was due {day_text(due, today)}")
    return (
        f"{_days((due - today).days)} left for {title}" if due > today else capital(f"{title} is due today")
    )


def _deadline_text(standing: GoalStanding, due: date) -> str:
    return f"{_left(standing)} {_MISSED if due < standing.today else _outlook(standing)}"


def _mark(occasion: GoalOccasion, due: date) -> str | None:
    """Which of the days around a date has come since the last round; the last of them, if several."""
    if due < occasion.today:
        return "missed" if occasion.passed(due + _DAY) else None
    near = [days for days in NEAR_DAYS if due > occasion.today and occasion.passed(due - days * _DAY)]
    return _days(min(near)).replace(" ", "-") if near else None


def _goal_message(
    occasion: GoalOccasion,
    standing: GoalStanding,
    *,
    kind: Kind,
    period: str,
    title: str,
    text: str,
    expires_at: datetime,
) -> Notification:
    goal = standing.goal
    return Notification(
        person=goal.user,
        kind=kind,
        entity=goal.id,
        period=period,
        title=title,
        text=text,
        facts=_facts(occasion.names, standing),
        created_at=occasion.now,
        not_before=occasion.strike.at,
        expires_at=expires_at,
        group=goal.character,
        preferred_channel=goal.notification_channel_type,
        check=StillTrueCheck(name=GOAL_CHECK, reference=goal_reference(goal)),
    )


def _facts(names: Mapping[str, str], standing: GoalStanding) -> dict[str, str | int]:
    goal, progress, due = standing.goal, standing.progress, standing.plan.due
    facts: dict[str, str | int] = {
        "goal": goal.id,
        "character": names.get(goal.character, goal.character),
        "attribute": goal.attribute,
        "target": _plain(goal.target_value),
        "state": standing.state.value,
    }
    if due is not None:
        facts["due"] = due.isoformat()
    if progress is not None:
        facts["value"] = _plain(progress.current)
        facts["remaining"] = _plain(progress.remaining)
        facts["percent"] = str(progress.percent)
    return facts


def _title(names: Mapping[str, str], standing: GoalStanding) -> str:
    title, name = goal_title(standing.goal, standing.game), character_name(names, standing)
    return title if name is None else f"{title} ({name})"


def _verdict(standing: GoalStanding) -> str:
    was_behind = standing.latest is not None and standing.latest.state is GoalState.BEHIND
    match standing.state:
        case GoalState.ON_TRACK if standing.plan.due is None:
            return "moves again"
        case GoalState.ON_TRACK:
            return "is back on track"
        case GoalState.AT_RISK if was_behind:
            return "is catching up"
        case GoalState.AT_RISK if standing.plan.due is None:
            return "has slowed down"
        case GoalState.AT_RISK:
            return "is at risk"
        case _:
            return "is behind"


def _left(standing: GoalStanding) -> str:
    if standing.progress is None:
        return "Its number has not been seen yet."
    left = measured(standing.goal, standing.game, standing.progress.remaining)
    return f"{percent_text(standing.progress.percent)} done, {left} to go."


def _outlook(standing: GoalStanding) -> str:
    if standing.progress is None:
        return f"It is {due_text(standing)}."
    return f"{expected_text(standing)}.{_in_time(standing)}"


def _in_time(standing: GoalStanding) -> str:
    if standing.progress is None or standing.plan.due is None:
        return ""
    needed = per_day_text(standing, standing.progress)
    return "" if needed is None else f" To be in time, it takes {needed} a day from now on."


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _plain(number: Number) -> str | int:
    return number if isinstance(number, int) else str(number)


def is_active(standing: GoalStanding) -> bool:
    return standing.goal.status is GoalStatus.ACTIVE
