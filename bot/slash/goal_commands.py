"""`/goal add|list|show|edit|pause|resume|archive|remove`: what a person wants to reach."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

from discord import app_commands

from bot.names import NAME
from bot.own import BELONGINGS, Choose, Own
from bot.page import Page, page_of
from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.asking import ACTIONS, Question, question_card
from bot.slash.attached import goal_picture
from bot.slash.cards import Card, text
from bot.slash.errors import Suggestions, suggesting
from bot.slash.goal_buttons import PAUSED, RESUMED, goal_rows, shown_goal
from bot.slash.goal_cards import goal_card
from bot.slash.goal_preview import chosen_character, suggest_change, suggest_new_goal
from bot.slash.goal_words import title_of
from bot.slash.kept_cards import CARDS
from bot.slash.list_cards import GOALS_PER_PAGE, goals_card, no_goals_card
from bot.slash.looks import GREY
from bot.slash.options import FREQUENCIES, SHARE, Name
from bot.slash.paging import PAGES, Place
from bot.slash.person import present, visit
from bot.slash.suggestions import suggest_channels, suggest_characters, suggest_dates, suggest_goals
from bot.slash.texts import code, safe
from tracker.accounts.model import User
from tracker.goals.errors import NoSuchGoal
from tracker.goals.model import Character, Frequency, Goal, GoalStatus
from tracker.goals.own import not_there
from tracker.goals.recording.evaluate import LIVE
from tracker.goals.service import DEFAULT_CHANNEL
from tracker.goals.words.parse import LONGEST_TEXT

LIST, LIST_ALL = "goals", "goals-all"
REMOVE = "remove-goal"
ARCHIVED = "Archived: nothing more is recorded. `/goal list archived:True` still lists it."

GoalText: TypeAlias = app_commands.Range[str, 1, LONGEST_TEXT]
Change: TypeAlias = Callable[[User, Goal], Awaitable[Goal]]


class GoalCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="goal", description="Set goals, and see where they stand")

    @app_commands.command()
    @app_commands.describe(
        goal="In your own words: 99 wc by 1 march, 500 zulrah kc, base 70",
        character="Whose goal it is, if you follow several",
        by="Until when, if the goal does not say it: 1 march, in 6 weeks",
        frequency="How often to tell you about it: every day, unless you say",
        channel="Where to tell you first",
        share=SHARE,
    )
    @app_commands.choices(frequency=FREQUENCIES)
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        goal: GoalText,
        character: Name | None = None,
        by: Name | None = None,
        frequency: str = Frequency.DAILY.value,
        channel: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Set a goal"""
        services, user = interaction.client.services, await present(interaction)
        whose = await chosen_character(services, user, character)
        await _check_channel(services, user, channel)
        often = Frequency(frequency)
        added = await services.goals.add(user, whose, goal, by=by, frequency=often, channel=channel)
        await _show(interaction, user, added, lead="Goal set.", share=share)

    @app_commands.command(name="list")
    @app_commands.describe(
        character="Of this one alone", archived="Those that you archived, too", share=SHARE
    )
    async def list_(
        self,
        interaction: Interaction,
        character: Name | None = None,
        *,
        archived: bool = False,
        share: bool = False,
    ) -> None:
        """List your goals, and where they stand"""
        services, place = (
            interaction.client.services,
            Place(LIST_ALL if archived else LIST, interaction.user.id),
        )
        here = await visit(interaction, CARDS.ahead(place))
        if character:
            whose = await services.characters.find(here.user.id, character)
            place = replace(place, about=whose.id)
        card = CARDS.card(place, here, services.clock()) or await goals_page(services, here.user, place)
        await answer(interaction, card, share=share)

    @app_commands.command()
    @app_commands.describe(goal="Which one: what it is about, or its id", share=SHARE)
    async def show(self, interaction: Interaction, goal: Name, *, share: bool = False) -> None:
        """Show a goal with all its numbers and its chart"""
        services, user = interaction.client.services, await present(interaction)
        shown = await shown_goal(services, user, await services.goals.find(user.id, goal))
        picture = await goal_picture(services, shown)
        card = goal_card(shown, picture=picture, rows=goal_rows(interaction.user.id, shown.goal))
        await answer(interaction, card, share=share, file=picture)

    @app_commands.command()
    @app_commands.describe(
        goal="Which one: what it is about, or its id",
        new="What it is to be: 200m, 99 by 1 march, 50k/day",
        by="Until when; none takes the date away",
        frequency="How often to tell you about it",
        channel="Where to tell you first; default is your own order",
    )
    @app_commands.choices(frequency=FREQUENCIES)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        goal: Name,
        new: GoalText | None = None,
        by: Name | None = None,
        frequency: str | None = None,
        channel: Name | None = None,
    ) -> None:
        """Change what a goal asks for, by when, or how often you are told"""
        services, user = interaction.client.services, await present(interaction)
        found = await services.goals.find(user.id, goal)
        await _check_channel(services, user, channel)
        often = None if frequency is None else Frequency(frequency)
        changed = await services.goals.edit(user, found, text=new, by=by, frequency=often, channel=channel)
        await _show(interaction, user, changed, lead="Changed. Its history goes on.")

    @app_commands.command()
    @app_commands.describe(goal="Which one: what it is about, or its id")
    async def pause(self, interaction: Interaction, goal: Name) -> None:
        """Go on recording a goal, and say nothing about it"""
        await _turn(interaction, goal, interaction.client.services.goals.pause, PAUSED)

    @app_commands.command()
    @app_commands.describe(goal="Which one: what it is about, or its id")
    async def resume(self, interaction: Interaction, goal: Name) -> None:
        """Go on with a goal that was paused"""
        await _turn(interaction, goal, interaction.client.services.goals.resume, RESUMED)

    @app_commands.command()
    @app_commands.describe(goal="Which one: what it is about, or its id")
    async def archive(self, interaction: Interaction, goal: Name) -> None:
        """Put a goal away with its history"""
        await _turn(interaction, goal, interaction.client.services.goals.archive, ARCHIVED)

    @app_commands.command()
    @app_commands.describe(goal="Which one: what it is about, or its id")
    async def remove(self, interaction: Interaction, goal: Name) -> None:
        """Remove a goal with its history, for good"""
        services, user = interaction.client.services, await present(interaction)
        found = await services.goals.find(user.id, goal)
        whose = {one.id: one for one in await services.characters.list(user.id)}[found.character]
        await answer(interaction, removal_question(interaction.user.id, found, whose))

    @add.autocomplete("goal")
    @suggesting
    async def suggest_words(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_new_goal(interaction, current)

    @edit.autocomplete("new")
    @suggesting
    async def suggest_new_words(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_change(interaction, current)

    @add.autocomplete("character")
    @list_.autocomplete("character")
    @suggesting
    async def suggest_character(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_characters(interaction, current)

    @add.autocomplete("by")
    @edit.autocomplete("by")
    @suggesting
    async def suggest_date(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_dates(interaction, current)

    @add.autocomplete("channel")
    @edit.autocomplete("channel")
    @suggesting
    async def suggest_channel(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_channels(interaction, current)

    @show.autocomplete("goal")
    @remove.autocomplete("goal")
    @suggesting
    async def suggest_goal(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_goals(interaction, current)

    @edit.autocomplete("goal")
    @suggesting
    async def suggest_live(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_goals(interaction, current, lambda goal: goal.status in LIVE)

    @pause.autocomplete("goal")
    @suggesting
    async def suggest_active(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_goals(interaction, current, lambda goal: goal.status is GoalStatus.ACTIVE)

    @resume.autocomplete("goal")
    @suggesting
    async def suggest_paused(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_goals(interaction, current, lambda goal: goal.status is GoalStatus.PAUSED)

    @archive.autocomplete("goal")
    @suggesting
    async def suggest_kept(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_goals(interaction, current, lambda goal: goal.status is not GoalStatus.ARCHIVED)


async def _show(interaction: Interaction, user: User, goal: Goal, *, lead: str, share: bool = False) -> None:
    shown = await shown_goal(interaction.client.services, user, goal)
    card = goal_card(shown, lead=lead, rows=goal_rows(interaction.user.id, goal))
    await answer(interaction, card, share=share)


async def _turn(interaction: Interaction, named: str, change: Change, lead: str) -> None:
    user = await present(interaction)
    goal = await interaction.client.services.goals.find(user.id, named)
    await _show(interaction, user, await change(user, goal), lead=lead)


async def _check_channel(services: Services, user: User, channel: str | None) -> None:
    """Raises NoSuchChannel, which names those that there are."""
    wanted = (channel or DEFAULT_CHANNEL).strip().casefold()
    if wanted != DEFAULT_CHANNEL:
        await services.channels.find(user.id, wanted)


def removal_question(owner: int, goal: Goal, character: Character) -> Card:
    return question_card(
        Question(REMOVE, owner, goal.id),
        f"Remove {title_of(goal)}?",
        f"This removes the goal of {safe(character.name, NAME)} with all that it recorded, for good.",
        f"`/goal archive` keeps it, out of sight: {code(goal.id)}",
    )


async def goals_page(services: Services, user: User, place: Place) -> Card:
    """Only what is on the page is looked up in full."""
    view, now = await BELONGINGS.shown(services, user, _listed(place)), services.clock()
    if not view.own.characters:
        return no_goals_card(has_characters=False)
    names = {one.id: one.name for one in view.own.characters}
    title = f"Goals of {safe(names[place.about], NAME)}" if place.about else "Your goals"
    return CARDS.keep(place, user, view, goals_card(view.page, place, title=title), now)


def _listed(place: Place) -> Choose:
    def listed(own: Own) -> Page[Goal]:
        meant = [one for one in own.goals if place.about in ("", one.character)]
        if place.list != LIST_ALL:
            meant = [one for one in meant if one.status is not GoalStatus.ARCHIVED]
        if place.about and place.about not in (one.id for one in own.characters):
            raise not_there("This one")
        return page_of(meant, place.number, GOALS_PER_PAGE)

    return listed


async def remove_goal(services: Services, user: User, about: str) -> Card:
    """By its id alone: what is gone must not lead to another that is called so."""
    goals = await services.goals.list(user.id, archived=True)
    found = next((goal for goal in goals if goal.id == about), None)
    if found is None:
        raise NoSuchGoal("This goal is not there any more. /goal list shows those that are.")
    await services.goals.remove(user, found)
    return Card(text(f"{title_of(found)} is removed."), colour=GREY)


PAGES[LIST] = PAGES[LIST_ALL] = goals_page
ACTIONS[REMOVE] = remove_goal
