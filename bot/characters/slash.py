"""`/character add|add-number|list|rename|remove`: whose numbers a person follows."""

from typing import Any, TypeAlias

from discord import app_commands

from bot.characters import look_view, usecases, view
from bot.characters.requests import (
    AddCharacter,
    AddNumber,
    ListCharacters,
    LookUpPlayer,
    NameCharacter,
    RenameCharacter,
)
from bot.slash.acting import act, known_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.slash.suggestions import choices, option
from bot.view import View
from bot.visit import Visit
from scheduler.character_lookup import LONGEST_NAME
from scheduler.sources.web.json_path import LONGEST as LONGEST_PATH
from scheduler.sources.web.json_target import LONGEST_URL
from tracker.goals.games.game import game_of

GAME_CHOICES = [app_commands.Choice(name=game_of(game).title, value=game) for game in usecases.GAMES]

Called: TypeAlias = app_commands.Range[str, 1, LONGEST_NAME]
Address: TypeAlias = app_commands.Range[str, 1, LONGEST_URL]
JsonPath: TypeAlias = app_commands.Range[str, 1, LONGEST_PATH]


class CharacterCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="character", description="Say whose numbers you follow")

    @app_commands.command()
    @app_commands.describe(
        name="As it is called in the game",
        game="Old School RuneScape, unless you say",
        mode="Main, unless you say: ironman, hardcore, …",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def add(
        self, interaction: Interaction, name: Name, game: str = "osrs", mode: Name | None = None
    ) -> None:
        """Follow a character, if the hiscores know it"""
        await act(interaction, usecases.add, AddCharacter(name=name, game=game, mode=mode), view.added)

    @app_commands.command(name="add-number")
    @app_commands.describe(
        name="What you call it: Commits, Steps, Weight",
        url="Where it is served as JSON. The address is kept, and shown to nobody",
        path="Where it stands in the document: data.items[0].count",
        unit="What is counted: commits, steps, kg",
    )
    async def add_number(
        self,
        interaction: Interaction,
        name: Called,
        url: Address,
        path: JsonPath | None = None,
        unit: Called | None = None,
    ) -> None:
        """Follow a number on the web, which is served as JSON"""
        ask = AddNumber(name=name, url=url, path=path, unit=unit)
        await act(interaction, usecases.add_number, ask, view.added)

    @app_commands.command(name="list")
    @app_commands.describe(share=SHARE)
    async def list_(self, interaction: Interaction, *, share: bool = False) -> None:
        """List the characters that you follow"""
        ask = ListCharacters(page=0)
        await act(interaction, usecases.list_characters, ask, view.characters, share=share)

    @app_commands.command()
    @app_commands.describe(
        character="The one that has another name now",
        name="What it is called now",
        anyway="Even if the new one has less than was recorded",
    )
    async def rename(
        self, interaction: Interaction, character: Name, name: Name, *, anyway: bool = False
    ) -> None:
        """Follow a character under its new name, and keep its history"""
        ask = RenameCharacter(character=character, name=name, anyway=anyway)
        await act(interaction, usecases.rename, ask, view.renamed)

    @app_commands.command()
    @app_commands.describe(character="The one to follow no longer")
    async def remove(self, interaction: Interaction, character: Name) -> None:
        """Follow a character no longer, and remove its goals with their history"""
        await act(interaction, usecases.to_remove, NameCharacter(character=character), view.removal)

    @rename.autocomplete("character")
    @remove.autocomplete("character")
    @suggesting
    async def suggest_character(self, interaction: Interaction, current: str) -> Suggestions:
        here = await known_visit(interaction)
        return [] if here is None else choices(await usecases.suggest(here, current))

    @add.autocomplete("mode")
    @suggesting
    async def suggest_mode(self, interaction: Interaction, current: str) -> Suggestions:
        """Of the game that is chosen."""
        sources = await interaction.client.services.network.sources()
        source = sources.games.get(option(interaction, "game") or "osrs")
        if source is None:
            return []
        modes = map(source.modes.find, source.modes.keys)
        wanted = current.strip().casefold()
        return choices(
            (one.title, one.key) for one in modes if any(wanted in name for name in (one.key, *one.also))
        )


@app_commands.describe(
    player="As they are called in the game",
    game="Old School RuneScape, unless you say",
    mode="Main, unless you say: ironman, hardcore, …",
    share=SHARE,
)
@app_commands.choices(game=GAME_CHOICES)
async def look_up(
    interaction: Interaction,
    player: Name,
    game: str = "osrs",
    mode: Name | None = None,
    *,
    share: bool = False,
) -> None:
    """Look any player up in the hiscores: skills, bosses, and a chart"""
    ask = LookUpPlayer(name=player, game=game, mode=mode)
    await act(interaction, usecases.look, ask, look_view.player, share=share)


look: app_commands.Command[Any, ..., None] = app_commands.command(name="look")(look_up)


async def page(here: Visit, number: int, about: str) -> View:
    del about
    return view.characters(here, await usecases.list_characters(here, ListCharacters(page=number)))


async def remove(here: Visit, about: str) -> View:
    return view.removed(here, await usecases.remove(here, NameCharacter(character=about, exact=True)))


SLASH = SlashPart(
    commands=(CharacterCommands, look), lists={view.LIST: page}, questions={view.REMOVE: remove}
)
