"""What is written when an offer is claimed, won, paid back or handed over: lists for one transaction."""

from collections.abc import Iterator
from datetime import datetime

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.notify import outbox
from tracker.offers import messages
from tracker.offers.model import KEPT, ClaimStatus, Offer, OfferClaim
from tracker.rewards.model import EntryType, LedgerEntry, Wallet
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, change, rewrite, to_item
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import UserKey, WalletEntryKey, WalletKey
from tracker.store.table import Check, Operation, Put, Update

UNDONE = "-undone"


def taken(offer: Offer) -> list[Operation]:
    """One of it less, if there is one; comes first, so that its failure says that there was none."""
    one_less = Update(offer.key.key, add={"taken": 1}, when=offer.has_room, stamped=True)
    return [one_less, Check(UserKey(offer.server).key, PRESENT)]


def new_claim(claim: OfferClaim) -> list[Operation]:
    return [Check(UserKey(claim.user).key, PRESENT), Put(to_item(claim, claim.key, *claim.places()), ABSENT)]


def won_now(offer: Offer, before: OfferClaim, now: datetime) -> list[Operation]:
    """Of a claim that is there already, and pursued."""
    after = before.model_copy(update={"status": ClaimStatus.WON, "won_at": now})
    return [
        Check(UserKey(before.user).key, PRESENT),
        change(
            OfferClaim,
            before.key,
            {"status": ClaimStatus.WON, "won_at": now},
            leave=[SubjectWatcherKey],
            when=eq("status", ClaimStatus.PURSUED.value),
        ),
        *tells_of_win(offer, after, now),
    ]


def tells_of_win(offer: Offer, claim: OfferClaim, now: datetime) -> list[Operation]:
    """Everybody on the server and the winner, once each."""
    return [
        outbox.operation(messages.claimed(offer, claim, now)),
        outbox.operation(messages.won(offer, claim, now)),
    ]


def paid(user: User, wallet: Wallet | None, claim: OfferClaim, now: datetime) -> list[Operation]:
    return [*_wallet(user.id, wallet, claim.cost or 0), _line(user, claim, now)]


def given_back(user: User, wallet: Wallet | None, claim: OfferClaim, now: datetime) -> list[Operation]:
    """Exactly what was paid, once: the claim says that it was."""
    return [
        Check(user.key.key, PRESENT),
        change(
            OfferClaim,
            claim.key,
            {"status": ClaimStatus.REFUNDED, "ttl": expiry(now)},
            when=eq("status", ClaimStatus.WON.value),
        ),
        *_wallet(user.id, wallet, -(claim.cost or 0)),
        _line(user, claim, now, reverses=True),
        outbox.operation(messages.refunded(claim, now)),
    ]


def expiry(over_at: datetime) -> int:
    return int((over_at + KEPT).timestamp())


def _wallet(user_id: str, wallet: Wallet | None, spent: int) -> Iterator[Operation]:
    purse = wallet or Wallet()
    after = purse.model_copy(
        update={"coins": purse.coins - spent, "spent": purse.spent + spent, "changes": purse.changes + 1}
    )
    unchanged: Condition = ABSENT if wallet is None else eq("changes", purse.changes)
    yield rewrite(after, WalletKey(user_id), when=unchanged)


def _line(user: User, claim: OfferClaim, now: datetime, *, reverses: bool = False) -> Put:
    day = local_day(now, user.zone, user.day_start)
    entry = LedgerEntry(
        entry_type=EntryType.SPENT,
        award=claim.offer,
        reason=claim.title,
        offer_id=claim.offer,
        day=day,
        at=now,
        points=0,
        coins=(claim.cost or 0) if reverses else -(claim.cost or 0),
        given_on=day,
        reverses=reverses,
    )
    name = f"{claim.offer}{UNDONE if reverses else ''}"
    return Put(to_item(entry, WalletEntryKey(user.id, now, name)), ABSENT)
