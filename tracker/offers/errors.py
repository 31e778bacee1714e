"""What offers say no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class OfferRefused(Refused):
    """The root of what offers refuse."""

    code: ClassVar[str] = "offer"


class NoSuchOffer(OfferRefused):
    code = "no_such_offer"
    reason = Reason.UNKNOWN


class AmbiguousOffer(OfferRefused):
    code = "ambiguous_offer"


class BadOffer(OfferRefused, ValueError):
    code = "bad_offer"
    reason = Reason.UNREADABLE


class TooManyOffers(OfferRefused):
    code = "too_many_offers"


class OfferOver(OfferRefused):
    code = "offer_over"


class OfferTaken(OfferRefused):
    """None is left."""

    code = "offer_taken"


class AlreadyClaimed(OfferRefused):
    code = "already_claimed"


class NothingToClaim(OfferRefused):
    """It is drawn by itself."""

    code = "nothing_to_claim"


class HadItBefore(OfferRefused):
    """The character had reached it when the offer began, or nobody knows that it had not."""

    code = "had_it_before"


class CharacterCounts(OfferRefused):
    """The character counts for somebody else there."""

    code = "character_taken"


class NoSuchClaim(OfferRefused):
    code = "no_such_claim"
    reason = Reason.UNKNOWN


class ClaimedTooOften(OfferRefused):
    code = "too_often"
    reason = Reason.TOO_OFTEN
