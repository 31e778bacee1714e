"""A view on a terminal: a sentence, a table of facts, a table of things. No name in it can do harm."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from shlex import quote

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text as Rich

from bot.cli import screen
from bot.cli.screen import plain
from bot.view import (
    At,
    Bar,
    ChannelLink,
    Column,
    On,
    Passage,
    Piece,
    Row,
    Strong,
    Symbol,
    Text,
    Toned,
    Typed,
    View,
    WebAddress,
)
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.tones import Tone
from tracker.words import bar, clock_text, day_text, people

STYLES = {
    Tone.PLAIN: "",
    Tone.GOOD: "green",
    Tone.WARNING: "yellow",
    Tone.BAD: "red",
    Tone.TRIUMPH: "magenta",
    Tone.QUIET: "dim",
}
SIGNS = {
    Tone.PLAIN: "\N{WHITE CIRCLE}",
    Tone.GOOD: "\N{CHECK MARK}",
    Tone.WARNING: "!",
    Tone.BAD: "\N{BALLOT X}",
    Tone.TRIUMPH: "\N{BLACK STAR}",
    Tone.QUIET: "\N{MIDDLE DOT}",
}
"""With its colour and its words each tone is told three times: nobody needs all of them."""
NOTHING = "\N{EN DASH}"
BAR_WIDTH = 8
LABEL_WIDTH = 9
"""So that tables below each other line up."""
_ANY_WIDTH = 10_000
_NAME_WIDTH = 14


def show(here: Visit, view: View) -> None:
    for part in parts(here, view):
        if isinstance(part, str):
            screen.say(part)
        else:
            screen.show(part)


def parts(here: Visit, view: View) -> Iterator[str | RenderableType]:
    """Sentences are plain lines, which a terminal may break wherever it likes."""
    if view.notice:
        yield written(here, view.notice)
    yield from _title(here, view)
    if view.lead:
        yield _lead(here, view, view.lead)
    if view.facts:
        yield _facts(here, view)
    yield from _rows(here, view)
    for section in view.sections:
        yield ""
        yield from parts(here, section)
    if view.sections and view.hints:
        yield ""
    for passage in view.passages:
        yield from _passage(passage)
    for hint in view.hints:
        yield written(here, hint)
    if view.footer:
        yield Rich(written(here, view.footer), "dim")


def _title(here: Visit, view: View) -> Iterator[str | RenderableType]:
    if view.title and view.passages:
        yield written(here, view.title)
    elif view.title and (view.facts or view.compact or view.sections):
        yield Rich.assemble((written(here, view.title), "bold"), *_below(here, view.subtitle), *_id(view))


def _rows(here: Visit, view: View) -> Iterator[str | RenderableType]:
    if view.ordered:
        yield from _numbered(here, view.rows)
    elif view.rows:
        yield _Rows(here, view)


@frozen
class _Rows:
    """A table; where the terminal is too narrow for its columns, one thing below the other."""

    here: Visit
    view: View

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        roomy = _table(self.here, self.view, least=0 if self.view.compact else _NAME_WIDTH)
        tight = _table(self.here, self.view)  # a column that keeps a width of its own pushes others out
        unbound = options.update(max_width=_ANY_WIDTH)
        if Measurement.get(console, unbound, roomy).maximum <= options.max_width:
            yield roomy
        elif _words(console, unbound, tight) <= _words(console, options, tight):
            yield tight
        else:
            yield from _stacked(self.here, self.view)


def _words(console: Console, options: ConsoleOptions, table: Table) -> set[str]:
    """What can be read of a table in so much room: where there is little, words are cut."""
    return set("".join(segment.text for segment in console.render(table, options)).split())


def written(here: Visit, words: Text) -> str:
    pieces: Iterable[Piece] = (words,) if isinstance(words, str) else words
    return "".join(_piece(here, piece) for piece in pieces)


def coloured(here: Visit, words: Text) -> Rich:
    """With the colours of its pieces."""
    pieces: Iterable[Piece] = (words,) if isinstance(words, str) else words
    return Rich.assemble(
        *((_piece(here, one), STYLES[one.tone] if isinstance(one, Toned) else "") for one in pieces)
    )


def _piece(here: Visit, piece: Piece) -> str:  # noqa: PLR0911 - one line for each kind of piece
    match piece:
        case str():
            return plain(piece)
        case Strong(words=words) | Toned(words=words):
            return plain(words)
        case At(at=at, style=style):
            return _moment(here, at.astimezone(here.person.zone), style)
        case On(day=day):
            return day_text(day, here.today)
        case Symbol():
            return ""
        case ChannelLink():
            return "a channel on Discord"
        case WebAddress(url=url):
            return url
        case Bar(percent=percent):
            return bar(percent, BAR_WIDTH)
        case Typed(usage=usage, words=words):
            typed = usage.cli or usage.slash or usage.sms or ""
            return typed.replace("{}", quote(plain(words)))


def _lead(here: Visit, view: View, lead: Text) -> str | RenderableType:
    """Of a thing with facts, how it is: a sign, a word and a colour. Else a sentence."""
    words = written(here, lead)
    return Rich(f"{_sign(view)} {words}", STYLES[view.tone]) if view.facts else words


def _sign(one: View | Row) -> str:
    return one.sign or SIGNS[one.tone]


def _below(here: Visit, words: Text | None) -> Iterator[tuple[str, str]]:
    if words:
        yield f"  {written(here, words)}", "dim"


def _id(view: View) -> Iterator[tuple[str, str]]:
    if view.id:
        yield f"  {view.id}", "dim"


def _facts(here: Visit, view: View) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True, min_width=LABEL_WIDTH)
    table.add_column()
    for fact in (one for group in view.facts for one in group):
        label = plain(fact.label) if fact.is_name else fact.label[:1].lower() + fact.label[1:]
        table.add_row(label, coloured(here, fact.text))
    return table


def _numbered(here: Visit, rows: Iterable[Row]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        below = f": {written(here, row.subtitle)}" if row.subtitle else ""
        yield f"{number}. {written(here, row.title)}{below}"


def _passage(passage: Passage) -> Iterator[str]:
    if passage.title:
        yield plain(passage.title)
    yield from (f"  {plain(line)}" for line in passage.text.splitlines())
    yield ""


def _table(here: Visit, view: View, least: int = 0) -> Table:
    """`least` is how wide the column of names is in any case."""
    table = Table(
        box=None,
        pad_edge=False,
        padding=(0, 1 if view.ids else 2, 0, 0),
        show_header=not view.compact,
    )
    if view.ids:
        table.add_column("id", no_wrap=True, style="dim")
    if any(row.rank for row in view.rows):
        table.add_column(justify="right")
    table.add_column(view.noun, min_width=least)
    for column in view.columns:
        if not column.below:
            table.add_column(column.name)
    for group, rows in groupby(view.rows, lambda one: one.group):
        if group:
            table.add_row(*([""] if view.ids else []), Rich(plain(group), "bold"))
        for row in rows:
            cells = _line(here, row) if view.compact else _cells(here, view, row)
            table.add_row(*([row.id] if view.ids else []), *cells)
    return table


def _stacked(here: Visit, view: View) -> Iterator[Rich]:
    """Each row with its cells below it, by name."""
    signed = _signed_column(view)
    for group, rows in groupby(view.rows, lambda one: one.group):
        if group:
            yield Rich(plain(group), "bold")
        for row in rows:
            rank = "" if row.rank is None else f"{people(row.rank)}. "
            below = f"  {written(here, row.subtitle)}" if row.subtitle else ""
            number = f"  {row.id}" if view.ids else ""
            yield Rich.assemble(rank, (coloured(here, row.title)), (f"{below}{number}", "dim"))
            for column, cell in zip(view.columns, row.cells, strict=True):
                words = written(here, cell) if cell else ""
                style, sign = (STYLES[row.tone], f"{_sign(row)} ") if column is signed else ("", "")
                if words:
                    yield Rich.assemble((f"  {column.name} ", "dim"), (f"{sign}{words}", style))


def _cells(here: Visit, view: View, row: Row) -> list[Rich]:
    """What stands below another column is dim; one says by its colour how the thing is."""
    below = f"\n{written(here, row.subtitle)}" if row.subtitle else ""
    cells = [Rich.assemble(coloured(here, row.title), (below, "dim"))]
    signed = _signed_column(view)
    for column, cell in zip(view.columns, row.cells, strict=True):
        words = written(here, cell) if cell else ""
        if column.below:
            cells[-1] = Rich.assemble(cells[-1], (f"\n{words}" if words else "", "dim"))
        elif column is signed and words:
            cells.append(Rich(f"{_sign(row)} {words}", STYLES[row.tone]))
        else:
            cells.append(Rich(words or NOTHING))
    return cells


def _signed_column(view: View) -> Column | None:
    columns = view.columns if view.signs else ()
    return next((one for one in columns if one.signed), columns[0] if columns else None)


def _line(here: Visit, row: Row) -> Iterator[Rich]:
    """With a sign only where it says something."""
    if row.rank is not None:
        yield Rich(people(row.rank))
    sign = "" if row.tone is Tone.PLAIN else f"{SIGNS[row.tone]} "
    yield Rich(f"{sign}{written(here, row.title)}", STYLES[row.tone])
    yield from (Rich(written(here, cell) if cell else "", STYLES[row.tone]) for cell in row.cells)


def _moment(here: Visit, at: datetime, style: str) -> str:
    day = (
        ""
        if at.date() == here.now.astimezone(here.person.zone).date()
        else f"{day_text(at.date(), here.today)}, "
    )
    match style:
        case "day":
            return day_text(at.date(), here.today)
        case "time":
            return clock_text(at)
        case _:
            return f"{day}{clock_text(at)}"
