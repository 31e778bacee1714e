"""Rewards: set, redeemed, undone, limited and removed; and the wallet."""

from tests.conversations.script import Http, Missing, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.rewards.model import Wallet
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey
from tracker.store.table import Table


async def has_coins(table: Table, _: HandClock, user: User) -> None:
    await table.put(to_item(Wallet(points=120, coins=120, changes=1), WalletKey(user.id)))


SHOP = Script(
    feature="shop",
    prepare=has_coins,
    steps=(
        Step(
            "set a reward",
            Slash("reward add", {"title": "Coffee", "cost": 50}),
            "reward add Coffee 50",
            ("reward", "add", "Coffee", "--cost", "50"),
            Http("POST", "/rewards", {"title": "Coffee", "cost": 50}),
            words=("Coffee", "50 coins"),
            fields={"reward.title": "Coffee", "reward.pointCost": 50, "reward.status": "Active"},
        ),
        Step(
            "a webhook that is not there",
            Slash("reward add", {"title": "lamp", "cost": 5, "webhook": "home"}),
            Missing("a reward that sets something going is set where there is a keyboard"),
            ("reward", "add", "lamp", "--cost", "5", "--webhook", "home"),
            Http("POST", "/rewards", {"title": "lamp", "cost": 5, "webhook": "home"}),
            words=("no webhook called 'home'",),
            refused="bad_reward",
        ),
        Step(
            "no title is given twice",
            Slash("reward add", {"title": "coffee", "cost": 5}),
            "reward add coffee 5",
            ("reward", "add", "coffee", "--cost", "5"),
            Http("POST", "/rewards", {"title": "coffee", "cost": 5}),
            words=("already",),
            refused="bad_reward",
        ),
        Step(
            "a dear one",
            Slash("reward add", {"title": "Evening off", "cost": 300}),
            "reward add Evening off 300",
            ("reward", "add", "Evening off", "--cost", "300"),
            Http("POST", "/rewards", {"title": "Evening off", "cost": 300}),
            fields={"reward.affordable": False},
        ),
        Step(
            "list them",
            Slash("reward list"),
            "rewards",
            ("reward", "list"),
            Http("GET", "/rewards"),
            words=("Coffee", "50 coins", "Evening off", "300 coins"),
            fields={"rewards.0.title": "Coffee", "rewards.1.title": "Evening off", "balance": 120},
        ),
        Step(
            "redeem one",
            Slash("reward redeem", {"reward": "coffee"}),
            "redeem coffee",
            ("reward", "redeem", "coffee"),
            Http("POST", "/rewards/coffee/redeem"),
            words=("Coffee", "70 coins left"),
            fields={"balance": 70, "cost": 50, "reward.redemptions": 1},
        ),
        Step(
            "not enough for the other",
            Slash("reward redeem", {"reward": "evening"}),
            "redeem evening",
            ("reward", "redeem", "evening"),
            Http("POST", "/rewards/evening/redeem"),
            words=("300 coins", "230 more"),
            refused="not_enough_coins",
        ),
        Step(
            "take it back",
            Slash("reward undo"),
            "redeem undo",
            ("reward", "undo"),
            Http("POST", "/rewards/undo"),
            words=("50 coins back", "120 coins left"),
            fields={"balance": 120, "reward.redemptions": 0},
        ),
        Step(
            "nothing is left to take back",
            Slash("reward undo"),
            "redeem undo",
            ("reward", "undo"),
            Http("POST", "/rewards/undo"),
            refused="nothing_to_undo",
        ),
        Step(
            "what is not there",
            Slash("reward redeem", {"reward": "tea"}),
            "redeem tea",
            ("reward", "redeem", "tea"),
            Http("POST", "/rewards/tea/redeem"),
            words=("tea",),
            refused="no_such_reward",
        ),
        Step(
            "the wallet",
            Slash("wallet"),
            "wallet",
            ("wallet",),
            Http("GET", "/wallet"),
            words=("120 coins", "120 earned", "0 spent"),
            fields={
                "wallet.balance": 120,
                "wallet.lifetimeEarned": 120,
                "wallet.lifetimeSpent": 0,
                "transactions.0.type": "spent",
                "transactions.0.undone": True,
                "transactions.1.coins": -50,
            },
        ),
        Step(
            "remove one",
            Slash("reward remove", {"reward": "coffee"}),
            "reward remove coffee",
            ("reward", "remove", "coffee", "--yes"),
            Http("DELETE", "/rewards/coffee"),
            words=("Removed",),
            yes="Yes, remove it",
        ),
    ),
    stored=frozenset({"reward", "wallet"}),
)
