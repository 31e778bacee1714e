"""`recap`, `recap 2026`, `recap november`: a look back by SMS."""

from bot.recap import usecases, view
from bot.recap.requests import LookBack
from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer
from bot.visit import Visit

RECAP = Phrase(
    "recap", ("look back", "my year"), "recap 2026", "a month or a year: goals, streaks, best days"
)


async def recap(here: Visit, rest: str) -> Answer:
    found = await usecases.look(here, LookBack(period=rest or None))
    return answer(here, view.recap(here, found))


SMS = SmsPart(commands=(Command(RECAP, recap),))
