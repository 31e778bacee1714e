"""The sites that this Questlog lets people sign in with."""

from collections.abc import Iterator
from importlib import import_module

from bot.exits import Exit, Refusal
from bot.web.oauth.discord import Discord
from bot.web.oauth.provider import Provider
from tracker.settings import WebSettings


def providers_of(settings: WebSettings) -> dict[str, Provider]:
    """By their names in addresses. Raises Refusal."""
    return {one.name: one for one in _configured(settings)}


def _configured(settings: WebSettings) -> Iterator[Provider]:
    if settings.discord.is_on:
        yield Discord(settings.discord)
    if settings.oidc.is_on:
        try:
            import_module("cryptography")
        except ImportError:
            raise Refusal(
                "web.oidc needs a library that is not installed. Install it: pip install 'questlog[oidc]'",
                exit_code=Exit.CONFIG,
            ) from None
        from bot.web.oauth.oidc import Oidc  # noqa: PLC0415 - the same

        yield Oidc(settings.oidc)
