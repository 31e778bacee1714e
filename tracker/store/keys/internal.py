"""Questlog's own."""

from tracker.store.key import KeyOf
from tracker.store.ownership import nobody


class SeenKey(
    KeyOf,
    type="seen",
    pk="SEEN#{what}#{id}",
    sk="SEEN",
    held=nobody("the number of an event that was handled; expires"),
):
    """An inbound event that was handled, such as the MessageSid of an SMS."""

    what: str
    id: str


class LimitKey(
    KeyOf,
    type="limit",
    pk="LIMIT#{what}#{hash}",
    sk="LIMIT",
    held=nobody("a count; it names nobody, and expires"),
):
    """How often something was done of which there may be only so much."""

    what: str
    hash: str


class StoppedKey(
    KeyOf,
    type="stopped",
    pk="STOPPED#{channel}#{hash}",
    sk="STOPPED",
    held=nobody("an address that asked to be left alone, or cannot be reached; only as a mark"),
):
    """An address at which nobody is told anything. It outlives the account: leaving does not mean yes."""

    channel: str
    hash: str


class ProbeKey(
    KeyOf, type="probe", pk="DOCTOR#{id}", sk="PROBE", held=nobody("written and removed by `questlog doctor`")
):
    """What `questlog doctor` writes to see whether it can."""

    id: str


class KeptKey(
    KeyOf, type="kept", pk="QUESTLOG", sk="KEPT#{name}", held=nobody("what Questlog noted for itself")
):
    """What Questlog notes for itself, such as the key of web push, and which commands Discord was told of."""

    name: str
