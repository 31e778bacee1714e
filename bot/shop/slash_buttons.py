"""The buttons under rewards on Discord, which work after a restart, too."""

from bot.shop import requests, usecases, view
from bot.slash.press import Press, on_press


@on_press(r"ql:reward:redeem:(?P<owner>[0-9]{1,20}):(?P<reward>[^:]{1,40})")
async def redeem_button(press: Press) -> None:
    here = await press.visit()
    done = await usecases.redeem(here, requests.NameReward(reward=press["reward"]))
    await press.answer(here, view.redeemed(here, done))


@on_press(r"ql:reward:undo:(?P<owner>[0-9]{1,20}):(?P<reward>[^:]{1,40})")
async def undo_button(press: Press) -> None:
    here = await press.visit()
    done = await usecases.undo(here, requests.UndoRedemption(reward=press["reward"]))
    await press.replace(here, view.undone(here, done))


ITEMS = (redeem_button, undo_button)
