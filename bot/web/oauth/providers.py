"""The sites that this Questlog lets people sign in with."""

from collections.abc import Iterator

from bot.web.oauth.discord import Discord
from bot.web.oauth.provider import Provider
from tracker.settings import WebSettings


def providers_of(settings: WebSettings) -> dict[str, Provider]:
    """By their names in addresses."""
    return {one.name: one for one in _configured(settings)}


def _configured(settings: WebSettings) -> Iterator[Provider]:
    if settings.discord.is_on:
        yield Discord(settings.discord)
    if settings.oidc.is_on:
        from bot.web.oauth.oidc import Oidc  # noqa: PLC0415 - what checks signatures takes a while to load

        yield Oidc(settings.oidc)
