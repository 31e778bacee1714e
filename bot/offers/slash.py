"""`/offer`: each command takes its options apart, and calls a use case."""

from discord import app_commands

from bot.characters.usecases import suggest as find_characters
from bot.offers import requests, usecases, view
from bot.slash.acting import act, known_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.guilds import guild_of, set_up_here
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.slash.suggestions import choices, option, suggest_dates
from bot.visit import Visit
from tracker.finding import plain
from tracker.offers.model import MOST_STOCK, Offer
from tracker.offers.words import LONGEST_TEXT, LONGEST_TITLE
from tracker.rewards.shop.model import MOST_COST
from tracker.servers.service import check_manager

WHICH = "Which one: its title, or words of it"
GAMES = [
    app_commands.Choice(name="Old School RuneScape", value="osrs"),
    app_commands.Choice(name="RuneScape 3", value="rs3"),
]


async def _offered(here: Visit, *, over: bool = False) -> list[Offer]:
    server = None if here.guild is None else await here.services.servers.find(here.guild.id)
    return [one for _, one in await here.services.offers.known(here.person.id, server, over=over)]


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    every = [] if here is None else await _offered(here, over=True)
    return choices((one.title, one.id) for one in every if plain(typed) in plain(one.title))


@suggesting
async def suggest_winners(interaction: Interaction, typed: str) -> Suggestions:
    here, chosen = await known_visit(interaction), option(interaction, "offer")
    if here is None or here.guild is None or not here.guild.is_managed:
        return []
    found = next((one for one in await _offered(here, over=True) if one.id == chosen), None)
    claims = [] if found is None else await here.services.offers.claims(found)
    won = [one for one in claims if one.status.has_won]
    return choices((one.name, one.user) for one in won if plain(typed) in plain(one.name))


@suggesting
async def suggest_characters(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    return [] if here is None else choices(await find_characters(here, typed))


@suggesting
async def suggest_challenges(interaction: Interaction, typed: str) -> Suggestions:
    """Those of this server."""
    services = interaction.client.services
    server = None if interaction.guild_id is None else await services.servers.find(interaction.guild_id)
    every = [] if server is None else await services.challenges.list(server.account)
    return choices((one.name, one.id) for one in every if plain(typed) in plain(one.name))


DATES = suggesting(suggest_dates)


class OfferCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="offer", description="Bounties and prizes of a server, and who claims them")

    @app_commands.command()
    @app_commands.describe(
        title="What is offered: 10M for the first 99 Sailing",
        goal="The first member whose character reaches it: 99 sailing",
        coins="What it costs, in coins that members earned",
        challenge="Drawn among those who keep a week of this challenge",
        week="Which week of the challenge, as 2026-W46: this one, unless you say",
        stock="How many there are: 1, unless you say",
        ends="The last day: in 30 days, unless you say",
        tags="Words to find it by: skilling, sailing",
        description="More about it",
        game="The game of the goal: Old School RuneScape, unless you say",
    )
    @app_commands.choices(game=GAMES)
    @app_commands.autocomplete(challenge=suggest_challenges, ends=DATES)
    async def create(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, LONGEST_TITLE],
        goal: Name | None = None,
        coins: app_commands.Range[int, 1, MOST_COST] | None = None,
        challenge: Name | None = None,
        week: Name | None = None,
        stock: app_commands.Range[int, 1, MOST_STOCK] = 1,
        ends: Name | None = None,
        tags: Name | None = None,
        description: app_commands.Range[str, 1, LONGEST_TEXT] | None = None,
        game: str = "osrs",
    ) -> None:
        """Offer a bounty or a prize on this server, if you may manage it"""
        check_manager(guild_of(interaction))
        await set_up_here(interaction)
        ask = requests.CreateOffer(
            title=title, goal=goal, coins=coins, challenge=challenge, week=week, stock=stock, ends=ends,
            tags=tags, description=description, game=game,
        )  # fmt: skip
        await act(interaction, usecases.create, ask, view.shown)

    @app_commands.command(name="list")
    @app_commands.describe(tag="Only those with this tag", over="Also those that are over")
    async def list_(self, interaction: Interaction, tag: Name | None = None, *, over: bool = False) -> None:
        """See what this server and your other servers offer"""
        await act(interaction, usecases.list_offers, requests.ListOffers(tag=tag, all=over), view.offers)

    @app_commands.command()
    @app_commands.describe(offer=WHICH)
    @app_commands.autocomplete(offer=suggest)
    async def show(self, interaction: Interaction, offer: Name) -> None:
        """See what an offer takes, how many are left, and who won it"""
        await act(interaction, usecases.show, requests.NameOffer(offer=offer), view.shown)

    @app_commands.command()
    @app_commands.describe(offer=WHICH, character="Whose number counts, where it is a race")
    @app_commands.autocomplete(offer=suggest, character=suggest_characters)
    async def claim(self, interaction: Interaction, offer: Name, character: Name | None = None) -> None:
        """Claim an offer, or enter its race; the server sees your name with it"""
        ask = requests.ClaimOffer(offer=offer, character=character)
        await act(interaction, usecases.claim, ask, view.claimed)

    @app_commands.command()
    @app_commands.describe(offer=WHICH)
    @app_commands.autocomplete(offer=suggest)
    async def leave(self, interaction: Interaction, offer: Name) -> None:
        """Leave the race for an offer"""
        await act(interaction, usecases.leave, requests.NameOffer(offer=offer), view.done)

    @app_commands.command()
    @app_commands.describe(offer=WHICH, who="Who won it: the name under which they claimed it")
    @app_commands.autocomplete(offer=suggest, who=suggest_winners)
    async def award(self, interaction: Interaction, offer: Name, who: Name) -> None:
        """Say that a winner has what they won, if you may manage this server; they are told"""
        await act(interaction, usecases.award, requests.AwardOffer(offer=offer, who=who), view.done)

    @app_commands.command()
    @app_commands.describe(
        offer=WHICH, withdraw="Also give coins back to everybody who has nothing for them yet"
    )
    @app_commands.autocomplete(offer=suggest)
    async def close(self, interaction: Interaction, offer: Name, *, withdraw: bool = False) -> None:
        """Close an offer of this server, if you may manage it"""
        ask = requests.CloseOffer(offer=offer, withdraw=withdraw)
        await act(interaction, usecases.close, ask, view.done)


@on_press(r"ql:offer:claim:(?P<owner>[0-9]{1,20}):(?P<offer>[0-9A-Za-z-]{1,40})")
async def claim_button(press: Press) -> None:
    here = await press.visit()
    ask = requests.ClaimOffer(offer=press["offer"])
    await press.answer(here, view.claimed(here, await usecases.claim(here, ask)))


@on_press(r"ql:offer:leave:(?P<owner>[0-9]{1,20}):(?P<offer>[0-9A-Za-z-]{1,40})")
async def leave_button(press: Press) -> None:
    here = await press.visit()
    left = await usecases.leave(here, requests.NameOffer(offer=press["offer"]))
    await press.replace(here, view.done(here, left))


SLASH = SlashPart(commands=(OfferCommands,), items=(claim_button, leave_button))
