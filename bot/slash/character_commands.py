"""`/character add|add-number|list|rename|remove`: whose numbers a person follows."""

from typing import TypeAlias

from discord import app_commands

from bot.names import NAME, UNIT
from bot.page import page_of
from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.asking import ACTIONS, Question, question_card
from bot.slash.cards import Card, heading, text
from bot.slash.errors import Problem, Suggestions, suggesting
from bot.slash.list_cards import CHARACTERS_PER_PAGE, characters_card, kind_of
from bot.slash.looks import GREEN, GREY
from bot.slash.options import SHARE, Name
from bot.slash.paging import PAGES, Place
from bot.slash.person import present
from bot.slash.suggestions import suggest_characters, suggest_modes
from bot.slash.texts import counted, figure, safe, small
from scheduler.character_lookup import LONGEST_NAME, link_character, link_number, rename_character
from scheduler.sources.source import Malformed
from scheduler.sources.web.http_json import VALUE
from scheduler.sources.web.json_path import LONGEST as LONGEST_PATH
from scheduler.sources.web.json_target import LONGEST_URL, HttpJsonTarget
from tracker.accounts.model import User
from tracker.goals.characters.names import MAIN
from tracker.goals.characters.service import values_of
from tracker.goals.errors import AnotherCharacter
from tracker.goals.model import Character
from tracker.goals.own import character_at, not_there
from tracker.readings import Number
from tracker.store.keys import CharacterKey

LIST = "characters"
REMOVE = "remove-character"
MOST_LOOKS, PER_SECONDS = 10, 60.0
"""So often one person may have others' servers asked, of which the game's do not bear much."""
GAMES = [
    app_commands.Choice(name="Old School RuneScape", value="osrs"),
    app_commands.Choice(name="RuneScape 3", value="rs3"),
]

Called: TypeAlias = app_commands.Range[str, 1, LONGEST_NAME]
Address: TypeAlias = app_commands.Range[str, 1, LONGEST_URL]
JsonPath: TypeAlias = app_commands.Range[str, 1, LONGEST_PATH]


class CharacterCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="character", description="Say whose numbers you follow")
        # Not by decorators: what they count would be one for all clients of a process.
        seldom = app_commands.checks.dynamic_cooldown(_patience)
        for command in (self.add, self.add_number, self.rename):
            command.checks = []
            seldom(command)

    @app_commands.command()
    @app_commands.describe(
        name="As it is called in the game",
        game="Old School RuneScape, unless you say",
        mode="Main, unless you say: ironman, hardcore, …",
    )
    @app_commands.choices(game=GAMES)
    async def add(
        self, interaction: Interaction, name: Name, game: str = "osrs", mode: Name | None = None
    ) -> None:
        """Follow a character, if the hiscores know it"""
        services, user = interaction.client.services, await present(interaction)
        added = await link_character(
            services.sources, services.characters, user.id, name, game=game, mode=mode or MAIN
        )
        await answer(interaction, added_card(added))

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
        services, user = interaction.client.services, await present(interaction)
        target = HttpJsonTarget.of(url, path or "", unit=unit or "")
        try:
            added = await link_number(services.sources, services.characters, user.id, name, target)
        except Malformed as wrong:  # the server is as it should be, and what was typed is not
            raise Problem(str(wrong)) from wrong
        known = await values_of(services.table, added.subject)
        await answer(interaction, added_number_card(added, known.get(VALUE)))

    @app_commands.command(name="list")
    @app_commands.describe(share=SHARE)
    async def list_(self, interaction: Interaction, *, share: bool = False) -> None:
        """List the characters that you follow"""
        user = await present(interaction)
        place = Place(LIST, interaction.user.id)
        await answer(
            interaction, await characters_page(interaction.client.services, user, place), share=share
        )

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
        services, user = interaction.client.services, await present(interaction)
        before = await services.characters.find(user.id, character)
        try:
            after = await rename_character(
                services.sources, services.characters, user.id, before, name, anyway=anyway
            )
        except AnotherCharacter as refused:
            raise Problem(f"{refused} The option `anyway` does that.") from refused
        await answer(interaction, renamed_card(before, after))

    @app_commands.command()
    @app_commands.describe(character="The one to follow no longer")
    async def remove(self, interaction: Interaction, character: Name) -> None:
        """Follow a character no longer, and remove its goals with their history"""
        services, user = interaction.client.services, await present(interaction)
        found = await services.characters.find(user.id, character)
        goals = len(await services.goals.list(user.id, character=found, archived=True))
        await answer(interaction, removal_question(interaction.user.id, found, goals))

    @rename.autocomplete("character")
    @remove.autocomplete("character")
    @suggesting
    async def suggest_character(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_characters(interaction, current)

    @add.autocomplete("mode")
    @suggesting
    async def suggest_mode(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_modes(interaction, current)


def _patience(interaction: Interaction) -> app_commands.Cooldown | None:
    """None for those who run this Questlog: they answer for it."""
    owners = interaction.client.settings.owner_ids
    return None if interaction.user.id in owners else app_commands.Cooldown(MOST_LOOKS, PER_SECONDS)


def added_card(added: Character) -> Card:
    return Card(
        heading(f"You follow {safe(added.name, NAME)} now", kind_of(added)),
        text(
            "Set a goal in your own words: `/goal add goal:99 wc by 1 march`",
            small("While you type I say what I understand. `/character list` shows everybody you follow."),
        ),
        colour=GREEN,
    )


def added_number_card(added: Character, value: Number | None) -> Card:
    """What it is now shows whether the right number was found. The address is nowhere in it."""
    unit = f" {safe(added.unit, UNIT)}" if added.unit else ""
    return Card(
        heading(f"You follow {safe(added.name, NAME)} now", kind_of(added)),
        text(
            "It has no value yet." if value is None else f"It is **{figure(value)}{unit}** now.",
            "Set a goal in your own words: `/goal add goal:1000 by 1 march`",
            small("I keep the address and show it to nobody."),
            small("A secret in a header is given at the terminal: `questlog character add-number --header`"),
        ),
        colour=GREEN,
    )


def renamed_card(before: Character, after: Character) -> Card:
    title = f"{safe(before.name, NAME)} is {safe(after.name, NAME)} now"
    return Card(heading(title, kind_of(after)), text("Goals and history are kept."), colour=GREEN)


def removal_question(owner: int, character: Character, goals: int) -> Card:
    name = safe(character.name, NAME)
    lost = f" with {counted(goals, 'goal')} and all that {'it' if goals == 1 else 'they'} recorded"
    return question_card(
        Question(REMOVE, owner, character.id),
        f"Remove {name}?",
        f"This removes {name}{lost if goals else ''}. It cannot be undone.",
    )


async def characters_page(services: Services, user: User, place: Place) -> Card:
    page = page_of(await services.characters.list(user.id), place.number, CHARACTERS_PER_PAGE)
    return characters_card(page, place)


async def remove_character(services: Services, user: User, about: str) -> Card:
    """By its id alone: what is gone must not lead to another that is called so now."""
    found = await character_at(services.table, CharacterKey(user.id, about))
    if found is None:
        raise not_there("This one")
    goals = await services.characters.remove(user.id, found)
    lost = f", with {counted(goals, 'goal')}" if goals else ""
    return Card(text(f"{safe(found.name, NAME)} is removed{lost}."), colour=GREY)


PAGES[LIST] = characters_page
ACTIONS[REMOVE] = remove_character
