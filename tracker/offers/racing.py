"""To be first: whose character is after an offer, and which reading says that it is there.

A claim stands among the watchers of its character's subject, so that a reading finds it without a further
look, and nothing is read of offers that nobody has come to.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from tracker.clock import Clock
from tracker.goals.characters.names import find_character
from tracker.goals.characters.watching import latest_reading, past_readings
from tracker.goals.games.game import game_of
from tracker.goals.lookup import characters_of
from tracker.goals.model import Character
from tracker.offers.book import claim_at, claims_by, offer_at
from tracker.offers.errors import BadOffer, CharacterCounts, HadItBefore
from tracker.offers.model import ClaimStatus, Offer, OfferClaim, Target
from tracker.offers.planning import hurry_if_taken
from tracker.offers.writing import taken, won_now
from tracker.readings import Number, Quantity
from tracker.refusals import Suggestion
from tracker.rewards.taken import TakenThing, giving_up, holders, taking
from tracker.store.conditions import eq
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import OfferClaimKey
from tracker.store.segments import Subject
from tracker.store.table import Delete, Operation, Table
from tracker.store.values import Item

_ATTEMPTS = 5


def character_in(offer_id: str, subject: Subject) -> TakenThing:
    """In one race it counts for one person."""
    return TakenThing(f"offer:{offer_id}", "character", str(subject))


async def chosen_character(table: Table, user_id: str, target: Target, said: str | None) -> Character:
    """Whose number counts. Raises BadOffer, and what finding a character raises."""
    every, game = await characters_of(table, user_id), game_of(target.game)
    if said is not None:
        found = find_character(every, said)
        if found.game != target.game:
            raise BadOffer(
                f"{found.name} does not play {game.title}. Choose another character.", field="character"
            )
        return found
    playing = [one for one in every if one.game == target.game]
    if len(playing) == 1:
        return playing[0]
    if not playing:
        raise BadOffer(f"First add the character that you play in {game.title}.", field="character")
    raise BadOffer(
        f"Which character? Choose one: {', '.join(one.name for one in playing)}.",
        [Suggestion(one.name, one.id) for one in playing],
        field="character",
    )


async def stands_there(table: Table, offer: Offer, target: Target, subject: Subject) -> bool:
    """Whether the character has reached it since the offer began. Raises HadItBefore.

    Who is there when they claim was seen below it after the offer began, or nobody knows when it was.
    """
    latest = await latest_reading(table, subject)
    if latest is None or not target.is_reached(latest.quantities):
        return False
    past = await past_readings(table, subject, None)
    below = (at >= offer.created_at and not target.is_reached(values) for at, values in past)
    if not any(below):
        raise HadItBefore(
            f"This character has {target.text} already, and was not seen below it since the offer began."
            " It counts only from then on."
        )
    return True


async def takes_character(table: Table, user_id: str, offer: Offer, character: Character) -> list[Operation]:
    """Raises CharacterCounts."""
    thing = character_in(offer.id, character.subject)
    known = await holders(table, [thing])
    if known.get(thing, user_id) != user_id:
        raise CharacterCounts(
            f"{character.name} counts for somebody else there. Choose another character.", field="character"
        )
    return taking(user_id, [thing], known)


async def frees_character(table: Table, claim: OfferClaim) -> list[Operation]:
    if claim.subject is None:
        return []
    thing = character_in(claim.offer, claim.subject)
    return giving_up(claim.user, [thing], await holders(table, [thing]))


async def win(table: Table, claim: OfferClaim, now: datetime) -> bool:
    """Whether the claim is won with this; not where others were first, or the offer is over."""
    for _ in range(_ATTEMPTS):
        offer = await offer_at(table, claim.offer)
        if offer is None or not offer.is_open(now):
            return False
        try:
            await table.transact([*taken(offer), *won_now(offer, claim, now)])
        except ConditionFailed:
            found = await claim_at(table, claim.user, claim.offer)
            if found is None or found.status is not ClaimStatus.PURSUED:
                return False
            continue
        await hurry_if_taken(table, offer, now)
        return True
    return False


class Races:
    """Hears of readings."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def feed(
        self,
        watchers: Iterable[Item],
        before: Mapping[Quantity, Number],
        after: Mapping[Quantity, Number],
        /,
        *,
        at: datetime,
        since: datetime | None,
    ) -> int:
        """How many claims were won. Who was overlooked as they claimed is found with the next reading."""
        del before, at, since
        claims = from_items(
            OfferClaim, (item for item in watchers if item["type"] == OfferClaimKey.item_type)
        )
        there = [
            one
            for one in claims
            if one.status is ClaimStatus.PURSUED and one.target is not None and one.target.is_reached(after)
        ]
        now = self._clock().replace(microsecond=0)
        return sum([await win(self._table, one, now) for one in there])


class PursuedCharacters:
    """The characters that are after offers: another name leads to the same one."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def renamed(self, old: Character, new: Character) -> list[Operation]:
        """The same character under another name. What is somebody else's already stays theirs."""
        operations: list[Operation] = []
        for claim in await self._pursued(old):
            things = [character_in(claim.offer, one.subject) for one in (old, new)]
            known = await holders(self._table, things)
            operations += giving_up(old.user, things[:1], known)
            operations += taking(old.user, things[1:], known)
            place = SubjectWatcherKey(new.subject, old.user, claim.offer)
            operations.append(change(OfferClaim, claim.key, {"subject": new.subject}, enter=[place]))
        return operations

    async def removed(self, character: Character) -> list[Operation]:
        """The person is not after it any more, and can claim it anew with another character."""
        operations: list[Operation] = []
        for claim in await self._pursued(character):
            pursued = eq("status", ClaimStatus.PURSUED.value)
            operations += [Delete(claim.key.key, pursued), *await frees_character(self._table, claim)]
        return operations

    async def hanging(self, character: Character) -> Sequence[str]:
        mine = await self._pursued(character)
        return [f"You are no longer in the race for {one.title}." for one in mine]

    async def _pursued(self, character: Character) -> list[OfferClaim]:
        mine = await claims_by(self._table, character.user)
        return [one for one in mine if one.status is ClaimStatus.PURSUED and one.character == character.id]
