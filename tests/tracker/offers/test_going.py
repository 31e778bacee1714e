"""What becomes of offers and claims when a person or a server goes, and when time passes."""

from datetime import timedelta

from tests.due_work import tools_at
from tests.tracker.offers.fair import THERE, Fair
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.feature import farewells
from tracker.offers.book import MOST_SHOWN, offer_at
from tracker.offers.model import KEPT, Ending, OfferStatus
from tracker.store.entity import authored


async def gone(fair: Fair, account: str) -> None:
    tools = tools_at(fair.table, fair.clock)
    await delete_person(fair.table, Holder(account), fair.clock(), first=farewells(tools))


async def test_of_who_is_deleted_no_trace_is_left_and_what_they_took_stays_taken(fair: Fair) -> None:
    coffee, race = await fair.coffee(stock=2), await fair.sailing()
    ada, bob = await fair.runner("ada"), await fair.runner("bob")
    await fair.offers.claim(ada, coffee, "Countess")
    for user in (ada, bob):
        await fair.enter(user, race)

    await gone(fair, ada.id)

    assert "Countess" not in repr([item async for item in fair.table.scan()])
    assert (await fair.offer_now(coffee)).left == 1
    await fair.cuts("bob", THERE)
    [won] = [one for one in await fair.offers.claims(race) if one.status.has_won]
    assert won.user == bob.id


async def test_a_server_that_goes_gives_coins_back_and_takes_its_offers_along(fair: Fair) -> None:
    offer, ada, bob = await fair.coffee(stock=2), await fair.rich(), await fair.rich("bob")
    for user in (ada, bob):
        await fair.offers.claim(user, offer, user.id.title())
    await fair.offers.award(offer, "Bob")

    await gone(fair, fair.here.account)

    assert (await fair.coins(ada), await fair.coins(bob)) == (1000, 500)
    assert await offer_at(fair.table, offer.id) is None
    await fair.pass_time(days=31)


async def test_a_server_that_goes_gives_coins_back_of_all_that_was_offered_however_much(fair: Fair) -> None:
    offer, ada = await fair.coffee(), await fair.rich()
    await fair.offers.claim(ada, offer, "Ada")
    await fair.pass_time(minutes=1)
    for number in range(MOST_SHOWN):
        over = {"status": OfferStatus.OVER, "ending": Ending.ENDED, "over_at": offer.created_at}
        later = {"id": f"later{number}", "created_at": offer.created_at + timedelta(seconds=1)}
        past = offer.model_copy(update={**later, **over})
        await fair.table.transact(authored(past.server, past, past.key, past.place()))

    await gone(fair, fair.here.account)

    assert await fair.coins(ada) == 1000


async def test_an_offer_that_is_over_is_shown_for_a_while_and_expires_with_its_claims(fair: Fair) -> None:
    offer, ada = await fair.coffee(), await fair.rich()
    await fair.offers.claim(ada, offer, "Ada")
    await fair.servers.join(ada, fair.here)
    await fair.pass_time(minutes=1)
    assert [one.id for _, one in await fair.offers.known(ada.id, over=True)] == [offer.id]
    assert await fair.offers.known(ada.id) == []

    fair.clock.advance(KEPT.total_seconds())

    assert await offer_at(fair.table, offer.id) is None
    assert await fair.claim_of(ada, offer) is None
    assert await fair.offers.known(ada.id, over=True) == []


async def test_what_is_announced_of_who_leaves_the_server_is_forgotten(fair: Fair) -> None:
    offer, ada = await fair.coffee(), await fair.rich()
    await fair.servers.join(ada, fair.here)
    await fair.offers.claim(ada, offer, "Ada")
    await fair.servers.leave(ada.id, fair.here.account)
    assert await fair.news("offer-claimed") == []
