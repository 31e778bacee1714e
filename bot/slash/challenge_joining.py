"""Joining a challenge: whose numbers count, a code that an account on GitHub shows, and the buttons for that.

What was chosen stands in the ids of the buttons, so that they work after a restart: the account in the one
that checks it, the name that others will see in the one that changes both.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.names import NAME
from bot.services import Services
from bot.slash.answers import Interaction, answer, deferring, update
from bot.slash.cards import Card, Row, row
from bot.slash.challenge_cards import account_card, joined_card, proof_card
from bot.slash.challenge_finding import find_to_join
from bot.slash.challenge_suggestions import ALL
from bot.slash.errors import Problem, guarded
from bot.slash.github_check import confirmed
from bot.slash.leaderboard_commands import own_name
from bot.slash.ownership import check_owner
from bot.slash.person import present
from bot.slash.texts import code, safe
from scheduler.sources.github.accounts import login_of
from tracker.accounts.model import User
from tracker.challenge.model import Challenge, Counted
from tracker.goals.games.game import WEB
from tracker.goals.model import Character
from tracker.rewards.leaderboard import LONGEST_NAME, checked_name

LONGEST_ACCOUNT = 100
"""The address of a profile will do, too."""
OPEN_SECONDS = 3600.0
"""A form that nobody sends is forgotten after that."""
NO_XP = "{} is a number on the web, and has no xp. Choose a character who plays."
NOBODY = "First say whom you play: /character add name:Zezima"
AT_MOST = "{} is something to do less of, and only what is done can be counted."


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants to join what, and how."""

    owner: int
    """Their Discord id."""
    challenge: Challenge
    name: str
    """What others are to see."""
    github: str | None = None
    character: str | None = None
    habit: str | None = None


def wish_of(interaction: Interaction, challenge: Challenge, name: str | None = None) -> Wish:
    """Raises BadName."""
    return Wish(interaction.user.id, challenge, checked_name(name or own_name(interaction.user)))


async def enter(services: Services, user: User, wish: Wish) -> Card:
    """The person is in, or is told what to do first."""
    _check_options(wish)
    match wish.challenge.counted:
        case Counted.COMMITS:
            return await _with_account(services, user, wish)
        case Counted.XP:
            character = await _whose_xp(services, user, wish)
            what = f"What {safe(character.name, NAME)} gains counts"
            return await _joined(services, user, wish, what, character=character.id)
        case Counted.HABITS:
            return await _with_habits(services, user, wish)


def _check_options(wish: Wish) -> None:
    """Raises Problem for what is said of another kind of challenge: nobody is to think that it counts."""
    said = {Counted.COMMITS: wish.github, Counted.XP: wish.character, Counted.HABITS: wish.habit}
    options = {Counted.COMMITS: "github", Counted.XP: "character", Counted.HABITS: "habit"}
    counted = wish.challenge.counted
    for kind, option in options.items():
        if said[kind] is not None and kind is not counted:
            raise Problem(f"{wish.challenge.name} counts {counted}, so leave out the option {option}.")


async def _joined(
    services: Services,
    user: User,
    wish: Wish,
    what: str,
    *,
    character: str | None = None,
    habit: str | None = None,
) -> Card:
    challenge = wish.challenge
    who = await services.challenges.join(user, challenge, wish.name, character=character, habit=habit)
    return joined_card(challenge, who, what, services.challenges.today(challenge))


async def _with_account(services: Services, user: User, wish: Wish) -> Card:
    """Where it is known which one is theirs; else that is asked for."""
    proven = _proven(user)
    login = proven if wish.github is None else login_of(wish.github)
    if login is None:
        return account_card(wish.challenge, wish.name, [row(AccountButton.of(wish, "Name my account"))])
    if proven is not None and login.lower() == proven.lower():
        return await _joined(services, user, wish, f"Commits of {code(f'github.com/{proven}')} count")
    return proof_of(services, user, replace(wish, github=login), login)


def proof_of(services: Services, user: User, wish: Wish, login: str) -> Card:
    buttons = row(CheckButton.of(wish, login), AccountButton.of(wish, "Change"))
    return proof_card(wish.challenge, wish.name, login, services.github_proof.code(user, login), [buttons])


def _proven(user: User) -> str | None:
    """The name of the account that is known to be theirs."""
    return None if user.github is None else user.github.partition(" ")[2]


async def _whose_xp(services: Services, user: User, wish: Wish) -> Character:
    """Who follows one character need not name it. Raises Problem, NoSuchCharacter."""
    if wish.character is not None:
        found = await services.characters.find(user.id, wish.character)
        if found.game == WEB:
            raise Problem(NO_XP.format(found.name))
        return found
    playing = [one for one in await services.characters.list(user.id) if one.game != WEB]
    if len(playing) == 1:
        return playing[0]
    if not playing:
        raise Problem(NOBODY)
    names = ", ".join(one.name for one in playing)
    raise Problem(f"Whose xp counts? Choose a character in /challenge join: {names}.")


async def _with_habits(services: Services, user: User, wish: Wish) -> Card:
    said = (wish.habit or ALL).strip()
    if said.casefold() == ALL:
        return await _joined(services, user, wish, "All of your habits count, each day of each")
    habit = await services.habits.find(user.id, said)
    if habit.target.at_most:
        raise Problem(AT_MOST.format(habit.name))
    what = f"Days on which you do {safe(habit.name, NAME)} count"
    return await _joined(services, user, wish, what, habit=habit.id)


