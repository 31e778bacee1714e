"""Offers for coins: as many as there are, one for each person, paid once, and paid back once."""

import asyncio
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from typing import Literal

import pytest

from tests.fakes.faulty_table import FaultyTable
from tests.tracker.offers.fair import Fair
from tracker.accounts.model import User
from tracker.offers.ending import OfferEndings
from tracker.offers.errors import (
    AlreadyClaimed,
    BadOffer,
    ClaimedTooOften,
    NoSuchClaim,
    NoSuchOffer,
    OfferOver,
    OfferTaken,
    TooManyOffers,
)
from tracker.offers.model import DUE, MOST_OPEN, ClaimStatus, Ending, Offer, OfferEnd, OfferStatus
from tracker.offers.service import OFFERS
from tracker.rewards.shop.errors import NotEnoughCoins
from tracker.rewards.wallet import newest_entries
from tracker.servers.model import PEOPLE
from tracker.store.entity import from_item
from tracker.store.errors import Throttled
from tracker.store.keys import DueKey


async def test_of_a_hundred_who_claim_at_once_as_many_get_one_as_there_are(everywhere: Fair) -> None:
    offer = await everywhere.coffee(stock=3)
    people = [await everywhere.rich(f"member{number:03}", coins=500) for number in range(100)]

    found = await asyncio.gather(
        *(everywhere.offers.claim(one, offer, one.id) for one in people), return_exceptions=True
    )

    refused = Counter(type(one) for one in found if isinstance(one, BaseException))
    assert refused == {OfferTaken: 97}
    assert (await everywhere.offer_now(offer)).taken == 3
    assert Counter([await everywhere.coins(one) for one in people]) == {500: 97, 0: 3}
    won = await everywhere.offers.claims(offer)
    assert len(won) == len({one.user for one in won}) == 3
    assert len(await everywhere.news("offer-claimed")) == 3


async def test_one_person_gets_one_however_often_they_press(fair: Fair) -> None:
    ada, offer = await fair.rich(coins=2000), await fair.coffee(stock=5)

    found = await asyncio.gather(
        *(fair.offers.claim(ada, offer, "Ada") for _ in range(8)), return_exceptions=True
    )

    assert Counter(type(one) for one in found if isinstance(one, BaseException)) == {AlreadyClaimed: 7}
    assert (await fair.coins(ada), (await fair.offer_now(offer)).left) == (1500, 4)
    [line] = await newest_entries(fair.table, ada.id, None)
    assert (line.coins, line.points, line.reason, line.offer_id) == (-500, 0, "Coffee", offer.id)


async def test_what_is_too_dear_over_or_gone_is_refused_and_takes_nothing(fair: Fair) -> None:
    ada, bob = await fair.rich(coins=499), await fair.rich("bob")
    offer = await fair.coffee(ends=fair.clock() + timedelta(days=1))
    with pytest.raises(NotEnoughCoins, match="You need 1 more"):
        await fair.offers.claim(ada, offer, "Ada")
    fair.clock.advance(86_400)
    with pytest.raises(OfferOver):
        await fair.offers.claim(bob, offer, "Bob")
    assert (await fair.coins(ada), await fair.coins(bob), (await fair.offer_now(offer)).taken) == (
        499,
        1000,
        0,
    )


async def test_a_withdrawn_offer_gives_coins_back_once_but_not_for_what_was_handed_over(fair: Fair) -> None:
    offer, ada, bob = await fair.coffee(stock=2), await fair.rich(), await fair.rich("bob")
    for user in (ada, bob):
        await fair.offers.claim(user, offer, user.id.title())
    assert (await fair.offers.award(offer, "bob")).status is ClaimStatus.AWARDED
    with pytest.raises(NoSuchClaim, match="already"):
        await fair.offers.award(offer, "Bob")

    closed = await fair.offers.close(offer, withdraw=True)
    for _ in range(3):
        await fair.pass_time(minutes=1)

    assert (closed.status, closed.ending) == (OfferStatus.OVER, Ending.WITHDRAWN)
    assert (await fair.coins(ada), await fair.coins(bob)) == (1000, 500)
    assert [line.coins for line in await newest_entries(fair.table, ada.id, None)] == [500, -500]
    assert await fair.kinds(ada) == ["offer-refunded"]
    assert await fair.kinds(bob) == ["offer-awarded"]
    with pytest.raises(OfferOver):
        await fair.offers.close(offer, withdraw=True)


