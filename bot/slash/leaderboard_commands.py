"""`/leaderboard show|join|leave`: who has most points, of those who chose to be there."""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import discord
from discord import app_commands

from bot.names import NAME, cut_short
from bot.page import page_of
from bot.services import Services
from bot.slash.announce_commands import server_here
from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card
from bot.slash.errors import Problem, Suggestions, suggesting
from bot.slash.leaderboard_cards import RANKS_PER_PAGE, Board, joined_card, left_card, ranks_card
from bot.slash.options import SHARE, Name
from bot.slash.paging import PAGES, Place, turn_rows
from bot.slash.person import known, present
from bot.slash.server_commands import set_up_here
from bot.slash.suggestions import choices
from bot.slash.texts import safe
from tracker.accounts.model import User
from tracker.habits.model import Wallet
from tracker.rewards.boards import GLOBAL, names
from tracker.rewards.leaderboard import LONGEST_NAME
from tracker.rewards.wallet import wallet_of
from tracker.servers.model import Server
from tracker.store.entity import from_items
from tracker.store.keys import ServerKey

LIST = "board"
HERE = "here"
EVERYBODY = "everybody"
THIS_SERVER = "this server"
ALL_TIME, MONTH, WEEK = "all", "month", "week"
SPANS = {ALL_TIME: "all time", MONTH: "this month", WEEK: "this week"}
MOST_PAGES = 100
"""So far down people can look; everybody sees where they stand themselves."""

SCOPES = [
    app_commands.Choice(name=THIS_SERVER, value=HERE),
    app_commands.Choice(name=EVERYBODY, value=GLOBAL),
]
WHENS = [app_commands.Choice(name=words, value=value) for value, words in SPANS.items()]


class Scope(NamedTuple):
    """Whose leaderboards they are."""

    key: str
    """`global`, or the id of the account of a server; nothing where a server has none yet."""
    name: str

    @property
    def title(self) -> str:
        return safe(self.name, NAME)

    def is_called(self, said: str) -> bool:
        return said.strip().casefold() in (self.key.casefold(), self.name.casefold())


class LeaderboardCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="leaderboard", description="See who has most points, if they want to be seen")

    @app_commands.command()
    @app_commands.describe(
        scope="Of whom: of this server where you are on one",
        when="Since when: all time, unless you say",
        share=SHARE,
    )
    @app_commands.choices(scope=SCOPES, when=WHENS)
    async def show(
        self,
        interaction: Interaction,
        scope: str | None = None,
        when: str = ALL_TIME,
        *,
        share: bool = False,
    ) -> None:
        """Show who is ahead, and where you stand"""
        services, user = interaction.client.services, await present(interaction)
        meant = await _scope(services, interaction, scope)
        place = Place(LIST, interaction.user.id, about=f"{when}/{meant.key}")
        await answer(interaction, await board_page(services, user, place), share=share)

    @app_commands.command()
    @app_commands.describe(
        scope="Of whom: of this server where you are on one",
        name="What others see you as: your name here, unless you say",
        overtakes="Whether to tell you when somebody gets ahead of you",
    )
    @app_commands.choices(scope=SCOPES)
    async def join(
        self,
        interaction: Interaction,
        scope: str | None = None,
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
        overtakes: bool | None = None,  # noqa: FBT001 - an option of the command
    ) -> None:
        """Be seen on a leaderboard, under a name that you choose"""
        services, user = interaction.client.services, await present(interaction)
        meant = await _scope(services, interaction, scope)
        key = meant.key or (await set_up_here(interaction)).account
        wallet = await wallet_of(services.table, user.id)
        chosen = name or wallet.shown_as or own_name(interaction.user)
        await services.leaderboard.join(
            user.id, key, services.habits.today(user), name=chosen, overtakes=overtakes
        )
        told = wallet.overtakes if overtakes is None else overtakes
        await answer(interaction, joined_card(meant.title, chosen, overtakes=told))

    @app_commands.command()
    @app_commands.describe(of="Which one: of this server where you are on one")
    async def leave(self, interaction: Interaction, of: Name | None = None) -> None:
        """Be seen on a leaderboard no longer"""
        services, user = interaction.client.services, await present(interaction)
        wallet = await wallet_of(services.table, user.id)
        held = await _held(services, wallet)
        said = (await _scope(services, interaction, None)).key if of is None else of
        meant = [one for one in held if one.is_called(said)]
        if len(meant) != 1:
            raise Problem(_unclear(held))
        await services.leaderboard.leave(user.id, meant[0].key)
        await answer(interaction, left_card(meant[0].title))

    @leave.autocomplete("of")
    @suggesting
    async def suggest_boards(self, interaction: Interaction, current: str) -> Suggestions:
        services, user = interaction.client.services, await known(interaction)
        held = [] if user is None else await _held(services, await wallet_of(services.table, user.id))
        wanted = current.strip().casefold()
        return choices((one.name, one.key) for one in held if wanted in one.name.casefold())


async def _scope(services: Services, interaction: Interaction, said: str | None) -> Scope:
    """What is meant where the person is. Raises Problem."""
    if said == GLOBAL or (said is None and interaction.guild_id is None):
        return Scope(GLOBAL, EVERYBODY)
    server = await server_here(services, interaction)
    return Scope("", THIS_SERVER) if server is None else Scope(server.account, server.name)


async def board_page(services: Services, user: User, place: Place) -> Card:
    """The index is read as far as the page goes, and one further."""
    span, _, key = place.about.partition("/")
    board, number = _board(key, span, services.habits.today(user)), min(place.number, MOST_PAGES - 1)
    most = (number + 1) * RANKS_PER_PAGE + (number + 1 < MOST_PAGES)
    if key:
        [scope], ranks, own = await asyncio.gather(
            _scopes(services, [key]),
            services.leaderboard.top(board, most),
            services.leaderboard.rank(board, user.id),
        )
    else:
        scope, ranks, own = Scope("", THIS_SERVER), [], None
    page = page_of(ranks, number, RANKS_PER_PAGE)
    shown = Board(scope.title, SPANS.get(span, SPANS[ALL_TIME]))
    return ranks_card(shown, page, own, user.id, turn_rows(place, page))


def _board(key: str, span: str, today: date) -> str:
    every, month, week = names(key, today)
    return {MONTH: month, WEEK: week}.get(span, every)


async def _held(services: Services, wallet: Wallet) -> list[Scope]:
    """The boards that a person is on."""
    return await _scopes(services, wallet.boards)


async def _scopes(services: Services, keys: Sequence[str]) -> list[Scope]:
    """With the names that servers have, as far as they are known."""
    wanted = {key: ServerKey(key).key for key in keys if key != GLOBAL}
    found = await services.table.get_many(list(wanted.values())) if wanted else {}
    servers = {one.account: one.name for one in from_items(Server, found.values())}
    return [Scope(key, EVERYBODY if key == GLOBAL else servers.get(key, "a server")) for key in keys]


def own_name(user: discord.User | discord.Member) -> str:
    """As it is shown on Discord, as far as it can be seen."""
    seen = "".join(letter for letter in user.display_name if letter.isprintable())
    return cut_short(seen, LONGEST_NAME) or user.name


def _unclear(held: Sequence[Scope]) -> str:
    if not held:
        return "You are on no leaderboard."
    names_of = ", ".join(one.name for one in held)
    return f"Which leaderboard? You are on that of {names_of}. Choose one of them."


PAGES[LIST] = board_page
