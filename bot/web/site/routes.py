"""All addresses that people open in a browser: the login, the pages of the features, and what they load."""

from collections.abc import Iterator, Sequence

from aiohttp import web

from bot.feature import Feature
from bot.web.oauth.flow import SignInElsewhere
from bot.web.oauth.providers import providers_of
from bot.web.running import RunningServices
from bot.web.site.assets import FOLDER, own_assets
from bot.web.site.installing import Installing
from bot.web.site.login import Login
from bot.web.site.place import Place
from bot.web.site.serving import Pages
from bot.web.site.tables import Tables
from bot.web.site.visiting import Door
from tracker.settings import WebSettings


def site_routes(
    running: RunningServices, features: Sequence[Feature], settings: WebSettings
) -> Iterator[web.RouteDef]:
    place = Place.of(settings)
    door = Door(running, place)
    providers = providers_of(settings)
    login = Login(door, place, running.under_way, {name: one.label for name, one in providers.items()})
    yield from login.routes()
    yield from SignInElsewhere(door, place, login, providers).routes()
    yield from Installing(place).routes()
    yield from Pages(door, place, Tables(features)).routes()
    for feature in features:
        yield from getattr(feature.part("pages"), "routes", _none)(running, place)
    yield web.get(f"{FOLDER}/{{file:.+}}", own_assets().serve)


def _none(_: RunningServices, __: Place) -> Sequence[web.RouteDef]:
    return ()
