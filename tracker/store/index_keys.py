"""Every key of an index: where an item stands beside its own partition. Built and parsed only here."""

from datetime import datetime

from tracker.store.key import IndexKeyOf
from tracker.store.segments import Subject, Week, ZeroPadded


class TimelineKey(IndexKeyOf, index="GSI1", pk="USER#{user}", sk="ENTITY#{kind}#{at}#{id}"):
    """A person's things of one type in the order of time; those of several types are merged."""

    user: str
    kind: str
    at: datetime
    id: str


class WeekMemberKey(IndexKeyOf, index="GSI1", pk="WEEK#{week}#{challenge}", sk="USER#{user}"):
    """Who has a record for a week of a challenge."""

    week: Week
    challenge: str
    user: str


class ChallengerKey(IndexKeyOf, index="GSI1", pk="CHALLENGE#{challenge}", sk="USER#{user}"):
    """Who is in a challenge."""

    challenge: str
    user: str


class ServerMemberKey(IndexKeyOf, index="GSI1", pk="SERVER#{server}", sk="USER#{user}"):
    """Who is announced on a server."""

    server: str
    user: str


class OfferPlaceKey(IndexKeyOf, index="GSI1", pk="COMPANY#{server}", sk="OFFER#{status}#{at}#{id}"):
    """The offers of a server, the open ones apart from those that are over."""

    server: str
    status: str
    at: datetime
    id: str


class OfferClaimantKey(IndexKeyOf, index="GSI1", pk="OFFER#{offer}", sk="USER#{user}"):
    """Who claimed an offer, or is after it."""

    offer: str
    user: str


class GroupMemberKey(IndexKeyOf, index="GSI1", pk="GROUP#{group}", sk="USER#{user}"):
    """Who is in a group goal."""

    group: str
    user: str


class AssistCircleKey(IndexKeyOf, index="GSI1", pk="CIRCLE#{circle}", sk="ASSIST#{status}#{at}#{id}"):
    """Where help was asked for: the threads of a room, or of the helpers of a server."""

    circle: str
    status: str
    at: datetime
    id: str


class ServerHelperKey(IndexKeyOf, index="GSI1", pk="HELPERS#{server}", sk="USER#{user}"):
    """Who helps on a server."""

    server: str
    user: str


class NicknameKey(IndexKeyOf, index="GSI2", pk="NICK#{nick}", sk="USER#{user}"):
    """The person of a nickname. May lag: the lock is the look-up that decides."""

    nick: str
    user: str


class SubjectWatcherKey(IndexKeyOf, index="GSI2", pk="SUBJECT#{subject}", sk="{user}#{id}"):
    """What depends on a subject: goals that watch it, habits and metrics that it feeds, claims of offers."""

    subject: Subject
    user: str
    id: str


class ChallengeIdKey(IndexKeyOf, index="GSI2", pk="CHALLENGE#{challenge}", sk="USER#{user}"):
    """The challenge with this id, and whose it is."""

    challenge: str
    user: str


class BlockedPersonKey(IndexKeyOf, index="GSI2", pk="BLOCKED#{other}", sk="USER#{user}"):
    """Who wants to have nothing to do with a person: asked only when that person goes."""

    other: str
    user: str


class OvertakeKey(IndexKeyOf, index="GSI2", pk="OVERTAKES#{board}", sk="{points}#{user}"):
    """Who wants to hear when somebody gets ahead of them on a board, by points."""

    board: str
    points: ZeroPadded
    user: str


class PendingAddressKey(IndexKeyOf, index="GSI2", pk="ADDRESS#{channel}#{hash}", sk="USER#{user}"):
    """Who wants to be told at an address that is not proven yet. The address itself stands in no key."""

    channel: str
    hash: str
    user: str


class SmsSidKey(IndexKeyOf, index="GSI3", pk="SMS#{sid}", sk="USER#{user}"):
    """The message that Twilio calls so."""

    sid: str
    user: str


class EmailKey(IndexKeyOf, index="GSI3", pk="EMAIL#{email}", sk="USER#{user}"):
    """The person of an e-mail address. May lag: the lock is the look-up that decides."""

    email: str
    user: str


class DueListKey(IndexKeyOf, index="GSI4", pk="DUE#{kind}#{shard}", sk="{at}#{id}"):
    """What is due, soonest first; sharded, so that no hour is one hot partition."""

    kind: str
    shard: int
    at: datetime
    id: str


class OpenTaskKey(IndexKeyOf, index="GSI4", pk="USER#{user}", sk="TASK#{due}#{id}"):
    """A person's open tasks, soonest due first; those without a date come last."""

    user: str
    due: str
    id: str


class ShardSubjectKey(IndexKeyOf, index="GSI4", pk="SHARD#{shard}", sk="{subject}"):
    """The subjects that the holder of a shard's lease polls."""

    shard: int
    subject: Subject


class StatusKey(IndexKeyOf, index="GSI5", pk="USER#{user}", sk="{kind}#{status}#{id}"):
    """A person's things of one type by status."""

    user: str
    kind: str
    status: str
    id: str


class AreaKey(IndexKeyOf, index="GSI6", pk="USER#{user}", sk="{area}#{kind}#{id}"):
    """A person's things by area of life."""

    user: str
    area: str
    kind: str
    id: str


class RankKey(IndexKeyOf, index="GSI_Leaderboard", pk="LEADERBOARD#{board}#{shard}", sk="{points}#{user}"):
    """A shard of a leaderboard. Read backwards it is the ranking; equal points rank by the person's id."""

    board: str
    shard: int
    points: ZeroPadded
    user: str


LISTED = (TimelineKey, StatusKey, AreaKey)
"""Where everything stands that a person lists by time, by status and by area."""
