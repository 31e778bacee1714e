"""Rewards by SMS: `rewards`, `reward add coffee 50`, `redeem coffee`, `redeem undo`, `wallet`."""

import re

from bot.shop import requests, usecases, view
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit

REWARDS = Phrase("rewards", ("my rewards", "shop"), "rewards", "what your coins are for")
ADD = Phrase("reward add", ("add reward", "new reward"), "reward add coffee 50", "set a reward and its price")
REDEEM = Phrase("redeem", ("buy",), "redeem coffee", "spend coins on a reward")
UNDO = Phrase("redeem undo", ("undo redeem",), "redeem undo coffee", "take the last redemption back")
REMOVE = Phrase("reward remove", ("remove reward",), "reward remove coffee", "remove a reward")
WALLET = Phrase("wallet", ("coins", "my coins"), "wallet", "your coins, earned and spent")
SURELY = "for good"
_PRICE = re.compile(r"(?P<title>.+?)\s+(?:for\s+|cost\s+)?(?P<cost>[\d.,]+k?)(?:\s+coins?)?", re.IGNORECASE)
LINES = 3


async def list_rewards(here: Visit, rest: str) -> Answer:
    del rest
    found = view.rewards(here, await usecases.list_rewards(here, requests.ListRewards()))
    return answer_list(here, found, REDEEM.name, REWARDS.name)


async def add(here: Visit, rest: str) -> Answer:
    if (found := _PRICE.fullmatch(rest.strip())) is None:
        raise nothing_said(ADD)
    done = await usecases.add(here, requests.AddReward(title=found["title"], cost=found["cost"]))
    return answer(here, view.changed(here, done), undo=f"{REMOVE.name} {done.reward.id} {SURELY}")


async def redeem(here: Visit, rest: str) -> Answer:
    if not rest:
        return await list_rewards(here, "")
    done = await usecases.redeem(here, requests.NameReward(reward=rest))
    return answer(here, view.redeemed(here, done), undo=f"{UNDO.name} {done.reward.id}")


async def undo(here: Visit, rest: str) -> Answer:
    done = await usecases.undo(here, requests.UndoRedemption(reward=rest or None))
    return answer(here, view.undone(here, done), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    """Asked about before: it cannot be undone."""
    if not rest:
        raise nothing_said(REMOVE)
    if rest.endswith(f" {SURELY}"):
        named = requests.NameReward(reward=rest.removesuffix(SURELY).strip())
        return answer(here, view.removed(here, await usecases.remove(here, named)), undo="")
    found = await usecases.to_remove(here, requests.NameReward(reward=rest))
    return Answer(
        f"Remove {found.reward.title} for good? Reply Y", question=f"{REMOVE.name} {found.reward.id} {SURELY}"
    )


async def wallet(here: Visit, rest: str) -> Answer:
    del rest
    return answer(here, view.wallet(here, await usecases.show_wallet(here, requests.ShowWallet(limit=LINES))))


SMS = SmsPart(
    commands=(
        Command(REWARDS, list_rewards),
        Command(ADD, add),
        Command(REDEEM, redeem, takes_numbers=True),
        Command(UNDO, undo),
        Command(REMOVE, remove),
        Command(WALLET, wallet),
    )
)
