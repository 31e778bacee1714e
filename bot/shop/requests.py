"""What can be asked of rewards and the wallet."""

from typing import Annotated

from pydantic import Field, StrictInt

from bot.documents import Ask

Page = Annotated[int, Field(ge=0, le=10**6)]
"""From 0."""
Count = str | StrictInt


class RewardOptions(Ask, frozen=True):
    """What can be said of a reward besides its title. `none` takes an option away."""

    cost: Count | None = Field(default=None, description="How many coins it costs")
    cooldown_hours: Count | None = Field(default=None, description="Hours until it is free again")
    per_day: Count | None = Field(default=None, description="How often at most on one of your days")
    stock: Count | None = Field(default=None, description="How many there are")
    lock: bool | None = Field(default=None, description="What makes it easier holds only a week later")
    description: str | None = Field(default=None, description="What it is, in a few lines")
    category: str | None = Field(default=None, description="A kind of reward: treat, evening")
    icon: str | None = Field(default=None, description="An emoji")
    image: str | None = Field(default=None, description="The address of a picture: https://…")
    webhook: str | None = Field(
        default=None, description="A webhook of yours that hears of it: webhook, home"
    )
    instructions: str | None = Field(default=None, description="What that webhook is told")


class AddReward(RewardOptions, frozen=True):
    title: str


class NameReward(Ask, frozen=True):
    reward: str
    """Its title, how that begins, or its id."""


class EditReward(NameReward, RewardOptions, frozen=True):
    title: str | None = Field(default=None, description="A new title")
    archived: bool | None = Field(default=None, description="Put it away, or use it again")


class ListRewards(Ask, frozen=True):
    all: bool = Field(default=False, description="Also those that are put away")


class UndoRedemption(Ask, frozen=True):
    reward: str | None = None
    """Without it, the last one of all."""


class ShowWallet(Ask, frozen=True):
    limit: int | None = Field(default=None, ge=0, description="So many transactions, the newest")
    page: Page = 0
