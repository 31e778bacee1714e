"""`/reward` and `/wallet`: each command takes its options apart, and calls a use case."""

from typing import Any, TypeAlias

from discord import app_commands

from bot.shop import requests, usecases, view
from bot.shop.slash_buttons import ITEMS
from bot.slash.acting import act, guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart, paged
from bot.slash.suggestions import choices
from bot.view import View
from bot.visit import Visit
from tracker.finding import plain
from tracker.rewards.shop.model import LONGEST_TEXT, LONGEST_TITLE, MOST_COST
from tracker.rewards.shop.words import MOST_A_DAY, MOST_HOURS, MOST_STOCK

REWARD = "Which one: its title, or the beginning of it"
PER_PAGE = 12

Title: TypeAlias = app_commands.Range[str, 1, LONGEST_TITLE]
Long: TypeAlias = app_commands.Range[str, 1, LONGEST_TEXT]
Cost: TypeAlias = app_commands.Range[int, 1, MOST_COST]
Hours: TypeAlias = app_commands.Range[int, 1, MOST_HOURS]
PerDay: TypeAlias = app_commands.Range[int, 1, MOST_A_DAY]
Stock: TypeAlias = app_commands.Range[int, 0, MOST_STOCK]
_ABOUT = requests.RewardOptions.described()


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    every = await here.services.rewards.list(here.person.id, archived=True)
    return choices(
        (one.title, one.id) for one in every if plain(typed) in plain(one.title) or typed == one.id
    )


class RewardCommands(
    app_commands.Group, name="reward", description="Set rewards for yourself, and redeem them for coins"
):
    @app_commands.command()
    @app_commands.describe(title="What it is: coffee", **_ABOUT, share=SHARE)
    @app_commands.rename(cooldown_hours="cooldown-hours", per_day="per-day")
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        title: Title,
        cost: Cost,
        cooldown_hours: Hours | None = None,
        per_day: PerDay | None = None,
        stock: Stock | None = None,
        lock: bool | None = None,  # noqa: FBT001 - an option of the command
        description: Long | None = None,
        category: Title | None = None,
        icon: Name | None = None,
        image: Name | None = None,
        webhook: Name | None = None,
        instructions: Long | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Set a reward for yourself"""
        ask = requests.AddReward(
            title=title, cost=cost, cooldown_hours=cooldown_hours, per_day=per_day, stock=stock, lock=lock,
            description=description, category=category, icon=icon, image=image, webhook=webhook,
            instructions=instructions,
        )  # fmt: skip
        await act(interaction, usecases.add, ask, view.changed, share=share)

    @app_commands.command()
    @app_commands.describe(
        reward=REWARD, title="A new title", archived="Put it away, or use it again", **_ABOUT
    )
    @app_commands.rename(cooldown_hours="cooldown-hours", per_day="per-day")
    @app_commands.autocomplete(reward=suggest)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        reward: Name,
        title: Title | None = None,
        cost: Cost | None = None,
        cooldown_hours: Name | None = None,
        per_day: Name | None = None,
        stock: Name | None = None,
        lock: bool | None = None,  # noqa: FBT001 - an option of the command
        archived: bool | None = None,  # noqa: FBT001 - the same
        description: Long | None = None,
        category: Title | None = None,
        icon: Name | None = None,
        image: Name | None = None,
        webhook: Name | None = None,
        instructions: Long | None = None,
    ) -> None:
        """Change a reward; `none` clears an option"""
        ask = requests.EditReward(
            reward=reward, title=title, cost=cost, cooldown_hours=cooldown_hours, per_day=per_day,
            stock=stock, lock=lock, archived=archived, description=description, category=category,
            icon=icon, image=image, webhook=webhook, instructions=instructions,
        )  # fmt: skip
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command(name="list")
    @app_commands.describe(archived="Also those that are put away", share=SHARE)
    async def list_(self, interaction: Interaction, *, archived: bool = False, share: bool = False) -> None:
        """See your rewards and your coins"""
        ask = requests.ListRewards(all=archived)
        await act(interaction, usecases.list_rewards, ask, view.rewards, share=share)

    @app_commands.command()
    @app_commands.describe(reward=REWARD, share=SHARE)
    @app_commands.autocomplete(reward=suggest)
    async def redeem(self, interaction: Interaction, reward: Name, *, share: bool = False) -> None:
        """Redeem a reward for coins"""
        await act(
            interaction, usecases.redeem, requests.NameReward(reward=reward), view.redeemed, share=share
        )

    @app_commands.command()
    @app_commands.describe(reward="Which one; the last one unless you say")
    @app_commands.autocomplete(reward=suggest)
    async def undo(self, interaction: Interaction, reward: Name | None = None) -> None:
        """Take back the last redemption, until the end of the next day"""
        await act(interaction, usecases.undo, requests.UndoRedemption(reward=reward), view.undone)

    @app_commands.command()
    @app_commands.describe(reward=REWARD)
    @app_commands.autocomplete(reward=suggest)
    async def remove(self, interaction: Interaction, reward: Name) -> None:
        """Remove a reward"""
        ask = requests.NameReward(reward=reward)
        await act(interaction, usecases.to_remove, ask, view.sure_to_remove)


@app_commands.describe(share=SHARE)
async def show_wallet(interaction: Interaction, *, share: bool = False) -> None:
    """See your coins, and what gave and took them"""
    await act(interaction, usecases.show_wallet, _wallet(0, ""), view.wallet, share=share)


wallet: app_commands.Command[Any, ..., None] = app_commands.command(name="wallet")(show_wallet)


def _wallet(number: int, _: str) -> requests.ShowWallet:
    return requests.ShowWallet(limit=PER_PAGE, page=number)


async def remove(here: Visit, reward: str) -> View:
    return view.removed(here, await usecases.remove(here, requests.NameReward(reward=reward)))


SLASH = SlashPart(
    commands=(RewardCommands, wallet),
    items=ITEMS,
    lists={view.WALLET: paged(_wallet, usecases.show_wallet, view.wallet)},
    questions={view.REMOVE: remove},
)
