"""Group goals in words: what a text asks for, and how that, an amount and a span are said."""

import re
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from tracker.challenge.model import Phase
from tracker.challenge.wording import row_name
from tracker.goals.errors import AmbiguousName, NoSuchName
from tracker.goals.words.vocabulary import find_row
from tracker.group_goals.errors import BadGroupGoal
from tracker.group_goals.model import (
    LONGEST_NAME,
    MOST_TARGET,
    PARTS_OF_ONE,
    GroupCounts,
    GroupGoal,
    GroupShare,
    GroupStatus,
    in_full,
)
from tracker.metrics.units import measured, unit_called
from tracker.numbers import NUMBER, number_in
from tracker.readings import Number
from tracker.words import can_be_seen, count_of, day_text, people, people_count, quoted, with_unit

EXAMPLES = "Say it as 1b xp, 50m woodcutting, 500 zulrah kills, 1000 km, or 20 days each."

_EACH = re.compile(r"^(?:everyone|everybody|each)\b[\s:]*|\s*\b(?:each|per person|per head)$", re.IGNORECASE)
_XP = re.compile(r"\s*\bxp$", re.IGNORECASE)
_KILLS = re.compile(r"\s*\b(?:kc|kills?)$", re.IGNORECASE)
_DAYS = re.compile(r"(?:habit\s+)?days?(?:\s+kept)?", re.IGNORECASE)
_KILL_UNITS = ("kc", "kills")
_TOTAL = ("total", "all skills", "all", "overall")


class GroupAim(NamedTuple):
    """What is wanted, of all together or of each."""

    counts: GroupCounts
    target: Number
    attribute: str | None = None
    unit: str | None = None
    each: bool = False


def parse_aim(text: str) -> GroupAim:
    """`1b xp`, `50m woodcutting`, `500 zulrah kills`, `1000 km`, `20 days each`, `everyone 5m xp`.

    Raises BadGroupGoal, NoSuchName, AmbiguousName, AmbiguousNumber, UnitRefused.
    """
    said = " ".join(text.split())
    each = _EACH.search(said) is not None
    rest = _EACH.sub("", said).strip()
    found = NUMBER.match(rest)
    target = None if found is None else number_in(found)
    if found is None or target is None or target <= 0:
        raise BadGroupGoal(f"How much is {quoted(text)}? {EXAMPLES}", field="aim")
    if target >= MOST_TARGET or Decimal(target) * PARTS_OF_ONE % 1:
        raise BadGroupGoal("A target is below 1,000,000,000,000,000, with 3 decimals at most.", field="aim")
    counts, attribute, unit = _counted(rest[found.end() :].strip())
    if counts is not GroupCounts.NUMBER and target != int(target):
        raise BadGroupGoal("Xp, kills and days are whole numbers.", field="aim")
    return GroupAim(counts, target, attribute, unit, each)


def _counted(words: str) -> tuple[GroupCounts, str | None, str | None]:
    if not words:
        raise BadGroupGoal(f"So much of what? {EXAMPLES}", field="aim")
    if _DAYS.fullmatch(words):
        return GroupCounts.DAYS, None, None
    if (said := _XP.search(words)) is not None:
        return GroupCounts.XP, _skill(words[: said.start()].strip()), None
    if (said := _KILLS.search(words)) is not None:
        return GroupCounts.KILLS, _boss(words[: said.start()].strip()), None
    try:
        game, attribute = find_row(words)
    except AmbiguousName:
        raise
    except NoSuchName:
        return GroupCounts.NUMBER, None, unit_called(words).name
    if attribute in game.activities:
        return GroupCounts.KILLS, _boss(words), None
    return GroupCounts.XP, _skill(words), None


def _skill(words: str) -> str | None:
    """None for all skills."""
    if not words or words.casefold() in _TOTAL:
        return None
    game, attribute = find_row(words)
    if attribute in game.activities:
        raise BadGroupGoal(f"{game.display(attribute)} has kills, and no xp.", field="aim")
    return attribute


