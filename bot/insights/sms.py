"""Insights by SMS: `insights`, `insights now`, `insights hide 2`, `insights on`."""

from bot.documents import Nothing
from bot.insights import usecases, view
from bot.insights.requests import HideInsight, ShowInsights, TellInsights
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer
from bot.visit import Visit

INSIGHTS = Phrase(
    "insights", ("insight",), "insights", "what your numbers say; insights on tells you of new ones"
)
_SWITCHES = {"on": True, "off": False}


async def insights(here: Visit, rest: str) -> Answer:
    word, _, about = rest.strip().partition(" ")
    match word.casefold():
        case "":
            return await _show(here, ShowInsights())
        case "now":
            return await _show(here, ShowInsights(now=True))
        case "hide":
            done = await usecases.hide(here, HideInsight(insight=about))
            return answer(here, view.hidden(here, done))
        case "show" if about.casefold() in ("", "hidden"):
            return answer(here, view.insights(here, await usecases.show_hidden(here, Nothing())))
        case switch if switch in _SWITCHES:
            chosen = await usecases.choose(here, TellInsights(tell=_SWITCHES[switch]))
            back = "off" if chosen.tells else "on"
            return answer(here, view.chosen(here, chosen), undo=f"{INSIGHTS.name} {back}")
        case _:
            raise nothing_said(INSIGHTS)


async def _show(here: Visit, ask: ShowInsights) -> Answer:
    return answer(here, view.insights(here, await usecases.show(here, ask)))


SMS = SmsPart(commands=(Command(INSIGHTS, insights),))
