"""A number that feeds something else, such as a habit or a metric: what somebody means by one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from tracker.accounts.model import User
from tracker.accounts.service import present_people
from tracker.goals.characters.names import game_for
from tracker.goals.finding import Owned, meant
from tracker.goals.games.game import game_of
from tracker.goals.model import Character
from tracker.goals.words.vocabulary import attribute_of
from tracker.goals.words.wording import goal_title
from tracker.readings import Measure, Number, Quantity
from tracker.refusals import Refused
from tracker.store.entity import StoredValue
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.words import quoted

ADVICE = "Name a goal, a metric, or a skill or boss of a character that you follow: Zezima woodcutting."


class Feed(StoredValue, frozen=True):
    """A number that counts somewhere else: of a character, on the web, of a metric."""

    character: str
    """Its id."""
    subject: Subject
    quantities: tuple[str, ...]
    """Added up; as `woodcutting.xp`."""
    title: str
    """What it is called: `Woodcutting xp of Zezima`."""

    def among(self, values: Mapping[Quantity, Number]) -> Iterator[Quantity]:
        """Those of its quantities that are known."""
        wanted = frozenset(self.quantities)
        return (one for one in values if str(one) in wanted)

    def moved(
        self, before: Mapping[Quantity, Number], after: Mapping[Quantity, Number]
    ) -> tuple[Number, Number]:
        """Where the number stood, and where it stands now: of what is known of both."""
        both = [one for one in self.among(after) if one in before]
        return sum(before[one] for one in both), sum(after[one] for one in both)


class OfPerson(Protocol):
    @property
    def user(self) -> str: ...


_Fed = TypeVar("_Fed", bound=OfPerson)
_Seen = TypeVar("_Seen")


async def moved_by(
    table: Table, things: Iterable[_Fed], seen: Callable[[_Fed], _Seen | None]
) -> list[tuple[User, _Fed, _Seen]]:
    """Those things that a reading moves, with what is seen of each, of people who are there."""
    moved = [(one, what) for one in things if (what := seen(one)) is not None]
    users = await present_people(table, (one.user for one, _ in moved)) if moved else {}
    return [(users[one.user], one, what) for one, what in moved if one.user in users]


def parse_feed(
    text: str, characters: Sequence[Character], goals: Sequence[Owned], refused: type[Refused]
) -> Feed:
    """The number that a text means: that of a goal, or of a character. Raises `refused`."""
    if not characters:
        raise refused("You follow nobody yet whose numbers could count. Begin with a character.")
    found = [_of_character(one, said) for one in characters if (said := _said_of(one, text, characters))]
    feeds = [one for one in found if one is not None]
    feeds = feeds or [_of_goal(one) for one in meant(goals, text)]
    if not feeds:
        raise refused(f"I do not know what {quoted(text)} is. {ADVICE}")
    if len({(*one.quantities, one.character) for one in feeds}) > 1:
        names = ", ".join(dict.fromkeys(one.title for one in feeds))
        raise refused(f"{quoted(text)} may be {names}. Say whose.")
    return feeds[0]


def _said_of(character: Character, text: str, characters: Sequence[Character]) -> str:
    """What a text says of this character; nothing where it names another one, or nobody of several."""
    wanted, name = " ".join(text.casefold().split()), character.name.casefold()
    if wanted == name:
        return wanted
    for form in (f"{name} ", f"{name}'s "):
        if wanted.startswith(form):
            return wanted.removeprefix(form)
    for form in (f" of {name}", f" for {name}", f" {name}"):
        if wanted.endswith(form):
            return wanted.removesuffix(form)
    named = any(one.name.casefold() in wanted for one in characters)
    return "" if named else wanted


def _of_character(character: Character, said: str) -> Feed | None:
    game = game_for(character)
    try:
        attribute = attribute_of(game, said.removesuffix(" xp").removesuffix(" kc"))
    except Refused:
        return None
    if attribute in game.metrics:
        return _feed(character, [Quantity(attribute, Measure.VALUE)], character.name)
    counts = attribute in game.activities
    measure, unit = (Measure.SCORE, "kc") if counts else (Measure.XP, "xp")
    title = f"{game.display(attribute)} {unit} of {character.name}"
    return _feed(character, [Quantity(attribute, measure)], title)


def _of_goal(owned: Owned) -> Feed:
    goal, character = owned
    game = game_of(character.game)
    parts = goal.plan(game_for(character)).aim.parts
    return _feed(
        character, [part.quantity for part in parts], f"{goal_title(goal, game)} of {character.name}"
    )


def _feed(character: Character, quantities: Sequence[Quantity], title: str) -> Feed:
    return Feed(
        character=character.id,
        subject=character.subject,
        quantities=tuple(map(str, quantities)),
        title=title,
    )
