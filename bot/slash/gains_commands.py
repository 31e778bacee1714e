"""`/gains`: how much goals moved today, this week, this month, in all or between two days, with a chart."""

import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot.page import Page, page_of
from bot.services import Services
from bot.shown import own_goals, shown_goals
from bot.slash.answers import Interaction, answer
from bot.slash.attached import goal_picture
from bot.slash.cards import Card
from bot.slash.day_cards import GAINS_PER_PAGE, PERIODS, GoalGains, days_words, gains_card
from bot.slash.errors import Problem, Suggestions, suggesting
from bot.slash.list_cards import no_goals_card
from bot.slash.options import SHARE, Name
from bot.slash.paging import PAGES, Place
from bot.slash.person import present
from bot.slash.suggestions import (
    suggest_characters,
    suggest_first_days,
    suggest_goals,
    suggest_last_days,
)
from bot.slash.texts import moment
from tracker.accounts.model import User
from tracker.dates import chosen_days
from tracker.days import Days, local_day
from tracker.goals.model import Character, Goal
from tracker.goals.own import not_there
from tracker.goals.pace.gained import Gained, Moved, moved
from tracker.goals.pace.gains import Period

LIST = "gains"
SPANS = [app_commands.Choice(name=words, value=period.value) for period, words in PERIODS.items()]

TWO_PERIODS = "A period or days, not both: leave out `period`, or `from` and `to`."

_SEPARATOR = "~"
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Wanted(NamedTuple):
    """Whose gains, and of which time. It is kept in the buttons that turn the pages."""

    period: Period | None = None
    character: str = ""
    """The id of one, or of none for all."""
    days: Days | None = None
    """In the place of a period. They stay the same days whenever a page is turned."""

    def __str__(self) -> str:
        """Short: the id of a button has 100 characters, and that of a character may have half of them."""
        time = "-".join(str(day.toordinal()) for day in self.days) if self.days else self.period or ""
        return f"{time}{_SEPARATOR}{self.character}"

    @classmethod
    def of(cls, about: str) -> "Wanted":
        time, _, character = about.partition(_SEPARATOR)
        if days := re.fullmatch(r"([0-9]+)-([0-9]+)", time):
            first, last = map(int, days.groups())
            return cls(None, character, Days(date.fromordinal(first), date.fromordinal(last)))
        return cls(Period(time) if time else None, character)

    @property
    def periods(self) -> tuple[Period, ...]:
        return tuple(Period) if self.period is None else (self.period,)


@app_commands.rename(first="from", last="to")
@app_commands.describe(
    goal="Of this one alone: what it is about, or its id",
    character="Of the goals of this one alone",
    period="Of this time alone",
    first="From this day on: 1 march, last monday, 7 days ago",
    last="Until this day, which counts too; today, unless you say",
    share=SHARE,
)
@app_commands.choices(period=SPANS)
async def show_gains(  # noqa: PLR0917 - what Discord shows as options
    interaction: Interaction,
    goal: Name | None = None,
    character: Name | None = None,
    period: str | None = None,
    first: Name | None = None,
    last: Name | None = None,
    *,
    share: bool = False,
) -> None:
    """Show how much your goals moved, with a chart"""
    services, user = interaction.client.services, await present(interaction)
    days = chosen_days(local_day(services.clock(), user.zone, user.day_start), first, last)
    if period and days:
        raise Problem(TWO_PERIODS)
    mine = await services.characters.list(user.id)
    if not mine:
        await answer(interaction, no_goals_card(has_characters=False), share=share)
        return
    whose = (await services.characters.find(user.id, character)).id if character else ""
    wanted = Wanted(Period(period) if period else None, whose, days)
    place = Place(LIST, interaction.user.id, about=str(wanted))
    if goal is None:
        goals = await own_goals(services, user.id, _meant(mine, whose))
    else:
        goals = [await services.goals.find(user.id, goal)]
    page = await _moved(services, user, page_of(goals, 0, GAINS_PER_PAGE), wanted)
    picture = await _picture(services, user, page.items, mine)
    card = _card(_named(page, mine, user), place, wanted, picture)
    await answer(interaction, card, share=share, file=picture)


async def gains_page(services: Services, user: User, place: Place) -> Card:
    """The further pages have no picture: they are turned in a moment."""
    wanted = Wanted.of(place.about)
    mine = await services.characters.list(user.id)
    goals = await own_goals(services, user.id, _meant(mine, wanted.character))
    page = page_of(goals, place.number, GAINS_PER_PAGE)
    return _card(_named(await _moved(services, user, page, wanted), mine, user), place, wanted)


def _meant(mine: Sequence[Character], character: str) -> list[Character]:
    found = [one for one in mine if character in ("", one.id)]
    if character and not found:
        raise not_there("This one")
    return found


def _card(page: Page[GoalGains], place: Place, wanted: Wanted, picture: discord.File | None = None) -> Card:
    below = days_words(wanted.days) if wanted.days else None
    return gains_card(page, place, below=below, picture=picture)


def _named(page: Page[Moved], mine: Sequence[Character], user: User) -> Page[GoalGains]:
    names = {one.id: one.name for one in mine}
    return page.showing(
        [
            GoalGains(one.goal, names[one.goal.character], {_words(it, user): it.gain for it in one.gained})
            for one in page.items
        ]
    )


def _words(gained: Gained, user: User) -> str:
    """What is said of a gain: of which period, or since when in the days that the card names."""
    if gained.period is not None:
        return PERIODS[gained.period]
    if gained.gain is None:
        return "not known then"
    since = gained.gain.since
    begun = gained.days.span(user.zone, user.day_start).start
    return f"since {moment(since, 'D')}" if since > begun else ""


async def _moved(services: Services, user: User, page: Page[Goal], wanted: Wanted) -> Page[Moved]:
    now = services.clock().replace(microsecond=0)
    found = await asyncio.gather(
        *(
            moved(services.table, user, goal, now, periods=wanted.periods, days=wanted.days)
            for goal in page.items
        )
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


@gains.autocomplete("first")
@suggesting
async def suggest_first(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_first_days(interaction, current)


@gains.autocomplete("last")
@suggesting
async def suggest_last(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_last_days(interaction, current)
