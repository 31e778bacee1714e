"""Codes that prove an address, and invitations: whoever texts one from a number has that number."""

from bot.services import Services
from tracker.accounts.errors import AccountError
from tracker.accounts.identity import kept_identity
from tracker.addresses.errors import NothingToConfirm
from tracker.addresses.invitations import Newcomer, is_invitation
from tracker.store.keys import IdentityKind

LINKED = "Done: this number is linked to your Questlog account. Text GOALS, or ? for all commands."


async def confirmed(services: Services, channel: str, address: str, code: str) -> str | None:
    """What to answer; None where there is nothing to confirm for this address."""
    try:
        if is_invitation(code):
            who = Newcomer(kept_identity(IdentityKind.PHONE, address), channel, address)
            await services.invitations.accept(who, code)
        else:
            await services.addresses.confirm_from(channel, address, code)
    except NothingToConfirm:
        return None
    except AccountError as refused:
        return str(refused)
    return LINKED
