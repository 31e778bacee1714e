"""Which of a person's goals a text means: an id, how one begins, or what the goal is about or called."""

from collections.abc import Sequence
from typing import TypeAlias

from tracker.goals.characters.names import spelling_key
from tracker.goals.errors import AmbiguousGoal, NoSuchGoal
from tracker.goals.games.game import game_of, is_plain_number, name_key
from tracker.goals.model import LIVE, Character, Goal
from tracker.goals.words.wording import goal_title, whose

_MOST_SHOWN = 5
_SHOWN_LENGTH = 40

Owned: TypeAlias = tuple[Goal, Character]


def find_goal(owned: Sequence[Owned], text: str) -> Goal:
    """Raises NoSuchGoal, AmbiguousGoal."""
    found = meant(owned, text)
    if len(found) > 1:
        raise AmbiguousGoal(f"{_shown(text)} may be {_listed(found)}. Say which, by its id.")
    if not found:
        raise unknown(owned, text)
    return found[0][0]


def meant(owned: Sequence[Owned], text: str) -> list[Owned]:
    """All that a text may mean."""
    wanted = text.strip().casefold()
    found = [one for one in owned if one[0].id == wanted]
    found = found or [one for one in owned if _means(one, wanted)]
    # What is over is meant only where nothing is under way by that name.
    return found or [one for one in owned if _is_about(one, wanted)]


def described(goal: Goal, character: Character) -> str:
    """`h2k7wd (99 Woodcutting of Zezima)`."""
    name = whose(goal, character.name)
    return f"{goal.id} ({goal_title(goal, game_of(character.game))}{f' of {name}' if name else ''})"


def _means(one: Owned, wanted: str) -> bool:
    goal, _ = one
    begins = wanted != "" and goal.id.startswith(wanted)
    return begins or (goal.status in LIVE and _is_about(one, wanted))


def _is_about(one: Owned, wanted: str) -> bool:
    goal, character = one
    return goal.target_attribute in _attributes(character, wanted) or _is_called(one, wanted)


def _is_called(one: Owned, wanted: str) -> bool:
    """By words of its title, and of the name of its character: `99 wc`, `200m zezima`."""
    goal, character = one
    said = f"{goal_title(goal, game_of(character.game))} {character.name}".casefold().split()
    words = wanted.split()
    return bool(words) and all(
        word in said or goal.target_attribute in _attributes(character, word) for word in words
    )


def _attributes(character: Character, wanted: str) -> tuple[str, ...]:
    """What the text may be called in the character's game; a plain number is called by its own name."""
    game, key = game_of(character.game), name_key(wanted)
    if not key:
        return ()
    if is_plain_number(character.game) and spelling_key(character.name) == spelling_key(wanted):
        return game.metrics
    return (*filter(None, [game.names.get(key)]), *game.ambiguous.get(key, ()), wanted)


def unknown(owned: Sequence[Owned], text: str) -> NoSuchGoal:
    live = [one for one in owned if one[0].status in LIVE]
    if not live:
        return NoSuchGoal(f"You have no goal {_shown(text)}, and none under way.")
    return NoSuchGoal(f"You have no goal {_shown(text)}. You have {_listed(live)}.")


def _listed(owned: Sequence[Owned]) -> str:
    shown = [described(*one) for one in owned[:_MOST_SHOWN]]
    more = len(owned) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _shown(text: str) -> str:
    return repr(text.strip()[:_SHOWN_LENGTH])
