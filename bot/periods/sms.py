"""`period`: all numbers of a week, a month or a year, by SMS."""

from bot.periods import usecases, view
from bot.periods.requests import PeriodKind, ShowPeriod
from bot.sms.part import Answer, Command, Phrase, SmsPart, Unclear
from bot.sms.render import answer
from bot.visit import Visit

PERIOD = Phrase("period", ("all numbers",), "period month", "all your numbers of this week, month or year")


async def period(here: Visit, rest: str) -> Answer:
    wanted = rest.strip().casefold().removeprefix("this ") or PeriodKind.WEEK.value
    back = int(wanted.startswith("last "))
    try:
        kind = PeriodKind(wanted.removeprefix("last "))
    except ValueError:
        raise Unclear(f"{PERIOD.usage}: {PERIOD.about}. Also: period last week.") from None
    return answer(here, view.period(here, await usecases.show(here, ShowPeriod(period=kind, back=back))))


SMS = SmsPart(commands=(Command(PERIOD, period),))
