"""Offers over HTTP, for members. Those who manage a server make them on Discord."""

from bot.offers import requests, usecases
from bot.web.part import Route

ROUTES = (
    Route("GET", "/offers", requests.ListOffers, usecases.list_offers),
    Route("GET", "/offers/{offer}", requests.NameOffer, usecases.show),
    Route("POST", "/offers/{offer}/claim", requests.ClaimOffer, usecases.claim),
    Route("POST", "/offers/{offer}/leave", requests.NameOffer, usecases.leave),
)