class JoinButton(
    ui.DynamicItem[ui.Button[Any]], template=r"ql:challenge-join:(?P<challenge>[0-9A-Za-z]{1,40})"
):
    """Under a card that everybody may see: whoever presses it speaks for themselves."""

    def __init__(self, challenge: str) -> None:
        super().__init__(
            ui.Button(custom_id=f"ql:challenge-join:{challenge}", label="Join it", style=ButtonStyle.primary)
        )
        self.challenge = challenge

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(match["challenge"])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        async with deferring(interaction):
            user = await present(interaction)
            wish = wish_of(interaction, await find_to_join(interaction, user, self.challenge))
            await answer(interaction, await enter(interaction.client.services, user, wish))


class CheckButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"ql:gh-check:(?P<owner>\d{1,20}):(?P<challenge>[0-9A-Za-z]{1,26})"
    r":(?P<login>[A-Za-z0-9_-]{1,39})",
):
    """Looks whether the account shows the code, and if it does, the person is in."""

    def __init__(self, button: ui.Button[Any], owner: int, challenge: str, login: str) -> None:
        super().__init__(button)
        self.owner, self.challenge, self.login = owner, challenge, login

    @classmethod
    def of(cls, wish: Wish, login: str) -> Self:
        button: ui.Button[Any] = ui.Button(
            custom_id=f"ql:gh-check:{wish.owner}:{wish.challenge.id}:{login}",
            label="Check it now",
            style=ButtonStyle.success,
        )
        return cls(button, wish.owner, wish.challenge.id, login)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        button: ui.Button[Any] = ui.Button(custom_id=match.string)
        return cls(button, int(match["owner"]), match["challenge"], match["login"])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        async with deferring(interaction):
            services, user = interaction.client.services, await present(interaction)
            challenge = await find_to_join(interaction, user, self.challenge)
            wish = wish_of(interaction, challenge, _name_on(interaction.message))
            proven = await confirmed(services, user, self.login)
            await update(interaction, await enter(services, proven, wish))


class AccountButton(
    ui.DynamicItem[ui.Button[Any]],
    template=re.compile(
        r"ql:gh-name:(?P<owner>\d{1,20}):(?P<challenge>[0-9A-Za-z]{1,26}):(?P<name>.{1,32})", re.DOTALL
    ),
):
    """Opens a form for the account and for the name that others will see."""

    def __init__(self, button: ui.Button[Any], owner: int, challenge: str, name: str) -> None:
        super().__init__(button)
        self.owner, self.challenge, self.name = owner, challenge, name

    @classmethod
    def of(cls, wish: Wish, label: str) -> Self:
        style = ButtonStyle.secondary if wish.github else ButtonStyle.primary
        button: ui.Button[Any] = ui.Button(
            custom_id=f"ql:gh-name:{wish.owner}:{wish.challenge.id}:{wish.name}", label=label, style=style
        )
        return cls(button, wish.owner, wish.challenge.id, wish.name)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        button: ui.Button[Any] = ui.Button(custom_id=match.string)
        return cls(button, int(match["owner"]), match["challenge"], match["name"])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        """A form has to be the first answer, so there is no deferral here."""
        check_owner(interaction, self.owner)
        account = _match_on(interaction.message, CheckButton)
        form = AccountForm(self.challenge, self.name, account["login"] if account else None)
        await interaction.response.send_modal(form)


class AccountForm(ui.Modal):
    def __init__(self, challenge: str, name: str, login: str | None) -> None:
        super().__init__(title="Your account on GitHub", timeout=OPEN_SECONDS)
        self.challenge = challenge
        self._account: ui.TextInput[Any] = ui.TextInput(
            max_length=LONGEST_ACCOUNT, placeholder="octocat", default=login
        )
        self._name: ui.TextInput[Any] = ui.TextInput(max_length=LONGEST_NAME, default=name)
        self.add_item(ui.Label(text="Account", component=self._account))
        self.add_item(ui.Label(text="Name that others see", component=self._name))

    @guarded
    async def on_submit(self, interaction: Interaction, /) -> None:
        async with deferring(interaction, in_place=True):
            services, user = interaction.client.services, await present(interaction)
            challenge = await find_to_join(interaction, user, self.challenge)
            wish = replace(wish_of(interaction, challenge, self._name.value), github=self._account.value)
            await update(interaction, await enter(services, user, wish))


def _name_on(message: discord.Message | None) -> str | None:
    """The name that was chosen, from the button beside."""
    found = _match_on(message, AccountButton)
    return found["name"] if found else None


def _match_on(
    message: discord.Message | None, kind: type[ui.DynamicItem[ui.Button[Any]]]
) -> re.Match[str] | None:
    """Of a button of that kind on the message."""
    if message is None:
        return None
    view = ui.LayoutView.from_message(message, timeout=None)
    ids = [one.custom_id or "" for one in view.walk_children() if isinstance(one, ui.Button)]
    found = (kind.__discord_ui_compiled_template__.fullmatch(one) for one in ids)
    return next(filter(None, found), None)


def join_rows(challenge: Challenge) -> list[Row]:
    return [row(JoinButton(challenge.id))]
