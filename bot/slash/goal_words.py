"""A goal in the words of its card: where it is, what is left, when it will be there, what to do today."""

from collections.abc import Iterator

from bot.names import NAME, UNIT
from bot.shown import ShownGoal
from bot.slash.looks import look_of
from bot.slash.texts import code, counted, dotted, figure, moment, on_day, percent, safe, signed, until_end
from tracker.goals.chain import titles_to_come
from tracker.goals.games.game import game_of
from tracker.goals.model import Frequency, Goal
from tracker.goals.pace.progress import Progress
from tracker.goals.pace.quota import quota_of
from tracker.goals.pace.standing import Standing
from tracker.goals.pace.state import GoalState
from tracker.goals.rounds.digest import BEYOND_HORIZON
from tracker.goals.words.request import LEVELS, GoalType
from tracker.goals.words.wording import goal_title, standing_at, unit_of, whose
from tracker.readings import Number
from tracker.words import bar

NOT_SEEN = "Its number has not been seen yet. The first reading that has it will be the start."

_TOLD = {
    Frequency.DAILY: "messages every day",
    Frequency.WEEKLY: "messages on Mondays",
    Frequency.MILESTONES: "messages at milestones",
    Frequency.EVERY_CHANGE: "messages at every change",
    Frequency.OFF: "no messages",
}


def title_of(goal: Goal) -> str:
    words = goal_title(goal, game_of(goal.subject.source))
    return safe(words[:1].upper() + words[1:])


def named_unless_said(goal: Goal, character: str) -> str | None:
    """The name of its character, where its title does not say it."""
    name = whose(goal, character)
    return None if name is None else safe(name, NAME)


def unit(goal: Goal) -> str:
    """What its values are counted in, which is nothing for some numbers on the web."""
    words = unit_of(goal, game_of(goal.subject.source))
    return safe(words, UNIT) if words else ""


def measured(goal: Goal, value: Number | float) -> str:
    """An amount with its unit: `13,034,431 xp`, `523 kc`."""
    return f"{figure(value)} {unit(goal)}".rstrip()


def where(standing: Standing, value: Number) -> str:
    """`level 87 (4,211,100 xp)` for a goal on the level of a skill; `rank 1,204`; `523 kc`."""
    goal, game = standing.goal, standing.game
    if goal.target_type is GoalType.VALUE:
        return measured(goal, value)
    words = standing_at(goal, game, value)
    words = words if len(words) <= NAME else measured(standing.goal, value)
    skill = game.skills.get(goal.target_attribute)
    if skill is None or goal.target_type not in LEVELS:
        return words
    virtual = goal.target_type is GoalType.VIRTUAL_LEVEL
    level = skill.virtual_level(int(value)) if virtual else skill.level(int(value))
    return f"level {level} ({words})"


def state_line(shown: ShownGoal, width: int) -> str:
    """The bar, the percent and the state."""
    progress, look = shown.standing.progress, look_of(shown.standing)
    if progress is None:
        return str(look)
    return dotted([f"{bar(progress.percent, width)} **{percent(progress.percent)}**", str(look)])


def facts(shown: ShownGoal) -> Iterator[str]:
    """Everything about a goal, a line each."""
    standing, goal = shown.standing, shown.goal
    yield from _now(shown)
    if goal.reached_at is not None:
        yield f"**Reached** {moment(goal.reached_at)} ({moment(goal.reached_at, 'R')})"
    if not shown.is_open:
        return
    if standing.progress is not None:
        yield f"**Expected** {expected(shown)}"
    if between := _between(shown):
        yield between
    if due := _due(shown):
        yield due
    if pace := _pace(standing):
        yield f"**Pace** {pace}"
    if today := today_words(shown):
        yield f"**Today** {today}"
    if coming := next_level(standing):
        yield f"**Next** {coming}"
    if goal.then is not None:
        yield f"**Then** {safe(', then '.join(titles_to_come(goal, standing.today)))}"


def _now(shown: ShownGoal) -> Iterator[str]:
    standing, progress = shown.standing, shown.standing.progress
    if progress is None or standing.latest is None:
        yield NOT_SEEN
        return
    at = where(standing, standing.latest.value)
    yield (
        f"**{measured(standing.goal, progress.remaining)}** to go, from {at}" if shown.is_open else f"At {at}"
    )


def expected(shown: ShownGoal) -> str:
    """The likely day, or why there is none."""
    standing, ahead = shown.standing, shown.standing.forecast
    if ahead is None or standing.eta is None:
        return "not known yet: a forecast takes three whole days of numbers"
    if ahead.per_day <= 0:
        return f"not at this pace: nothing came in {counted(ahead.days, 'day')}"
    middle = standing.eta.middle
    if middle is None:
        return f"in {BEYOND_HORIZON} at this pace"
    if middle <= standing.today:
        return "today"
    return f"{on_day(middle, shown.user.zone)} ({until_end(middle, shown.user.zone, shown.user.day_start)})"