def _boss(words: str) -> str:
    if not words:
        raise BadGroupGoal("Kills of which boss? Name one: 500 zulrah kills.", field="aim")
    game, attribute = find_row(words)
    counted = game.activities.get(attribute)
    if counted is None or counted.unit not in _KILL_UNITS:
        raise BadGroupGoal(f"{game.display(attribute)} has no kills to count.", field="aim")
    return attribute


def checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not can_be_seen(name) or not 1 <= len(name) <= LONGEST_NAME:
        raise BadGroupGoal(
            f"A group goal's name has 1 to {LONGEST_NAME} visible letters, digits and signs.", field="name"
        )
    return name


def aim_text(goal: GroupGoal) -> str:
    """`1,000,000,000 xp`, `500 Zulrah kills`, `20 days each`."""
    return f"{amount_text(goal, goal.target)}{' each' if goal.each else ''}"


def amount_text(goal: GroupGoal, amount: Number) -> str:
    row = f"{row_name(goal.attribute)} " if goal.attribute else ""
    match goal.counts:
        case GroupCounts.XP:
            return with_unit(amount, f"{row}xp")
        case GroupCounts.KILLS:
            return with_unit(amount, f"{row}kills")
        case GroupCounts.DAYS:
            return with_unit(amount, "days")
        case GroupCounts.NUMBER:
            return measured(amount, goal.unit)


def thousandths_text(goal: GroupGoal, amount: int) -> str:
    return amount_text(goal, in_full(amount))


def standing_text(goal: GroupGoal) -> str:
    """`512,000,000 of 1,000,000,000 xp`, `3 of 12 people reached 20 days`."""
    if goal.each and not goal.people:
        return "nobody is in it"
    if goal.each:
        return f"{goal.reached} of {_people(goal)} reached {amount_text(goal, goal.target)}"
    return f"{people(in_full(goal.total))} of {amount_text(goal, goal.target)}"


def _people(goal: GroupGoal) -> str:
    return people_count(goal.people)


def by_people(goal: GroupGoal) -> str:
    """`by 12 people`."""
    return f"by {_people(goal)}"


def phase_of(goal: GroupGoal, today: date) -> Phase:
    if goal.status is not GroupStatus.ACTIVE or today > goal.ends:
        return Phase.OVER
    return Phase.COMING if goal.starts > today else Phase.UNDER_WAY


def left_text(goal: GroupGoal, today: date) -> str:
    """`12 days left`, `begins on 1 June`, `over`."""
    match phase_of(goal, today):
        case Phase.COMING:
            return f"begins on {day_text(goal.starts, today)}"
        case Phase.UNDER_WAY:
            days = (goal.ends - today).days + 1
            return "the last day" if days == 1 else f"{count_of(days, 'day')} left"
        case Phase.OVER:
            return "over"


def sharing_text(goal: GroupGoal, by: str, today: date) -> str:
    """Exactly what others see of whoever joins, before anything else: `What Zezima gains in xp`."""
    row = row_name(goal.attribute) if goal.attribute else ""
    what = {
        GroupCounts.XP: f"how much {row} xp {by} gains".replace("  ", " "),
        GroupCounts.KILLS: f"how many {row} kills {by} makes",
        GroupCounts.NUMBER: f"how far {by} moves, but neither its value nor what you log",
        GroupCounts.DAYS: f"on how many days you do {by}, but not on which",
    }
    begins = "now" if goal.starts <= today else day_text(goal.starts, today)
    return f"{what[goal.counts]}, from {begins} until {day_text(goal.ends, today)}"


def share_of(goal: GroupGoal, share: GroupShare) -> float:
    """How much of what is there a member added, in percent."""
    if goal.total <= 0:
        return 0.0
    return round(100 * share.contribution / goal.total, 1)
