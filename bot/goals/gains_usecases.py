"""What goals and characters gained: words in, documents out."""

import asyncio
from collections.abc import Collection, Iterator, Sequence

from bot.goals.documents import CUSTOM, AttributeGainDocument, GainsList, GoalGain
from bot.goals.requests import ShowGains
from bot.goals.usecases import PER_PAGE, days_of
from bot.page import page_of
from bot.visit import Visit
from tracker.days import Days
from tracker.goals.book import GoalBook, goal_book
from tracker.goals.creation import game_for
from tracker.goals.errors import NoSuchCharacter, TwoPeriods
from tracker.goals.finding import meant, unknown
from tracker.goals.games.game import OVERALL, game_of
from tracker.goals.model import Character, Goal
from tracker.goals.pace.attribute_gains import AttributeMoved, attributes_moved
from tracker.goals.pace.gained import Gained, moved
from tracker.goals.pace.gains import Period
from tracker.goals.words.aims import AimPart
from tracker.goals.words.wording import attribute_unit, gain_text, goal_title, unit_of
from tracker.store.entity import from_items
from tracker.words import with_unit


async def gains(visit: Visit, ask: ShowGains) -> GainsList:
    days = days_of(visit, ask)
    if ask.period and days:
        raise TwoPeriods("A period or days, not both: leave out one of them.", field="period")
    book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
    goals, character = _meant(book, ask)
    periods = tuple(Period) if ask.period is None else (ask.period,)
    others = await _without_goals(visit, character, goals, periods, days)
    page = page_of([*goals, *others], ask.page, PER_PAGE)
    look = (
        moved(visit.services.table, visit.person, goal, visit.now, periods=periods, days=days)
        for goal in page.items
        if isinstance(goal, Goal)
    )
    found = await asyncio.gather(*look)
    seen = [one for one in found if one.last is not None]
    last = max(seen, key=lambda one: one.last or visit.now, default=found[0] if found else None)
    return GainsList(
        gains=tuple(
            gain_of(one.goal, book.name_of(one.goal), gained) for one in found for gained in one.gained
        ),
        attributes=tuple(
            gain for one in page.items if isinstance(one, AttributeMoved) for gain in _of_attribute(one)
        ),
        total=page.total,
        page=page.number,
        pages=page.count,
        characters=len(book.characters),
        character_id=character and character.id,
        period=ask.period,
        moved_last=last and last.goal.id,
    )


async def _without_goals(
    visit: Visit,
    character: Character | None,
    goals: Sequence[Goal],
    periods: Collection[Period],
    days: Days | None,
) -> list[AttributeMoved]:
    """All of a character that moved, but for what a goal says already."""
    if character is None:
        return []
    found = await attributes_moved(
        visit.services.table, visit.person, character, visit.now, periods=periods, days=days
    )
    told = {part.quantity for goal in goals for part in _single(goal)}
    return [one for one in found if one.quantity not in told]


def _single(goal: Goal) -> Sequence[AimPart]:
    """What a goal is about, where that is one number: of all skills, each says more by itself."""
    parts = goal.plan(game_of(goal.subject.source)).aim.parts
    return parts if len(parts) == 1 else ()


def _meant(book: GoalBook, ask: ShowGains) -> tuple[list[Goal], Character | None]:
    """All, those of a character, or those that a text names. A character goes first."""
    if ask.goal is not None:
        return [book.find(ask.goal)], None
    named = ask.either or ask.character
    try:
        character = None if named is None else book.character(named, exact=ask.exact)
    except NoSuchCharacter as refused:
        if ask.either is None or type(refused) is not NoSuchCharacter:  # it may be one of several
            raise
        owned = book.owned()
        found = [goal for goal, _ in meant(owned, ask.either)]
        if not found:
            raise unknown(owned, ask.either) from None
        return found, None
    whose = character and character.id
    return [*from_items(Goal, book.listed(whose, exact=True))], character


def gain_of(goal: Goal, character: str, gained: Gained) -> GoalGain:
    game, gain = game_of(goal.subject.source), gained.gain
    return GoalGain(
        goal=goal.id,
        character=character,
        title=goal_title(goal, game),
        attribute=goal.attribute,
        unit=unit_of(goal, game),
        period=gained.period or CUSTOM,
        first=gained.days.first,
        last=gained.days.last,
        amount=gain and gain.amount,
        text=None if gain is None else gain_text(goal, game, gain.amount),
        since=gain and gain.since,
    )


def _of_attribute(moved: AttributeMoved) -> Iterator[AttributeGainDocument]:
    game, (attribute, measure) = game_for(moved.character), moved.quantity
    unit = attribute_unit(game, moved.character, moved.quantity)
    for one in moved.gained:
        sign = "+" if (one.amount or 0) > 0 else ""
        yield AttributeGainDocument(
            character=moved.character.name,
            title="Total" if attribute == OVERALL else game.display(attribute),
            attribute=attribute,
            measure=measure,
            unit=unit,
            period=one.period or CUSTOM,
            first=one.days.first,
            last=one.days.last,
            amount=one.amount,
            text=None if one.amount is None else f"{sign}{with_unit(one.amount, unit)}",
            since=one.since,
        )
