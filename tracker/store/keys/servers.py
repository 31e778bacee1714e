"""Servers on Discord, where several people meet: who is announced there, and what is offered."""

from tracker.store.index_keys import OfferClaimantKey, OfferPlaceKey, ServerMemberKey, SubjectWatcherKey
from tracker.store.key import KeyOf
from tracker.store.ownership import AUTHORED, PERSON


class ServerKey(KeyOf, type="server", pk="USER#{user}", sk="SERVER", held=PERSON):
    """What a server is called, and what it announces. A server has an account, as a person has."""

    user: str


class MembershipKey(
    KeyOf,
    type="membership",
    pk="USER#{user}",
    sk="MEMBERSHIP#{server}",
    held=PERSON,
    indexes=(ServerMemberKey,),
):
    """A server on which a person lets Questlog announce what they reach."""

    user: str
    server: str


class ListedServerKey(KeyOf, type="listedServer", pk="USER#{user}", sk="LISTED_SERVER#{guild}", held=PERSON):
    """A server on Discord that stands in a person's list, because they set it up or kept its page."""

    user: str
    guild: str
    """Its id on Discord."""


class OfferKey(
    KeyOf, type="offer", pk="OFFER#{offer}", sk="OFFER#{same}", held=AUTHORED, indexes=(OfferPlaceKey,)
):
    """A bounty or a prize of a server, whose account it belongs to; expires some time after it is over."""

    offer: str
    same: str
    """The same id again."""


class OfferClaimKey(
    KeyOf,
    type="offerClaim",
    pk="USER#{user}",
    sk="OFFER_CLAIM#{offer}",
    held=PERSON,
    indexes=(OfferClaimantKey, SubjectWatcherKey),
):
    """That a person claimed an offer, is after it with a character, or won it; expires with the offer."""

    user: str
    offer: str
