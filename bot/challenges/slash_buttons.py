"""The buttons with which people join challenges on Discord, and the form for their account on GitHub.

The account stands in the id of the button that checks it, so that it works after a restart. The one that
changes it has a name in its id, too, which nobody chooses any more: others see the name on Discord.
"""

import re
from typing import Any

from discord import ui

from bot.challenges import join_view, usecases
from bot.challenges.requests import JoinChallenge
from bot.slash.acting import respond, visit
from bot.slash.answers import Interaction
from bot.slash.press import Press, on_press

LONGEST_ACCOUNT = 100
"""The address of a profile will do, too."""
CHECK = re.compile(
    r"ql:gh-check:(?P<owner>\d{1,20}):(?P<challenge>[0-9A-Za-z]{1,26}):(?P<login>[A-Za-z0-9_-]{1,39})"
)
ACCOUNT = re.compile(
    r"ql:gh-name:(?P<owner>\d{1,20}):(?P<challenge>[0-9A-Za-z]{1,26}):(?P<name>.{1,32})", re.DOTALL
)


async def join(interaction: Interaction, ask: JoinChallenge, *, in_place: bool = False) -> None:
    here = await visit(interaction)
    shown = join_view.joining(here, await usecases.join_step_by_step(here, ask))
    await respond(interaction, here, shown, in_place=in_place)


@on_press(r"ql:challenge-join:(?P<challenge>[0-9A-Za-z]{1,40})")
async def join_button(press: Press) -> None:
    """Under a card that everybody may see: whoever presses it speaks for themselves."""
    await join(press.interaction, JoinChallenge(challenge=press["challenge"], check=False))


@on_press(CHECK)
async def check_button(press: Press) -> None:
    """Looks whether the account shows the code, and if it does, the person is in."""
    ask = JoinChallenge(challenge=press["challenge"], github=press["login"], check=True)
    await join(press.interaction, ask, in_place=True)


@on_press(ACCOUNT, defers=False)
async def account_button(press: Press) -> None:
    """A form for the account."""
    if (typed := press.typed) is not None:
        ask = JoinChallenge(challenge=press["challenge"], github=typed["account"], check=False)
        await join(press.interaction, ask, in_place=True)
        return
    beside = press.beside(CHECK)
    account: ui.TextInput[Any] = ui.TextInput(
        custom_id="account",
        max_length=LONGEST_ACCOUNT,
        placeholder="octocat",
        default=beside and beside["login"],
    )
    await press.ask("Your account on GitHub", ui.Label(text="Account", component=account))


ITEMS = (join_button, check_button, account_button)
