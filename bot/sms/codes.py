"""Codes that prove an address: whoever texts one from a number has that number."""

from bot.services import Services
from tracker.accounts.errors import AccountError
from tracker.addresses.errors import NothingToConfirm

LINKED = "Done: this number is linked to your Questlog account. Text GOALS, or ? for all commands."


async def confirmed(services: Services, channel: str, address: str, code: str) -> str | None:
    """What to answer; None where there is nothing to confirm for this address."""
    try:
        await services.addresses.confirm_from(channel, address, code)
    except NothingToConfirm:
        return None
    except AccountError as refused:
        return str(refused)
    return LINKED
