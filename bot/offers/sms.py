"""Offers by SMS: `offers`, `offer coffee`, `claim coffee as Ada`, `leave offer 99 sailing`."""

import re

from bot.offers import requests, usecases, view
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit

OFFERS = Phrase("offers", ("offer list", "bounties"), "offers", "what your servers offer")
OFFER = Phrase("offer", ("show offer", "offer show"), "offer coffee", "what an offer takes, and who won it")
CLAIM = Phrase("claim", ("offer claim",), "claim coffee as Ada", "claim an offer; its server sees your name")
LEAVE = Phrase("leave offer", ("offer leave",), "leave offer 99 sailing", "leave the race for an offer")
_AS = re.compile(r"(?P<offer>.+?)(?:\s+with\s+(?P<character>.+?))?(?:\s+as\s+(?P<name>.+))?", re.IGNORECASE)


async def list_offers(here: Visit, rest: str) -> Answer:
    found = await usecases.list_offers(here, requests.ListOffers(tag=rest or None))
    return answer_list(here, view.offers(here, found), OFFER.name, OFFERS.name)


async def show(here: Visit, rest: str) -> Answer:
    if not rest:
        return await list_offers(here, "")
    return answer(here, view.shown(here, await usecases.show(here, requests.NameOffer(offer=rest))))


async def claim(here: Visit, rest: str) -> Answer:
    if (said := _AS.fullmatch(rest.strip())) is None:
        raise nothing_said(CLAIM)
    ask = requests.ClaimOffer(offer=said["offer"], character=said["character"], name=said["name"])
    return answer(here, view.claimed(here, await usecases.claim(here, ask)), undo="")


async def leave(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(LEAVE)
    done = await usecases.leave(here, requests.NameOffer(offer=rest))
    return answer(here, view.done(here, done), undo="")


SMS = SmsPart(
    commands=(
        Command(OFFERS, list_offers),
        Command(OFFER, show),
        Command(CLAIM, claim),
        Command(LEAVE, leave),
    )
)
