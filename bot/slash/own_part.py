"""What Discord has of its own: help, lists whose pages are turned, and questions that are answered.

A button says which list or question it is, whose, and what it is about; what it shows is made anew from the
table at each press.
"""

from collections.abc import Iterable

from bot.feature import Feature
from bot.slash.help import help_
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.view import View
from tracker.refusals import Reason, Refused
from tracker.tones import Tone


class NoLongerThere(Refused):
    """A button leads to something that this version no longer has."""

    code = "no_longer_there"
    reason = Reason.UNKNOWN


@on_press(r"ql:page:(?P<list>[a-z-]+):(?P<owner>\d{1,20}):(?P<number>\d{1,6})(?::(?P<about>.+))?")
async def turn_page(press: Press) -> None:
    if (page := press.interaction.client.lists.get(press["list"])) is None:
        raise NoLongerThere("This list is no longer there. /help names the commands that are.")
    here = await press.visit()
    await press.replace(here, await page(here, int(press["number"]), press["about"]))


@on_press(r"ql:(?P<answer>yes|no):(?P<question>[a-z-]+):(?P<owner>\d{1,20})(?::(?P<about>.+))?")
async def answer_question(press: Press) -> None:
    if press["answer"] == "no":
        await press.replace(press.passing(), View(lead="Nothing was changed.", tone=Tone.QUIET))
        return
    if (answered := press.interaction.client.questions.get(press["question"])) is None:
        raise NoLongerThere("This can no longer be done here. /help names the commands that are there.")
    here = await press.visit()
    await press.replace(here, await answered(here, press["about"]))


OWN = SlashPart(commands=(help_,), items=(turn_page, answer_question))


def slash_parts(features: Iterable[Feature]) -> list[SlashPart]:
    """Of the features in their order, and what there is besides."""
    modules = (one.part("slash") for one in features)
    return [*(module.SLASH for module in modules if module is not None), OWN]
