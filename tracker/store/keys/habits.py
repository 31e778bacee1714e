"""Habits, points and rewards."""

from datetime import date, datetime

from tracker.store.index_keys import LISTED, OvertakeKey, RankKey, StatusKey, SubjectWatcherKey, TimelineKey
from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON, under


class HabitKey(
    KeyOf,
    type="habit",
    pk="USER#{user}",
    sk="HABIT#{habit}",
    held=PERSON,
    indexes=(*LISTED, SubjectWatcherKey),
):
    """A habit: schedule, reminders, area."""

    user: str
    habit: str


class HabitLogKey(KeyOf, type="habitLog", pk="HABIT#{habit}", sk="LOG#{day}", held=under(HabitKey)):
    """One day of a habit; there is one at most, which makes completing it idempotent."""

    habit: str
    day: date


class StreakKey(KeyOf, type="streak", pk="USER#{user}", sk="STREAK#{habit}", held=PERSON):
    """A habit's streak, remembered; always derivable from the log."""

    user: str
    habit: str


class AchievementKey(
    KeyOf,
    type="achievement",
    pk="USER#{user}",
    sk="ACHIEVEMENT#{achievement}",
    held=PERSON,
    indexes=(TimelineKey,),
):
    """Something reached, once."""

    user: str
    achievement: str


class WalletKey(KeyOf, type="wallet", pk="USER#{user}", sk="WALLET", held=PERSON):
    """A person's points and coins, and what they did last."""

    user: str


class WalletEntryKey(KeyOf, type="walletEntry", pk="USER#{user}", sk="WALLET_TXN#{at}#{id}", held=PERSON):
    """One line of the wallet's ledger; never changed, undone by its inverse."""

    user: str
    at: datetime
    id: str


class BoardPlaceKey(
    KeyOf,
    type="boardPlace",
    pk="USER#{user}",
    sk="BOARD#{board}",
    held=PERSON,
    indexes=(RankKey, OvertakeKey),
):
    """How many points a person has on a board that they chose to stand on."""

    user: str
    board: str


class RewardKey(
    KeyOf,
    type="reward",
    pk="USER#{user}",
    sk="REWARD#{reward}",
    held=PERSON,
    indexes=(TimelineKey, StatusKey),
):
    """Something to spend coins on."""

    user: str
    reward: str
