"""What a challenge says no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar


class ChallengeRefused(Exception):
    """The root of all refusals; nothing was changed."""

    code: ClassVar[str] = "challenge"


class NoSuchChallenge(ChallengeRefused):
    code = "no_such_challenge"


class AmbiguousChallenge(NoSuchChallenge):
    code = "ambiguous_challenge"


class BadChallenge(ChallengeRefused, ValueError):
    code = "bad_challenge"


class TooManyChallenges(ChallengeRefused):
    code = "too_many_challenges"


class AlreadyIn(ChallengeRefused):
    code = "already_in"


class NotIn(ChallengeRefused):
    code = "not_in"


class NotProven(ChallengeRefused):
    """The person has not shown that a GitHub account is theirs."""

    code = "not_proven"


class IsOver(ChallengeRefused):
    code = "challenge_over"
