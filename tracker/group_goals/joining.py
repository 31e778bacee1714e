"""By what a person joins a group goal: one character, number or habit of theirs, that they name."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.challenge.model import Phase, WhoMayJoin
from tracker.challenge.wording import row_name
from tracker.days import local_day
from tracker.goals.characters.names import find_character
from tracker.goals.characters.watching import latest_reading
from tracker.goals.games.game import game_of, is_plain_number
from tracker.goals.lookup import characters_of
from tracker.goals.model import Character
from tracker.group_goals.errors import GroupGoalOver, NoSuchGroupGoal, PartMissing
from tracker.group_goals.model import GroupCounts, GroupGoal, GroupShare
from tracker.group_goals.words import phase_of
from tracker.habits.finding import find_habit
from tracker.habits.model import Habit
from tracker.metrics.model import Direction, Metric
from tracker.refusals import Suggestion
from tracker.store.entity import from_items
from tracker.store.keys import HabitKey, MetricKey
from tracker.store.table import Table
from tracker.subjects import METRIC
from tracker.words import quoted

OPTIONS = {
    GroupCounts.XP: "character",
    GroupCounts.KILLS: "character",
    GroupCounts.NUMBER: "metric",
    GroupCounts.DAYS: "habit",
}
"""What says by what somebody joins, for each kind of goal."""


class Contributor(NamedTuple):
    """What a person adds by: a character (a metric is one, too) or a habit."""

    character: Character | None = None
    habit: Habit | None = None

    @property
    def name(self) -> str:
        part = self.character or self.habit
        return "" if part is None else part.name


def check_may_join(user: User, goal: GroupGoal, here: str | None, now: datetime) -> None:
    """Raises NoSuchGroupGoal, GroupGoalOver. `here` is the account of the server or terminal they are at."""
    if goal.who is not WhoMayJoin.ANYBODY and goal.user not in (user.id, here):
        raise not_open(goal.id)
    if phase_of(goal, local_day(now, goal.zone)) is Phase.OVER:
        raise GroupGoalOver(f"{goal.name} is over.")


def not_open(text: str) -> NoSuchGroupGoal:
    return NoSuchGroupGoal(
        f"There is no group goal {quoted(text)} that is open to you here. One of a server is joined there."
    )


async def part_called(
    table: Table, user_id: str, goal: GroupGoal, said: dict[str, str | None]
) -> Contributor:
    """By the option that fits the goal. Raises PartMissing, and what finding raises."""
    wanted = OPTIONS[goal.counts]
    for option in ("character", "metric", "habit"):
        if said.get(option) is not None and option != wanted:
            raise PartMissing(f"{goal.name} is joined with a {wanted}, not with a {option}.", field=option)
    name = said.get(wanted)
    if goal.counts is GroupCounts.DAYS:
        return Contributor(habit=await _habit(table, user_id, name))
    every = await characters_of(table, user_id)
    is_number = goal.counts is GroupCounts.NUMBER
    some = [one for one in every if is_plain_number(one.game) is is_number]
    if is_number:
        some = [one for one in some if (one.unit or "count").casefold() == (goal.unit or "").casefold()]
    return Contributor(character=_checked(goal, _one_of(goal, some, wanted, name)))


def _one_of(goal: GroupGoal, some: Sequence[Character], wanted: str, said: str | None) -> Character:
    """Who plays one character need not name it; a number is always named, since others will see it move."""
    if not some:
        what = f"a metric in {goal.unit}" if wanted == "metric" else "a character"
        raise PartMissing(
            f"{goal.name} is joined with {what}, and you have none. Add one first.", field=wanted
        )
    if said is not None:
        return find_character(some, said)
    if len(some) == 1 and wanted == "character":
        return some[0]
    names = ", ".join(one.name for one in some)
    raise PartMissing(
        f"With which {wanted} do you join? You have {names}.",
        [Suggestion(one.name, one.id) for one in some],
        field=wanted,
    )


def _checked(goal: GroupGoal, character: Character) -> Character:
    if goal.attribute is not None and not (game := game_of(character.game)).knows(goal.attribute):
        raise PartMissing(
            f"{character.name} plays {game.title}, and {row_name(goal.attribute)} is not in it. "
            "Choose another character.",
            field="character",
        )
    return character


async def _habit(table: Table, user_id: str, said: str | None) -> Habit:
    mine = HabitKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    every = [one for one in from_items(Habit, items) if not one.target.at_most]
    if not every:
        raise PartMissing(
            "It is joined with a habit that you want to do, and you have none yet.", field="habit"
        )
    if said is None:
        names = ", ".join(one.name for one in every)
        raise PartMissing(
            f"With which habit do you join? You have {names}.",
            [Suggestion(one.name, one.id) for one in every],
            field="habit",
        )
    return find_habit(every, said)


async def new_share(  # noqa: PLR0917 - whose, of what, by what and when
    table: Table, user: User, goal: GroupGoal, part: Contributor, name: str, now: datetime
) -> GroupShare:
    """From the reading at which the person joins; of a habit, from that day on."""
    share = GroupShare(
        user=user.id,
        group=goal.id,
        name=name,
        joined_at=now,
        since=local_day(now, user.zone, user.day_start),
        character=part.character and part.character.id,
        habit=part.habit and part.habit.id,
    )
    if part.character is None or goal.quantity is None:
        return share.model_copy(update={"due_at": now})
    latest = await latest_reading(table, part.character.subject)
    value = None if latest is None else latest.quantities.get(goal.quantity)
    known = {} if latest is None or value is None else {
        "start_value": value, "last_value": value, "last_at": min(latest.at, now),
    }  # fmt: skip
    falls = await _less_is_better(table, user.id, part.character)
    return share.model_copy(update={"subject": part.character.subject, "falls": falls, **known})


async def _less_is_better(table: Table, user_id: str, character: Character) -> bool:
    """As the person's metric says; what adds up only grows."""
    if character.game != METRIC:
        return False
    mine = MetricKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    metric = next((one for one in from_items(Metric, items) if one.character == character.id), None)
    return metric is not None and metric.direction is Direction.LOWER and not metric.aggregation.adds_up
