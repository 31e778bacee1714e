"""Rewards and the wallet on pages."""

from collections.abc import Mapping

from bot.shop import requests, usecases, view
from bot.shop.documents import RewardChanged, RewardList
from bot.visit import Visit
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from tracker.rewards.shop.model import RewardStatus

REWARDS, ONE, WALLET = "/rewards", "/rewards/{reward}", "/wallet"
PER_PAGE = 20
_SAME = ("title", "description", "category", "icon", "cooldown_hours", "stock")
_LABELS = {
    "cost": "Coins",
    "cooldown_hours": "Hours between two",
    "per_day": "Most in a day",
    "lock": "Lock it",
    "archived": "Put away",
}


async def as_it_is(here: Visit, said: Mapping[str, str]) -> dict[str, str]:
    one = (await usecases.show(here, requests.NameReward(reward=said["reward"]))).reward
    own = {
        **{name: getattr(one, name) for name in _SAME},
        "cost": one.point_cost,
        "per_day": one.max_redemptions_per_day,
        "image": one.image_url,
        "webhook": one.automation_channel,
        "instructions": one.automation_instructions,
    }
    return {name: "" if value is None else f"{value}" for name, value in own.items()}


def links(found: RewardList) -> tuple[Link, ...]:
    away = (Link("Put away", f"{REWARDS}?all=true"),) if found.archived else ()
    return (Link("New reward", f"{REWARDS}/new", is_main=True), Link("Wallet", WALLET), *away)


def links_of_one(found: RewardChanged) -> tuple[Link, ...]:
    one = found.reward
    path = f"{REWARDS}/{one.id}"
    is_away = one.status is RewardStatus.ARCHIVED
    is_free = one.affordable and one.free_at is None and one.stock != 0 and not is_away
    return (
        *((Link("Redeem", f"{path}/redeem", is_main=True, posts=True),) if is_free else ()),
        Link("Change", f"{path}/edit"),
        Link("Use it again", f"{path}/use", posts=True) if is_away else _put_away(path),
        Link("Remove", f"{path}/remove"),
    )


def _put_away(path: str) -> Link:
    return Link("Put it away", f"{path}/put-away", posts=True)


def page_of(done: RewardChanged) -> str:
    return f"{REWARDS}/{done.reward.id}"


ADD = Form(
    "A new reward",
    "Save",
    first=("title", "cost"),
    labels=_LABELS,
    hints={"title": "Coffee, an evening of games", "cost": "50 for a treat, 300 for an evening"},
)
EDIT = Form("Change a reward", "Save", first=("title", "cost"), labels=_LABELS, filled=as_it_is)

PAGES = PagesPart(
    menu=(MenuEntry("Rewards", REWARDS, "r", "rewards", rank=45),),
    pages=(
        Page(REWARDS, requests.ListRewards, usecases.list_rewards, view.rewards, links=links),
        Page(ONE, requests.NameReward, usecases.show, view.changed, shows=("reward",), links=links_of_one),
        Page(f"{ONE}/remove", requests.NameReward, usecases.to_remove, view.sure_to_remove),
        Page(
            WALLET,
            requests.ShowWallet,
            usecases.show_wallet,
            view.wallet,
            fixed={"limit": PER_PAGE, "page": 0},
            title="Your wallet",
            links=(Link("Rewards", REWARDS),),
        ),
    ),
    acts=(
        Act(
            f"{REWARDS}/new",
            requests.AddReward,
            usecases.add,
            view.changed,
            page_of,
            form=ADD,
            usages=(view.ADD,),
        ),
        Act(f"{ONE}/edit", requests.EditReward, usecases.edit, view.changed, ONE, form=EDIT),
        Act(
            f"{ONE}/put-away",
            requests.EditReward,
            usecases.edit,
            view.changed,
            REWARDS,
            fixed={"archived": True},
        ),
        Act(f"{ONE}/use", requests.EditReward, usecases.edit, view.changed, ONE, fixed={"archived": False}),
        Act(
            f"{ONE}/redeem",
            requests.NameReward,
            usecases.redeem,
            view.redeemed,
            REWARDS,
            presses=(view.REDEEM_ACT,),
            about=("reward",),
        ),
        Act(
            f"{ONE}/undo",
            requests.UndoRedemption,
            usecases.undo,
            view.undone,
            REWARDS,
            presses=(view.UNDO_ACT,),
            about=("reward",),
        ),
        Act(
            f"{ONE}/remove",
            requests.NameReward,
            usecases.remove,
            view.removed,
            REWARDS,
            presses=(f"yes:{view.REMOVE}",),
            about=("reward",),
        ),
    ),
)
