"""What comes after a goal that is reached: the next step of its chain that is still to be done."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import TypeAlias

from tracker.accounts.model import User
from tracker.dates import DateInPast
from tracker.frozen import frozen
from tracker.goals.creation import founding
from tracker.goals.errors import AlreadyReached
from tracker.goals.games.game import Game, game_of
from tracker.goals.model import Character, Goal
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.request import GoalRequest
from tracker.goals.words.wording import request_title
from tracker.readings import Number, Quantity
from tracker.refusals import Refused
from tracker.store.table import Operation

_Founded: TypeAlias = tuple[Goal, list[Operation]]

_NUMBERED = re.compile(r"(.+)-(\d+)")
_DATE = re.compile(r"\bby (\d{4}-\d\d-\d\d)\b")
_THREE_DECIMALS = re.compile(r"(?<![\d.])\d+\.\d{3}(?![\d.])")
"""So older versions spelled a number that people are asked about today: they had read it as decimals."""


@frozen
class Following:
    goal: Goal | None = None
    operations: tuple[Operation, ...] = ()
    """What founds it."""
    notes: tuple[str, ...] = ()
    """What is not as it was asked for, and why: for the person."""


def following(
    goal: Goal, user: User, character: Character, values: Mapping[Quantity, Number], now: datetime
) -> Following:
    """The next goal for someone who stands at `values`. Steps that are reached already are passed over."""

    def found(step: GoalRequest) -> _Founded:
        return founding(
            user,
            character,
            step,
            values,
            (),
            now,
            goal_id=next_id(goal.id),
            frequency=goal.frequency,
            channel=goal.notification_channel_type,
            after=goal.id,
        )

    notes: list[str] = []
    try:
        for step in steps_to_come(goal, _game(goal, values)):
            try:
                founded, operations = _in_time(step, found, notes)
            except AlreadyReached:
                title = request_title(step, goal, _game(goal, values), now.date())
                notes.append(f"Reached as well: {title}.")
            else:
                return Following(founded, tuple(operations), tuple(notes))
    except Refused as refused:
        notes.append(f"What was to come next cannot: {refused}")
    return Following(notes=tuple(notes))


def titles_to_come(goal: Goal, today: date) -> list[str]:
    """What comes after a goal, step by step; as it was said, where it takes a reading to know the name."""
    try:
        steps = steps_to_come(goal, _game(goal, {}))
    except Refused:
        return [goal.then or ""]
    return [request_title(step, goal, _game(goal, {}), today) for step in steps]


def chain_change(before: Goal, after: Goal, today: date) -> str:
    """What a change of a goal made of what comes after it; empty where that stayed."""
    if before.then == after.then:
        return ""
    titles = titles_to_come(after, today)
    return f"After it comes {', then '.join(titles)}." if titles else "Nothing comes after it any more."


def next_id(goal_id: str) -> str:
    """`abc`, `abc-2`, `abc-3`: whoever founds a step twice founds the same one."""
    numbered = _NUMBERED.fullmatch(goal_id)
    return f"{numbered[1]}-{int(numbered[2]) + 1}" if numbered else f"{goal_id}-2"


def first_id(goal_id: str) -> str:
    """Of the goal with which a chain begins: `abc` of `abc-3`."""
    numbered = _NUMBERED.fullmatch(goal_id)
    return numbered[1] if numbered else goal_id


def steps_to_come(goal: Goal, game: Game) -> list[GoalRequest]:
    """What was asked for to come after a goal, one by one. Raises GoalRefused where the game lacks it."""
    if goal.then is None:
        return []
    # The dates were to come when the chain was set, which may have been long before this step began.
    dates = [date.fromisoformat(found) for found in _DATE.findall(goal.then)]
    text = _THREE_DECIMALS.sub(r"\g<0>0", goal.then)
    return [*parse_goal(text, game, min([goal.begun, *dates])).steps()]


def _in_time(step: GoalRequest, found: Callable[[GoalRequest], _Founded], notes: list[str]) -> _Founded:
    """As it was asked for, or without the date where that is over."""
    try:
        return found(step)
    except DateInPast:
        founded = found(replace(step, due=None))
        notes.append(f"The date of the next goal, {step.due}, is over, so it goes without one.")
        return founded


def _game(goal: Goal, values: Mapping[Quantity, Number]) -> Game:
    return game_of(goal.subject.source).knowing(values)
