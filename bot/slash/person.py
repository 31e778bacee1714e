"""Whom an interaction comes from: their account, made at first use, and found in one visit to the table."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from bot.services import Services
from tracker.accounts.errors import BeingDeleted, IdentityTaken
from tracker.accounts.identity import Identity, identity
from tracker.accounts.lookup import Known, known_and, known_by
from tracker.accounts.model import User
from tracker.addresses.invitations import Newcomer
from tracker.logs import get_logger
from tracker.notify.model import PersonChannel
from tracker.refusals import Reason, Refused
from tracker.store.keys import ChannelKey, IdentityKind
from tracker.store.steps import ReadSteps
from tracker.store.values import Key

log = get_logger(__name__)

_Found = TypeVar("_Found")

CHANNEL: Final = "discord"


class Present(NamedTuple):
    user: User
    newly: bool = False
    """Whether the account was made just now."""
    unreached: PersonChannel | None = None
    """Their Discord, where messages did not get through there, and it is tried again now."""


async def known(services: Services, discord_id: int) -> User | None:
    """The person, if there is one: for suggestions, which change nothing and make nobody an account."""
    found = await services.table.read_in_steps(known_by(_identity(discord_id)))
    return found and found.user


class NoAccountAnyMore(Refused):
    """Everything about the person was deleted, and an old button brings nothing back."""

    code = "no_account"
    reason = Reason.UNKNOWN


async def present(services: Services, discord_id: int, *, newcomers: bool = True) -> Present:
    """Whoever is here may be told things again: a channel that was off is tried.

    `newcomers` get an account. Raises BeingDeleted, NoAccountAnyMore.
    """
    wanted = _identity(discord_id)
    found = await services.table.read_in_steps(known_by(wanted, _channel_of))
    if found is None and not newcomers:
        raise NoAccountAnyMore("What this was about is deleted. Any command begins anew; /help lists them.")
    if found is None:
        return await _meet(services, discord_id, wanted)
    return await _back(services, found)


async def present_with(
    services: Services, discord_id: int, then: Callable[[str], ReadSteps[_Found]]
) -> tuple[Present, _Found]:
    """The same, with what else is to be read of the person, in one visit to the table."""
    wanted = _identity(discord_id)
    read = await services.table.read_in_steps(known_and(wanted, _channel_of, then))
    known, found = read or (None, None)
    who = await (_meet(services, discord_id, wanted) if known is None else _back(services, known))
    return who, found if found is not None else await services.table.read_in_steps(then(who.user.id))


def direct(discord_id: int) -> str:
    """The address of somebody's direct messages."""
    return f"dm:{discord_id}"


async def _back(services: Services, found: Known) -> Present:
    user = _not_leaving(found.user)
    channel = found.items.get(ChannelKey(user.id, CHANNEL).key)
    if channel is None or channel.get("isActive") is not False:
        return Present(user)
    # One that the person took away stays away, and one that they switched off stays off.
    return Present(user, unreached=await services.channels.try_again(user.id, CHANNEL))


async def _meet(services: Services, discord_id: int, wanted: Identity) -> Present:
    """Of several commands that come at once, one makes the account, and is answered with a welcome."""
    try:
        user = await services.accounts.register(wanted)
    except IdentityTaken:
        return Present(_not_leaving(await services.accounts.get_or_register(wanted)))
    await services.channels.add(user.id, CHANNEL, direct(discord_id))
    log.info("person registered", channel=CHANNEL)
    return Present(user, newly=True)


def newcomer(discord_id: int) -> Newcomer:
    """Whoever takes over an account by an invitation."""
    return Newcomer(_identity(discord_id), CHANNEL, direct(discord_id))


def _channel_of(user_id: str) -> list[Key]:
    return [ChannelKey(user_id, CHANNEL).key]


def _identity(discord_id: int) -> Identity:
    return identity(IdentityKind.DISCORD, str(discord_id))


def _not_leaving(user: User) -> User:
    if user.deleting_since is not None:
        raise BeingDeleted("Everything about you is being deleted; /delete-my-data finishes that.")
    return user
