"""What can be asked of channels."""

from pydantic import Field

from bot.documents import Ask


class AddChannel(Ask, frozen=True):
    type: str
    """`sms`, `email`, `apprise`, `webhook`; `webhook.home` with its name; `webpush` for a browser."""
    address: str = Field(default="", repr=False)
    name: str | None = Field(default=None, description="What a further webhook is called: home")


class RenewBrowser(Ask, frozen=True):
    """Its push service has given a browser another address."""

    old: str = Field(repr=False)
    """The endpoint until now."""
    address: str = Field(repr=False)
    """The new one, with its keys."""


class VerifyChannel(Ask, frozen=True):
    code: str = Field(repr=False)


class NameChannel(Ask, frozen=True):
    channel: str
    """Its type; of several webhooks also its name: `webhook.home`."""
