"""Who runs this Questlog."""

from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import LOCAL_PERSON, Identity, parse_identity
from tracker.accounts.model import User
from tracker.settings import Settings


def is_operator(person: User, settings: Settings) -> bool:
    """Whoever sits at the machine, the owners of the bot, and those whom `web.operators` names.

    It names only what people have to prove: anybody may take a nickname.
    """
    own, named = set(person.identities), map(_named, settings.web.operators)
    if LOCAL_PERSON in own or not own.isdisjoint(filter(None, named)):
        return True
    return person.discord is not None and int(person.discord) in settings.discord.owner_ids


def _named(text: str) -> Identity | None:
    """None for what nobody can be called."""
    try:
        return parse_identity(text)
    except InvalidIdentity:
        return None
