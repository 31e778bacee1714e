"""What may be said of a reward: checked in one place, whoever says it."""

from tracker.rewards.shop.errors import BadReward
from tracker.rewards.shop.model import LONGEST_TEXT, LONGEST_TITLE, MOST_COST, Reward
from tracker.words import can_be_seen, people

MOST_HOURS, MOST_A_DAY, MOST_STOCK = 24 * 366, 100, 100_000
LONGEST_ICON = 8


def checked(reward: Reward) -> Reward:
    """With its title on one line. Raises BadReward."""
    title = " ".join(reward.title.split())
    if not title or len(title) > LONGEST_TITLE or not can_be_seen(title):
        raise BadReward(f"A reward has a title of up to {LONGEST_TITLE} letters, digits and signs.")
    _within("It costs", reward.point_cost, 1, MOST_COST, "coins")
    _within("Its cooldown is", reward.cooldown_hours, 1, MOST_HOURS, "hours")
    _within("It can be redeemed", reward.max_redemptions_per_day, 1, MOST_A_DAY, "times a day")
    _within("Its stock is", reward.stock, 0, MOST_STOCK, "")
    if reward.icon is not None and (len(reward.icon) > LONGEST_ICON or not can_be_seen(reward.icon)):
        raise BadReward("An icon is one emoji.")
    if reward.image_url is not None and not reward.image_url.startswith("https://"):
        raise BadReward("The address of a picture begins with https://.")
    for text in (
        reward.description, reward.category, reward.image_url, reward.automation_instructions
    ):  # fmt: skip
        if text is not None and len(text) > LONGEST_TEXT:
            raise BadReward(f"A text of a reward has up to {LONGEST_TEXT} letters.")
    if reward.is_automated and reward.automation_channel is None:
        raise BadReward("Say which of your webhooks hears of an automated reward: webhook, or webhook.home.")
    return reward.model_copy(update={"title": title})


def _within(what: str, number: int | None, least: int, most: int, unit: str) -> None:
    if number is not None and not least <= number <= most:
        raise BadReward(f"{what} {people(least)} to {people(most)} {unit}".rstrip() + ".")
