"""What may be said of an offer: read and checked in one place, whoever says it."""

import re
from datetime import date, datetime, timedelta

from tracker.dates import parse_date
from tracker.days import day_begins
from tracker.goals.games.game import ALL_SKILLS, OVERALL, game_of
from tracker.goals.words.aims import check_cap
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.request import LEVELS, GoalType
from tracker.numbers import grouped, parse_number
from tracker.offers.errors import BadOffer
from tracker.offers.model import MOST_PRIZES, MOST_STOCK, Offer, OfferKind, Target
from tracker.rewards.shop.model import MOST_COST
from tracker.words import can_be_seen, compact, people, quoted
from tracker.zones import ZoneInfo

LONGEST_TITLE, LONGEST_TEXT, LONGEST_TAG = 80, 500, 24
MOST_TAGS = 5
USUAL, LONGEST = timedelta(days=30), timedelta(days=366)
_TAG = re.compile(r"[\w-]+")
_DAY = timedelta(days=1)


def checked(offer: Offer) -> Offer:
    """With its title on one line. Raises BadOffer."""
    title = " ".join(offer.title.split())
    if not title or len(title) > LONGEST_TITLE or not can_be_seen(title):
        raise BadOffer(
            f"An offer has a title of up to {LONGEST_TITLE} letters, digits and signs.", field="title"
        )
    if offer.description is not None and len(offer.description) > LONGEST_TEXT:
        raise BadOffer(f"A description has up to {LONGEST_TEXT} letters.", field="description")
    most = MOST_PRIZES if offer.kind is OfferKind.RAFFLE else MOST_STOCK
    if not 1 <= offer.stock <= most:
        raise BadOffer(f"There are 1 to {people(most)} of it.", field="stock")
    if offer.cost is not None and not 1 <= offer.cost <= MOST_COST:
        raise BadOffer(f"It costs 1 to {people(MOST_COST)} coins.", field="coins")
    return offer.model_copy(update={"title": title})


def parse_tags(text: str) -> tuple[str, ...]:
    """`skilling, sailing`: small, each once. Raises BadOffer."""
    found = dict.fromkeys(one.strip("#,").casefold() for one in text.replace(",", " ").split())
    tags = tuple(one for one in found if one)
    if len(tags) > MOST_TAGS:
        raise BadOffer(f"An offer has up to {MOST_TAGS} tags.", field="tags")
    for one in tags:
        if len(one) > LONGEST_TAG or _TAG.fullmatch(one) is None:
            raise BadOffer(
                f"{quoted(one)} is no tag. Use up to {LONGEST_TAG} letters, digits and dashes.", field="tags"
            )
    return tags


def parse_coins(text: str) -> int:
    """Raises BadOffer."""
    number = parse_number(text)
    if not isinstance(number, int):
        raise BadOffer(f"A whole number is needed here, such as 500, and not {quoted(text)}.", field="coins")
    return number


def parse_end(text: str | None, now: datetime, zone: ZoneInfo) -> datetime:
    """The end of a day, by the clocks of the server; in thirty days unless it is said.

    Raises BadOffer, and what reading a date raises.
    """
    today = now.astimezone(zone).date()
    last = today + USUAL if text is None else parse_date(text, today)
    if last > today + LONGEST:
        raise BadOffer("An offer ends within a year.", field="ends")
    return day_begins(last + _DAY, zone)


def parse_target(text: str, game_key: str, today: date) -> Target:
    """`99 sailing`. What falls, and what depends on where somebody stands, has no first. Raises BadOffer."""
    game = game_of(game_key)
    said = parse_goal(text, game, today)
    if said.target is None or said.due or said.pace or said.then:
        raise BadOffer(
            "Say what to reach, and nothing else: 99 sailing, 50m slayer xp, 500 zulrah.", field="goal"
        )
    if said.type in (GoalType.RANK, GoalType.VALUE) or said.attribute == ALL_SKILLS:
        raise BadOffer(
            "A race can be for a level, xp or kills. Name one of those: 99 sailing.",
            field="goal",
        )
    check_cap(game, said.attribute, said.type, said.target)
    name = "total" if said.attribute == OVERALL else game.display(said.attribute)
    if said.type in LEVELS:
        virtual = "virtual level " if said.type is GoalType.VIRTUAL_LEVEL else ""
        shown = f"{virtual}{grouped(said.target)} {name}{' level' if said.attribute == OVERALL else ''}"
    else:
        shown = f"{compact(said.target)} {name}{' xp' if said.type is GoalType.XP else ''}"
    return Target(
        game=game_key, attribute=said.attribute, target_type=said.type, value=said.target, text=shown
    )
