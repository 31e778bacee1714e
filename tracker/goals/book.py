"""All that a person follows and wants to reach, read in one go: the goals as they are stored.

A list shows a few of many goals, and only those need be understood in full.
"""

from collections.abc import Callable, Mapping, Sequence

from tracker.frozen import frozen
from tracker.goals.characters.names import find_character
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.composite.naming import FINDER, called
from tracker.goals.errors import NoSuchGoal
from tracker.goals.finding import Owned, find_goal, meant
from tracker.goals.games.game import game_of
from tracker.goals.lookup import in_order, not_there
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.goals.pace.standing import standing_keys
from tracker.goals.words.wording import goal_title
from tracker.ids import is_ulid
from tracker.store.entity import from_items
from tracker.store.keys import CharacterKey, CompositeGoalKey, GoalKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.values import Item, Key
from tracker.words import quoted


@frozen
class GoalBook:
    characters: Sequence[Character]
    """In the order in which they were added."""
    stored: Sequence[Item]
    """Their goals, character by character, in the order in which they were set; archived ones too."""
    made_of_parts: Sequence[CompositeGoal] = ()
    """In the order in which they were set; also those that are over."""

    def character(self, text: str, *, exact: bool = False) -> Character:
        """By its name, or by its id alone. Raises NoSuchCharacter."""
        if not exact:
            return find_character(self.characters, text)
        found = next((one for one in self.characters if one.id == text), None)
        if found is None:
            raise not_there("This one")
        return found

    def listed(self, whose: str | None = None, *, archived: bool = False, exact: bool = False) -> list[Item]:
        """Goals as they are stored: of one character, or of all. Raises NoSuchCharacter."""
        only = None if whose is None else self.character(whose, exact=exact).id
        return [
            item
            for item in self.stored
            if (only is None or item.get("character") == only)
            and (archived or item.get("status") != GoalStatus.ARCHIVED)
        ]

    def owned(self) -> list[Owned]:
        """Every goal with its character."""
        characters = {one.id: one for one in self.characters}
        return [(goal, characters[goal.character]) for goal in from_items(Goal, self.stored)]

    def find(self, text: str, *, exact: bool = False) -> Goal:
        """`exact` takes an id alone: what is gone must not lead to another whose id begins alike."""
        if not exact:
            return self._on_a_number(text)
        found = [*from_items(Goal, (item for item in self.stored if item.get("id") == text))]
        if not found:
            raise NoSuchGoal("This goal no longer exists.")
        return found[0]

    def find_any(self, text: str, *, exact: bool = False) -> Goal | CompositeGoal:
        """As `find`, among those that are made of parts, too."""
        if exact and is_ulid(text):
            found = [one for one in self.made_of_parts if one.id == text]
            if not found:
                raise NoSuchGoal("This goal no longer exists.")
            return found[0]
        if exact or not self.made_of_parts:
            return self.find(text, exact=exact)
        return called(self.owned(), self.made_of_parts, text)

    def of_parts(self, *, over: bool = False) -> list[CompositeGoal]:
        """Those that are listed."""
        return [one for one in self.made_of_parts if over or one.status.is_open]

    def titles(self) -> dict[str, str]:
        """Of all goals, by their ids."""
        numbers = {goal.id: goal_title(goal, game_of(whose.game)) for goal, whose in self.owned()}
        return numbers | {one.id: one.title for one in self.made_of_parts}

    def name_of(self, goal: Goal) -> str:
        """Of its character."""
        return next((one.name for one in self.characters if one.id == goal.character), goal.character)

    def _on_a_number(self, text: str) -> Goal:
        found = meant(owned := self.owned(), text)
        if not found and (others := FINDER.meant(self.made_of_parts, text)):
            raise NoSuchGoal(f"{quoted(others[0].title)} is made of parts. This takes a goal on a number.")
        return find_goal(owned, text)


@frozen
class BookPage:
    """Some goals of a book, and what says where they stand."""

    book: GoalBook
    goals: Sequence[Goal]
    items: Mapping[Key, Item]


def goal_book(user_id: str) -> ReadSteps[GoalBook]:
    held, own = CharacterKey.prefix(user=user_id), CompositeGoalKey.prefix(user=user_id)
    items = yield from every_item(Query(held.pk, prefix=held.prefix), Query(own.pk, prefix=own.prefix))
    characters = in_order([one for one in items if one["type"] == CharacterKey.item_type])
    of_parts = (one for one in items if one["type"] == CompositeGoalKey.item_type)
    places = [GoalKey.prefix(user=user_id, character=one.id) for one in characters]
    stored = yield from every_item(*(Query(one.pk, prefix=one.prefix) for one in places))
    order = {one.id: number for number, one in enumerate(characters)}
    stored.sort(key=lambda item: (order.get(str(item.get("character")), 0), _when(item), str(item.get("id"))))
    return GoalBook(
        characters,
        stored,
        sorted(from_items(CompositeGoal, of_parts), key=lambda one: (one.created_at, one.id)),
    )


def book_page(user_id: str, choose: Callable[[GoalBook], Sequence[Goal]]) -> ReadSteps[BookPage]:
    """The goals that are chosen of all. What `choose` raises reaches whoever reads."""
    book = yield from goal_book(user_id)
    goals = choose(book)
    found = yield Lookup(standing_keys(goals))
    return BookPage(book, goals, found.items)


def _when(item: Item) -> str:
    return str(item.get("createdAt"))
