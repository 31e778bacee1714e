"""What is answered about rewards and the wallet: one shape for `--json` and `/api`."""

from datetime import date, datetime

from bot.documents import Document, copied
from tracker.rewards.model import EntryType, LedgerEntry, Wallet
from tracker.rewards.shop.limits import free_at
from tracker.rewards.shop.model import Reward, RewardStatus

# fmt: off
_SAME = (
    "id", "title", "description", "category", "icon", "image_url", "point_cost", "cooldown_hours",
    "max_redemptions_per_day", "stock", "is_locked", "is_automated", "automation_channel",
    "automation_instructions", "status", "last_redeemed_at", "redemptions", "created_at",
)
_LINE = (
    "at", "day", "points", "coins", "reason", "habit_id", "task_id", "metric_id", "reward_id", "offer_id",
)
# fmt: on


class LaterDocument(Document, frozen=True):
    """What holds only later, because the reward is locked."""

    since: datetime
    point_cost: int
    cooldown_hours: int | None
    max_redemptions_per_day: int | None
    stock: int | None
    is_locked: bool


class RewardDocument(Document, frozen=True):
    id: str
    title: str
    description: str | None
    category: str | None
    icon: str | None
    image_url: str | None
    point_cost: int
    cooldown_hours: int | None
    max_redemptions_per_day: int | None
    stock: int | None
    """How many are left; null where there are as many as one likes."""
    is_locked: bool
    later: LaterDocument | None
    is_automated: bool
    automation_channel: str | None
    automation_instructions: str | None
    status: RewardStatus
    last_redeemed_at: datetime | None
    free_at: datetime | None
    """When its cooldown ends; null where it is free."""
    redeemed_today: int
    redemptions: int
    """In all."""
    affordable: bool
    created_at: datetime


class RewardList(Document, frozen=True):
    rewards: tuple[RewardDocument, ...]
    balance: int
    archived: int
    """How many are put away, whether they are listed or not."""


class RewardChanged(Document, frozen=True):
    reward: RewardDocument
    message: str


class RewardRedeemed(Document, frozen=True):
    reward: RewardDocument
    cost: int
    balance: int
    message: str


class WalletDocument(Document, frozen=True):
    balance: int
    """Coins; below nothing where what was spent has been taken back since."""
    lifetime_earned: int
    lifetime_spent: int
    points: int


class Transaction(Document, frozen=True):
    id: str
    type: EntryType
    at: datetime
    day: date
    coins: int
    points: int
    reason: str
    habit_id: str | None
    task_id: str | None
    metric_id: str | None
    reward_id: str | None
    offer_id: str | None
    undone: bool
    """Whether it takes another one back."""


class WalletShown(Document, frozen=True):
    wallet: WalletDocument
    transactions: tuple[Transaction, ...]
    """The newest first."""
    page: int
    pages: int
    """As far as the ledger was read."""


def reward_document(reward: Reward, coins: int, today: date, now: datetime) -> RewardDocument:
    free = free_at(reward)
    return RewardDocument(
        **copied(reward, *_SAME),
        later=None
        if reward.later is None
        else LaterDocument(since=reward.later.since, **dict(reward.later.terms)),
        free_at=free if free is not None and free > now else None,
        redeemed_today=reward.times_on(today),
        affordable=coins >= reward.point_cost,
    )


def wallet_document(wallet: Wallet) -> WalletDocument:
    return WalletDocument(
        balance=wallet.coins,
        lifetime_earned=wallet.coins + wallet.spent,
        lifetime_spent=wallet.spent,
        points=wallet.points,
    )


def transaction(entry: LedgerEntry) -> Transaction:
    return Transaction(id=entry.award, type=entry.entry_type, undone=entry.reverses, **copied(entry, *_LINE))
