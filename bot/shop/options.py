"""What is said of a reward, read: numbers as people write them, a webhook of theirs, and `none`."""

from collections.abc import Sequence

from bot.documents import reading
from bot.shop.requests import RewardOptions
from tracker.notify.model import PersonChannel
from tracker.numbers import parse_number
from tracker.rewards.shop.errors import BadReward
from tracker.words import listed, quoted

_NUMBERS = {
    "cost": "point_cost",
    "cooldown_hours": "cooldown_hours",
    "per_day": "max_redemptions_per_day",
    "stock": "stock",
}
_TEXTS = {"description": "description", "category": "category", "icon": "icon", "image": "image_url"}
_NONE = ("none", "")
WEBHOOK = "webhook"


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
        fields |= {"automation_channel": channel, "is_automated": channel is not None}
    if ask.instructions is not None:
        fields["automation_instructions"] = _text(ask.instructions)
    return fields


def own_webhook(known: Sequence[PersonChannel], said: str) -> str:
    """`webhook.home`, also where only `home` is said. Raises BadReward."""
    webhooks = [one.channel_type for one in known if one.channel_type.split(".")[0] == WEBHOOK]
    wanted = said.casefold().replace(":", ".")
    found = next((one for one in webhooks if one in (wanted, f"{WEBHOOK}.{wanted}")), None)
    if found is None:
        none = "There is none yet; add one as a channel first."
        there_is = f"You have {listed(webhooks)}." if webhooks else none
        raise BadReward(f"You have no webhook called {quoted(said)}. {there_is}")
    return found


def _text(said: str) -> str | None:
    return None if said.strip().casefold() in _NONE else said.strip()


def _number(said: str) -> int | None:
    if said.strip().casefold() in _NONE:
        return None
    number = parse_number(said)
    if not isinstance(number, int):
        raise BadReward(f"A whole number is needed here, such as 50, and not {said!r:.40}.")
    return number
