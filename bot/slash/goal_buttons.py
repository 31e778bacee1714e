"""The buttons under messages about goals, also after a restart: show it, pause it, go on with it."""

import re
from typing import Any, Self

import discord
from discord import ui

from bot.services import Services
from bot.shown import ShownGoal, shown_goals
from bot.slash.answers import Interaction, answer, deferring, update
from bot.slash.attached import goal_picture
from bot.slash.cards import Card, Row
from bot.slash.errors import guarded
from bot.slash.goal_cards import goal_card
from bot.slash.ownership import check_owner
from bot.slash.person import present
from scheduler.channels.discord.buttons import GOAL_BUTTON, Act, goal_button
from tracker.accounts.model import User
from tracker.goals.errors import NoSuchGoal
from tracker.goals.live import goal_at
from tracker.goals.model import Goal, GoalStatus
from tracker.store.keys import GoalKey

PAUSED = "Paused: it is recorded, and nothing is told about it."
RESUMED = "It goes on: you are told about it again."

_NEXT = {GoalStatus.ACTIVE: Act.PAUSE, GoalStatus.PAUSED: Act.RESUME}
"""What can be done with a goal that is shown."""


class GoalButton(ui.DynamicItem[ui.Button[Any]], template=GOAL_BUTTON):
    """Whoever presses it gets at their own goals only: what its id names is looked up among theirs."""

    def __init__(self, button: ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(button)
        self.act, self.owner = Act(match["act"]), int(match["owner"])
        self.character, self.goal = match["character"], match["goal"]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(ui.Button(custom_id=match.string), match)

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        async with deferring(interaction):
            user = await present(interaction)
            services = interaction.client.services
            goal = await goal_at(services.table, GoalKey(user.id, self.character, self.goal))
            if goal is None:
                raise NoSuchGoal("This goal is not there any more. /goal list shows those that are.")
            await self._do(interaction, services, user, goal)

    async def _do(self, interaction: Interaction, services: Services, user: User, goal: Goal) -> None:
        match self.act:
            case Act.SHOW:
                shown = await shown_goal(services, user, goal)
                picture = await goal_picture(services, shown)
                await answer(interaction, self._card(shown, picture=picture), file=picture)
            case Act.PAUSE:
                paused = await shown_goal(services, user, await services.goals.pause(user, goal))
                await _reply(interaction, self._card(paused, lead=PAUSED))
            case Act.RESUME:
                resumed = await shown_goal(services, user, await services.goals.resume(user, goal))
                await _reply(interaction, self._card(resumed, lead=RESUMED))

    def _card(
        self, shown: ShownGoal, *, lead: str | None = None, picture: discord.File | None = None
    ) -> Card:
        return goal_card(shown, lead=lead, picture=picture, rows=goal_rows(self.owner, shown.goal))


def goal_rows(owner: int, goal: Goal) -> list[Row]:
    """What can be done with a goal that is shown, by the one with this Discord id."""
    act = _NEXT.get(goal.status)
    button = None if act is None else goal_button(act, owner, goal.character, goal.id)
    return [] if button is None else [ui.ActionRow(button)]


async def shown_goal(services: Services, user: User, goal: Goal) -> ShownGoal:
    [shown] = await shown_goals(services, user, [goal], await services.characters.list(user.id))
    return shown


async def _reply(interaction: Interaction, card: Card) -> None:
    """In the place of an answer that only this person sees; what was told stays as it was told."""
    is_own = interaction.message is not None and interaction.message.flags.ephemeral
    await (update if is_own else answer)(interaction, card)
