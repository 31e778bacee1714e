"""`/channel`: where the person is told things, and in which order; a new address is proven by a code."""

from functools import partial
from typing import Any, TypeAlias

from discord import app_commands, ui

from bot.channels import usecases, view
from bot.channels.acts import ACTS, SHOW, ChannelAct
from bot.channels.requests import AddChannel, NameChannel, VerifyChannel
from bot.documents import Nothing
from bot.slash.acting import act, known_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.part import SlashPart
from bot.slash.person import newcomer
from bot.slash.press import Press, on_press
from bot.slash.suggestions import choices
from bot.view import View
from bot.visit import Visit
from scheduler.channels.opening import CONSOLE
from scheduler.proving import NAMES, PROVABLE
from tracker.addresses.invitations import is_invitation
from tracker.notify.model import PersonChannel

Address: TypeAlias = app_commands.Range[str, 1, 2000]
Code: TypeAlias = app_commands.Range[str, 1, 20]
Name: TypeAlias = app_commands.Range[str, 1, 20]
Type: TypeAlias = app_commands.Range[str, 1, 40]


class ChannelCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="channel", description="Where you are told things")
        for name, one in (*ACTS.items(), ("show", SHOW), ("remove", REMOVE)):
            self.add_command(_command(name, one))

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """Show where you are told things, in the order that is tried"""
        await act(interaction, usecases.list_channels, Nothing(), view.channels)

    @app_commands.command()
    @app_commands.describe(
        kind="How you want to be told things",
        address="+44 7700 900123, you@example.org, or the address of a service: tgram://…",
        name="What a further webhook is called: home",
    )
    @app_commands.choices(kind=[app_commands.Choice(name=NAMES[one], value=one) for one in PROVABLE])
    @app_commands.rename(kind="type")
    async def add(
        self, interaction: Interaction, kind: str, address: Address, name: Name | None = None
    ) -> None:
        """Be told things in one more place; a code is sent there first"""
        source = f"discord:{interaction.guild_id or interaction.user.id}"
        ask = AddChannel(type=kind, address=address, name=name)
        await act(interaction, partial(usecases.add, source=source), ask, view.added)

    @app_commands.command()
    @app_commands.describe(code="The six digits that were sent to you, or an invitation")
    async def verify(self, interaction: Interaction, code: Code) -> None:
        """Type the code that was sent to your new address"""
        if is_invitation(code):  # before a visit, which would make them an account of their own
            await interaction.client.services.invitations.accept(newcomer(interaction.user.id), code)
            await act(interaction, usecases.linked, Nothing(), view.channels)
            return
        await act(interaction, usecases.verify, VerifyChannel(code=code), view.channels)


REMOVE = ChannelAct("Forget a channel and its address", usecases.to_remove, view.removal)
"""It asks first."""


def _command(name: str, one: ChannelAct) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(channel="Which of your channels")
    @app_commands.autocomplete(channel=suggesting(suggest_channels))
    async def run(interaction: Interaction, channel: Type) -> None:
        await act(interaction, one.do, NameChannel(channel=channel), one.show)

    return app_commands.Command(name=name, description=one.about, callback=run)


async def suggest_channels(interaction: Interaction, current: str) -> Suggestions:
    here = await known_visit(interaction)
    found = (await usecases.list_channels(here, Nothing())).channels if here else ()
    typed = current.strip().casefold()
    return choices(
        (one.text, one.type) for one in found if one.type != CONSOLE and typed in one.text.casefold()
    )


async def remove(here: Visit, about: str) -> View:
    return view.channels(here, await usecases.remove(here, NameChannel(channel=about)))


@on_press(rf"ql:{view.TYPE_CODE}:(?P<owner>[0-9]{{1,20}})", defers=False)
async def code_button(press: Press) -> None:
    if press.typed is not None:
        await act(press.interaction, usecases.verify, VerifyChannel(code=press.typed["code"]), view.channels)
        return
    code: ui.TextInput[Any] = ui.TextInput(
        custom_id="code", min_length=6, max_length=20, placeholder="123456"
    )
    await press.ask("The code that was sent to you", ui.Label(text="Six digits", component=code))


async def unreached(here: Visit, channel: PersonChannel) -> View:
    return view.unreached(here, await usecases.unreached(here, channel))


SLASH = SlashPart(
    commands=(ChannelCommands,),
    items=(code_button,),
    questions={view.REMOVE: remove},
    unreached=unreached,
)
