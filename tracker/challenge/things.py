"""What only one person in a challenge can have: a name, and a character whose gains count."""

from collections.abc import Iterable

from tracker.challenge.errors import CharacterTaken
from tracker.challenge.joining import participations_of
from tracker.challenge.model import Challenge, Participation
from tracker.goals.model import Character
from tracker.rewards.board_names import name_taken
from tracker.rewards.taken import TakenThing, giving_up, holders, name_in, taking
from tracker.store.entity import from_items
from tracker.store.keys import ChallengeKey, CharacterKey, ParticipationKey
from tracker.store.segments import Subject
from tracker.store.table import Operation, Table


def things_of(challenge_id: str) -> str:
    """Where names and characters differ."""
    return f"challenge:{challenge_id}"


def character_in(challenge_id: str, subject: Subject) -> TakenThing:
    return TakenThing(things_of(challenge_id), "character", str(subject))


async def take_things(table: Table, who: Participation, character: Character | None) -> list[Operation]:
    """With whoever joins. Raises NameTaken, CharacterTaken."""
    name = name_in(things_of(who.challenge), who.name)
    played = [] if character is None else [character_in(who.challenge, character.subject)]
    known = await holders(table, [name, *played])
    if known.get(name, who.user) != who.user:
        raise name_taken(who.name)
    if character is not None and known.get(played[0], who.user) != who.user:
        raise CharacterTaken(
            f"{character.name} counts for somebody else there already. Choose another character.",
            field="character",
        )
    return taking(who.user, [name, *played], known)


async def give_up_things(table: Table, user_id: str, challenge_id: str) -> list[Operation]:
    """With whoever leaves."""
    found = await table.get(ParticipationKey(user_id, challenge_id).key)
    operations: list[Operation] = []
    for who in from_items(Participation, [found] if found else []):
        things = [name_in(things_of(challenge_id), who.name)]
        if who.character is not None:
            item = await table.get(CharacterKey(user_id, who.character).key)
            mine = from_items(Character, [item] if item else [])
            things += [character_in(challenge_id, one.subject) for one in mine]
        operations += giving_up(user_id, things, await holders(table, things))
    return operations


class CountedCharacters:
    """The characters whose gains count in challenges: another name leads to the same one."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def renamed(self, old: Character, new: Character) -> list[Operation]:
        """What is somebody else's already stays theirs."""
        before = [character_in(one, old.subject) for one in await self._challenges(old)]
        after = [character_in(one, new.subject) for one in await self._challenges(old)]
        known = await holders(self._table, [*before, *after])
        return [*giving_up(old.user, before, known), *taking(old.user, after, known)]

    async def removed(self, character: Character) -> list[Operation]:
        """It can count for others from now on."""
        things = [character_in(one, character.subject) for one in await self._challenges(character)]
        return giving_up(character.user, things, await holders(self._table, things))

    async def hanging(self, character: Character) -> list[str]:
        mine = await self._counting(character)
        items = await self._table.get_many(ChallengeKey(one.owner, one.challenge).key for one in mine)
        names = sorted(one.name for one in from_items(Challenge, items.values()))
        return [f"In the challenge {name} nothing more counts for you; your weeks stay." for name in names]

    async def _challenges(self, character: Character) -> Iterable[str]:
        return [one.challenge for one in await self._counting(character)]

    async def _counting(self, character: Character) -> list[Participation]:
        mine = await participations_of(self._table, character.user)
        return [one for one in mine if one.character == character.id]