def _between(shown: ShownGoal) -> str | None:
    """The days between which it comes in eight cases of ten."""
    standing, zone = shown.standing, shown.user.zone
    if standing.eta is None or standing.forecast is None or standing.forecast.per_day <= 0:
        return None
    early, middle, late = standing.eta
    if middle is None or early is None or early == late:
        return None
    end = "later than in 5 years" if late is None else on_day(late, zone)
    return f"-# most likely between {on_day(early, zone)} and {end}"


def _due(shown: ShownGoal) -> str | None:
    due, user = shown.standing.plan.due, shown.user
    if due is None:
        return None
    label = "Due" if due >= shown.standing.today else "Was due"
    return f"**{label}** {on_day(due, user.zone)} ({until_end(due, user.zone, user.day_start)})"


def _pace(standing: Standing) -> str | None:
    progress = standing.progress
    own = None if standing.forecast is None else f"{measured(standing.goal, standing.forecast.per_day)} a day"
    required = progress.required_per_day if progress else None
    return dotted([own, f"{measured(standing.goal, required)} a day needed" if required else None]) or None


def today_words(shown: ShownGoal) -> str | None:
    """What was done today, and what is to be done."""
    standing, progress = shown.standing, shown.standing.progress
    if progress is None or not shown.is_open or standing.state is GoalState.PAUSED:
        return None
    if progress.days_left is not None and progress.days_left <= 0:
        return f"the date is over, {measured(standing.goal, progress.remaining)} to go"
    if (safe_days := int(progress.safe_days or 0)) >= 1:
        return dotted([_gained(standing), f"free, you are {counted(safe_days, 'day')} ahead"])
    if (quota := quota_of(standing)) is None:
        return _gained(standing)
    if quota.done is None:
        return f"{measured(standing.goal, quota.wanted)} to do"
    if quota.done >= quota.wanted:
        return f"{measured(standing.goal, quota.done)}, done for today"
    return f"{figure(quota.done)} of {measured(standing.goal, quota.wanted)}"


def _gained(standing: Standing) -> str | None:
    return None if standing.gained_today is None else change(standing.goal, standing.gained_today)


def change(goal: Goal, amount: Number) -> str:
    """`+12,000 xp`; of a rank, which way it went."""
    if goal.target_type is not GoalType.RANK:
        return f"{signed(amount)} {unit(goal)}".rstrip()
    if not amount:
        return "no change"
    return f"{'up' if amount < 0 else 'down'} {measured(goal, abs(amount))}"


def next_level(standing: Standing) -> str | None:
    """Where it is not what the goal is about anyway."""
    coming, progress = standing.next_level, standing.progress
    if coming is None or progress is None or coming.xp == progress.current + progress.remaining:
        return None
    virtual = "virtual " if coming.virtual else ""
    return f"{virtual}level {coming.level} in {figure(coming.remaining)} xp"


def outage_line(shown: ShownGoal) -> str | None:
    outage = shown.standing.outage
    if outage is None:
        return None
    return f"\N{ELECTRIC PLUG} No reading since {moment(outage.since)}: these are the last numbers."


def footer(shown: ShownGoal) -> str:
    """When the number last changed, how often messages come, and what to call the goal in a command."""
    latest, told = shown.standing.latest, _told(shown) if shown.is_open else None
    return dotted([f"changed {moment(latest.at, 'R')}" if latest else None, told, code(shown.goal.id)])


def _told(shown: ShownGoal) -> str:
    channel = shown.goal.notification_channel_type
    if shown.standing.state is GoalState.PAUSED:
        return "no messages while paused"
    return _TOLD[shown.goal.frequency] + (f", on {safe(channel, NAME)} first" if channel else "")


def remaining_line(shown: ShownGoal, progress: Progress) -> str:
    """For a list: what is left, and when it is expected or due."""
    due = shown.standing.plan.due
    over = "was " if due is not None and due < shown.standing.today else ""
    return dotted(
        [
            f"{measured(shown.goal, progress.remaining)} to go",
            f"expected {expected_briefly(shown)}" if shown.standing.eta else None,
            f"{over}due {on_day(due, shown.user.zone)}" if due else None,
        ]
    )


def expected_briefly(shown: ShownGoal) -> str:
    """For a list: the likely day alone."""
    middle = shown.standing.eta.middle if shown.standing.eta else None
    if middle is None:
        return f"in {BEYOND_HORIZON}"
    return "today" if middle <= shown.standing.today else on_day(middle, shown.user.zone)
