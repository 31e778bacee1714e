"""Areas of life as people read them, on any front end."""

from functools import partial

from bot.areas.documents import AreaChanged, AreaDocument, AreaList, AreaShown
from bot.areas.picture import draw_balance
from bot.names import TITLE, shown_name
from bot.view import Chart, Column, Fact, Row, Usage, View, joined
from bot.visit import Visit
from tracker.tones import Tone
from tracker.words import count_of, people, percent_text, state_words

ADD = Usage("/area add area:health", "area add health", "questlog area add health")
SYMBOL = "\N{COMPASS}"
_MOST_ROWS = 25


def areas(here: Visit, found: AreaList) -> View:
    if not found.areas:
        return View(
            lead="You have no areas yet: parts of your life such as health, work or family.",
            hints=[("Begin with one: ", ADD())],
            empty=True,
        )
    none = f"{count_of(found.elsewhere, 'time')} in no area" if found.elsewhere > 0 else None
    return View(
        title="Your areas",
        noun="area",
        subtitle=joined("what you did in 30 days", none),
        columns=(Column("done"), Column("what is in it", brief=False)),
        rows=[_row(one) for one in found.areas],
        signs=False,
        compact=True,
        chart=_chart(here, "") if _was_done(found.areas) else None,
        hints=[] if found.whole else ["You have very many things; not all of them were counted."],
    )


def _was_done(some: tuple[AreaDocument, ...]) -> bool:
    return any(one.done > 0 for one in some)


def _chart(here: Visit, area: str) -> Chart:
    return Chart("balance", partial(draw_balance, person=here.person, area=area))


def _row(one: AreaDocument) -> Row:
    cells = (f"{count_of(one.done, 'time')}", _contents(one) or "nothing yet")
    return Row(one.name, shown_name(one.name), cells, symbol=one.icon or SYMBOL)


def _contents(one: AreaDocument) -> str:
    return ", ".join(count_of(number, kind) for kind, number in one.things.items())


def area(here: Visit, found: AreaShown) -> View:
    one = found.area
    share = "" if found.share is None else f", {percent_text(found.share)} of all"
    done = f"{count_of(one.done, 'time')} in 30 days{share}"
    more = len(found.things) - _MOST_ROWS
    return View(
        title=shown_name(one.name),
        id=one.name,
        symbol=one.icon or SYMBOL,
        noun="thing",
        lead=joined(one.description and shown_name(one.description, TITLE * 2), done),
        columns=(Column("what"), Column("state")),
        rows=[
            Row(
                thing.id,
                shown_name(thing.title, TITLE),
                (thing.kind, thing.status and state_words(thing.status)),
                noun=thing.kind,
            )
            for thing in found.things[:_MOST_ROWS]
        ],
        facts=[] if found.things else [[Fact("In it", "nothing yet", "nothing in it yet")]],
        signs=False,
        compact=True,
        hints=[f"{people(more)} more are in it."] if more > 0 else [],
        chart=_chart(here, one.name.casefold()) if one.done > 0 else None,
    )


def changed(here: Visit, done: AreaChanged) -> View:
    del here
    one = done.area
    return View(
        title=shown_name(one.name),
        id=one.name,
        symbol=one.icon or SYMBOL,
        tone=Tone.GOOD,
        lead=done.message,
        facts=[[Fact("In it", contents, contents)]] if (contents := _contents(one)) else [],
    )
