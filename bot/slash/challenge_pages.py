"""The pages of challenges: the standings of a week, of which the first has the picture, and all own weeks."""

from bot.page import page_of
from bot.services import Services
from bot.slash.attached import standings_picture
from bot.slash.cards import Card
from bot.slash.challenge_cards import ROWS_PER_PAGE, WEEKS_PER_PAGE, history_card, standings_card
from bot.slash.paging import PAGES, Place, turn_rows
from bot.standings import Shown, own_rank, ranked
from tracker.accounts.model import User
from tracker.challenge.model import Challenge
from tracker.store.segments import Week
from tracker.weeks import parse_week, week_text

STANDINGS, HISTORY = "standings", "challenge-weeks"
MOST_PAGES = 100
"""So far down people can look; everybody sees where they stand themselves."""


def standings_place(owner: int, challenge: Challenge, week: Week) -> Place:
    return Place(STANDINGS, owner, about=f"{challenge.id}/{week_text(week)}")


async def standings_page(services: Services, user: User, place: Place) -> Card:
    name, _, week = place.about.partition("/")
    challenge = await services.challenges.by_id(name)
    return await shown_standings(services, user, Shown(challenge, parse_week(week)), place)


async def shown_standings(services: Services, user: User, shown: Shown, place: Place) -> Card:
    """The index is read as far as the page goes, and one further."""
    number = min(place.number, MOST_PAGES - 1)
    most = (number + 1) * ROWS_PER_PAGE + (number + 1 < MOST_PAGES)
    ranks = await services.challenges.standings(shown.challenge, shown.week, most)
    page, own = page_of(ranks, number, ROWS_PER_PAGE), await own_rank(services.table, shown, user.id)
    outside = own is not None and own.user not in {rank.user for rank in page.items}
    ranks = [*page.items, *([own] if own and outside else [])]
    chart = await ranked(services.table, shown, ranks, user.id)
    here = page.showing(chart.rows[: len(page.items)])
    picture = await standings_picture(chart) if here.items and not page.number else None
    return standings_card(chart, here, picture=picture, rows=turn_rows(place, page))


async def history_page(services: Services, user: User, place: Place) -> Card:
    challenge = await services.challenges.by_id(place.about)
    return await shown_history(services, user, challenge, place)


async def shown_history(services: Services, user: User, challenge: Challenge, place: Place) -> Card:
    weeks = await services.challenges.history(user.id, challenge)
    page = page_of(weeks, place.number, WEEKS_PER_PAGE)
    return history_card(challenge, page, turn_rows(place, page))


PAGES[STANDINGS] = standings_page
PAGES[HISTORY] = history_page
