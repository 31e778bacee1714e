"""What a person has that says some words, or has some tag: looked for among the newest of each kind.

An index of words would be written with every change, for something that few people ask for now and then. So
the newest things are read instead, all kinds in one round trip, and whoever has more hears how far it went.
"""

from collections.abc import Iterable, Sequence

from tracker.finding import plain
from tracker.frozen import frozen
from tracker.life.things import KINDS, Thing, places_in, thing_in
from tracker.refusals import Reason, Refused
from tracker.store.index_keys import TimelineKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.values import Item

OF_EACH = 300
"""So many things of each kind are looked at, the newest."""
LONGEST = 100
_MARKS = "#@"
_TAG_MARK = "tag:"
_TEXTS = ("description", "extendedDescription", "notes", "category", "subCategory")


class NothingToFind(Refused):
    code = "nothing_to_find"
    reason = Reason.UNREADABLE


@frozen
class Matches:
    things: Sequence[Thing]
    """What has the words as a tag first, then in its title, then elsewhere; the newest first."""
    unseen: tuple[str, ...]
    """Kinds of which there are more than were looked at."""


@frozen
class Sought:
    """Words that all have to be there; of a tag, the whole of it."""

    words: tuple[str, ...]
    tags: tuple[str, ...]


def parse_sought(text: str) -> Sought:
    """`bank phone`, `@phone`, `#house`, `tag:phone`. Raises NothingToFind."""
    said = plain(text[:LONGEST]).split()
    tags = [
        one.removeprefix(_TAG_MARK).lstrip(_MARKS) for one in said if one.startswith((*_MARKS, _TAG_MARK))
    ]
    words = [one for one in said if not one.startswith((*_MARKS, _TAG_MARK))]
    if not any((*words, *tags)):
        raise NothingToFind("Say what to look for: a word of its name, or a tag such as @phone.")
    return Sought(tuple(filter(None, words)), tuple(filter(None, tags)))


def find(user_id: str, sought: Sought, kind: str | None = None) -> ReadSteps[Matches]:
    types = KINDS[kind] if kind else [one for some in KINDS.values() for one in some]
    read = yield Lookup(queries=[_newest(user_id, one) for one in types])
    items = (item for page in read.pages for item in page.items)
    ranked = [one for item in items for one in _matching(item, sought)]
    best = sorted(ranked, key=lambda one: (-one[0], one[1].place), reverse=True)
    cut = [type_ for type_, page in zip(types, read.pages, strict=True) if page.cursor is not None]
    unseen = (name for name, some in KINDS.items() if not set(some).isdisjoint(cut))
    return Matches([thing for _, thing in best], tuple(unseen))


def _newest(user_id: str, type_: str) -> Query:
    every = TimelineKey.prefix(user=user_id, kind=type_)
    return Query(every.pk, prefix=every.prefix, index=every.index, reverse=True, limit=OF_EACH)


def _matching(item: Item, sought: Sought) -> Iterable[tuple[int, Thing]]:
    """The thing, and how well it fits: less is better."""
    for place, _ in places_in([item]):
        thing = thing_in(place, item)
        if thing is not None and (rank := _rank(thing, item, sought)) is not None:
            yield rank, thing


def _rank(thing: Thing, item: Item, sought: Sought) -> int | None:
    tags, title = [*map(plain, thing.tags)], plain(thing.title)
    if not set(sought.tags) <= set(tags):
        return None
    elsewhere = " ".join(plain(text) for name in _TEXTS if isinstance(text := item.get(name), str))
    layers = (" ".join(tags), title, plain(thing.area or ""), elsewhere)
    reached = 0
    for word in sought.words:
        places = [number for number, text in enumerate(layers) if word in text]
        if not places:
            return None
        reached = max(reached, places[0])
    return reached
