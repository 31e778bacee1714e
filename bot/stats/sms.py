"""`stats`: what a person has done in all, by SMS."""

from bot.documents import Nothing
from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer
from bot.stats import usecases, view
from bot.visit import Visit

STATS = Phrase("stats", ("numbers", "my numbers"), "stats", "what you have done in all and this week")


async def stats(here: Visit, rest: str) -> Answer:
    del rest
    return answer(here, view.stats(here, await usecases.show_stats(here, Nothing())))


SMS = SmsPart(commands=(Command(STATS, stats),))
