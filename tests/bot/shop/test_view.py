"""A reward as people read it: all that was said of it, and what is to hold later."""

from datetime import timedelta

import pytest

from bot.shop import view
from bot.shop.documents import (
    RewardChanged,
    RewardList,
    Transaction,
    WalletDocument,
    WalletShown,
    reward_document,
)
from bot.shop.options import own_webhook
from tests.bot.visits import NOW, layouts, on_discord, reader
from tracker.notify.model import PersonChannel
from tracker.rewards.model import EntryType
from tracker.rewards.shop.errors import BadReward
from tracker.rewards.shop.model import LONGEST_TEXT, LaterTerms, Reward, RewardStatus, Terms

TERMS = Terms(point_cost=5, cooldown_hours=None, max_redemptions_per_day=3, stock=None, is_locked=True)


def reward(**fields: object) -> Reward:
    known = {
        "id": "r",
        "user": "anna",
        "title": "Lamp",
        "point_cost": 10,
        "created_at": NOW,
        "is_locked": True,
    }
    return Reward.model_validate({**known, **fields})


def shown(one: Reward) -> list[str]:
    document = reward_document(one, 0, NOW.date(), NOW)
    return on_discord(reader(), view.changed(reader(), RewardChanged(reward=document, message="Changed.")))


def test_all_that_was_said_of_it_is_shown() -> None:
    said = {
        "category": "treat",
        "description": "An hour of light",
        "image_url": "https://example.org/lamp.png",
    }
    lamp = reward(
        **said,
        is_automated=True,
        automation_channel="webhook.home",
        automation_instructions="light on",
    )
    lines = "\n".join(shown(lamp))
    for words in ("treat", "An hour of light", "webhook.home: light on", "example.org/lamp.png"):
        assert words in lines


def test_it_says_what_becomes_easier_and_when() -> None:
    later = LaterTerms(since=NOW + timedelta(days=7), terms=TERMS)
    one = reward(later=later, cooldown_hours=2, max_redemptions_per_day=1)
    assert "**Later** from {27 January 2027}: 5 coins, no cooldown, 3 a day" in shown(one)


@pytest.mark.parametrize(
    ("fields", "is_free"),
    [
        ({}, True),
        ({"point_cost": 11}, False),
        ({"stock": 0}, False),
        ({"status": RewardStatus.ARCHIVED}, False),
        ({"cooldown_hours": 2, "last_redeemed_at": NOW}, False),
        ({"max_redemptions_per_day": 1, "redeemed_on": NOW.date(), "redeemed_times": 1}, False),
        ({"max_redemptions_per_day": 2, "redeemed_on": NOW.date(), "redeemed_times": 1}, True),
    ],
)
def test_only_what_can_be_redeemed_now_is_offered(fields: dict[str, object], *, is_free: bool) -> None:
    document = reward_document(reward(**fields), 10, NOW.date(), NOW)
    listed = view.rewards(reader(), RewardList(rewards=(document,), balance=10, archived=0))
    card = view.changed(reader(), RewardChanged(reward=document, message="Changed."))

    assert (bool(listed.actions), bool(card.hints)) == (is_free, is_free)


def test_the_longest_texts_are_those_that_discord_takes() -> None:
    long = "*" * LONGEST_TEXT
    lamp = reward(description=long, category=long, automation_channel="webhook", automation_instructions=long)
    document = reward_document(lamp, 0, NOW.date(), NOW)
    assert layouts(reader(), view.changed(reader(), RewardChanged(reward=document, message="")))


def test_coins_have_the_signs_of_whoever_reads() -> None:
    spent = Transaction(
        id="t", type=EntryType.SPENT, at=NOW, day=NOW.date(), coins=-1500, points=0, reason="Holiday",
        habit_id=None, task_id=None, metric_id=None, reward_id="r", offer_id=None, undone=False,
    )  # fmt: skip
    money = WalletDocument(balance=0, lifetime_earned=1500, lifetime_spent=1500, points=0)
    wallet = WalletShown(wallet=money, transactions=(spent,), page=0, pages=1)
    here = reader(language="de", country="DE")
    assert "**-1.500** redeemed Holiday" in "\n".join(on_discord(here, view.wallet(here, wallet)))


def test_a_webhook_is_named_as_people_name_it() -> None:
    known = [channel(one) for one in ("sms", "webhook", "webhook.home")]
    names = ("webhook", "home", "Webhook.Home", "webhook:home")
    assert [own_webhook(known, one) for one in names] == ["webhook", *3 * ("webhook.home",)]
    for other in ("sms", "work"):
        with pytest.raises(BadReward, match=r"You have webhook and webhook\.home"):
            own_webhook(known, other)
    with pytest.raises(BadReward, match="none yet"):
        own_webhook([], "home")


def channel(channel_type: str) -> PersonChannel:
    return PersonChannel(channel_type=channel_type, identifier="x", position=0)
