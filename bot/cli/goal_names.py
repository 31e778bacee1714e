"""A goal and what it is called: enough to print its numbers under a heading."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cli.person import Desk
from bot.cli.screen import plain
from tracker.accounts.model import User
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal
from tracker.goals.words.wording import goal_title, measured, unit_of
from tracker.readings import Number


@dataclass(frozen=True, slots=True)
class GoalName:
    goal: Goal
    character: str
    """The name, as it was given."""

    @property
    def name(self) -> str:
        """The character, fit to be printed."""
        return plain(self.character)

    @property
    def title(self) -> str:
        return plain(goal_title(self.goal, game_of(self.goal.subject.source)))

    @property
    def unit(self) -> str:
        return unit_of(self.goal, game_of(self.goal.subject.source))

    def measured(self, value: Number) -> str:
        return plain(measured(self.goal, game_of(self.goal.subject.source), value))


async def named(desk: Desk, user: User, goals: Sequence[Goal]) -> list[GoalName]:
    """In the order of the characters, so that those of one stand together."""
    names = {one.id: one.name for one in await desk.characters.list(user.id)}
    order = list(names)
    found = [GoalName(goal, names[goal.character]) for goal in goals if goal.character in names]
    return sorted(found, key=lambda one: order.index(one.goal.character))
