"""What a person's numbers say, on a page."""

from bot.documents import Nothing
from bot.insights import usecases, view
from bot.insights.documents import InsightList
from bot.insights.requests import HideInsight, ShowInsights, TellInsights
from bot.web.site.part import Act, Link, MenuEntry, Page, PagesPart

INSIGHTS = "/insights"


def links(found: InsightList) -> tuple[Link, ...]:
    if not found.metrics:
        return ()
    tell = ("Don't tell me", "tell-not") if found.tells else ("Tell me of new ones", "tell")
    again = (Link("Show hidden ones", f"{INSIGHTS}/show-hidden", posts=True),) if found.hidden else ()
    return (
        Link("Look again", f"{INSIGHTS}/look", posts=True),
        Link(tell[0], f"{INSIGHTS}/{tell[1]}", posts=True),
        *again,
    )


PAGES = PagesPart(
    menu=(MenuEntry("Insights", INSIGHTS, "i", "insights", rank=32),),
    pages=(Page(INSIGHTS, ShowInsights, usecases.show, view.insights, links=links),),
    acts=(
        Act(f"{INSIGHTS}/look", ShowInsights, usecases.show, view.insights, INSIGHTS, fixed={"now": True}),
        Act(
            f"{INSIGHTS}/hide",
            HideInsight,
            usecases.hide,
            view.hidden,
            INSIGHTS,
            presses=(view.HIDE_MENU,),
            about=("insight",),
        ),
        Act(f"{INSIGHTS}/show-hidden", Nothing, usecases.show_hidden, view.insights, INSIGHTS),
        Act(f"{INSIGHTS}/tell", TellInsights, usecases.choose, view.chosen, INSIGHTS, fixed={"tell": True}),
        Act(
            f"{INSIGHTS}/tell-not",
            TellInsights,
            usecases.choose,
            view.chosen,
            INSIGHTS,
            fixed={"tell": False},
        ),
    ),
)
