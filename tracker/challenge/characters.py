"""What challenges have to do with a character: in some of them it is what counts for its player."""

from collections.abc import Sequence

from tracker.challenge.joining import participations_of
from tracker.challenge.model import Challenge
from tracker.goals.model import Character
from tracker.store.entity import from_items
from tracker.store.keys import ChallengeKey
from tracker.store.table import Operation, Table


class CountedCharacters:
    """They are found by their id, so that a rename changes nothing. What was counted of one stays."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def renamed(self, old: Character, new: Character) -> Sequence[Operation]:
        del old, new
        return ()

    async def removed(self, character: Character) -> Sequence[Operation]:
        del character
        return ()

    async def hanging(self, character: Character) -> Sequence[str]:
        joined = await participations_of(self._table, character.user)
        keys = (ChallengeKey(one.owner, one.challenge).key for one in joined if one.character == character.id)
        found = from_items(Challenge, (await self._table.get_many(keys)).values())
        names = sorted(one.name for one in found)
        return [
            f"In the challenge {name} nothing counts for you any more; your weeks stay." for name in names
        ]
