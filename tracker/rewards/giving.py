"""Points given and taken back, for whatever gives them: the wallet, the ledger and the boards, in one go."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime
from typing import NamedTuple

from tracker.frozen import frozen
from tracker.rewards.boards import boards_of, moved
from tracker.rewards.model import Award, BoardPlace, LedgerEntry, Wallet
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import rewrite, to_item
from tracker.store.keys import WalletEntryKey, WalletKey
from tracker.store.table import Operation, Put


class PaidFor(NamedTuple):
    """What it is for: one of these."""

    habit_id: str | None = None
    task_id: str | None = None
    metric_id: str | None = None
    reward_id: str | None = None


@frozen
class Payment:
    """An award, or the end of one."""

    award: Award
    reason: str
    day: date
    """The person's day that it is about."""
    about: PaidFor
    reverses: bool = False

    @property
    def points(self) -> int:
        return -self.award.points if self.reverses else self.award.points


@frozen
class Purse:
    """What a person has, as it was read."""

    user: str
    now: datetime
    today: date
    wallet: Wallet | None
    places: Mapping[str, BoardPlace] = field(default_factory=dict[str, BoardPlace])
    """By board: of today, and of the days of awards that are taken back."""

    @property
    def given_today(self) -> int:
        return self.wallet.given_on(self.today) if self.wallet else 0


def paid(purse: Purse, payments: Sequence[Payment]) -> Iterator[Operation]:
    """Every write that payments ask for, each under a condition that names what was read."""
    if not payments:
        return
    before = purse.wallet or Wallet()
    points = sum(one.points for one in payments)
    today = sum(one.points for one in payments if one.award.given_on == purse.today)
    after = before.model_copy(
        update={
            "points": before.points + points,
            "coins": before.coins + points,
            "day": purse.today,
            "day_points": purse.given_today + today,
            "changes": before.changes + 1,
        }
    )
    unchanged: Condition = ABSENT if purse.wallet is None else eq("changes", before.changes)
    yield rewrite(after, WalletKey(purse.user), when=unchanged)
    for one in payments:
        yield ledger_line(purse.user, purse.now, one)
    yield from board_moves(purse.user, before, purse.places, payments)


def ledger_line(user_id: str, now: datetime, payment: Payment) -> Operation:
    entry = LedgerEntry(
        award=payment.award.id,
        reason=payment.reason,
        day=payment.day,
        at=now,
        points=payment.points,
        coins=payment.points,
        given_on=payment.award.given_on,
        reverses=payment.reverses,
        habit_id=payment.about.habit_id,
        task_id=payment.about.task_id,
        metric_id=payment.about.metric_id,
        reward_id=payment.about.reward_id,
    )
    name = f"{payment.award.id}{'-undone' if payment.reverses else ''}"
    return Put(to_item(entry, WalletEntryKey(user_id, now, name)), ABSENT)


def board_moves(
    user_id: str, wallet: Wallet, places: Mapping[str, BoardPlace], payments: Sequence[Payment]
) -> Iterator[Operation]:
    """On the boards where the person chose to stand. What is taken back goes from where it was given."""
    sums = dict[str, int]()
    for one in payments:
        for board in boards_of(wallet.boards, one.award.given_on):
            sums[board] = sums.get(board, 0) + one.points
    for board, points in sums.items():
        yield moved(user_id, wallet, board, places.get(board), points)
