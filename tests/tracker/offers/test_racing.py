"""To be first: from the offer's beginning, with one character, and exactly as many as there are."""

import asyncio
from collections.abc import Sequence
from datetime import date

import pytest

from tests.fakes.faulty_table import FaultyTable
from tests.recorders import recorder_on
from tests.tracker.offers.fair import BELOW, THERE, Fair
from tests.tracker.servers.halls import subject
from tracker.goals.characters.names import find_character
from tracker.goals.lookup import characters_of
from tracker.offers.errors import BadOffer, CharacterCounts, HadItBefore, NoSuchClaim, OfferOver, OfferTaken
from tracker.offers.model import ClaimStatus, Ending
from tracker.offers.racing import character_in
from tracker.offers.words import parse_target
from tracker.store.errors import Throttled
from tracker.store.table import Operation, Table
from tracker.store.values import Key


async def test_the_first_who_reaches_it_wins_and_everybody_hears_of_it(fair: Fair) -> None:
    offer = await fair.sailing()
    ada, bob = await fair.runner("ada"), await fair.runner("bob")
    for user in (ada, bob):
        assert (await fair.enter(user, offer)).status is ClaimStatus.PURSUED

    await fair.cuts("bob", THERE)
    await fair.cuts("ada", THERE + 1)
    await fair.pass_time(minutes=2)

    [won] = [one for one in await fair.offers.claims(offer) if one.status.has_won]
    assert won.user == bob.id
    missed = await fair.claim_of(ada, offer)
    assert missed is not None
    assert (missed.status, (await fair.offer_now(offer)).ending) == (ClaimStatus.MISSED, Ending.TAKEN)
    assert (await fair.kinds(bob), await fair.kinds(ada)) == (["offer-won"], ["offer-missed"])
    [told] = await fair.news("offer-claimed")
    assert told.text == "Bob reached 99 Woodcutting."


async def test_of_six_who_get_there_at_once_as_many_win_as_there_are(everywhere: Fair) -> None:
    offer = await everywhere.sailing(stock=3)
    people = [await everywhere.runner(f"runner{number:02}") for number in range(6)]
    for one in people:
        await everywhere.enter(one, offer)

    await asyncio.gather(*(everywhere.cuts(one.id, THERE) for one in people))

    won = [one for one in await everywhere.offers.claims(offer) if one.status is ClaimStatus.WON]
    assert (len(won), (await everywhere.offer_now(offer)).taken) == (3, 3)
    assert len(await everywhere.news("offer-claimed")) == 3


async def test_who_had_it_before_is_not_first(fair: Fair) -> None:
    early = await fair.runner("early", THERE)
    fair.clock.advance(86_400)
    offer = await fair.sailing()
    with pytest.raises(HadItBefore):
        await fair.enter(early, offer)
    assert await fair.claim_of(early, offer) is None


async def test_who_was_seen_below_it_since_the_offer_began_wins_as_they_claim(fair: Fair) -> None:
    offer, ada = await fair.sailing(), await fair.runner("ada")
    await fair.cuts("ada", BELOW + 1)
    fair.clock.advance(86_400)
    await fair.cuts("ada", THERE)

    claim = await fair.enter(ada, offer)

    assert (claim.status, (await fair.offer_now(offer)).left) == (ClaimStatus.WON, 0)
    with pytest.raises(OfferTaken):
        await fair.enter(await fair.runner("late"), offer)


async def test_a_character_counts_for_one_person_and_follows_its_name(fair: Fair) -> None:
    offer, ada, bob = await fair.sailing(), await fair.runner("ada"), await fair.rich("bob")
    await fair.character(bob, "Ada", subject=subject("ada"))
    await fair.enter(ada, offer)
    with pytest.raises(CharacterCounts):
        await fair.enter(bob, offer)

    await fair.offers.leave(ada.id, offer)
    with pytest.raises(NoSuchClaim):
        await fair.offers.leave(ada.id, offer)

    assert (await fair.enter(bob, offer)).user == bob.id
    await fair.cuts("ada", THERE)
    claim = await fair.claim_of(bob, offer)
    assert claim is not None
    assert claim.status is ClaimStatus.WON


