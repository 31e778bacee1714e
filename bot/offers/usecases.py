"""What can be done with offers: by those who manage a server, and by its members. Words in, documents out."""

from zoneinfo import ZoneInfo

from bot.documents import read, reading
from bot.managed_server import managed_server
from bot.offers import requests
from bot.offers.documents import (
    OfferClaimed,
    OfferList,
    OfferShown,
    ServerOffer,
    ServerOffers,
    offer_document,
    winner_documents,
)
from bot.visit import Visit
from tracker.challenge.finding import find_challenge
from tracker.days import local_day
from tracker.offers.book import servers_of, tagged
from tracker.offers.errors import BadOffer, NoSuchOffer
from tracker.offers.model import ClaimStatus, Offer, OfferClaim, OfferKind
from tracker.offers.words import parse_coins, parse_end, parse_tags, parse_target
from tracker.rewards.board_names import names_of
from tracker.rewards.wallet import wallet_of
from tracker.servers.model import Server
from tracker.weeks import parse_week, week_of
from tracker.words import count_of, quoted


async def create(visit: Visit, ask: requests.CreateOffer) -> OfferShown:
    server = await managed_server(visit)
    with reading("title"):
        offer = await visit.services.offers.create(server, ask.title, await _fields(visit, ask, server))
    has_channel = bool(await visit.services.channels.list(server.account))
    where = "It is announced here." if has_channel else "There is no channel for news yet."
    return await _shown(visit, server, offer, f"Offered. {where}")


async def list_there(visit: Visit, ask: requests.ListOffers) -> ServerOffers:
    """Those of the server where they are, and no others. Raises NotOnServer."""
    server = await visit.services.servers.here(visit.guild)
    every = [] if server is None else await visit.services.offers.of(server, over=ask.all)
    mine = await visit.services.offers.own_claims(visit.person.id)
    return ServerOffers(
        offers=tuple(
            offer_document(server, one, mine.get(one.id)) for one in tagged(every, ask.tag) if server
        ),
        is_managed=_manages(visit),
    )


async def show_there(visit: Visit, ask: requests.NameOffer) -> ServerOffer:
    """One of the server where they are. Raises NotOnServer, NoSuchOffer."""
    if (server := await visit.services.servers.here(visit.guild)) is None:
        raise NoSuchOffer("Nothing is offered on this server.", field="offer")
    with reading("offer"):
        offer = await visit.services.offers.of_server(server, ask.offer)
    found = await _shown(visit, server, offer, "")
    return ServerOffer(**dict(found), is_managed=_manages(visit))


async def list_offers(visit: Visit, ask: requests.ListOffers) -> OfferList:
    here = await _here(visit)
    every = await visit.services.offers.known(visit.person.id, here, over=ask.all)
    fitting = {one.id for one in tagged([offer for _, offer in every], ask.tag)}
    mine = await visit.services.offers.own_claims(visit.person.id)
    return OfferList(
        offers=tuple(
            offer_document(server, offer, mine.get(offer.id))
            for server, offer in every
            if offer.id in fitting and (ask.all or offer.is_open(visit.now) or offer.id in mine)
        ),
        servers=len(await servers_of(visit.services.table, visit.person.id, here)),
    )


async def show(visit: Visit, ask: requests.NameOffer) -> OfferShown:
    server, offer = await _found(visit, ask.offer)
    return await _shown(visit, server, offer, "")


async def claim(visit: Visit, ask: requests.ClaimOffer) -> OfferClaimed:
    """By claiming, the person agrees that the server sees that they did, under their name."""
    server, offer = await _found(visit, ask.offer)
    wallet = await wallet_of(visit.services.table, visit.person.id)
    with reading("name"):
        name = names_of(visit.person, wallet, said=ask.name, discord=visit.discord_name)[0]
    done = await visit.services.offers.claim(visit.person, offer, name, character=ask.character)
    return OfferClaimed(
        offer=offer_document(server, done.offer, done.claim),
        status=done.claim.status,
        name=done.claim.name,
        balance=done.coins,
        message=_claimed_text(done.offer, done.claim, done.coins),
    )


