"""What a challenge says no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class ChallengeRefused(Refused):
    """The root of what challenges refuse."""

    code: ClassVar[str] = "challenge"


class NoSuchChallenge(ChallengeRefused):
    code = "no_such_challenge"
    reason = Reason.UNKNOWN


class AmbiguousChallenge(NoSuchChallenge):
    code = "ambiguous_challenge"
    reason = Reason.CONFLICT


class NotOpen(NoSuchChallenge):
    """It is for those where it was set up. What it is called is not said."""

    code = "not_open"
    reason = Reason.FORBIDDEN


class ChallengeMissing(ChallengeRefused):
    """There are several, and it is not said which."""

    code = "challenge_missing"
    reason = Reason.UNREADABLE


class BadChallenge(ChallengeRefused, ValueError):
    code = "bad_challenge"
    reason = Reason.UNREADABLE


class ChallengeExists(BadChallenge):
    """Another one here is called so."""

    reason = Reason.CONFLICT


class CountedCharacterMissing(BadChallenge):
    """It is not said which character counts."""

    code = "character_missing"


class CharacterTaken(ChallengeRefused):
    """Its gains count for somebody else in this challenge."""

    code = "character_taken"


class NoSuchWeek(ChallengeRefused):
    """It is not written as a week, or there was no challenge yet."""

    code = "no_such_week"
    reason = Reason.UNREADABLE


class NotYours(ChallengeRefused):
    """Others may look at it or join it, and not change it."""

    code = "not_yours"
    reason = Reason.FORBIDDEN


class HasBegun(ChallengeRefused):
    """It cannot be changed any more, because it is under way."""

    code = "challenge_begun"


class ChallengeTooOften(ChallengeRefused):
    code = "too_often"
    reason = Reason.TOO_OFTEN


class TooManyChallenges(ChallengeRefused):
    code = "too_many_challenges"


class AlreadyIn(ChallengeRefused):
    code = "already_in"


class NotIn(ChallengeRefused):
    code = "not_in"


class NotProven(ChallengeRefused):
    """The person has not shown that a GitHub account is theirs."""

    code = "not_proven"
    reason = Reason.FORBIDDEN


class IsOver(ChallengeRefused):
    code = "challenge_over"
