"""Which challenge a text means: an id, a name, how one begins, or words of it."""

from collections.abc import Sequence

from tracker.challenge.errors import AmbiguousChallenge, NoSuchChallenge
from tracker.challenge.model import Challenge
from tracker.words import quoted

_MOST_SHOWN = 5


def find_challenge(known: Sequence[Challenge], text: str) -> Challenge:
    """Raises NoSuchChallenge, AmbiguousChallenge."""
    found = meant(known, text)
    if len(found) > 1:
        raise AmbiguousChallenge(f"{quoted(text)} may be {_listed(found)}. Say more of its name, or its id.")
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


def unknown(known: Sequence[Challenge], text: str) -> NoSuchChallenge:
    if not known:
        return NoSuchChallenge(f"There is no challenge {quoted(text)}, and none here yet at all.")
    return NoSuchChallenge(f"There is no challenge {quoted(text)}. There is {_listed(known)}.")


def _listed(challenges: Sequence[Challenge]) -> str:
    shown = [one.name for one in challenges[:_MOST_SHOWN]]
    more = len(challenges) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
