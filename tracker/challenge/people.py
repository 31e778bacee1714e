"""Who is in a challenge, and in which ones somebody is."""

from tracker.challenge.model import Participation
from tracker.store.entity import from_items
from tracker.store.index_keys import ChallengerKey
from tracker.store.keys import ParticipationKey
from tracker.store.table import Table


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
