"""What strangers can see by a link: one thing of one person, as long as they want it to be seen."""

from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from tracker.frozen import frozen
from tracker.store.entity import Entity, Instant


class Shareable(StrEnum):
    """All that can be shared. What is not here never is: no logbook, no mood, no metric, no task."""

    GOAL = "goal"
    HABIT = "habit"
    LEADERBOARD = "leaderboard"
    """Of a server; it belongs to the server's account, like what follows where that set it up."""
    CHALLENGE = "challenge"


class ShareLink(Entity, frozen=True):
    """That there is one. Its key has what it shows, and the hash."""

    type: Literal["shareLink"] = "shareLink"
    named: bool = False
    """Whether it says whose the thing is."""
    created_at: Instant


class ShareLinkHolder(Entity, frozen=True):
    """All that opening the link has to know."""

    type: Literal["shareLinkHolder"] = "shareLinkHolder"
    user_id: str
    kind: Shareable
    thing: str
    named: bool = False


@frozen
class SharedThing:
    """What a link shows."""

    user_id: str
    """Whose it is: a person, or the account of a server."""
    kind: Shareable
    id: str
    """Unique among all things of this kind that this account has."""
    named: bool = False


@frozen
class NewShareLink:
    id: str
    secret: str = field(repr=False)
    """It is never shown again."""
    created_at: datetime


@frozen
class HeldShareLink:
    """One of an account's, as a list shows it."""

    id: str
    hash: str = field(repr=False)
    thing: SharedThing
    created_at: datetime
