"""Who may join a challenge, who is in it, and what of theirs counts."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.challenge.errors import BadChallenge, CountedCharacterMissing, IsOver, NotProven
from tracker.challenge.finding import not_open
from tracker.challenge.model import Baseline, Challenge, Counted, Participation, WhoMayJoin
from tracker.challenge.wording import is_over, row_name
from tracker.goals.characters.names import find_character
from tracker.goals.characters.watching import latest_reading
from tracker.goals.games.game import game_of, is_plain_number
from tracker.goals.lookup import characters_of
from tracker.goals.model import Character
from tracker.habits.finding import find_habit
from tracker.habits.model import Habit
from tracker.refusals import Suggestion
from tracker.store.entity import from_items
from tracker.store.index_keys import ChallengerKey
from tracker.store.keys import HabitKey, ParticipationKey
from tracker.store.table import Table

ALL_HABITS = "all"
OPTIONS = {
    Counted.COMMITS: "github",
    Counted.XP: "character",
    Counted.KILLS: "character",
    Counted.HABITS: "habit",
}
"""What says whose numbers count, for each kind of challenge."""


class WhatCounts(NamedTuple):
    """Of a person in a challenge. Neither where commits count, or all habits."""

    character: Character | None = None
    habit: Habit | None = None
    row: str = ""
    """The one skill or boss of the character that counts, if it is one."""

    def text(self, github: str | None = None) -> str:
        """`github` is the account whose commits count, where they do."""
        if github is not None:
            return f"Commits of github.com/{github} count"
        if self.character is not None:
            return f"What {self.character.name} gains{f' in {self.row}' if self.row else ''} counts"
        if self.habit is not None:
            return f"Days on which you do {self.habit.name} count"
        return "All of your habits count, each day of each"


def check_may_join(user: User, challenge: Challenge, here: str | None, today: date) -> None:
    """Raises NotOpen, IsOver, NotProven. `here` is the account of the server or terminal where they are."""
    if challenge.who is not WhoMayJoin.ANYBODY and challenge.owner not in (user.id, here):
        raise not_open(challenge.id)
    if is_over(challenge, today):
        raise IsOver(f"{challenge.name} is over.")
    if challenge.counted is Counted.COMMITS and user.github is None:
        raise not_proven()


def not_proven() -> NotProven:
    return NotProven(
        "First say which GitHub account is yours, with the option github. Then you show a code there.",
        field="github",
    )


async def what_counts(
    table: Table, user_id: str, challenge: Challenge, said: Mapping[str, str | None]
) -> WhatCounts:
    """By the names or ids that were said. Raises BadChallenge, CountedCharacterMissing, as finding does."""
    counted = challenge.counted
    for option in OPTIONS.values():
        if said.get(option) is not None and option != OPTIONS[counted]:
            raise BadChallenge(
                f"{challenge.name} counts {counted}, so leave out the option {option}.", field=option
            )
    match counted:
        case Counted.COMMITS:
            return WhatCounts()
        case Counted.XP | Counted.KILLS:
            character = await _whose_gains(table, user_id, counted, said.get("character"))
            return WhatCounts(character, row=_row_of(challenge, character))
        case Counted.HABITS:
            return WhatCounts(habit=await _which_habit(table, user_id, said.get("habit")))


def _row_of(challenge: Challenge, character: Character) -> str:
    """As its game calls the one skill or boss. Raises BadChallenge where the game has none such."""
    if challenge.attribute is None:
        return ""
    game = game_of(character.game)
    if not game.knows(challenge.attribute):
        raise BadChallenge(
            f"{character.name} plays {game.title}, and {row_name(challenge.attribute)} is not in it. "
            "Choose another character.",
            field="character",
        )
    return game.display(challenge.attribute)


async def baseline_of(
    table: Table, challenge: Challenge, character: Character | None, now: datetime
) -> Baseline | None:
    """What the character has as the person joins, as far as it is known."""
    latest = None if character is None else await latest_reading(table, character.subject)
    value = None if latest is None else latest.quantities.get(challenge.quantity)
    return None if latest is None or value is None else Baseline(at=min(latest.at, now), value=value)


async def _whose_gains(table: Table, user_id: str, counted: Counted, said: str | None) -> Character:
    """Who follows one character need not name it."""
    every = await characters_of(table, user_id)
    if said is not None:
        found = find_character(every, said)
        if is_plain_number(found.game):
            raise BadChallenge(
                f"{found.name} is {game_of(found.game).title}, and has no xp. Choose a character who plays.",
                field="character",
            )
        return found
    playing = [one for one in every if not is_plain_number(one.game)]
    if len(playing) == 1:
        return playing[0]
    if not playing:
        raise CountedCharacterMissing("First say whom you play: add a character.", field="character")
    names, counts = ", ".join(one.name for one in playing), "counts" if counted is Counted.XP else "count"
    raise CountedCharacterMissing(
        f"Whose {counted} {counts}? Choose a character: {names}.",
        [Suggestion(one.name, one.id) for one in playing],
        field="character",
    )


async def _which_habit(table: Table, user_id: str, said: str | None) -> Habit | None:
    """None for all of them, of which those to do less of never count."""
    if said is None or said.strip().casefold() == ALL_HABITS:
        return None
    mine = HabitKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    found = find_habit(list(from_items(Habit, items)), said)
    if found.target.at_most:
        raise BadChallenge(
            f"{found.name} is something to do less of, and only what is done can be counted.", field="habit"
        )
    return found


async def participants(table: Table, challenge_id: str) -> list[Participation]:
    """By the index, which may lag."""
    place = ChallengerKey.prefix(challenge=challenge_id)
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    return list(from_items(Participation, items))


async def participations_of(table: Table, user_id: str) -> list[Participation]:
    """In the order in which the person joined."""
    mine = ParticipationKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(Participation, items), key=lambda one: (one.joined_at, one.challenge))
