"""Which challenge somebody means: one that they are in, one where they are, or by its id one that is open."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tracker.challenge.errors import (
    AmbiguousChallenge,
    ChallengeMissing,
    NoSuchChallenge,
    NotOpen,
)
from tracker.challenge.model import Challenge
from tracker.refusals import Suggestion
from tracker.words import quoted

_MOST_SHOWN = 5
_ID = re.compile(r"[0-9A-Za-z]{26}")


class KnownChallenges(NamedTuple):
    """The challenges that somebody can name where they are."""

    mine: Sequence[Challenge] = ()
    """Those that they are in, in the order in which they joined."""
    here: Sequence[Challenge] = ()
    """Those that were set up where they are, on a server or at a terminal."""
    own: Sequence[Challenge] = ()
    """Those that they set up themselves."""

    @property
    def every(self) -> list[Challenge]:
        """Each once, those that they are in first."""
        return [*{one.id: one for one in (*self.mine, *self.own, *self.here)}.values()]

    @property
    def others(self) -> list[Challenge]:
        """Those here that they are not in."""
        return [one for one in self.here if not self.is_joined(one)]

    def is_joined(self, challenge: Challenge) -> bool:
        return challenge.id in {one.id for one in self.mine}

    @property
    def likely(self) -> Sequence[Challenge]:
        """What is meant where none is named: those here that they are in, else those that they are in."""
        here = {one.id for one in self.here}
        return [one for one in self.mine if one.id in here] or self.mine or self.every


def find_challenge(known: Sequence[Challenge], text: str) -> Challenge:
    """Raises NoSuchChallenge, AmbiguousChallenge."""
    found = meant(known, text)
    if len(found) > 1:
        raise AmbiguousChallenge(
            f"{quoted(text)} may be {_listed(found)}. Say more of its name, or its id.", _suggested(found)
        )
    if not found:
        raise unknown(known, text)
    return found[0]


def meant(known: Sequence[Challenge], text: str) -> list[Challenge]:
    """All that a text may mean: by the first of these ways that finds any."""
    wanted = " ".join(text.casefold().split())
    if not wanted:
        return []
    return (
        [one for one in known if one.id.casefold() == wanted]
        or [one for one in known if one.name.casefold() == wanted]
        or [one for one in known if one.name.casefold().startswith(wanted)]
        or [one for one in known if set(wanted.split()) <= set(one.name.casefold().split())]
    )


def id_in(text: str) -> str | None:
    """The id of a challenge, where the text is one."""
    return text.strip().upper() if _ID.fullmatch(text.strip()) else None


def the_only(found: Sequence[Challenge], if_none: str) -> Challenge:
    """Where none is named. Raises NoSuchChallenge, ChallengeMissing."""
    if not found:
        raise NoSuchChallenge(if_none)
    if len(found) > 1:
        names = ", ".join(one.name for one in found)
        raise ChallengeMissing(
            f"Which challenge? Choose one of: {names}.", _suggested(found), field="challenge"
        )
    return found[0]


def unknown(known: Sequence[Challenge], text: str) -> NoSuchChallenge:
    if not known:
        return NoSuchChallenge(f"There is no challenge {quoted(text)}, and none here yet at all.")
    return NoSuchChallenge(
        f"There is no challenge {quoted(text)}. There is {_listed(known)}.", _suggested(known)
    )


def not_open(text: str) -> NotOpen:
    return NotOpen(
        f"There is no challenge {quoted(text)} that is open to you here. One of a server is joined there."
    )


def _listed(challenges: Sequence[Challenge]) -> str:
    shown = [one.name for one in challenges[:_MOST_SHOWN]]
    more = len(challenges) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _suggested(challenges: Sequence[Challenge]) -> list[Suggestion]:
    return [Suggestion(one.name, one.id) for one in challenges[:_MOST_SHOWN]]
