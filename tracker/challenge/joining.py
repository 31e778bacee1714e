"""Who may join a challenge, who is in it, and what of theirs counts."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.challenge.errors import BadChallenge, IsOver, NotProven, WhoseXpMissing
from tracker.challenge.finding import not_open
from tracker.challenge.model import Challenge, Counted, Participation, WhoMayJoin
from tracker.challenge.wording import is_over
from tracker.goals.characters.names import find_character
from tracker.goals.games.game import WEB
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
OPTIONS = {Counted.COMMITS: "github", Counted.XP: "character", Counted.HABITS: "habit"}
"""What says whose numbers count, for each kind of challenge."""


class WhatCounts(NamedTuple):
    """Of a person in a challenge. Neither where commits count, or all habits."""

    character: Character | None = None
    habit: Habit | None = None

    def text(self, github: str | None = None) -> str:
        """`github` is the account whose commits count, where they do."""
        if github is not None:
            return f"Commits of github.com/{github} count"
        if self.character is not None:
            return f"What {self.character.name} gains counts"
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
    """By the names or ids that were said. Raises BadChallenge, WhoseXpMissing, and what finding raises."""
    counted = challenge.counted
    for kind, option in OPTIONS.items():
        if said.get(option) is not None and kind is not counted:
            raise BadChallenge(
                f"{challenge.name} counts {counted}, so leave out the option {option}.", field=option
            )
    match counted:
        case Counted.COMMITS:
            return WhatCounts()
        case Counted.XP:
            return WhatCounts(character=await _whose_xp(table, user_id, said.get("character")))
        case Counted.HABITS:
            return WhatCounts(habit=await _which_habit(table, user_id, said.get("habit")))


async def _whose_xp(table: Table, user_id: str, said: str | None) -> Character:
    """Who follows one character need not name it."""
    every = await characters_of(table, user_id)
    if said is not None:
        found = find_character(every, said)
        if found.game == WEB:
            raise BadChallenge(
                f"{found.name} is a number on the web, and has no xp. Choose a character who plays.",
                field="character",
            )
        return found
    playing = [one for one in every if one.game != WEB]
    if len(playing) == 1:
        return playing[0]
    if not playing:
        raise WhoseXpMissing("First say whom you play: add a character.", field="character")
    raise WhoseXpMissing(
        f"Whose xp counts? Choose a character: {', '.join(one.name for one in playing)}.",
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
