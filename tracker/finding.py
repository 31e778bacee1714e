"""Which of a person's things a text means: an id, a name, how one begins, or words of it.

The first way that finds something decides, and what is live beats what was put away.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import Generic, TypeVar

from tracker.frozen import frozen
from tracker.refusals import Refused, Suggestion
from tracker.words import quoted, some_of

Thing = TypeVar("Thing")

MOST_SHOWN = 5
_NEAR = 0.65
"""How alike a name is to one that was meant, at least: `gmy` is 0.67 of `gym`."""


def plain(text: str) -> str:
    """Without what people leave out: capitals, and the marks on letters."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


@frozen
class Finder(Generic[Thing]):
    noun: str
    name: Callable[[Thing], str]
    ids: Callable[[Thing], Sequence[str]]
    """What it can be called by besides its name: the one that means only this first, a short one last."""
    missing: type[Refused]
    ambiguous: type[Refused]
    is_live: Callable[[Thing], bool] = lambda _: True
    nothing: str = "none yet at all"
    """What there is where nothing could be meant."""

    def meant(self, things: Sequence[Thing], text: str) -> list[Thing]:
        """All that a text may mean: by the first of the ways that finds any."""
        wanted, nothing = plain(text), list[Thing]()
        return next(filter(None, self._ways(things, wanted)), nothing) if wanted else nothing

    def one(self, things: Sequence[Thing], text: str, *, whole_name: bool = False) -> Thing:
        """The one that is meant. `whole_name` is for what cannot be undone: there a part is not enough."""
        if not (found := self.meant(things, text)):
            raise self.unknown(things, text)
        return self.only(found, text, whole_name=whole_name)

    def only(self, found: Sequence[Thing], text: str, *, whole_name: bool = False) -> Thing:
        """Of those that a text may mean, which are some, the one."""
        if whole_name and not self._is_called(found[0], text):
            raise self.missing(
                f"You have no {self.noun} that is called {quoted(text)}. Did you mean {self._listed(found)}?",
                self.suggested(found),
            )
        if len(found) > 1:
            alike = len({plain(self.name(one)) for one in found}) == 1
            advice = "Say its id." if alike else "Say more of its name."
            raise self.ambiguous(
                f"{quoted(text)} may be {self._listed(found)}. {advice}", self.suggested(found)
            )
        return found[0]

    def unknown(self, things: Sequence[Thing], text: str) -> Refused:
        if not things:
            return self.missing(f"You have no {self.noun} {quoted(text)}, and {self.nothing}.")
        if near := self.nearest(things, text):
            said = f"You have no {self.noun} {quoted(text)}. Did you mean {self.name(near)}?"
            return self.missing(said, self.suggested([near]))
        known = [*filter(self.is_live, things)] or things
        said = f"You have no {self.noun} {quoted(text)}. You have {self._listed(known)}."
        return self.missing(said, self.suggested(known))

    def nearest(self, things: Sequence[Thing], text: str) -> Thing | None:
        """The one whose name is written almost so."""
        names = {plain(self.name(one)): one for one in things}
        return next((names[name] for name in get_close_matches(plain(text), names, n=1, cutoff=_NEAR)), None)

    def suggested(self, things: Sequence[Thing]) -> list[Suggestion]:
        some = things[:MOST_SHOWN]
        return [
            Suggestion(label, self.ids(one)[0]) for label, one in zip(self._labels(some), some, strict=True)
        ]

    def _ways(self, things: Sequence[Thing], wanted: str) -> Iterator[list[Thing]]:
        live = [one for one in things if self.is_live(one)]
        put_away = [one for one in things if not self.is_live(one)]
        names = {id(one): plain(self.name(one)) for one in things}
        words = set(wanted.split())
        yield [one for one in things if wanted in [name.casefold() for name in self.ids(one)]]
        for some in (live, put_away):
            yield [one for one in some if names[id(one)] == wanted]
        for some in (live, put_away):
            yield [one for one in some if names[id(one)].startswith(wanted)]
            yield [one for one in some if words <= set(names[id(one)].split())]

    def _is_called(self, thing: Thing, text: str) -> bool:
        return plain(text) in (*(one.casefold() for one in self.ids(thing)), plain(self.name(thing)))

    def _listed(self, things: Sequence[Thing]) -> str:
        return some_of(self._labels(things), MOST_SHOWN)

    def _labels(self, things: Sequence[Thing]) -> list[str]:
        """Their names, and of those that are called alike the ids, too."""
        called = Counter(plain(self.name(one)) for one in things)
        return [
            f"{self.name(one)} ({self.ids(one)[-1]})" if called[plain(self.name(one))] > 1 else self.name(one)
            for one in things
        ]
