"""Insights as people read them, on any front end."""

from functools import partial

from bot.insights.documents import InsightDocument, InsightHidden, InsightList, InsightsChosen
from bot.insights.picture import draw_insights
from bot.names import NAME, cut_short, shown_name
from bot.view import At, Chart, Choice, Menu, Row, Text, Usage, View
from bot.visit import Visit
from tracker.insights.model import InsightType
from tracker.words import capital, count_of

HIDE_MENU = "hide-insight"
LOOK = Usage("/insights show now:True", "insights now", "questlog insights --now")
ADD_METRIC = Usage("/metric add name:{}", "metric add {}", "questlog metric add {}")
HIDE = Usage("/insights hide", "insights hide {}", "questlog insights --hide {}")
SHOW_HIDDEN = Usage("/insights show-hidden", "insights show hidden", "questlog insights --show-hidden")
TELL = Usage("/insights tell on:True", "insights on", "questlog insights --tell on")
SYMBOLS = {
    InsightType.TREND: "\N{CHART WITH UPWARDS TREND}",
    InsightType.PATTERN: "\N{CALENDAR}",
    InsightType.ANOMALY: "\N{WHITE MEDIUM STAR}",
    InsightType.CORRELATION: "\N{LINK SYMBOL}",
    InsightType.PREDICTION: "\N{CRYSTAL BALL}",
}
_MOST_WAITING = 3
_CHOICE = 100
"""Letters of a choice, for Discord."""


def insights(here: Visit, found: InsightList) -> View:
    if not found.metrics:
        return View(
            lead="You log no numbers yet, so there is nothing to find in them.",
            hints=[("Begin with one: ", ADD_METRIC("weight"))],
            empty=True,
        )
    rows = [Row(one.id, one.content, (), symbol=SYMBOLS[one.type]) for one in found.insights]
    return View(
        title="What your numbers say",
        noun="insight",
        lead=None if rows else "Your numbers say nothing yet that would hold.",
        rows=rows,
        signs=False,
        ordered=True,
        hints=_hints(found),
        footer=_footer(found),
        menu=_menu(found.insights),
        chart=Chart("insights", partial(draw_insights, person=here.person)) if rows else None,
    )


def _more(days: int) -> str:
    return count_of(days, "more day")


def _hints(found: InsightList) -> list[Text]:
    shown = found.waiting[:_MOST_WAITING]
    hints: list[Text] = [
        f"{capital(shown_name(one.name))}: {_more(one.more_days)} until {one.until}." for one in shown
    ]
    if not found.tells and found.insights:
        hints.append((TELL(), " tells you of a new one, one a week at most."))
    if found.hidden:
        hints.append((f"{count_of(found.hidden, 'insight')} hidden. ", SHOW_HIDDEN(), " shows them again."))
    return hints


def _footer(found: InsightList) -> Text:
    if found.looked_at is None:
        return ""
    return ("Looked at ", At(found.looked_at, "ago"), ". ", LOOK(), " looks again.")


def _menu(found: tuple[InsightDocument, ...]) -> Menu | None:
    if not found:
        return None
    choices = [Choice(one.id, cut_short(one.content, _CHOICE)) for one in found[:25]]
    return Menu(HIDE_MENU, "Don't show again", choices)


def hidden(here: Visit, done: InsightHidden) -> View:
    text = cut_short(done.insight.content, NAME)
    return View(lead=f"Not shown again: {text}", hints=[(SHOW_HIDDEN(), " takes that back.")])


def chosen(here: Visit, done: InsightsChosen) -> View:
    if done.tells:
        return View(lead="When your numbers say something new you hear of it, once a week at most.")
    return View(lead="You hear of insights only when you ask for them.")