async def test_coins_go_back_also_for_a_claim_that_an_index_did_not_have_yet(fair: Fair) -> None:
    offer, ada, lagging = await fair.coffee(stock=2), await fair.rich(), FaultyTable(fair.table)
    await lagging.freeze_indexes()
    await fair.offers.claim(ada, offer, "Ada")
    await fair.offers.close(offer, withdraw=True)

    item = await fair.table.get(DueKey(offer.server, DUE, offer.id).key)
    assert item is not None
    await OfferEndings(lagging, fair.clock).hold(from_item(OfferEnd, item))
    assert await fair.coins(ada) == 500
    await fair.pass_time(minutes=1)

    assert await fair.coins(ada) == 1000
    assert await fair.table.get(DueKey(offer.server, DUE, offer.id).key) is None


async def test_all_taken_is_over_at_once_and_can_still_be_withdrawn(fair: Fair) -> None:
    offer, ada = await fair.coffee(), await fair.rich()
    await fair.offers.claim(ada, offer, "Ada")
    await fair.pass_time()
    assert (await fair.offer_now(offer)).ending is Ending.TAKEN

    await fair.offers.close(await fair.offer_now(offer), withdraw=True)
    await fair.pass_time()

    claim = await fair.claim_of(ada, offer)
    assert claim is not None
    assert (claim.status, await fair.coins(ada)) == (ClaimStatus.REFUNDED, 1000)


async def test_whatever_is_cut_short_a_claim_is_paid_once(fair: Fair) -> None:
    """A connection that breaks before or after each call, and somebody who tries again."""
    offer, people, is_cut = await fair.coffee(stock=100), 0, True
    for number in range(1, 100):
        if not is_cut:
            break
        for when in ("before", "after"):
            ada, people = await fair.rich(f"ada{number}{when}"), people + 1
            is_cut = await _claimed_with_a_cut(fair, ada, offer, number, when)
            assert (await fair.coins(ada), (await fair.offer_now(offer)).taken) == (500, people), (
                number,
                when,
            )
            assert len(await newest_entries(fair.table, ada.id, None)) == 1
    assert people > 12
    assert len(await fair.news("offer-claimed")) == people


async def _claimed_with_a_cut(
    fair: Fair, user: User, offer: Offer, at: int, when: Literal["before", "after"]
) -> bool:
    table = FaultyTable(fair.table)
    table.fail(at=at, when=when)
    try:
        await fair.on(table).claim(user, offer, "Ada")
    except Throttled:
        with suppress(AlreadyClaimed):
            await fair.offers.claim(user, offer, "Ada")
        return True
    return False


async def test_names_and_news(fair: Fair) -> None:
    offer = await fair.coffee(tags=("drinks",), description="From the good machine")
    ada = await fair.rich()
    await fair.offers.claim(ada, offer, "Ada")

    [new], [claimed] = await fair.news("offer-new"), await fair.news("offer-claimed")
    assert (new.title, PEOPLE in new.facts) == ("New: Coffee", False)
    assert "From the good machine" in new.text
    assert (claimed.text, claimed.facts[PEOPLE]) == ("Ada claimed it for 500 coins.", ada.id)
    assert claimed.preferred_channel == "discord.offers"


async def test_limits_of_servers_and_what_is_said(fair: Fair) -> None:
    await fair.coffee()
    with pytest.raises(BadOffer, match="already"):
        await fair.coffee()
    for field in ({"stock": 0}, {"cost": 0}, {"stock": 1001}):
        with pytest.raises(BadOffer):
            await fair.offers.create(fair.here, "Tea", {"kind": "coins", "ends": fair.clock(), **field})
    for number in range(OFFERS.most - 2):
        await fair.named(f"offer {number}")
    with pytest.raises(ClaimedTooOften):
        await fair.named("one more")
    while len(await fair.offers.known("nobody", fair.here)) < MOST_OPEN:
        fair.clock.advance(7_200)
        with suppress(ClaimedTooOften):
            await fair.named(f"at {fair.clock()}")
    fair.clock.advance(86_400)
    with pytest.raises(TooManyOffers):
        await fair.named("one more")


async def test_a_stranger_sees_nothing_and_a_member_finds_it_by_its_words_and_tags(fair: Fair) -> None:
    offer = await fair.coffee(tags=("drinks",))
    member, stranger = await fair.rich("member"), await fair.rich("stranger")
    await fair.servers.join(member, fair.here)

    assert await fair.offers.known(stranger.id) == []
    with pytest.raises(NoSuchOffer):
        await fair.offers.find(stranger.id, offer.id)
    [(server, known)] = await fair.offers.known(member.id)
    assert (server, known) == (fair.here, offer)
    assert (await fair.offers.find(member.id, "coff"))[1] == offer
    assert (await fair.offers.find(stranger.id, "coffee", fair.here))[1] == offer
    await fair.servers.leave(member.id, fair.here.account)
    assert await fair.offers.known(member.id) == []
