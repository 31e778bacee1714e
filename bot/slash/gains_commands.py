"""`/gains`: how much each goal moved today, this week, this month and in all, with a chart."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card
from bot.slash.day_cards import GAINS_PER_PAGE, PERIODS, GoalGains, gains_card
from bot.slash.errors import Suggestions, suggesting
from bot.slash.list_cards import no_goals_card
from bot.slash.options import SHARE, Name
from bot.slash.paging import PAGES, Page, Place, page_of
from bot.slash.person import present
from bot.slash.pictures import goal_picture
from bot.slash.services import Services
from bot.slash.shown import own_goals, shown_goals
from bot.slash.suggestions import suggest_characters, suggest_goals
from tracker.accounts.model import User
from tracker.goals.gained import Moved, moved
from tracker.goals.gains import Gain, Period
from tracker.goals.model import Character, Goal
from tracker.goals.own import not_there

LIST = "gains"
SPANS = [app_commands.Choice(name=words, value=period.value) for period, words in PERIODS.items()]

_SEPARATOR = "~"
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Wanted(NamedTuple):
    """Whose gains, and of which time. It is kept in the buttons that turn the pages."""

    period: Period | None = None
    character: str = ""
    """The id of one, or of none for all."""

    def __str__(self) -> str:
        return f"{self.period or ''}{_SEPARATOR}{self.character}"

    @classmethod
    def of(cls, about: str) -> "Wanted":
        period, _, character = about.partition(_SEPARATOR)
        return cls(Period(period) if period else None, character)

    @property
    def periods(self) -> tuple[Period, ...]:
        return tuple(Period) if self.period is None else (self.period,)


@app_commands.describe(
    goal="Of this one alone: what it is about, or its id",
    character="Of the goals of this one alone",
    period="Of this time alone",
    share=SHARE,
)
@app_commands.choices(period=SPANS)
async def show_gains(
    interaction: Interaction,
    goal: Name | None = None,
    character: Name | None = None,
    period: str | None = None,
    *,
    share: bool = False,
) -> None:
    """Show how much your goals moved, with a chart"""
    services, user = interaction.client.services, await present(interaction)
    mine = await services.characters.list(user.id)
    if not mine:
        await answer(interaction, no_goals_card(has_characters=False), share=share)
        return
    whose = (await services.characters.find(user.id, character)).id if character else ""
    wanted = Wanted(Period(period) if period else None, whose)
    place = Place(LIST, interaction.user.id, about=str(wanted))
    if goal is None:
        goals = await own_goals(services, user.id, _meant(mine, whose))
    else:
        goals = [await services.goals.find(user.id, goal)]
    page = await _moved(services, user, page_of(goals, 0, GAINS_PER_PAGE), wanted)
    picture = await _picture(services, user, page.items, mine)
    await answer(interaction, _card(page, place, mine, picture), share=share, file=picture)


async def gains_page(services: Services, user: User, place: Place) -> Card:
    """The further pages have no picture: they are turned in a moment."""
    wanted = Wanted.of(place.about)
    mine = await services.characters.list(user.id)
    goals = await own_goals(services, user.id, _meant(mine, wanted.character))
    page = page_of(goals, place.number, GAINS_PER_PAGE)
    return _card(await _moved(services, user, page, wanted), place, mine)


def _meant(mine: Sequence[Character], character: str) -> list[Character]:
    found = [one for one in mine if character in ("", one.id)]
    if character and not found:
        raise not_there("This one")
    return found


def _card(
    page: Page[Moved], place: Place, mine: Sequence[Character], picture: discord.File | None = None
) -> Card:
    names = {one.id: one.name for one in mine}
    shown = [GoalGains(one.goal, names[one.goal.character], _by_period(one)) for one in page.items]
    return gains_card(page.showing(shown), place, picture=picture)


def _by_period(one: Moved) -> dict[str, Gain | None]:
    return {PERIODS[it.period]: it.gain for it in one.gained if it.period}


async def _moved(services: Services, user: User, page: Page[Goal], wanted: Wanted) -> Page[Moved]:
    now = services.clock().replace(microsecond=0)
    found = await asyncio.gather(
        *(moved(services.table, user, goal, now, periods=wanted.periods) for goal in page.items)
    )
    return page.showing(found)


async def _picture(
    services: Services, user: User, found: Sequence[Moved], mine: Sequence[Character]
) -> discord.File | None:
    """Of the goal that moved last."""
    if not found:
        return None
    goal = max(found, key=lambda one: one.last or _LONG_AGO).goal
    [shown] = await shown_goals(services, user, [goal], mine)
    return await goal_picture(services, shown)


gains: app_commands.Command[Any, ..., None] = app_commands.command(name="gains")(show_gains)
PAGES[LIST] = gains_page


@gains.autocomplete("goal")
@suggesting
async def suggest_goal(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_goals(interaction, current)


@gains.autocomplete("character")
@suggesting
async def suggest_character(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_characters(interaction, current)
