"""All numbers of a week, a month or a year on one page."""

from bot.periods import usecases, view
from bot.periods.documents import PeriodNumbers
from bot.periods.requests import PeriodKind, ShowPeriod
from bot.web.site.part import Link, MenuEntry, Page, PagesPart

PERIOD = "/period"


def links(found: PeriodNumbers) -> tuple[Link, ...]:
    kinds = (
        Link(one.value.capitalize(), f"{PERIOD}?period={one.value}")
        for one in PeriodKind
        if one is not found.period
    )
    there = f"{PERIOD}?period={found.period.value}&back="
    later = (Link("Later", f"{there}{found.back - 1}"),) if found.back else ()
    return (Link("Earlier", f"{there}{found.back + 1}"), *later, *kinds)


PAGES = PagesPart(
    menu=(MenuEntry("By period", PERIOD, "", "numbers", rank=38),),
    pages=(Page(PERIOD, ShowPeriod, usecases.show, view.period, links=links),),
)
