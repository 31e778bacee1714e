"""Rewards and the wallet as people read them, on any front end."""

from collections.abc import Iterator

from bot.names import cut_short, shown_name
from bot.shop.documents import (
    LaterDocument,
    RewardChanged,
    RewardDocument,
    RewardList,
    RewardRedeemed,
    Transaction,
    WalletShown,
)
from bot.view import (
    Action,
    At,
    Column,
    Fact,
    Paging,
    Row,
    Strong,
    Text,
    Usage,
    View,
    Weight,
    joined,
    question,
)
from bot.visit import Visit
from tracker.rewards.model import EntryType
from tracker.rewards.shop.model import LONGEST_TEXT, RewardStatus
from tracker.tones import Tone
from tracker.words import count_of, people, signed

ADD = Usage(
    "/reward add title:coffee cost:50", "reward add coffee 50", "questlog reward add coffee --cost 50"
)
REDEEM = Usage("/reward redeem reward:{}", "redeem {}", "questlog reward redeem {}")
REMOVE, WALLET = "remove-reward", "wallet"
REDEEM_ACT, UNDO_ACT = "reward:redeem", "reward:undo"
SYMBOL = "\N{WRAPPED PRESENT}"
_MOST_BUTTONS = 5


def rewards(here: Visit, found: RewardList) -> View:
    if not found.rewards:
        away = f" {count_of(found.archived, 'reward')} put away." if found.archived else ""
        return View(
            lead=f"You have no rewards yet, and {count_of(found.balance, 'coin')} to spend.{away}",
            hints=[("Set one: ", ADD())],
            empty=True,
        )
    return View(
        title="Your rewards",
        noun="reward",
        subtitle=f"{count_of(found.balance, 'coin')} to spend",
        columns=(Column("costs"), Column("terms", brief=False)),
        rows=[
            Row(
                one.id,
                shown_name(one.title),
                (count_of(one.point_cost, "coin"), joined(*_terms(one), by=", ") or None),
                symbol=one.icon or SYMBOL,
                tone=Tone.GOOD if _is_free(one) else Tone.QUIET,
            )
            for one in found.rewards
        ],
        actions=[
            Action(REDEEM_ACT, (one.id,), f"Redeem {shown_name(one.title, 40)}", Weight.MAIN)
            for one in found.rewards
            if _is_free(one)
        ][:_MOST_BUTTONS],
    )


def _is_free(one: RewardDocument) -> bool:
    """Whether it can be redeemed now: nobody is asked to press what is refused."""
    most = one.max_redemptions_per_day
    if one.status is RewardStatus.ARCHIVED or one.stock == 0 or one.free_at is not None:
        return False
    return one.affordable and (most is None or one.redeemed_today < most)


def _terms(one: RewardDocument) -> Iterator[Text]:
    if one.status is RewardStatus.ARCHIVED:
        yield "put away"
    if one.stock is not None:
        yield f"{people(one.stock)} left"
    if one.max_redemptions_per_day is not None:
        yield f"{one.redeemed_today} of {one.max_redemptions_per_day} today"
    if one.free_at is not None:
        yield ("free again ", At(one.free_at))
    elif one.cooldown_hours is not None:
        yield f"every {count_of(one.cooldown_hours, 'hour')}"
    if one.is_locked:
        yield "locked"


def changed(here: Visit, done: RewardChanged) -> View:
    one = done.reward
    return View(
        title=shown_name(one.title),
        id=one.id,
        symbol=one.icon or SYMBOL,
        lead=done.message or None,
        facts=[[*_facts(one)]],
        hints=[("Redeem it: ", REDEEM(shown_name(one.title)))] if _is_free(one) else [],
    )


def _facts(one: RewardDocument) -> Iterator[Fact]:
    yield Fact("Costs", count_of(one.point_cost, "coin"), count_of(one.point_cost, "coin"))
    if terms := joined(*_terms(one), by=", "):
        yield Fact("Terms", terms)
    if one.later is not None:
        yield Fact("Later", ("from ", At(one.later.since, "day"), ": ", _later(one, one.later)))
    if one.category is not None:
        yield Fact("Category", shown_name(one.category))
    if one.description is not None:
        yield Fact("About", cut_short(one.description, LONGEST_TEXT))
    if one.automation_channel is not None:
        said = cut_short(one.automation_instructions or one.title, LONGEST_TEXT)
        yield Fact("Tells", f"{one.automation_channel}: {said}")
    if one.image_url is not None:
        yield Fact("Picture", one.image_url)


def _later(one: RewardDocument, later: LaterDocument) -> str:
    """What of its terms becomes easier then."""
    cooldown, most, stock = later.cooldown_hours, later.max_redemptions_per_day, later.stock
    changed = {
        "point_cost": count_of(later.point_cost, "coin"),
        "cooldown_hours": "no cooldown" if cooldown is None else f"every {count_of(cooldown, 'hour')}",
        "max_redemptions_per_day": "no limit a day" if most is None else f"{people(most)} a day",
        "stock": "as many as you like" if stock is None else f"{people(stock)} left",
        "is_locked": "not locked",
    }
    return ", ".join(words for name, words in changed.items() if getattr(later, name) != getattr(one, name))


def redeemed(here: Visit, done: RewardRedeemed) -> View:
    return View(
        title=shown_name(done.reward.title),
        id=done.reward.id,
        symbol=done.reward.icon or SYMBOL,
        tone=Tone.TRIUMPH,
        lead=done.message,
        actions=[Action(UNDO_ACT, (done.reward.id,), "Undo")],
    )


def undone(here: Visit, done: RewardRedeemed) -> View:
    return View(title=shown_name(done.reward.title), id=done.reward.id, lead=done.message)


def sure_to_remove(here: Visit, found: RewardChanged) -> View:
    title = f"Remove {shown_name(found.reward.title)}?"
    return question(REMOVE, found.reward.id, title, "What you spent on it stays in your wallet's history.")


def removed(here: Visit, done: RewardChanged) -> View:
    return View(lead=f"{shown_name(done.reward.title)}: {done.message}")


def wallet(here: Visit, found: WalletShown) -> View:
    money = found.wallet
    if not found.transactions and not money.lifetime_earned:
        return View(
            lead="Your wallet is empty. Habits, tasks and milestones give coins, and rewards cost some.",
            hints=[("Set a reward: ", ADD())],
            empty=True,
        )
    return View(
        title="Your wallet",
        symbol="\N{COIN}",
        lead=(Strong(count_of(money.balance, "coin")), *_sums(found)),
        rows=[_line(one) for one in found.transactions],
        compact=True,
        paging=Paging(WALLET, found.page, found.pages),
    )


def _sums(found: WalletShown) -> Iterator[str]:
    yield f" \N{MIDDLE DOT} {people(found.wallet.lifetime_earned)} earned"
    yield f" \N{MIDDLE DOT} {people(found.wallet.lifetime_spent)} spent"


def _line(one: Transaction) -> Row:
    words = "redeemed " if one.type is EntryType.SPENT else ""
    title = (Strong(signed(one.coins)), f" {words}{shown_name(one.reason)}{', undone' if one.undone else ''}")
    return Row(one.id, title, ((At(one.at),),))
