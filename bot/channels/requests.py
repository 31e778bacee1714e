"""What can be asked of channels."""

from pydantic import Field

from bot.documents import Ask


class AddChannel(Ask, frozen=True):
    type: str
    """`sms`, `email`, `apprise`, `webhook`."""
    address: str = Field(default="", repr=False)


class VerifyChannel(Ask, frozen=True):
    code: str = Field(repr=False)


class NameChannel(Ask, frozen=True):
    channel: str
    """Its type."""
