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
from tracker.goals.gains import Gain, Period, Point, gain_between, period_span
from tracker.goals.history import ends, points
from tracker.goals.model import Character, EarliestProgress, Goal, LatestProgress
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


class Moved(NamedTuple):
    goal: Goal
    gains: GoalGains
    last: datetime
    """When its number last changed."""


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
    page = await _moved(services, user, page_of(goals, 0, GAINS_PER_PAGE), mine, wanted)
    picture = await _picture(services, user, page.items, mine)
    await answer(interaction, _card(page, place, picture), share=share, file=picture)


async def gains_page(services: Services, user: User, place: Place) -> Card:
    """The further pages have no picture: they are turned in a moment."""
    wanted = Wanted.of(place.about)
    mine = await services.characters.list(user.id)
    goals = await own_goals(services, user.id, _meant(mine, wanted.character))
    page = page_of(goals, place.number, GAINS_PER_PAGE)
    return _card(await _moved(services, user, page, mine, wanted), place)


def _meant(mine: Sequence[Character], character: str) -> list[Character]:
    found = [one for one in mine if character in ("", one.id)]
    if character and not found:
        raise not_there("This one")
    return found


def _card(page: Page[Moved], place: Place, picture: discord.File | None = None) -> Card:
    return gains_card(page.showing([one.gains for one in page.items]), place, picture=picture)


async def _moved(
    services: Services, user: User, page: Page[Goal], mine: Sequence[Character], wanted: Wanted
) -> Page[Moved]:
    names = {one.id: one.name for one in mine}
    found = await asyncio.gather(
        *(_gained(services, user, goal, names[goal.character], wanted.periods) for goal in page.items)
    )
    return page.showing(found)


async def _gained(services: Services, user: User, goal: Goal, name: str, periods: Sequence[Period]) -> Moved:
    """Of all time the first and the last value are enough, however much lies between."""
    now = services.clock().replace(microsecond=0)
    earliest, latest = await ends(services.table, goal)
    spans = {
        it: period_span(it, now, user.zone, user.day_start) for it in periods if it is not Period.ALL_TIME
    }
    since = min((span.start for span in spans.values()), default=now)
    known = await _points(services, goal, latest, since)
    gains = {PERIODS[it]: gain_between(known, span, founded=goal.created_at) for it, span in spans.items()}
    if Period.ALL_TIME in periods:
        gains[PERIODS[Period.ALL_TIME]] = _whole(earliest, latest, now)
    return Moved(goal, GoalGains(goal, name, gains), latest.at if latest else _LONG_AGO)


async def _points(
    services: Services, goal: Goal, latest: LatestProgress | None, since: datetime
) -> list[Point]:
    """Nothing is read of a goal that has not moved since: its last value is all there is to know."""
    if latest is None:
        return []
    return [latest.point] if latest.at < since else await points(services.table, goal, since=since)


def _whole(earliest: EarliestProgress | None, latest: LatestProgress | None, now: datetime) -> Gain | None:
    if earliest is None or latest is None:
        return None
    return Gain(latest.value - earliest.value, earliest.at, now)


async def _picture(
    services: Services, user: User, moved: Sequence[Moved], mine: Sequence[Character]
) -> discord.File | None:
    """Of the goal that moved last."""
    if not moved:
        return None
    goal = max(moved, key=lambda one: one.last).goal
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
