"""The button under a told insight, and the menu under the list: neither wants to be seen again."""

from bot.insights import usecases, view
from bot.insights.requests import HideInsight, ShowInsights
from bot.slash.press import Press, on_press


@on_press(r"ql:insight:hide:(?P<owner>[0-9]{1,20}):(?P<insight>[0-9a-f]{6})")
async def hide_button(press: Press) -> None:
    here = await press.visit()
    done = await usecases.hide(here, HideInsight(insight=press["insight"]))
    await press.rewrite(here, view.hidden(here, done))


@on_press(rf"ql:{view.HIDE_MENU}:(?P<owner>[0-9]{{1,20}})", select=True)
async def hide_menu(press: Press) -> None:
    """The list is shown anew without it."""
    here = await press.visit()
    for one in press.chosen:
        await usecases.hide(here, HideInsight(insight=one))
    await press.replace(here, view.insights(here, await usecases.show(here, ShowInsights())))


ITEMS = (hide_button, hide_menu)
