"""How a character is called: one key for all spellings of its name, its id, and which one a text means."""

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from itertools import count

from tracker.goals.errors import AmbiguousCharacter, CharacterMissing, NoSuchCharacter
from tracker.goals.games.game import WEB, Game, game_of, is_plain_number
from tracker.goals.model import Character
from tracker.goals.words.vocabulary import either
from tracker.refusals import Suggestion
from tracker.subjects import is_polled

MAIN = "main"

_USUAL_GAME = "osrs"
_MOST_SHOWN = 5
_SHOWN_LENGTH = 40
_NEAR = 0.6


def spelling_key(name: str) -> str:
    """The same for all spellings of a name: `Iron_Bob` and `iron bob` are one."""
    return re.sub(r"[-_\s\u00a0]", " ", name.casefold()).strip(" ")


def game_for(character: Character) -> Game:
    """Its game; that of a plain number knows what the person calls it."""
    game = game_of(character.game)
    return game.calling(character.name, character.unit) if is_plain_number(character.game) else game


def new_id(game: str, mode: str | None, name: str, taken: Collection[str]) -> str:
    """What it is called in keys, for good: one that was renamed keeps its id, and others make room."""
    wanted = _id(game, mode, name)
    numbered = (f"{wanted}-{number}" for number in count(2))
    return wanted if wanted not in taken else next(one for one in numbered if one not in taken)


def _id(game: str, mode: str | None, name: str) -> str:
    if is_plain_number(game):
        slug = re.sub(r"[\W_]+", "-", name.casefold()).strip("-")
        return f"{slug or 'number'}@{'web' if game == WEB else game}"
    shown_game = "" if game == _USUAL_GAME else game
    shown_mode = "" if mode in (None, MAIN) else mode
    rest = "-".join(filter(None, [shown_game, shown_mode]))
    return f"{spelling_key(name)}@{rest}" if rest else spelling_key(name)


def find_character(characters: Sequence[Character], text: str) -> Character:
    """The one that is called so, or that has this id. Raises NoSuchCharacter, AmbiguousCharacter."""
    wanted = spelling_key(text)
    exact = [one for one in characters if one.id == text.strip().casefold()]
    # A name goes before an id: an id may still be the old name of one that was renamed.
    found = [one for one in characters if spelling_key(one.name) == wanted] or exact
    if len(found) > 1 and len(both := [one for one in exact if one in found]) == 1:
        found = both
    if len(found) > 1:
        ids = [one.id for one in found]
        raise AmbiguousCharacter(
            f"Several of your characters are called {_shown(text)}: say {either(ids)}.", ids
        )
    if not found:
        raise _unknown(characters, text)
    return found[0]


def whose_goal(characters: Sequence[Character], named: str | None, text: str) -> tuple[Character, str]:
    """Whose goal a text is, and the goal itself: of the one that is named, there or in the text; who has only
    one need not name it. A metric is meant only where it is named, or where there is nothing else.

    Raises NoSuchCharacter, CharacterMissing.
    """
    if named is not None:
        return find_character(characters, named), text
    for one in characters:
        if (said := _said_of(text, one)) is not None:
            return one, said
    if not characters:
        raise NoSuchCharacter("You follow nobody yet.")
    usual = [one for one in characters if is_polled(one.subject)] or characters
    if len(usual) > 1:
        names = ", ".join(one.name for one in characters)
        suggested = [Suggestion(one.name, one.id) for one in characters]
        raise CharacterMissing(f"Whose goal is it? Name one of your characters: {names}.", suggested)
    return usual[0], text


def _said_of(text: str, character: Character) -> str | None:
    """The goal, where the text names this character: `Zezima 99 wc`, `99 wc for Zezima`."""
    for name in (character.id, character.name):
        before, after = f"{spelling_key(name)} ", f" for {spelling_key(name)}"
        if f" {spelling_key(text[-len(after) :])}" == after and (said := text[: -len(after)]):
            return said
        if f"{spelling_key(text[: len(before)])} " == before and not name.isdigit():
            return text[len(before) :]
    return None


def _unknown(characters: Sequence[Character], text: str) -> NoSuchCharacter:
    if not characters:
        return NoSuchCharacter("You have no characters yet. Add one first.")
    names = {one.id: one.id for one in characters} | {spelling_key(one.name): one.name for one in characters}
    close = get_close_matches(spelling_key(text), names, n=_MOST_SHOWN, cutoff=_NEAR)
    near = tuple(dict.fromkeys(names[one] for one in close))
    said = f"You have no character {_shown(text)}"
    if near:
        return NoSuchCharacter(f"{said}: did you mean {either(near)}?", near)
    have = ", ".join(one.name for one in characters[:_MOST_SHOWN])
    more = len(characters) - _MOST_SHOWN
    return NoSuchCharacter(f"{said}. You have {have}{f' and {more} more' if more > 0 else ''}.")


def _shown(text: str) -> str:
    return repr(text.strip()[:_SHOWN_LENGTH])
