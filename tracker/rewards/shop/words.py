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
        raise BadReward(
            f"A reward has a title of up to {LONGEST_TITLE} letters, digits and signs.", field="title"
        )
    _within("cost", reward.point_cost, (1, MOST_COST), "It costs {} coins.")
    _within("cooldown_hours", reward.cooldown_hours, (1, MOST_HOURS), "Its cooldown is {} hours.")
    _within("per_day", reward.max_redemptions_per_day, (1, MOST_A_DAY), "It can be redeemed {} times a day.")
    _within("stock", reward.stock, (0, MOST_STOCK), "Its stock is {}.")
    if reward.icon is not None and (len(reward.icon) > LONGEST_ICON or not can_be_seen(reward.icon)):
        raise BadReward("An icon is one emoji.", field="icon")
    if reward.image_url is not None and not reward.image_url.startswith("https://"):
        raise BadReward("The address of a picture begins with https://.", field="image")
    texts = {
        "description": reward.description,
        "category": reward.category,
        "image": reward.image_url,
        "instructions": reward.automation_instructions,
    }
    for option, text in texts.items():
        if text is not None and len(text) > LONGEST_TEXT:
            raise BadReward(f"A text of a reward has up to {LONGEST_TEXT} letters.", field=option)
    if reward.is_automated and reward.automation_channel is None:
        raise BadReward(
            "Say which of your webhooks hears of an automated reward: webhook, or webhook.home.",
            field="webhook",
        )
    return reward.model_copy(update={"title": title})


def _within(option: str, number: int | None, bounds: tuple[int, int], text: str) -> None:
    least, most = bounds
    if number is not None and not least <= number <= most:
        raise BadReward(text.format(f"{people(least)} to {people(most)}"), field=option)
