"""A look back on a page: a year or a month, with its picture."""

from datetime import date, timedelta

from bot.recap import requests, usecases, view
from bot.recap.documents import RecapDocument
from bot.web.site.part import Link, MenuEntry, Page, PagesPart

RECAP = "/recap"
_SHORT = len("2026")


def links(found: RecapDocument) -> tuple[Link, ...]:
    """Those beside it, and the other size: of a month its year, of a year its last month."""
    is_year = len(found.period) == _SHORT
    other = f"{found.last:%Y-%m}" if is_year else f"{found.first.year}"

    def beside(label: str, day: date) -> Link:
        return Link(label, f"{RECAP}?period={day.year if is_year else day.strftime('%Y-%m')}")

    after = found.last + timedelta(days=1)
    is_over = after.day == 1 and (not is_year or after.month == 1)
    return (
        beside("Earlier", found.first - timedelta(days=1)),
        *((beside("Later", after),) if is_over else ()),
        Link("By month" if is_year else "The whole year", f"{RECAP}?period={other}"),
        Link("All numbers", "/period"),
    )


PAGES = PagesPart(
    menu=(MenuEntry("Recap", RECAP, "", "timeline", rank=39),),
    pages=(Page(RECAP, requests.LookBack, usecases.look, view.recap, links=links),),
)
