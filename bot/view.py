"""What people read, as values: a feature's `view.py` makes them of documents, a front end renders them.

Nothing in a view is escaped or formatted for a front end. Where a text holds more than words (an instant, a
command to type), it is a tuple of pieces, and each front end writes those in its own way.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.tones import Tone
from tracker.words import count_of, people

if TYPE_CHECKING:
    from scheduler.channels.picture import Picture


class Look(NamedTuple):
    """How something is, at a glance, beside the words that say so: nobody needs all three."""

    symbol: str
    tone: Tone
    sign: str = ""
    """Where there are no symbols; that of the tone, unless it has its own."""


@frozen
class At:
    """An instant, as it is on the clocks of whoever reads it."""

    at: datetime
    style: Literal["moment", "day", "time", "ago"] = "moment"


@frozen
class On:
    """A day of the person."""

    day: date


@frozen
class Bar:
    """How far something has come, as a bar."""

    percent: float


@frozen
class Usage:
    """How something is typed on each front end, with `{}` for what is said; None where it cannot be done."""

    slash: str | None = None
    sms: str | None = None
    cli: str | None = None
    page: str | None = None
    """What to choose on pages, by the words that stand there; for refusals, which are no links."""

    def __call__(self, words: str = "") -> "Typed":
        return Typed(self, words)

    def on(self, front_end: FrontEnd, words: str = "") -> str:
        """For a refusal, which is plain text; empty where pages have no such thing."""
        if front_end is FrontEnd.WEB:
            return self.page or ""
        typed = {FrontEnd.DISCORD: self.slash, FrontEnd.SMS: self.sms}.get(front_end, self.cli)
        return (typed or self.cli or self.slash or "").replace("{}", words)


@frozen
class Typed:
    """Something to type."""

    usage: Usage
    words: str = ""


@frozen
class Symbol:
    """A sign before words that say the same: for front ends on which it costs nothing."""

    sign: str


@frozen
class Strong:
    """Words that stand out."""

    words: str


@frozen
class ChannelLink:
    """A channel of a server on Discord, by its id: to be clicked on there."""

    id: str
    name: str | None = None
    """For whoever reads it elsewhere; None where they do not see the channel, or nobody has asked."""


@frozen
class WebAddress:
    """A page of ours, to be opened by a click: never what somebody else wrote."""

    url: str = field(repr=False)


@frozen
class Toned:
    """Words in the colour of a tone, where a line has colours."""

    words: str
    tone: Tone


Piece: TypeAlias = str | At | On | Bar | Typed | Strong | Symbol | ChannelLink | WebAddress | Toned
Text: TypeAlias = str | tuple[Piece, ...]


@frozen
class Fact:
    """Something to know, by its name: `Streak`, `12 days in a row`."""

    label: str
    text: Text
    brief: Text | None = None
    """How it is said without its name where there is little room; left out there where it is None."""
    is_name: bool = False
    """Whether the label is a name that somebody gave, or a day: that is written as it is everywhere."""


@frozen
class Column:
    """What each row of a list says."""

    name: str
    brief: bool = True
    """Whether it is said where there is little room, too."""
    below: bool = False
    """Whether it stands below what the column before it says, where there are columns."""
    signed: bool = False
    """Whether the sign of a row stands here, where there are columns; before the first unless one has it."""


@frozen
class Row:
    """One thing in a list."""

    id: str
    """What commands take for it."""
    title: Text
    cells: tuple[Text | None, ...] = ()
    """One for each column."""
    subtitle: Text | None = None
    symbol: str = ""
    tone: Tone = Tone.PLAIN
    sign: str = ""
    """See Look."""
    group: str = ""
    """What it belongs to, where that stands above all of a kind: the name of a character."""
    rank: int | None = None
    """Its place, where the list is a ranking."""
    noun: str = ""
    """What it is, where a list has things of several kinds."""


@frozen
class Passage:
    """A text of several lines that was written elsewhere, such as a message of ours.

    It is shown whole: in pages, where there is little room.
    """

    text: str
    title: str = ""
    is_markdown: bool = False
    """Whether its reader wrote it: then its layout is shown where there is one."""


class Weight(Enum):
    """How much an action asks to be chosen."""

    PLAIN = auto()
    MAIN = auto()
    DANGER = auto()


@frozen
class Action:
    """What can be done next by a press. `name` and `about` lead to it, also after a restart."""

    name: str
    about: tuple[str, ...]
    label: str
    weight: Weight = Weight.PLAIN
    for_anybody: bool = False
    """Whether everybody who sees it may press it, each for themselves."""


@frozen
class Choice:
    """What can be chosen in a menu."""

    value: str
    label: str
    about: str = ""


@frozen
class Menu:
    """One of many things is chosen. `name` leads to what is done upon it, also after a restart."""

    name: str
    placeholder: str
    choices: Sequence[Choice]


@frozen
class Paging:
    """Where somebody is in a list that is longer than one answer."""

    list: str
    number: int
    count: int
    about: str = ""
    """What the list was asked for, where that is not everything."""

    def __str__(self) -> str:
        return f"page {people(self.number + 1)} of {people(self.count)}" if self.count > 1 else ""


Draw: TypeAlias = "Callable[..., Awaitable[Picture | None]]"
"""Gets the services, and `dark` if somebody chose. None where an answer is better off without a picture."""


@frozen
class Chart:
    """A picture that goes along where pictures are seen."""

    name: str
    """Of the file, without its ending."""
    draw: "Draw" = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    title: Text = ""
    id: str = ""
    """What commands take for the thing that is shown."""
    noun: str = ""
    """What the rows of a list are: `habit`."""
    subtitle: Text | None = None
    symbol: str = ""
    tone: Tone = Tone.PLAIN
    sign: str = ""
    """See Look."""
    notice: Text | None = None
    """What has just happened, where the view shows what came of it."""
    lead: Text | None = None
    """The answer itself, in a sentence or two."""
    empty: bool = False
    """Whether it says that there is nothing yet: a terminal adds where it looked."""
    facts: Sequence[Sequence[Fact]] = ()
    """In groups."""
    columns: Sequence[Column] = ()
    rows: Sequence[Row] = ()
    signs: bool = True
    """Whether each row says by a sign and a colour how it is."""
    ids: bool = False
    """Whether a table says what commands take for each row, because names are not enough."""
    sections: Sequence["View"] = ()
    """What stands below it, each with its own rows."""
    ordered: bool = False
    """Whether it matters which row comes first: each has its number, and a line of its own."""
    compact: bool = False
    """Whether each row is one line; then a view says itself which words of a title stand out."""
    passages: Sequence[Passage] = ()
    """Where there is no room for all of them, `paging` says on which page somebody is."""
    hints: Sequence[Text] = ()
    """What to do next."""
    footer: Text | None = None
    actions: Sequence[Action] = ()
    menu: Menu | None = None
    paging: Paging | None = None
    chart: Chart | None = None


def joined(*parts: Text | None, by: str = " \N{MIDDLE DOT} ") -> Text:
    """The parts that are there, with something between them."""
    pieces: list[Piece] = []
    for part in parts:
        if part:
            pieces += [by] if pieces else []
            pieces += [part] if isinstance(part, str) else part
    return tuple(pieces)


def list_view(
    title: str, noun: str, *, total: int, columns: Sequence[Column], rows: Sequence[Row], paging: Paging
) -> View:
    """A page of a list, which says how many there are on all pages."""
    subtitle = joined(count_of(total, noun), str(paging))
    return View(title=title, noun=noun, subtitle=subtitle, columns=columns, rows=rows, paging=paging)


def question(
    name: str, about: str, title: Text, *hints: Text, yes: str = "Yes, remove it", no: str = "Keep it"
) -> View:
    """Are you sure? `name` is what is done upon yes, and `about` what it is about: an id, never a name."""
    actions = (
        Action(f"yes:{name}", (about,) if about else (), yes, Weight.DANGER),
        Action(f"no:{name}", (about,) if about else (), no),
    )
    return View(title=title, hints=hints, tone=Tone.BAD, actions=actions)
