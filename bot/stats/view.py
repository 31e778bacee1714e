"""What somebody has done in all, as people read it."""

from bot.names import TITLE, cut_short, shown_name
from bot.stats.documents import StatsDocument, TrackedGame, WeekGainDocument
from bot.view import At, Row, Strong, Symbol, Text, Usage, View, joined
from bot.visit import Visit
from tracker.words import count_of, people

ADD = Usage("/goal add goal:{}", "add {}", "questlog goal add {}")
GAINS = Usage("/gains", "gains", "questlog gains")
MOST_GAINS = 8

_WEEK, _EVERYBODY = "This week", "What everybody is after"


def stats(here: Visit, found: StatsDocument) -> View:
    more = len(found.gains) - MOST_GAINS
    begin: Text = ("Set a goal in your own words: ", ADD("99 wc by 1 march"))
    return View(
        title="Your numbers",
        subtitle=("with Questlog since ", At(found.since, "day")),
        lead=joined(
            count_of(found.characters, "character"),
            f"{count_of(found.under_way, 'goal')} under way",
            (Symbol("\N{TROPHY}"), f"{people(found.reached)} reached"),
            *((Symbol(one.symbol), f"{people(one.goals)} {one.text}") for one in found.states),
        ),
        rows=[
            *(map(_gain, found.gains[:MOST_GAINS]) if found.gains else [_NOTHING]),
            *map(_tracked, found.tracked),
        ],
        compact=True,
        empty=not (found.characters or found.under_way or found.reached),
        hints=[
            *([begin] if not found.under_way and not found.reached else []),
            *([(f"and {people(more)} more: ", GAINS())] if more > 0 else []),
        ],
    )


_NOTHING = Row("", "Nothing has moved yet.", group=_WEEK)


def _gain(one: WeekGainDocument) -> Row:
    title = (Strong(shown_name(one.name)), f" {cut_short(one.text, TITLE)}")
    return Row(one.goal, title, (shown_name(one.character) if one.character else None,), group=_WEEK)


def _tracked(one: TrackedGame) -> Row:
    names = ", ".join(map(shown_name, one.attributes))
    return Row(one.game, (Strong(one.game), f" {names}"), group=_EVERYBODY)
