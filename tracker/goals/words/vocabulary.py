"""From what people call a skill or a boss to its row, or what to say when there is none."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from tracker.goals.errors import AmbiguousName, NoSuchName
from tracker.goals.games.game import Game, game_keys, game_of, name_key

MOST_SUGGESTIONS = 3
MOST_WORDS = 8
"""The longest name has so many words."""
BREAK = "|"

_SHOWN_LENGTH = 40
_NEAR = 0.7
_SHORTEST_PART = 3


def attribute_of(game: Game, text: str) -> str:
    """The attribute that a text names; NoSuchName or AmbiguousName with what may have been meant."""
    key = name_key(text)
    if key in game.names:
        return game.names[key]
    if key in game.ambiguous:
        raise _which(game, text, game.ambiguous[key])
    raise unknown_name(game, text)


def find_row(text: str) -> tuple[Game, str]:
    """A skill or a boss of whichever game has it, and that game: `woodcutting`, `zulrah kills`.

    Raises NoSuchName, AmbiguousName.
    """
    said = re.sub(r"\s+(xp|kc|kills?)$", "", text.strip(), flags=re.IGNORECASE)
    games = [game_of(key) for key in game_keys()]
    known = [one for one in games if name_key(said) in one.names or name_key(said) in one.ambiguous]
    return (game := (known or games)[0]), attribute_of(game, said)


def unknown_name(game: Game, text: str) -> NoSuchName:
    said = repr(text.strip()[:_SHOWN_LENGTH])
    if not (game.skills or game.activities):
        return NoSuchName(f"I do not understand {said}. {game.examples}")
    missing = f"There is no skill or boss {said} in {game.title}"
    if near := suggestions(game, text):
        return NoSuchName(f"{missing}: did you mean {either(near)}?", near)
    return NoSuchName(f"{missing}. Write its name or a common abbreviation: woodcutting, wc, hp, total.")


def suggestions(game: Game, text: str) -> tuple[str, ...]:
    """Rows whose names hold or resemble a text, the likeliest first."""
    wanted = name_key(text)[: 2 * _SHOWN_LENGTH]
    words = wanted.split()
    close = get_close_matches(wanted, game.names, n=MOST_SUGGESTIONS, cutoff=_NEAR)
    close += [near for word in words for near in get_close_matches(word, game.names, n=1, cutoff=_NEAR)]
    holding = [name for name in game.names if len(wanted) >= _SHORTEST_PART and wanted in name]
    found = dict.fromkeys(game.names[name] for name in (*close, *sorted(holding, key=len)))
    return tuple(found)[:MOST_SUGGESTIONS]


def find_names(game: Game, words: list[str]) -> tuple[list[str], list[str]]:
    """The attributes named among words, the longest names first, and the words that are left.

    Where a name was, the rest holds a BREAK, so that what stood around it does not grow together.
    """
    for length in range(min(len(words), MOST_WORDS), 0, -1):
        for start in range(len(words) - length + 1):
            end = start + length
            if attribute := _named(game, words[start:end]):
                found_before, before = find_names(game, words[:start])
                found_after, after = find_names(game, words[end:])
                return [*found_before, attribute, *found_after], [*before, BREAK, *after]
    return [], words


def _named(game: Game, words: list[str]) -> str | None:
    # Punctuation inside a name is part of it (`lms - rank`), around it is not.
    if BREAK in words or not name_key(words[0]) or not name_key(words[-1]):
        return None
    key = name_key(" ".join(words))
    if key in game.ambiguous:
        raise _which(game, " ".join(words), game.ambiguous[key])
    return game.names.get(key)


def _which(game: Game, text: str, attributes: tuple[str, ...]) -> AmbiguousName:
    shown = [game.display(it) for it in attributes]
    return AmbiguousName(f"{text.strip()[:_SHOWN_LENGTH]!r} may be {either(shown)}: say which.", attributes)


def either(names: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
