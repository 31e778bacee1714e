"""What is said of a reward, read: numbers as people write them, and `none`."""

from bot.documents import reading
from bot.shop.requests import RewardOptions
from tracker.numbers import parse_number
from tracker.rewards.shop.errors import BadReward

_NUMBERS = {
    "cost": "point_cost",
    "cooldown_hours": "cooldown_hours",
    "per_day": "max_redemptions_per_day",
    "stock": "stock",
}
_TEXTS = {"description": "description", "category": "category", "icon": "icon", "image": "image_url"}
_NONE = ("none", "")


def read_fields(ask: RewardOptions) -> dict[str, object]:
    """The fields of a reward that were said. Raises BadReward."""
    fields: dict[str, object] = {}
    for option, field in _NUMBERS.items():
        if (said := getattr(ask, option)) is not None:
            with reading(option):
                fields[field] = _number(f"{said}")
    for option, field in _TEXTS.items():
        if (said := getattr(ask, option)) is not None:
            fields[field] = _text(said)
    if ask.lock is not None:
        fields["is_locked"] = ask.lock
    if ask.webhook is not None:
        channel = _text(ask.webhook)
        with reading("webhook"):
            if channel is not None and channel.split(".")[0] != "webhook":
                raise BadReward("Name a webhook of yours: webhook, or webhook.home.")
        fields |= {"automation_channel": channel, "is_automated": channel is not None}
    if ask.instructions is not None:
        fields["automation_instructions"] = _text(ask.instructions)
    return fields


def _text(said: str) -> str | None:
    return None if said.strip().casefold() in _NONE else said.strip()


def _number(said: str) -> int | None:
    if said.strip().casefold() in _NONE:
        return None
    number = parse_number(said)
    if not isinstance(number, int):
        raise BadReward(f"A whole number is needed here, such as 50, and not {said!r:.40}.")
    return number
