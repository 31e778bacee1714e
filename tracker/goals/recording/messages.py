"""What a person is told about their goals, in words: each event becomes one notification."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.frozen import frozen
from tracker.goals.games.game import Game, game_keys
from tracker.goals.model import Goal
from tracker.goals.recording.evaluate import (
    Evaluation,
    Event,
    Milestones,
    NumberChanged,
    TakenBack,
    TargetReached,
)
from tracker.goals.words.request import GoalType
from tracker.goals.words.wording import attribute_name, goal_title, measured, standing_at
from tracker.locales import written_for
from tracker.notify.kinds import GROUP, Answers, ButtonAct, Kind, MessageChart, MessageLook, declare
from tracker.notify.model import MessagePriority, Notification, StillTrueCheck
from tracker.readings import Number
from tracker.store.segments import timestamp
from tracker.tones import Tone
from tracker.words import capital, clock_text, day_text, listed, people, percent_text

GOAL_CHECK = "goal"


class GoalAct(ButtonAct):
    """What a button does with a goal."""

    SHOW = "show"
    PAUSE = "pause"
    RESUME = "resume"

    @property
    def label(self) -> str:
        return {"show": "Show the goal", "pause": "Pause it", "resume": "Go on with it"}[self.value]


GOAL_CHART = "goal"
CHART = MessageChart(GOAL_CHART, (GROUP, "goal"))
UNDER_WAY = Answers("goal", (GROUP, "goal"), (GoalAct.SHOW, GoalAct.PAUSE))
"""A goal is found by its character, which is the group of what is told about it."""

REACHED = declare(
    Kind(
        "goal-reached",
        "you reached your goal{goal}",
        MessageLook("\N{TROPHY}", Tone.TRIUMPH),
        has_bar=True,
        answers=replace(UNDER_WAY, acts=(GoalAct.SHOW,)),
        chart=CHART,
    )
)
MILESTONE = declare(
    Kind(
        "goal-milestone",
        "your goal{goal} passed a milestone",
        MessageLook("\N{CHEQUERED FLAG}", Tone.GOOD),
        has_bar=True,
        answers=UNDER_WAY,
        chart=CHART,
    )
)
CHANGE = declare(
    Kind(
        "goal-change",
        "your goal{goal} moved, and you follow every change",
        MessageLook("\N{CHART WITH UPWARDS TREND}", Tone.PLAIN),
        has_bar=True,
        answers=UNDER_WAY,
        chart=CHART,
    )
)
ROLLBACK = declare(
    Kind(
        "goal-rollback",
        "the number behind your goal{goal} fell",
        MessageLook("\N{LEFTWARDS ARROW WITH HOOK}\N{VARIATION SELECTOR-16}", Tone.WARNING),
        has_bar=True,
        answers=UNDER_WAY,
        chart=CHART,
    )
)

_REACHED_LIFE = timedelta(days=7)
_MILESTONE_LIFE = timedelta(days=3)
_CHANGE_LIFE = timedelta(days=1)


@frozen
class MessageContext:
    """To whom it is told, of which character, and when."""

    user: User
    character: str
    """Its name, as people like to see it."""
    game: Game
    at: datetime
    """When the values were seen."""
    now: datetime

    @property
    def today(self) -> date:
        return local_day(self.at, self.user.zone, self.user.day_start)


@frozen
class Next:
    """What comes after a goal that is reached."""

    goal: Goal | None = None
    note: str | None = None
    """What is not as it was asked for, and why."""


@frozen
class _Words:
    kind: Kind
    period: str
    title: str
    text: str
    life: timedelta


def goal_message(
    evaluation: Evaluation, event: Event, scene: MessageContext, coming: Next | None = None
) -> Notification:
    """What an event of a goal says; `coming` is what follows a goal that is reached."""
    with written_for(scene.user):
        words = _words(evaluation, event, scene, coming or Next())
    goal = evaluation.goal
    return Notification(
        person=goal.user,
        kind=words.kind,
        entity=goal.id,
        period=words.period,
        title=words.title,
        text=words.text,
        facts=_facts(evaluation, scene),
        priority=_priority(event),
        created_at=scene.now,
        not_before=scene.now,
        expires_at=scene.now + words.life,
        group=goal.character,
        preferred_channel=goal.notification_channel_type,
        check=StillTrueCheck(name=GOAL_CHECK, reference=goal_reference(goal)),
    )


def _words(evaluation: Evaluation, event: Event, scene: MessageContext, coming: Next) -> _Words:
    match event:
        case TargetReached():
            return _reached(evaluation, event, scene, coming)
        case TakenBack():
            return _taken_back(evaluation, scene)
        case Milestones():
            return _milestones(evaluation, event, scene)
        case NumberChanged():
            return _changed(evaluation, scene)


def _priority(event: Event) -> MessagePriority:
    """That a goal was reached before anybody set it is an answer to who has just set it."""
    return (
        MessagePriority.PROMPT if isinstance(event, TargetReached) and event.found else MessagePriority.NORMAL
    )


def goal_reference(goal: Goal) -> str:
    return f"{goal.character}/{goal.id}"


def moment(at: datetime, now: datetime, zone: ZoneInfo) -> str:
    """`08:14`, and `3 March, 08:14` where that is not today's, as clocks in the zone read."""
    there, today = at.astimezone(zone), now.astimezone(zone).date()
    clock = f"{clock_text(there)}"
    return clock if there.date() == today else f"{day_text(there.date(), today)}, {clock}"


