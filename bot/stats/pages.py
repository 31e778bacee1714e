"""What a person has done in all, on a page."""

from bot.documents import Nothing
from bot.stats import usecases, view
from bot.web.site.part import MenuEntry, Page, PagesPart

STATS = "/stats"

PAGES = PagesPart(
    menu=(MenuEntry("Overview", STATS, "x", "metrics", rank=42),),
    pages=(Page(STATS, Nothing, usecases.show_stats, view.stats),),
)