async def test_who_removes_the_character_is_out_of_the_race(fair: Fair) -> None:
    offer, ada = await fair.sailing(), await fair.runner("ada")
    await fair.enter(ada, offer)
    mine = find_character(await characters_of(fair.table, ada.id), "ada")
    await fair.characters.remove(ada.id, mine)
    assert await fair.claim_of(ada, offer) is None


async def test_nobody_wins_after_its_end(fair: Fair) -> None:
    offer, ada = await fair.sailing(), await fair.runner("ada")
    await fair.enter(ada, offer)
    fair.clock.advance(31 * 86_400)
    await fair.cuts("ada", THERE)
    await fair.pass_time(minutes=2)
    claim = await fair.claim_of(ada, offer)
    assert claim is not None
    assert (claim.status, (await fair.offer_now(offer)).ending) == (ClaimStatus.MISSED, Ending.ENDED)
    with pytest.raises(OfferOver):
        await fair.enter(await fair.runner("bob"), offer)


class Meddling(FaultyTable):
    """The character is renamed just before the claim is written."""

    def __init__(self, inner: Table, claim: Key, counting: Key) -> None:
        super().__init__(inner)
        self._claim, self._counting = claim, counting

    async def transact(self, operations: Sequence[Operation]) -> None:
        if any(one.key == self._claim for one in operations):
            await self._inner.delete(self._counting)
        await super().transact(operations)


async def test_who_leaves_the_race_as_the_character_is_renamed_is_out_of_it(fair: Fair) -> None:
    offer, ada = await fair.sailing(), await fair.runner("ada")
    claim = await fair.enter(ada, offer)
    counting = character_in(offer.id, subject("ada")).key.key
    await fair.on(Meddling(fair.table, claim.key.key, counting)).leave(ada.id, offer)
    assert await fair.claim_of(ada, offer) is None


async def test_who_gives_up_the_character_as_the_offer_ends_hears_of_it_all_the_same(fair: Fair) -> None:
    offer, ada = await fair.sailing(), await fair.runner("ada")
    claim = await fair.enter(ada, offer)
    counting = character_in(offer.id, subject("ada")).key.key

    fair.clock.advance(31 * 86_400)
    await fair.pass_time(Meddling(fair.table, claim.key.key, counting), minutes=2)

    ended = await fair.claim_of(ada, offer)
    assert ended is not None
    assert (ended.status, ended.ttl is None) == (ClaimStatus.MISSED, False)
    assert await fair.kinds(ada) == ["offer-missed"]


async def test_whatever_is_cut_short_a_win_is_one_and_told_once(fair: Fair) -> None:
    offer, won = await fair.sailing(stock=50), 0
    for number in range(1, 40):
        name = f"ada{number}"
        ada, won = await fair.runner(name), won + 1
        await fair.enter(ada, offer)
        table = FaultyTable(fair.table)
        table.fail(at=number, when="after" if number % 2 else "before")
        try:
            await fair.look(
                {"woodcutting.xp": THERE},
                subject=subject(name),
                recorder=recorder_on(table, fair.clock, keep_days=30),
            )
        except Throttled:
            await fair.cuts(name, THERE + 1)
        else:
            break
    assert won > 5
    assert (await fair.offer_now(offer)).taken == won == len(await fair.news("offer-claimed"))


@pytest.mark.parametrize(
    "text", ["rank 100 slayer", "base 70", "+5 slayer", "99 wc by 1 march", "9 wc then 50 wc"]
)
async def test_what_has_no_first_is_refused(fair: Fair, text: str) -> None:
    with pytest.raises(BadOffer):
        parse_target(text, "osrs", fair.clock().date())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("99 sailing", "99 Sailing"),
        ("50m slayer xp", "50m Slayer xp"),
        ("500 zulrah", "500 Zulrah"),
        ("2277 total", "2,277 total level"),
    ],
)
def test_targets_as_people_read_them(text: str, shown: str) -> None:
    assert parse_target(text, "osrs", date(2100, 1, 4)).text == shown
