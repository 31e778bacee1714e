"""The buttons, menus, modals and layouts of the tiny bot."""

from typing import Any, Self

import discord
from discord import ui

ZONES = ["Europe/Berlin", "Europe/Paris", "America/New_York"]


class DoneButton(ui.DynamicItem[ui.Button], template=r"done:(?P<number>\d+)"):
    """Its state is in its custom id, so that it works in a process that never sent the message."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label="Done", custom_id=f"done:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction, _item: ui.Item, match: Any) -> Self:  # noqa: ANN401 - the library's
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(
            content=f"{interaction.user.name} did {self.number}", view=None
        )


class Renaming(ui.Modal, title="Rename"):
    name = ui.Label(text="New name", component=ui.TextInput(max_length=20, default="nameless"))
    zone = ui.Label(
        text="Zone",
        component=ui.Select(options=[discord.SelectOption(label=zone) for zone in ZONES], required=False),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, zone = self.name.component, self.zone.component
        assert isinstance(name, ui.TextInput)
        assert isinstance(zone, ui.Select)
        await interaction.response.send_message(f"{name.value} in {zone.values}", ephemeral=True)


class Panel(ui.View):
    """The old kind: rows with buttons and a menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(DoneButton(7))

    @ui.button(label="Rename", custom_id="rename")
    async def rename(self, interaction: discord.Interaction, _button: ui.Button) -> None:
        await interaction.response.send_modal(Renaming())

    @ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, _button: ui.Button) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later it is")

    @ui.select(
        placeholder="Your zone",
        custom_id="zone",
        options=[discord.SelectOption(label=zone.rpartition("/")[2], value=zone) for zone in ZONES],
    )
    async def zone(self, interaction: discord.Interaction, select: ui.Select) -> None:
        await interaction.response.send_message(f"you live in {select.values[0]}", ephemeral=True)

    @ui.select(cls=ui.UserSelect, placeholder="A friend", custom_id="friend")
    async def friend(self, interaction: discord.Interaction, select: ui.UserSelect) -> None:
        await interaction.response.send_message(f"hello {select.values[0].name}")


class Card(ui.LayoutView):
    """The new kind: a container with text, a picture from a file, and a button."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        section = ui.Section(ui.TextDisplay("### 99 Woodcutting"), accessory=DoneButton(8).item)
        gallery = ui.MediaGallery(discord.MediaGalleryItem("attachment://chart.png", description="a chart"))
        self.add_item(ui.Container(section, ui.Separator(), gallery, accent_colour=0x2F9E44))
