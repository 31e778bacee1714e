"""Offers over HTTP: for members, and on a server those that it has, made and closed by who manages it."""

from bot.offers import requests, usecases
from bot.web.part import Route, on_server
from bot.web.there import setting_up

_CLAIM = Route("POST", "/offers/{offer}/claim", requests.ClaimOffer, usecases.claim)
_LEAVE = Route("POST", "/offers/{offer}/leave", requests.NameOffer, usecases.leave)
_THERE = (
    Route("GET", "/offers", requests.ListOffers, usecases.list_there),
    Route("POST", "/offers", requests.CreateOffer, setting_up(usecases.create)),
    Route("GET", "/offers/{offer}", requests.NameOffer, usecases.show_there),
    _CLAIM,
    _LEAVE,
    Route("POST", "/offers/{offer}/award", requests.AwardOffer, usecases.award),
    Route("POST", "/offers/{offer}/close", requests.CloseOffer, usecases.close),
)

ROUTES = (
    Route("GET", "/offers", requests.ListOffers, usecases.list_offers),
    Route("GET", "/offers/{offer}", requests.NameOffer, usecases.show),
    _CLAIM,
    _LEAVE,
    *map(on_server, _THERE),
)
