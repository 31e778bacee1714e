"""How a goal that is being typed may go on: names that are completed, put right, or still to be said."""

from collections.abc import Iterable, Iterator
from datetime import date
from difflib import get_close_matches

from tracker.goals.errors import NameMissing, NoSuchName
from tracker.goals.games.game import Game
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.request import GoalRequest
from tracker.goals.words.vocabulary import MOST_WORDS
from tracker.refusals import Refused

MOST_NAMES = 10
"""So many ways to go on are suggested."""

_EXAMPLES = ("99 woodcutting", "99 wc by end of year", "base 70", "500 zulrah kc", "50k/day mining by 1 june")
_PLAIN_EXAMPLES = ("1000", "1000 by end of year", "+50 this month", "10/day until end of year")
"""Of a number on the web, which need not be named."""
_SHORTEST = 2
_NEAR = 0.5


def examples(game: Game, today: date) -> list[str]:
    return readable(_EXAMPLES if game.skills else _PLAIN_EXAMPLES, game, today)


def completed(game: Game, typed: str, today: date) -> list[str]:
    """Other goals that what was typed may become."""
    return readable(_ways_on(game, typed), game, today, but=typed)


def corrected(game: Game, typed: str, refused: Refused, today: date) -> list[str]:
    """Goals that may have been meant by what was refused."""
    return readable([*_ways_on(game, typed), *_put_right(game, typed, refused)], game, today)


def readable(texts: Iterable[str], game: Game, today: date, *, but: str = "") -> list[str]:
    """Those that are goals of this game, each but once and none that is the same as `but`; not very many."""
    found = dict[GoalRequest, str]()
    for text in (but, *texts):
        try:
            found.setdefault(parse_goal(text, game, today), text)
        except Refused:
            continue
        if len(found) > MOST_NAMES:
            break
    return [text for text in found.values() if text != but]


def _ways_on(game: Game, typed: str) -> Iterator[str]:
    """The text with its last words completed to names of skills and bosses: `99 wood`, `500 chambers of`."""
    words = typed.split()
    for start in range(max(0, len(words) - MOST_WORDS), len(words)):
        begun = " ".join(words[start:])
        if len(begun) < _SHORTEST or begun.isdigit():
            continue
        if names := _names_like(game, begun):
            before = " ".join(words[:start])
            yield from (f"{before or _usual(game, name)} {name}" for name in names)
            return


def _usual(game: Game, name: str) -> str:
    """A number, where none was said yet."""
    skill = game.skills.get(name.lower())
    return "100" if skill is None else str(skill.cap)


def _put_right(game: Game, typed: str, refused: Refused) -> Iterator[str]:
    """The text with a name where none was said, or with what was probably meant for the word like it."""
    words = typed.casefold().split()
    match refused:
        case NameMissing():
            yield from (f"{' '.join(words)} {name}" for name in _names_like(game, ""))
        case NoSuchName(suggestions=found):
            for name in (one.value for one in found):
                for near in get_close_matches(name, words, n=1, cutoff=_NEAR):
                    yield " ".join(name if word == near else word for word in words)
        case _:
            return


def _names_like(game: Game, typed: str) -> list[str]:
    """Skills and bosses of which a word begins so, those that begin so themselves first."""
    rows = [*(one.name for one in game.skills.values()), *(one.name for one in game.activities.values())]
    wanted = typed.casefold()
    found = [name for name in rows if f" {wanted}" in f" {name.casefold()}"]
    return sorted(found, key=lambda name: not name.casefold().startswith(wanted))