async def leave(visit: Visit, ask: requests.NameOffer) -> OfferShown:
    """Out of the race."""
    server, offer = await _found(visit, ask.offer)
    await visit.services.offers.leave(visit.person.id, offer)
    return await _shown(visit, server, offer, f"You are no longer in the race for {offer.title}.")


async def award(visit: Visit, ask: requests.AwardOffer) -> OfferShown:
    server = await managed_server(visit)
    with reading("offer"):
        offer = await visit.services.offers.of_server(server, ask.offer)
    done = await visit.services.offers.award(offer, ask.who)
    return await _shown(visit, server, offer, f"{done.name} is told that {offer.title} was handed over.")


async def close(visit: Visit, ask: requests.CloseOffer) -> OfferShown:
    server = await managed_server(visit)
    with reading("offer"):
        offer = await visit.services.offers.of_server(server, ask.offer)
    closed = await visit.services.offers.close(offer, withdraw=ask.withdraw)
    back = " Coins go back to everybody who has nothing for them yet." if ask.withdraw else ""
    return await _shown(visit, server, closed, f"Closed.{back}")


async def _fields(visit: Visit, ask: requests.CreateOffer, server: Server) -> dict[str, object]:
    said = [ask.goal, ask.coins, ask.challenge]
    if sum(one is not None for one in said) != 1:
        raise BadOffer(
            "Say exactly one condition: a goal to reach first, coins, or a challenge whose week is kept.",
            field="goal",
        )
    account = await visit.services.servers.account(server)
    common: dict[str, object] = {
        "description": ask.description,
        "stock": ask.stock,
        "tags": read("tags", ask.tags, parse_tags) or (),
    }
    if ask.challenge is not None:
        return {**common, **await _raffle(visit, ask, server, ask.challenge)}
    with reading("ends"):
        common["ends"] = parse_end(ask.ends, visit.now, account.zone)
    if ask.coins is not None:
        return {**common, "kind": OfferKind.COINS, "cost": parse_coins(f"{ask.coins}")}
    with reading("goal"):
        target = parse_target(ask.goal or "", ask.game, local_day(visit.now, account.zone))
    return {**common, "kind": OfferKind.FIRST, "target": target}


async def _raffle(visit: Visit, ask: requests.CreateOffer, server: Server, name: str) -> dict[str, object]:
    if ask.ends is not None:
        raise BadOffer("A raffle ends when its week is settled. Leave out when it ends.", field="ends")
    with reading("challenge"):
        challenge = find_challenge(await visit.services.challenges.list(server.account), name)
    this_week = week_of(local_day(visit.now, ZoneInfo(challenge.timezone)))
    try:
        week = this_week if ask.week is None else parse_week(ask.week)
    except ValueError:
        raise BadOffer(f"{quoted(ask.week or '')} is no week. Write one as 2026-W46.", field="week") from None
    if week < this_week or week.year > this_week.year + 1:
        raise BadOffer("A raffle is among those who keep this week or one that comes soon.", field="week")
    return visit.services.offers.raffle(challenge, week)


def _claimed_text(offer: Offer, claim: OfferClaim, coins: int | None) -> str:
    seen = f"The server sees you as {claim.name}."
    match claim.status:
        case ClaimStatus.PURSUED:
            return f"You are in the race: {offer.title}. You need do nothing else. {seen}"
        case ClaimStatus.WON if coins is not None:
            return f"{offer.title} is yours. You have {count_of(coins, 'coin')} left. {seen}"
        case ClaimStatus.WON:
            return f"You won: {offer.title}. {seen}"
        case _:
            return f"{offer.title}: {claim.status}."


def _manages(visit: Visit) -> bool:
    return visit.guild is not None and visit.guild.is_managed


async def _here(visit: Visit) -> Server | None:
    return None if visit.guild is None else await visit.services.servers.find(visit.guild.id)


async def _found(visit: Visit, text: str) -> tuple[Server, Offer]:
    with reading("offer"):
        return await visit.services.offers.find(visit.person.id, text, await _here(visit))


async def _shown(visit: Visit, server: Server, offer: Offer, message: str) -> OfferShown:
    mine = await visit.services.offers.own_claims(visit.person.id)
    return OfferShown(
        offer=offer_document(server, offer, mine.get(offer.id)),
        winners=winner_documents(await visit.services.offers.claims(offer)),
        message=message,
    )
