"""What a person can do with rewards and their wallet: words in, documents out."""

import asyncio

from bot.documents import reading
from bot.page import page_of
from bot.shop import requests
from bot.shop.documents import (
    RewardChanged,
    RewardDocument,
    RewardList,
    RewardRedeemed,
    WalletShown,
    reward_document,
    transaction,
    wallet_document,
)
from bot.shop.options import own_webhook, read_fields
from bot.visit import Visit
from tracker.rewards.shop.errors import BadReward
from tracker.rewards.shop.model import Reward, RewardStatus
from tracker.rewards.shop.service import Redeemed
from tracker.rewards.wallet import newest_entries, wallet_of
from tracker.words import count_of, day_text


async def add(visit: Visit, ask: requests.AddReward) -> RewardChanged:
    fields = await _fields(visit, ask)
    with reading("cost"):
        if "point_cost" not in fields:
            raise BadReward("Say how many coins it costs: 50 for a treat, 300 for an evening.")
    with reading("title"):
        reward = await visit.services.rewards.add(visit.person.id, ask.title, fields)
    return await _changed(visit, reward, "A new reward.")


async def edit(visit: Visit, ask: requests.EditReward) -> RewardChanged:
    reward = await _found(visit, ask.reward)
    fields = await _fields(visit, ask)
    if ask.title is not None:
        fields["title"] = ask.title
    if ask.archived is not None:
        fields["status"] = RewardStatus.ARCHIVED if ask.archived else RewardStatus.ACTIVE
    if not fields:
        raise BadReward("Say what is to be changed.")
    after = await visit.services.rewards.edit(visit.person.id, reward.id, fields)
    later = after.later
    said = "Changed."
    if later is not None:
        day = later.since.astimezone(visit.person.zone).date()
        said = f"Changed. What makes it easier holds from {day_text(day, visit.today)}, because it is locked."
    return await _changed(visit, after, said)


async def list_rewards(visit: Visit, ask: requests.ListRewards) -> RewardList:
    wallet, every = await asyncio.gather(
        wallet_of(visit.services.table, visit.person.id),
        visit.services.rewards.list(visit.person.id, archived=True),
    )
    shown = [one for one in every if ask.all or one.status is RewardStatus.ACTIVE]
    return RewardList(
        rewards=tuple(reward_document(one, wallet.coins, visit.today, visit.now) for one in shown),
        balance=wallet.coins,
        archived=sum(one.status is RewardStatus.ARCHIVED for one in every),
    )


async def show(visit: Visit, ask: requests.NameReward) -> RewardChanged:
    return await _changed(visit, await _found(visit, ask.reward), "")


async def redeem(visit: Visit, ask: requests.NameReward) -> RewardRedeemed:
    reward = await _found(visit, ask.reward)
    with reading("reward"):
        done = await visit.services.rewards.redeem(visit.person, reward.id, visit.occasion)
    return _redeemed(visit, done, f"{reward.title} is yours: enjoy it. {_left(done.coins)}")


async def undo(visit: Visit, ask: requests.UndoRedemption) -> RewardRedeemed:
    reward = None if ask.reward is None else (await _found(visit, ask.reward)).id
    done = await visit.services.rewards.undo(visit.person, reward)
    return _redeemed(
        visit, done, f"Undone: {count_of(done.redemption.cost, 'coin')} back. {_left(done.coins)}"
    )


async def to_remove(visit: Visit, ask: requests.NameReward) -> RewardChanged:
    return await _changed(visit, await _found(visit, ask.reward, whole_name=True), "")


async def remove(visit: Visit, ask: requests.NameReward) -> RewardChanged:
    reward = await _found(visit, ask.reward, whole_name=True)
    gone = await visit.services.rewards.remove(visit.person.id, reward.id)
    return await _changed(visit, gone, "Removed. What you spent on it stays in your wallet's history.")


async def show_wallet(visit: Visit, ask: requests.ShowWallet) -> WalletShown:
    """The ledger is read as far as the page goes, and one line further."""
    table, person = visit.services.table, visit.person.id
    most = None if ask.limit is None else ask.limit and (ask.page + 1) * ask.limit + 1
    wallet, entries = await asyncio.gather(wallet_of(table, person), newest_entries(table, person, most))
    page = page_of(entries, ask.page, ask.limit or max(len(entries), 1))
    return WalletShown(
        wallet=wallet_document(wallet),
        transactions=tuple(map(transaction, page.items)),
        page=page.number,
        pages=page.count,
    )


async def _fields(visit: Visit, ask: requests.RewardOptions) -> dict[str, object]:
    fields = read_fields(ask)
    if (named := fields.get("automation_channel")) is not None:
        with reading("webhook"):
            known = await visit.services.channels.list(visit.person.id)
            fields["automation_channel"] = own_webhook(known, f"{named}")
    return fields


async def _found(visit: Visit, text: str, *, whole_name: bool = False) -> Reward:
    with reading("reward"):
        return await visit.services.rewards.find(visit.person.id, text, whole_name=whole_name)


async def _changed(visit: Visit, reward: Reward, message: str) -> RewardChanged:
    wallet = await wallet_of(visit.services.table, visit.person.id)
    return RewardChanged(reward=_document(visit, reward, wallet.coins), message=message)


def _redeemed(visit: Visit, done: Redeemed, message: str) -> RewardRedeemed:
    return RewardRedeemed(
        reward=_document(visit, done.reward, done.coins),
        cost=done.redemption.cost,
        balance=done.coins,
        message=message,
    )


def _document(visit: Visit, reward: Reward, coins: int) -> RewardDocument:
    return reward_document(reward, coins, visit.today, visit.now)


def _left(coins: int) -> str:
    return f"You have {count_of(coins, 'coin')} left."
