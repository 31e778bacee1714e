"""What a person can do with goals: words in, documents out."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.characters.view import ADD as ADD_CHARACTER
from bot.documents import reading
from bot.goals.documents import (
    GoalChanged,
    GoalDetails,
    GoalDocument,
    GoalHistory,
    GoalList,
    GoalPage,
    GoalRecord,
    GoalRef,
    goal_brief,
    goal_document,
)
from bot.goals.requests import AddGoal, EditGoal, ListGoals, NameGoal, OfDays, ShowHistory
from bot.page import Page, page_of
from bot.reading import reading_first
from bot.view import Usage
from bot.visit import Visit
from tracker.accounts.model import User
from tracker.dates import chosen_days
from tracker.days import Days
from tracker.front_ends import FrontEnd
from tracker.goals.book import BookPage, GoalBook, book_page, goal_book
from tracker.goals.chain import chain_change
from tracker.goals.characters.names import whose_goal
from tracker.goals.characters.service import values_of
from tracker.goals.errors import CharacterMissing, DuplicateGoal, NoSuchCharacter
from tracker.goals.games.game import ALL_SKILLS, game_of, name_key
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.goals.pace.history import newest
from tracker.goals.pace.standing import Standing, standings_in
from tracker.goals.recording.evaluate import LIVE
from tracker.goals.service import DEFAULT_CHANNEL
from tracker.goals.words.wording import goal_title, whose
from tracker.readings import Number, Quantity
from tracker.store.entity import from_items
from tracker.store.segments import Subject
from tracker.store.steps import ReadSteps
from tracker.store.values import Item

PER_PAGE = 8
EDIT_DATE = Usage("/goal edit goal:{} by:DATE", "change {} to by DATE", "questlog goal edit {} --by DATE")
TERMINAL_CHANNEL = "console"
"""The channel that who sits at this machine has without adding it."""

Change: TypeAlias = Callable[[User, Goal], Awaitable[Goal]]


async def add(visit: Visit, ask: AddGoal) -> GoalChanged:
    services, person = visit.services, visit.person
    missing = await _missing_channel(visit, ask.channel)
    whose, text = await _whose(visit, ask)
    try:
        goal = await services.goals.add(
            person, whose, text, by=ask.by, frequency=ask.frequency, channel=ask.channel
        )
    except DuplicateGoal as refused:
        how = EDIT_DATE.on(visit.front_end, refused.goal_id)
        raise DuplicateGoal(f"{refused} To give it a date: {how}", refused.goal_id) from None
    return await _changed(visit, goal, "Goal set.", missing)


async def edit(visit: Visit, ask: EditGoal) -> GoalChanged:
    goals = visit.services.goals
    found = await goals.find(visit.person.id, ask.goal)
    missing = await _missing_channel(visit, ask.channel)
    after = await goals.edit(
        visit.person, found, text=ask.new, by=ask.by, frequency=ask.frequency, channel=ask.channel
    )
    chain = chain_change(found, after, visit.today)
    return await _changed(visit, after, f"Changed. Its history goes on. {chain}".rstrip(), missing)


def _listed(book: GoalBook, ask: ListGoals) -> Page[Item]:
    return page_of(book.listed(ask.character, archived=ask.archived, exact=ask.exact), ask.page, PER_PAGE)


def _page(user_id: str, ask: ListGoals) -> ReadSteps[BookPage]:
    """Only the goals on it are understood in full."""
    return book_page(user_id, lambda book: [*from_items(Goal, _listed(book, ask).items)])


async def list_goals(visit: Visit, ask: ListGoals) -> GoalList:
    found = await visit.services.table.read_in_steps(_page(visit.person.id, ask))
    return GoalList(
        goals=await documents_of(visit, found.book, await _standings(visit, found)), **_place(found, ask)
    )


@reading_first(_page)
async def glance(visit: Visit, ask: ListGoals, found: BookPage) -> GoalPage:
    """The same list, as far as it is shown on a card and in a text message."""
    goals = [goal_brief(one, found.book.name_of(one.goal)) for one in await _standings(visit, found)]
    return GoalPage.made({"goals": (*goals,), **_place(found, ask)})


def _place(found: BookPage, ask: ListGoals) -> dict[str, Any]:
    """Where a page is in its list."""
    page = _listed(found.book, ask)
    whose = None if ask.character is None else found.book.character(ask.character, exact=ask.exact)
    return {
        "total": page.total,
        "page": page.number,
        "pages": page.count,
        "characters": len(found.book.characters),
        "archived": ask.archived,
        "of_character": whose and whose.name,
        "character_id": whose and whose.id,
    }


async def show(visit: Visit, ask: NameGoal) -> GoalDetails:
    return GoalDetails(goal=await _shown(visit, ask))


async def pause(visit: Visit, ask: NameGoal) -> GoalChanged:
    said = "Paused. I keep recording it, and send no messages about it."
    return await _turned(visit, ask, visit.services.goals.pause, said)


async def resume(visit: Visit, ask: NameGoal) -> GoalChanged:
    said = "Resumed. I send messages about it again."
    return await _turned(visit, ask, visit.services.goals.resume, said)


async def archive(visit: Visit, ask: NameGoal) -> GoalChanged:
    said = "Archived. Nothing more is recorded; its history stays."
    return await _turned(visit, ask, visit.services.goals.archive, said)


async def remove(visit: Visit, ask: NameGoal) -> GoalChanged:
    """With all that it recorded. `show` is what is asked about before."""
    found, documents = await _read(visit, lambda book: [book.find(ask.goal, exact=ask.exact)])
    await visit.services.goals.remove(visit.person, found.goals[0])
    return GoalChanged(goal=documents[0], message="Removed for good.")


async def history(visit: Visit, ask: ShowHistory) -> GoalHistory:
    days, person = days_of(visit, ask), visit.person
    book = await visit.services.table.read_in_steps(goal_book(person.id))
    goal = book.find(ask.goal)
    span = days and days.span(person.zone, person.day_start)
    records, more = await newest(visit.services.table, goal, span, ask.limit)
    ref = GoalRef.of(goal, book.name_of(goal))
    return GoalHistory(goal=ref, history=tuple(map(GoalRecord.of, records)), more=more)


async def suggest(
    visit: Visit, typed: str, wanted: Callable[[Goal], bool] = lambda _: True
) -> list[tuple[str, str]]:
    """The goals that are wanted, what is over last: what each is, and what to say for it.

    They are found by all words that were typed, by their ids, and by names that players have for them.
    """
    owned = (await visit.services.table.read_in_steps(goal_book(visit.person.id))).owned()
    found = [(_words(goal, character.name), goal) for goal, character in owned if wanted(goal)]
    found.sort(key=lambda one: one[1].status not in LIVE)
    return [(words, goal.id) for words, goal in found if _occurs(typed, words, goal)]


def _words(goal: Goal, character: str) -> str:
    """`99 Woodcutting · Zezima · paused`."""
    status = None if goal.status is GoalStatus.ACTIVE else goal.status.value
    title = goal_title(goal, game_of(goal.subject.source))
    return " \N{MIDDLE DOT} ".join(filter(None, [title, whose(goal, character), status]))


def _occurs(typed: str, words: str, goal: Goal) -> bool:
    if game_of(goal.subject.source).names.get(name_key(typed)) == goal.target_attribute:
        return True
    return all(part in f"{words} {goal.id}".casefold() for part in typed.casefold().split())


async def documents_of(visit: Visit, book: GoalBook, found: Sequence[Standing]) -> tuple[GoalDocument, ...]:
    values = await values_in(visit, found)
    return tuple(goal_document(one, book.name_of(one.goal), values.get(one.goal.subject)) for one in found)


async def values_in(visit: Visit, found: Sequence[Standing]) -> Mapping[Subject, Mapping[Quantity, Number]]:
    """All that is known of characters, where a goal is about all of their skills."""
    wanted = {one.goal.subject for one in found if one.goal.target_attribute == ALL_SKILLS}
    return {subject: await values_of(visit.services.table, subject) for subject in wanted}


async def _read(
    visit: Visit, choose: Callable[[GoalBook], Sequence[Goal]]
) -> tuple[BookPage, tuple[GoalDocument, ...]]:
    """Some goals of the person, and where they stand: in one visit to the table."""
    page = await visit.services.table.read_in_steps(book_page(visit.person.id, choose))
    return page, await documents_of(visit, page.book, await _standings(visit, page))


async def _standings(visit: Visit, page: BookPage) -> list[Standing]:
    return await standings_in(page.items, visit.services.table, visit.person, page.goals, visit.now)


async def _shown(visit: Visit, ask: NameGoal) -> GoalDocument:
    _, [document] = await _read(visit, lambda book: [book.find(ask.goal, exact=ask.exact)])
    return document


async def _turned(visit: Visit, ask: NameGoal, turn: Change, message: str) -> GoalChanged:
    book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
    after = await turn(visit.person, book.find(ask.goal, exact=ask.exact))
    return await _changed(visit, after, message)


async def _changed(visit: Visit, goal: Goal, message: str, missing: str | None = None) -> GoalChanged:
    document = await _shown(visit, NameGoal(goal=goal.id, exact=True))
    return GoalChanged(goal=document, message=message, missing_channel=missing)


async def _whose(visit: Visit, ask: AddGoal) -> tuple[Character, str]:
    mine = await visit.services.characters.list(visit.person.id, metrics=True)
    if not mine:
        raise nobody(visit)
    with reading("character", CharacterMissing):
        return whose_goal(mine, ask.character, ask.goal)


def nobody(visit: Visit) -> NoSuchCharacter:
    """A goal is somebody's."""
    how = ADD_CHARACTER.on(visit.front_end, "Zezima")
    return NoSuchCharacter(f"You follow nobody yet. First say whom you play: {how}")


async def _missing_channel(visit: Visit, named: str | None) -> str | None:
    """At a terminal it can be added afterwards; elsewhere it has to be there. Raises NoSuchChannel."""
    wanted = (named or DEFAULT_CHANNEL).strip().casefold()
    if wanted == DEFAULT_CHANNEL or (wanted == TERMINAL_CHANNEL and visit.person.local):
        return None
    channels = visit.services.channels
    if visit.front_end is FrontEnd.TERMINAL:
        mine = [one.channel_type for one in await channels.list(visit.person.id)]
        return None if wanted in mine else wanted
    with reading("channel"):
        await channels.find(visit.person.id, wanted)
    return None


def days_of(visit: Visit, ask: OfDays) -> Days | None:
    with reading("from" if ask.first else "to"):
        return chosen_days(visit.today, ask.first, ask.last)


async def goal_ids(visit: Visit, text: str) -> tuple[str, ...]:
    """Of goals that something else is for, as people name them: `wc, zulrah`, or `none`."""
    names = [] if text.strip().casefold() == "none" else [one.strip() for one in text.split(",")]
    with reading("goals"):
        found = [await visit.services.goals.find(visit.person.id, one) for one in names if one]
    return tuple(one.id for one in found)
