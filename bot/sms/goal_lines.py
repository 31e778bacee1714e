"""Goals in as few letters as they need: a line in a list, a few lines for one."""

from collections.abc import Iterator, Sequence
from datetime import date

from bot.names import NAME, TITLE, cut_short
from bot.shown import ShownGoal
from bot.slash.looks import look_of
from bot.sms.words import NOT_SEEN
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal
from tracker.goals.pace.quota import quota_of
from tracker.goals.pace.standing import Standing
from tracker.goals.pace.state import GoalState
from tracker.goals.rounds.digest import due_text, expected_text, today_text
from tracker.goals.words.request import LEVELS, GoalType
from tracker.goals.words.wording import goal_title, measured, standing_at, whose
from tracker.readings import Number
from tracker.words import day_text, people


def title_of(goal: Goal) -> str:
    words = cut_short(goal_title(goal, game_of(goal.subject.source)), TITLE)
    return words[:1].upper() + words[1:]


def named(shown: ShownGoal, *, among_several: bool) -> str:
    """With the name of its character, where there are several."""
    name = whose(shown.goal, shown.character) if among_several else None
    return f"{title_of(shown.goal)} ({cut_short(name, NAME)})" if name else title_of(shown.goal)


def listed(shown: Sequence[ShownGoal], *, first: int = 1, among_several: bool) -> Iterator[str]:
    """`1. 99 Woodcutting: 45.2%, on track, 12 Mar`."""
    for number, one in enumerate(shown, first):
        yield f"{number}. {named(one, among_several=among_several)}: {_briefly(one)}"


def _briefly(shown: ShownGoal) -> str:
    standing = shown.standing
    progress, word = standing.progress, look_of(standing).word
    if progress is None or standing.state is GoalState.REACHED:
        return word
    when = _short(standing.eta.middle, standing.today) if standing.eta and standing.eta.middle else None
    return ", ".join(filter(None, [f"{progress.percent:g}%", word, when]))


def _short(day: date, today: date) -> str:
    """`12 Mar`, and the year where it is another."""
    return f"{day.day} {day:%b}{f' {day.year}' if day.year != today.year else ''}"


def in_full(shown: ShownGoal, *, among_several: bool) -> Iterator[str]:
    """Where it is, what is left, when it will be there, what a day takes."""
    standing = shown.standing
    progress, name = standing.progress, named(shown, among_several=among_several)
    if progress is None:
        yield f"{name}: {NOT_SEEN}"
        return
    yield f"{name}: {progress.percent:g}%, {look_of(standing).word}"
    at = where(standing, progress.current)
    if not shown.is_open:
        yield f"At {at}"
        return
    yield f"{at[:1].upper()}{at[1:]}, {measured(standing.goal, standing.game, progress.remaining)} left"
    if standing.outage is not None:
        since = standing.outage.since.astimezone(shown.user.zone).date()
        yield f"No new numbers since {day_text(since, standing.today)}"
    yield expected_text(standing)
    if today := today_text(standing, progress):
        yield today


def where(standing: Standing, value: Number) -> str:
    """`level 87 (4,211,100 xp)` for a goal on the level of a skill; `rank 1,204`; `523 kc`."""
    goal, game = standing.goal, standing.game
    words = standing_at(goal, game, value)
    skill = game.skills.get(goal.target_attribute)
    if skill is None or goal.target_type not in LEVELS:
        return words
    virtual = goal.target_type is GoalType.VIRTUAL_LEVEL
    level = skill.virtual_level(int(value)) if virtual else skill.level(int(value))
    return f"level {level} ({words})"


def for_today(shown: Sequence[ShownGoal], *, among_several: bool) -> Iterator[str]:
    """`1. 99 Woodcutting: 4,000 of 10,000 xp, behind`."""
    for number, one in enumerate(shown, 1):
        said = ", ".join(filter(None, [_today(one.standing), look_of(one.standing).word]))
        yield f"{number}. {named(one, among_several=among_several)}: {said}"


def _today(standing: Standing) -> str | None:
    """What was done today, and what is to be done; None where nothing is asked for."""
    progress, quota = standing.progress, quota_of(standing)
    if progress is None:
        return None
    if progress.days_left is not None and progress.days_left <= 0:
        return due_text(standing)
    if (safe := int(progress.safe_days or 0)) >= 1:
        return f"free, {safe:,} day{'' if safe == 1 else 's'} ahead"
    if quota is None:
        return None
    wanted = measured(standing.goal, standing.game, quota.wanted)
    if quota.done is None:
        return f"{wanted} to do"
    return "done" if quota.done >= quota.wanted else f"{people(quota.done)} of {wanted}"
