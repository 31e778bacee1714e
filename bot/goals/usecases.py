"""What a person can do with goals: words in, documents out."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, TypeAlias

from bot.advice import advise
from bot.characters.view import ADD as ADD_CHARACTER
from bot.documents import reading
from bot.goal_parts import usecases as parts
from bot.goal_parts.documents import PartsGoal, PartsGoalDetails, milestone_documents, parts_goal
from bot.goal_parts.requests import LinkPart, NamePart, PartsOptions, Tick
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
from bot.page import ListPage, page_of
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
from tracker.goals.composite.errors import BadGoal, BadPart
from tracker.goals.composite.model import CompositeGoal, CompositeStatus
from tracker.goals.errors import CharacterMissing, DuplicateGoal, NoSuchCharacter, NoSuchName, NotUnderstood
from tracker.goals.games.game import game_of, name_key
from tracker.goals.milestones import NUMBER_MARKS, milestones_of
from tracker.goals.model import LIVE, Character, Goal, GoalStatus
from tracker.goals.pace.history import newest
from tracker.goals.pace.standing import GoalStanding, standings_in, values_in
from tracker.goals.service import DEFAULT_CHANNEL
from tracker.goals.words.wording import goal_title, whose
from tracker.store.entity import from_items
from tracker.store.steps import ReadSteps
from tracker.store.values import Item

PER_PAGE = 8
ADD_PARTS = Usage(
    "/goal add title:{}", "goal title {}", 'questlog goal add --title "{}"', "New goal, under Goals"
)
_STATUS = {
    "pause": CompositeStatus.PLANNING,
    "resume": CompositeStatus.ACTIVE,
    "archive": CompositeStatus.ABANDONED,
}
"""What becomes of a goal of parts."""
_TURNED = {
    CompositeStatus.PLANNING: "Paused. Its status is planning; its parts still count.",
    CompositeStatus.ACTIVE: "Resumed. It is under way again.",
    CompositeStatus.ABANDONED: "Archived. Its status is abandoned.",
}
"""What is said of it then. It may be judged at risk in the same moment, which its card shows."""
EDIT_DATE = Usage(
    "/goal edit goal:{} by:DATE",
    "change {} to by DATE",
    "questlog goal edit {} --by DATE",
    "Change, on the page of that goal",
)
TERMINAL_CHANNEL = "console"
"""The channel that who sits at this machine has without adding it."""

Change: TypeAlias = Callable[[User, Goal], Awaitable[Goal]]


async def add(visit: Visit, ask: AddGoal) -> GoalChanged:
    """Of a character or a metric; without a number, what has a title is made of parts."""
    services, person = visit.services, visit.person
    if ask.goal is None:
        return await _of_parts(visit, await parts.add(visit, ask, ask.by), "Goal set.")
    _refuse_options(ask)
    missing = await _missing_channel(visit, ask.channel)
    whose, text = await _whose(visit, ask)
    try:
        goal = await services.goals.add(
            person, whose, text, by=ask.by, frequency=ask.frequency, channel=ask.channel
        )
    except DuplicateGoal as refused:
        advise(visit, refused, "To give it a date: {}", EDIT_DATE, refused.goal_id)
        raise
    except (NoSuchName, NotUnderstood) as refused:
        if await services.characters.list(person.id):
            raise
        # Of a game's goal, a metric makes no sense.
        advise(visit, refused, "For goals in a game, first say whom you play: {}", ADD_CHARACTER, "Zezima")
        raise
    return await _changed(visit, goal, "Goal set.", missing)


async def edit(visit: Visit, ask: EditGoal) -> GoalChanged:
    goals = visit.services.goals
    found = await _meant(visit, ask.goal)
    if isinstance(found, CompositeGoal):
        said = ask if ask.new is None else ask.model_copy(update={"title": ask.new})
        progress = None if ask.progress is None else f"{ask.progress}"
        after = await parts.edit(visit, found, said, ask.by, progress)
        return await _of_parts(visit, after, "Changed.")
    _refuse_options(ask)
    missing = await _missing_channel(visit, ask.channel)
    after = await goals.edit(
        visit.person, found, text=ask.new, by=ask.by, frequency=ask.frequency, channel=ask.channel
    )
    chain = chain_change(found, after, visit.today)
    return await _changed(visit, after, f"Changed. Its history goes on. {chain}".rstrip(), missing)


def _listed(book: GoalBook, ask: ListGoals) -> ListPage[Item | CompositeGoal]:
    """Those that are made of parts first, where goals of all are asked for."""
    of_parts = book.of_parts(over=ask.archived) if ask.character is None else []
    numbers = book.listed(ask.character, archived=ask.archived, exact=ask.exact)
    return page_of([*of_parts, *numbers], ask.page, PER_PAGE)


def _page(user_id: str, ask: ListGoals) -> ReadSteps[BookPage]:
    """Only the goals on it are understood in full."""

    def chosen(book: GoalBook) -> list[Goal]:
        listed = _listed(book, ask).items
        return [*from_items(Goal, (one for one in listed if not isinstance(one, CompositeGoal)))]

    return book_page(user_id, chosen)


async def list_goals(visit: Visit, ask: ListGoals) -> GoalList:
    found = await _settled(visit, ask, await visit.services.table.read_in_steps(_page(visit.person.id, ask)))
    numbers = await documents_of(visit, found.book, await _standings(visit, found))
    return GoalList(goals=(*_parts_on(found, ask), *numbers), **_place(found, ask))


@reading_first(_page)
async def glance(visit: Visit, ask: ListGoals, found: BookPage) -> GoalPage:
    """The same list, as far as it is shown on a card and in a text message."""
    found = await _settled(visit, ask, found)
    goals = [goal_brief(one, found.book.name_of(one.goal)) for one in await _standings(visit, found)]
    return GoalPage.made({"goals": (*_parts_on(found, ask), *goals), **_place(found, ask)})


async def _settled(visit: Visit, ask: ListGoals, found: BookPage) -> BookPage:
    """Where a goal of parts is to be recounted, as it is after that."""
    if not any(one.due_at is not None and one.due_at <= visit.now for one in found.book.made_of_parts):
        return found
    await visit.services.goals_of_parts.list(visit.person.id)
    return await visit.services.table.read_in_steps(_page(visit.person.id, ask))


def _parts_on(found: BookPage, ask: ListGoals) -> Iterator[PartsGoal]:
    """Those of the page that are made of parts."""
    listed = _listed(found.book, ask).items
    return (parts_goal(one) for one in listed if isinstance(one, CompositeGoal))


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
    from bot.goals.serving import serving_habits  # noqa: PLC0415 - it knows habits, and a list needs none

    found = await _shown(visit, ask)
    habits = await serving_habits(visit, found.id)
    if isinstance(found, PartsGoalDetails):
        return GoalDetails(goal=found, habits=habits, milestones=found.milestones)
    reached = await visit.services.table.read_in_steps(
        milestones_of(visit.person.id, f"{found.character_id}.{found.id}")
    )
    milestones = milestone_documents(reached, NUMBER_MARKS, found.title)
    return GoalDetails(goal=found, habits=habits, milestones=milestones)


async def link(visit: Visit, ask: LinkPart) -> GoalChanged:
    """Something counts towards a goal of parts."""
    return await _part(visit, ask.goal, lambda goal: parts.link(visit, goal, ask))


async def unlink(visit: Visit, ask: NamePart) -> GoalChanged:
    return await _part(visit, ask.goal, lambda goal: parts.unlink(visit, goal, ask))


async def tick(visit: Visit, ask: Tick) -> GoalChanged:
    """A criterion is met."""
    return await _part(visit, ask.goal, lambda goal: parts.tick(visit, goal, ask))


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
    goal, document = await _meant(visit, ask.goal, exact=ask.exact), await _shown(visit, ask)
    if isinstance(goal, CompositeGoal):
        await visit.services.goals_of_parts.remove(visit.person.id, goal.id)
        return GoalChanged(goal=document, message="Removed for good. Its parts stay.")
    await visit.services.goals.remove(visit.person, goal)
    return GoalChanged(goal=document, message="Removed for good.")


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
    book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
    found = [(_words(goal, character.name), goal) for goal, character in book.owned() if wanted(goal)]
    found.sort(key=lambda one: one[1].status not in LIVE)
    numbers = [(words, goal.id) for words, goal in found if _occurs(typed, words, goal)]
    return [*_suggested(book.made_of_parts, typed), *numbers]


async def suggest_parts(visit: Visit, typed: str) -> list[tuple[str, str]]:
    """Goals of parts alone, to which something can be linked."""
    book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
    return _suggested(book.made_of_parts, typed)


def _suggested(goals: Sequence[CompositeGoal], typed: str) -> list[tuple[str, str]]:
    words = typed.casefold().split()
    live = [(one, f"{one.title} {one.id}".casefold()) for one in goals if one.status.is_open]
    return [(one.title, one.id) for one, text in live if all(word in text for word in words)]


def _words(goal: Goal, character: str) -> str:
    """`99 Woodcutting · Zezima · paused`."""
    status = None if goal.status is GoalStatus.ACTIVE else goal.status.value
    title = goal_title(goal, game_of(goal.subject.source))
    return " \N{MIDDLE DOT} ".join(filter(None, [title, whose(goal, character), status]))


def _occurs(typed: str, words: str, goal: Goal) -> bool:
    if game_of(goal.subject.source).names.get(name_key(typed)) == goal.target_attribute:
        return True
    return all(part in f"{words} {goal.id}".casefold() for part in typed.casefold().split())


async def documents_of(
    visit: Visit, book: GoalBook, found: Sequence[GoalStanding]
) -> tuple[GoalDocument, ...]:
    values = await values_in(visit.services.table, found)
    return tuple(goal_document(one, book.name_of(one.goal), values.get(one.goal.subject)) for one in found)


async def _read(
    visit: Visit, choose: Callable[[GoalBook], Sequence[Goal]]
) -> tuple[BookPage, tuple[GoalDocument, ...]]:
    """Some goals of the person, and where they stand: in one visit to the table."""
    page = await visit.services.table.read_in_steps(book_page(visit.person.id, choose))
    return page, await documents_of(visit, page.book, await _standings(visit, page))


async def _standings(visit: Visit, page: BookPage) -> list[GoalStanding]:
    return await standings_in(page.items, visit.services.table, visit.person, page.goals, visit.now)


async def _shown(visit: Visit, ask: NameGoal) -> GoalDocument | PartsGoalDetails:
    def chosen(book: GoalBook) -> list[Goal]:
        meant.append(book.find_any(ask.goal, exact=ask.exact))
        return [one for one in meant if isinstance(one, Goal)]

    meant: list[Goal | CompositeGoal] = []
    _, documents = await _read(visit, chosen)
    return documents[0] if documents else await parts.details(visit, meant[0].id)


async def _meant(visit: Visit, text: str, *, exact: bool = False) -> Goal | CompositeGoal:
    book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
    return book.find_any(text, exact=exact)


async def _part(visit: Visit, text: str, do: Callable[[CompositeGoal], Awaitable[str]]) -> GoalChanged:
    goal = await _meant(visit, text)
    if not isinstance(goal, CompositeGoal):
        refused = BadPart("That goal is a number.")
        advise(visit, refused, "Parts belong to a goal with a title: {}", ADD_PARTS, "Get fit")
        raise refused
    return await _of_parts(visit, goal, await do(goal))


async def _of_parts(visit: Visit, goal: CompositeGoal, message: str) -> GoalChanged:
    return GoalChanged(goal=await parts.details(visit, goal.id), message=message)


async def _turned(visit: Visit, ask: NameGoal, turn: Change, message: str) -> GoalChanged:
    goal = await _meant(visit, ask.goal, exact=ask.exact)
    if isinstance(goal, CompositeGoal):
        fields = {"status": _STATUS[turn.__name__]}
        after = await visit.services.goals_of_parts.edit(visit.person.id, goal.id, fields)
        return await _of_parts(visit, after, _TURNED[_STATUS[turn.__name__]])
    return await _changed(visit, await turn(visit.person, goal), message)


def _refuse_options(ask: PartsOptions) -> None:
    """What a goal of a character or a metric does not have."""
    said = [name for name in PartsOptions.model_fields if getattr(ask, name) is not None]
    if said:
        raise BadGoal(f"{said[0].capitalize()} is for goals of parts, which have no number.", field=said[0])


async def _changed(visit: Visit, goal: Goal, message: str, missing: str | None = None) -> GoalChanged:
    document = await _shown(visit, NameGoal(goal=goal.id, exact=True))
    return GoalChanged(goal=document, message=message, missing_channel=missing)


async def _whose(visit: Visit, ask: AddGoal) -> tuple[Character, str]:
    mine = await visit.services.characters.list(visit.person.id, metrics=True)
    if not mine:
        raise nobody(visit)
    with reading("character", CharacterMissing):
        return whose_goal(mine, ask.character, ask.goal or "")


def nobody(visit: Visit) -> NoSuchCharacter:
    """A goal is somebody's."""
    refused = NoSuchCharacter("You follow nobody yet.")
    advise(visit, refused, "First say whom you play: {}", ADD_CHARACTER, "Zezima")
    return refused


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
    book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
    with reading("goals"):
        return tuple(dict.fromkeys(book.find_any(one).id for one in names if one))
