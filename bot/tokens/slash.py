"""`/token`: by what programs act for a person, over HTTP."""

from typing import Literal, TypeAlias

from discord import app_commands

from bot.documents import Nothing
from bot.slash.acting import act, guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.part import SlashPart
from bot.slash.suggestions import choices
from bot.tokens import usecases, view
from bot.tokens.requests import MakeToken, NameToken, RevokeToken
from tracker.accounts.tokens import LONGEST_NAME, TokenScope
from tracker.finding import plain

TokenName: TypeAlias = app_commands.Range[str, 1, LONGEST_NAME]


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    every = (await usecases.list_tokens(here, Nothing())).tokens
    return choices((one.name, one.name) for one in every if plain(typed) in plain(one.name))


class TokenCommands(
    app_commands.Group, name="token", description="Let programs act for you, such as phone shortcuts"
):
    @app_commands.command()
    @app_commands.describe(**MakeToken.described())
    async def new(
        self,
        interaction: Interaction,
        scope: Literal["read", "tell", "write"] = "write",
        name: TokenName | None = None,
    ) -> None:
        """Make a token, and see it once"""
        await act(interaction, usecases.make, MakeToken(scope=TokenScope(scope), name=name), view.made)

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """See which programs act for you"""
        await act(interaction, usecases.list_tokens, Nothing(), view.tokens)

    @app_commands.command()
    @app_commands.describe(**NameToken.described())
    @app_commands.autocomplete(token=suggest)
    async def revoke(self, interaction: Interaction, token: TokenName) -> None:
        """Take a token away: what uses it is refused from now on"""
        await act(interaction, usecases.revoke, RevokeToken(token=token), view.revoked)


SLASH = SlashPart(commands=(TokenCommands,))