def _reached(evaluation: Evaluation, event: TargetReached, scene: MessageContext, coming: Next) -> _Words:
    goal, title = evaluation.goal, goal_title(evaluation.goal, scene.game)
    if event.found:
        told = [f"{_now(evaluation, scene)}. It was so already when the number was first seen."]
    else:
        told = [f"{_now(evaluation, scene)}{_before_due(goal, scene)}.", took(goal, scene)]
    if event.levels:
        told.append(f"{capital(_levels(event.levels, evaluation, scene))} came with it.")
    told += [_honestly(evaluation, scene), *_coming(coming, scene)]
    return _Words(REACHED, "once", f"{capital(title)} reached!", _joined(told), _REACHED_LIFE)


def _taken_back(evaluation: Evaluation, scene: MessageContext) -> _Words:
    goal, title = evaluation.goal, goal_title(evaluation.goal, scene.game)
    fell = measured(goal, scene.game, abs(evaluation.gain))
    text = (
        f"{scene.character} has {fell} less than before. Confirmed by three checks; probably a rollback. "
        f"Now {standing_at(goal, scene.game, evaluation.value)}, "
        f"{_share(evaluation, title)}. The goal goes on from there."
    )
    return _Words(ROLLBACK, timestamp(scene.at), f"{capital(title)}: a step back", text, _MILESTONE_LIFE)


def _milestones(evaluation: Evaluation, event: Milestones, scene: MessageContext) -> _Words:
    goal, title = evaluation.goal, goal_title(evaluation.goal, scene.game)
    name = attribute_name(goal, scene.game)
    percents = [percent_text(mark) for mark in event.percents]
    crossed = [f"passed {listed(percents)} of {title}"] if percents else []
    levels = _levels(event.levels, evaluation, scene) if event.levels else ""
    crossed += [f"reached {levels}{'' if percents else f' in {name}'}"] if levels else []
    # Where it stands, as the bar below shows: a jump goes beyond the mark that it passes.
    heading = (
        _share(evaluation, title)
        if percents
        else capital(f"{_levels(event.levels[-1:], evaluation, scene)} {name}")
    )
    text = f"{scene.character} {', and '.join(crossed)}. {_gained(evaluation, scene)}."
    marks = ",".join([*(f"{mark}%" for mark in event.percents), *(f"level-{it}" for it in event.levels)])
    # A quarter of another way is another quarter: a goal that was changed tells its marks again.
    way = f"{evaluation.plan.start}..{evaluation.plan.aim.target}"
    return _Words(MILESTONE, f"{way}:{marks}", heading, text, _MILESTONE_LIFE)


