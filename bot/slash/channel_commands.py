"""`/channel`: where the person is told things, in which order, and no longer."""

from discord import app_commands

from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.asking import ACTIONS, Question, question_card
from bot.slash.cards import Card
from bot.slash.channel_trial import try_out
from bot.slash.channel_words import channels_card, named, place_of, title_of
from bot.slash.errors import Suggestions, suggesting
from bot.slash.linking import LONGEST_CODE, ask_for_address, take_code
from bot.slash.people import CHANNEL, direct
from bot.slash.person import known, present
from scheduler.proving import NAMES, PROVABLE
from tracker.accounts.model import User
from tracker.notify.channels import NoSuchChannel
from tracker.notify.model import PersonChannel

REMOVE = "channel-remove"
LONGEST_TYPE = 40
LONGEST_ADDRESS = 2000


class ChannelCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="channel", description="Where you are told things")

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """Show where you are told things, in the order that is tried"""
        user = await present(interaction)
        channels = await interaction.client.services.channels.list(user.id)
        await answer(interaction, channels_card(channels, user))

    @app_commands.command()
    @app_commands.describe(
        kind="How you want to be told things",
        address="+44 7700 900123, you@example.org, or the address of a service: tgram://…",
    )
    @app_commands.choices(kind=[app_commands.Choice(name=NAMES[one], value=one) for one in PROVABLE])
    @app_commands.rename(kind="type")
    async def add(
        self, interaction: Interaction, kind: str, address: app_commands.Range[str, 1, LONGEST_ADDRESS]
    ) -> None:
        """Be told things in one more place; a code is sent there first"""
        await ask_for_address(interaction, kind, address)

    @app_commands.command()
    @app_commands.describe(code="The six digits that were sent to you")
    async def verify(self, interaction: Interaction, code: app_commands.Range[str, 1, LONGEST_CODE]) -> None:
        """Type the code that was sent to your new address"""
        await take_code(interaction, code)

    @app_commands.command()
    @app_commands.describe(channel="Which of your channels")
    async def remove(
        self, interaction: Interaction, channel: app_commands.Range[str, 1, LONGEST_TYPE]
    ) -> None:
        """Be told nothing there any more"""
        services = interaction.client.services
        user = await present(interaction)
        found = await services.channels.find(user.id, type_of(channel))
        others = [one for one in await services.channels.list(user.id) if one != found]
        question = Question(REMOVE, interaction.user.id, found.channel_type)
        await answer(
            interaction,
            question_card(question, f"Remove {title_of(found)} ({place_of(found)})?", _consequence(others)),
        )

    @app_commands.command()
    @app_commands.describe(channel="Which of your channels; a goal with a channel of its own keeps that")
    async def default(
        self, interaction: Interaction, channel: app_commands.Range[str, 1, LONGEST_TYPE]
    ) -> None:
        """Say where you want to be told things first"""
        services = interaction.client.services
        user = await present(interaction)
        first = await _made_first(services, user, type_of(channel), interaction.user.id)
        channels = await services.channels.list(user.id)
        await answer(interaction, channels_card(channels, user, lead=f"{named(first)} is tried first now."))

    @app_commands.command()
    @app_commands.describe(channel="Which of your channels")
    async def test(self, interaction: Interaction, channel: app_commands.Range[str, 1, LONGEST_TYPE]) -> None:
        """Send yourself a test message now, whatever your quiet hours say"""
        services, user = interaction.client.services, await present(interaction)
        found = await services.channels.find(user.id, type_of(channel))
        await answer(interaction, await try_out(services, user, found))

    @test.autocomplete("channel")
    @suggesting
    async def suggest_tested(self, interaction: Interaction, current: str) -> Suggestions:
        return await _suggested(interaction, current)

    @remove.autocomplete("channel")
    @suggesting
    async def suggest_own(self, interaction: Interaction, current: str) -> Suggestions:
        return await _suggested(interaction, current)

    @default.autocomplete("channel")
    @suggesting
    async def suggest_first(self, interaction: Interaction, current: str) -> Suggestions:
        return await _suggested(interaction, current)


def type_of(text: str) -> str:
    """As the table spells it, from what somebody typed: `E-mail` is email."""
    return text.strip().casefold().replace("-", "")


async def _made_first(services: Services, user: User, wanted: str, discord_id: int) -> PersonChannel:
    """Whoever took Discord away gets it back by this: they are here, so the address is theirs."""
    try:
        return await services.channels.make_default(user.id, wanted)
    except NoSuchChannel:
        if wanted != CHANNEL:
            raise
    await services.channels.add(user.id, CHANNEL, direct(discord_id))
    return await services.channels.make_default(user.id, CHANNEL)


async def _suggested(interaction: Interaction, typed: str) -> Suggestions:
    user = await known(interaction)
    channels = await interaction.client.services.channels.list(user.id) if user else []
    shown = ((f"{title_of(one)}: {_plain_place(one)}"[:100], one.channel_type) for one in channels)
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in shown
        if typed.strip().casefold() in name.casefold()
    ]


def _plain_place(channel: PersonChannel) -> str:
    """Suggestions are no markdown: a mention would stand there as a number."""
    place = place_of(channel)
    return "a channel" if place.startswith("<#") else place.replace("\\", "")


def _consequence(others: list[PersonChannel]) -> str:
    usable = [one for one in others if one.usable]
    if usable:
        return f"Its address is forgotten. After that you are told things on {named(usable[0])}."
    return "Its address is forgotten. It is your last channel: after that you are told nothing at all."


async def remove_channel(services: Services, user: User, about: str) -> Card:
    gone = await services.addresses.forget(user.id, about)
    back = " `/channel default channel:discord` brings it back." if about == CHANNEL else ""
    channels = await services.channels.list(user.id)
    return channels_card(channels, user, lead=f"Nothing is sent to {named(gone)} any more.{back}")


ACTIONS[REMOVE] = remove_channel
