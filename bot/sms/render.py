"""A view as a text: as few letters as it needs, and none that makes a message cost double."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby

from bot.sms.conversation import Listed
from bot.sms.part import Answer
from bot.view import (
    At,
    Bar,
    ChannelLink,
    On,
    Piece,
    Row,
    Strong,
    Symbol,
    Text,
    Toned,
    Typed,
    View,
    WebAddress,
    joined,
)
from bot.visit import Visit
from tracker.words import clock_text, day_text, people, short_day

PER_PAGE = 8
FURTHER = "MORE for the other {count}"


def answer(here: Visit, view: View, *, undo: str | None = None) -> Answer:
    return Answer("\n".join(lines(here, view)), undo=undo)


def answer_list(here: Visit, view: View, command: str, lister: str, before: Listed | None = None) -> Answer:
    """Its rows, numbered; a number stands for `command` and the id of a row. `before` is what was shown.

    What has gone meanwhile gets no number.
    """
    if not view.rows:
        return answer(here, view)
    known = {row.id: row for row in view.rows}
    shown = before.ids[: before.shown] if before else ()
    others = [one for one in (before.ids[before.shown :] if before else known) if one in known]
    page = [known[one] for one in others[:PER_PAGE]]
    listed = Listed(command=command, ids=(*shown, *others), shown=len(shown) + len(page), lister=lister)
    text = [*numbered(here, page, view, first=len(shown) + 1)]
    if not listed.is_whole:
        text.append(FURTHER.format(count=len(listed.ids) - listed.shown))
    return Answer("\n".join(text), listed=listed)


def lines(here: Visit, view: View) -> Iterator[str]:
    if view.rows:
        yield from _compact(here, view) if view.compact else numbered(here, view.rows, view)
        return
    yield from (f"{one.title}\n{one.text}".strip() for one in view.passages)
    if view.title and any(fact.brief for group in view.facts for fact in group):
        below = f": {written(here, view.subtitle)}" if view.subtitle else ""
        yield f"{written(here, view.title)}{below}"
    if view.lead:
        yield _sentence(here, view.lead)
    for group in view.facts:
        if brief := ", ".join(written(here, fact.brief) for fact in group if fact.brief):
            yield _begun_large(brief)
    if not view.facts:
        yield from (written(here, hint) for hint in view.hints)


def _compact(here: Visit, view: View) -> Iterator[str]:
    """What it is about, and a line for each row: `2. Ada: 10 points`."""
    yield _sentence(here, view.lead or (*joined(view.title, view.subtitle, by=", "), ":"))
    for group, rows in groupby(view.rows, lambda one: one.group):
        yield from [f"{group}:"] if group else []
        for row in rows:
            place = "" if row.rank is None else f"{people(row.rank)}. "
            cells = ", ".join(written(here, cell) for cell in row.cells if cell)
            yield f"{place}{written(here, row.title)}{f': {cells}' if cells else ''}"
    yield from (written(here, hint) for hint in view.hints)


def numbered(here: Visit, rows: Sequence[Row], view: View, *, first: int = 1) -> Iterator[str]:
    """`1. Gym: to do, 1 of 3 this week, 4 weeks in a row`."""
    groups = {row.group for row in view.rows}
    for number, row in enumerate(rows, first):
        whose = f" ({row.group})" if len(groups) > 1 and row.group else ""
        said = zip(view.columns, row.cells, strict=True)
        cells = [cell for column, cell in said if column.brief]
        brief = ", ".join(written(here, one) for one in [*cells, *_below(view, row)] if one)
        yield f"{number}. {written(here, row.title)}{whose}{f': {brief}' if brief else ''}"


def _below(view: View, row: Row) -> Iterator[Text | None]:
    if view.ordered:
        yield row.subtitle


def written(here: Visit, words: Text) -> str:
    pieces: Iterable[Piece] = (words,) if isinstance(words, str) else words
    return "".join(_piece(here, piece) for piece in pieces).strip()


def _piece(here: Visit, piece: Piece) -> str:  # noqa: PLR0911 - one line for each kind of piece
    match piece:
        case str():
            return piece
        case Strong(words=words) | Toned(words=words):
            return words
        case Symbol() | Bar():
            return ""
        case ChannelLink():
            return "a channel on Discord"
        case WebAddress(url=url):
            return url
        case At(at=at, style=style):
            return _moment(here, at, style)
        case On(day=day):
            return day_text(day, here.today)
        case Typed(usage=usage, words=words):
            if usage.sms is not None:
                return usage.sms.replace("{}", words)
            return f"{(usage.slash or usage.cli or '').replace('{}', words)}"


def _moment(here: Visit, at: datetime, style: str) -> str:
    """`18:00`, or `Mon 8 Mar 09:00` where that is not today; by the person's clocks."""
    there, now = at.astimezone(here.person.zone), here.now.astimezone(here.person.zone)
    if style == "day":
        return day_text(there.date(), now.date())
    day = "" if there.date() == now.date() else f"{short_day(there.date())} "
    year = "" if there.year == now.year else f"{there.year} "
    return f"{day}{year}{clock_text(there)}"


def _sentence(here: Visit, lead: Text) -> str:
    return _begun_large(written(here, lead).replace(" \N{MIDDLE DOT} ", ", "))


def _begun_large(words: str) -> str:
    return words[:1].upper() + words[1:]
