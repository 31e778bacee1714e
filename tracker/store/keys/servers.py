"""Servers on Discord, where several people meet, and who of them is announced there."""

from tracker.store.index_keys import ServerMemberKey
from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON


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