def _changed(evaluation: Evaluation, scene: MessageContext) -> _Words:
    title = goal_title(evaluation.goal, scene.game)
    text = f"{scene.character}: {_gained(evaluation, scene)}, {_share(evaluation, title)}."
    heading = f"{capital(title)}: {percent_text(evaluation.percent)}"
    return _Words(CHANGE, timestamp(scene.at), heading, text, _CHANGE_LIFE)


def _now(evaluation: Evaluation, scene: MessageContext) -> str:
    return f"{scene.character}: {standing_at(evaluation.goal, scene.game, evaluation.value)}"


def _share(evaluation: Evaluation, title: str) -> str:
    return f"{percent_text(evaluation.percent)} of {title}"


def _gained(evaluation: Evaluation, scene: MessageContext) -> str:
    """`+12,345 xp since 08:14; now 6,012,345 xp`. Ranks are compared: nobody adds those up."""
    goal, game, before = evaluation.goal, scene.game, evaluation.before
    now = standing_at(goal, game, evaluation.value)
    if before is None:
        return now
    since = moment(before.at, scene.at, scene.user.zone)
    if goal.target_type is GoalType.RANK:
        return f"{now}, after {standing_at(goal, game, before.value)} at {since}"
    sign = "+" if evaluation.gain > 0 else "-"
    return f"{sign}{measured(goal, game, abs(evaluation.gain))} since {since}; now {now}"


def _before_due(goal: Goal, scene: MessageContext) -> str:
    if goal.target_date is None:
        return ""
    left = (goal.target_date - scene.today).days
    if left == 0:
        return ", on the very day"
    return (
        f", {_days(abs(left))} {'before' if left > 0 else 'after'} {day_text(goal.target_date, scene.today)}"
    )


def took(goal: Goal, scene: MessageContext) -> str:
    """`It took 42 days.`"""
    days = (scene.today - goal.begun).days
    return f"It took {_days(days)}." if days > 0 else "All in one day."


def _honestly(evaluation: Evaluation, scene: MessageContext) -> str:
    """When it was seen, which may be later than when it happened."""
    if not evaluation.moved and evaluation.before is not None:
        seen = moment(evaluation.before.at, scene.now, scene.user.zone)
        return f"It was seen at {seen}, while the goal was paused."
    if scene.game.key not in game_keys():
        return ""
    seen = moment(scene.at, scene.now, scene.user.zone)
    return f"Seen at {seen}; the hiscores change at logout only."


def _coming(coming: Next, scene: MessageContext) -> list[str]:
    told = [coming.note] if coming.note else []
    if (goal := coming.goal) is not None:
        due = f" by {day_text(goal.target_date, scene.today)}" if goal.target_date else ""
        told.append(f"Next comes {goal_title(goal, scene.game)}{due}.")
    return told


def _facts(evaluation: Evaluation, scene: MessageContext) -> dict[str, str | int]:
    goal = evaluation.goal
    return {
        "goal": goal.id,
        "character": scene.character,
        "attribute": goal.attribute,
        "value": _plain(evaluation.value),
        "gain": _plain(evaluation.gain),
        "target": _plain(goal.target_value),
        "percent": str(evaluation.percent),
        "at": timestamp(scene.at),
    }


def _levels(levels: Sequence[int], evaluation: Evaluation, scene: MessageContext) -> str:
    """`levels 98 and 99 and virtual levels 100 and 101`: the game shows none above the cap."""
    skill = scene.game.skills.get(evaluation.goal.target_attribute)
    cap = skill.cap if skill else max(levels)
    shown, virtual = ([one for one in levels if (one > cap) is beyond] for beyond in (False, True))
    words = [f"level{'s' if len(some) > 1 else ''} {listed(some)}" for some in (shown, virtual) if some]
    if virtual:
        words[-1] = f"virtual {words[-1]}"
    return " and ".join(words)


def _days(count: int) -> str:
    return "a day" if count == 1 else f"{people(count)} days"


def _plain(number: Number) -> str | int:
    return number if isinstance(number, int) else str(number)


def _joined(sentences: Sequence[str]) -> str:
    return " ".join(filter(None, sentences))
