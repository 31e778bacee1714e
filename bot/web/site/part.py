"""What a feature brings to the pages, in `PAGES` of its `pages.py`: addresses, use cases, views, forms."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from bot.documents import Ask
from bot.view import Text, Usage, View
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.readings import Number

if TYPE_CHECKING:
    from bot.series import NumberSeries

FieldValues: TypeAlias = Mapping[str, str]
"""What stands in an address and in a form, by the names of the fields."""
Do: TypeAlias = Callable[[Visit, Any], Awaitable[Any]]
Show: TypeAlias = Callable[[Visit, Any], View]
Fill: TypeAlias = Callable[[Visit, FieldValues], Awaitable[FieldValues]]
Preview: TypeAlias = Callable[[Visit, FieldValues], Awaitable[Text | None]]
Choices: TypeAlias = Sequence[tuple[str, str]]
"""Values with their labels."""
Choose: TypeAlias = Callable[[Visit, FieldValues], Awaitable[Mapping[str, Choices]]]
Suggest: TypeAlias = Callable[[Visit, FieldValues], Awaitable[Sequence[str]]]
"""What is offered while somebody types, of what is theirs."""
Context: TypeAlias = Callable[[Visit, Any], Mapping[str, Any]]


@frozen
class MenuEntry:
    """A line of the menu that stands on every page."""

    label: str
    path: str
    key: str
    """The letter that leads there after `g`; empty for none: there are more pages than letters."""
    icon: str
    """The name of a symbol in `templates/icons.html`."""
    rank: int = 50
    """Its place among all; the first four are at the bottom of a phone."""
    for_operators: bool = False
    """Whether only whoever runs this Questlog sees it."""


@frozen
class Link:
    """Where somebody can go from a page. Braces are fields of the page's address."""

    label: str
    path: str
    is_main: bool = False
    posts: bool = False
    """Whether it does something at once, and is a button."""
    is_file: bool = False
    """Whether it is downloaded."""
    is_below: bool = False
    """Whether it stands below the page, where many lead away from it."""


@frozen
class AheadLine:
    name: str
    values: tuple[float | None, ...]
    """At each of the times."""


@frozen
class Ahead:
    """What may become of a number, drawn after what it was."""

    times: tuple[datetime, ...]
    lines: tuple[AheadLine, ...]
    band: tuple[str, str] | None
    """The names of two lines between which it will probably be."""


def no_limits(_: object) -> Mapping[str, Number]:
    return {}


@frozen
class OverTime:
    """A number over time. Scripts draw it so that it can be zoomed into; without them the picture stands."""

    ask: type[Ask]
    do: Do
    """Answers a NumberSeries."""
    target: Callable[[Any], Number | None]
    """Of the document of the page."""
    ahead: Callable[[Visit, Any, "NumberSeries"], Ahead | None] | None = None
    """Of the same, and of the number so far."""
    limits: Callable[[Any], Mapping[str, Number]] = no_limits
    """Of the document: what is told of when the number passes it, by its name."""
    level: Callable[[Any, "NumberSeries"], Sequence[float] | None] | None = None
    """Of both: what it is without its noise, at each of its times. Then its values are points."""
    keeps_picture: Callable[[Any], bool] = lambda _: False
    """Whether the picture shows what a line does not, and so stands below it."""


@frozen
class Page:
    """What a GET shows. Nothing changes by it."""

    path: str
    """What stands in braces is a field of the request, like what stands in the query. `{guild}` is a server
    on Discord: whoever asks does so there, once Discord has said that they are a member."""
    ask: type[Ask]
    do: Do
    view: Show
    fixed: Mapping[str, object] = field(default_factory=dict[str, object])
    """What is asked unless the address says otherwise."""
    shows: tuple[str, ...] = ()
    """The nouns of rows, in whatever list, that lead here: a row's id is the last field of the path."""
    usages: tuple[Usage, ...] = ()
    """What is typed elsewhere to come here."""
    presses: tuple[str, ...] = ()
    """The names of actions that lead here, and to nothing that is done yet."""
    about: tuple[str, ...] = ()
    """What such an action is about: the names of fields, in its order."""
    links: tuple[Link, ...] | Callable[[Any], tuple[Link, ...]] = ()
    """Beside the title; or a function of the document, where they differ."""
    form: "Form | None" = None
    """Asked first, where the address does not say all that is needed: whom to look up."""
    title: str = ""
    """How it is headed where its view has no title."""
    template: str = "view.html"
    over_time: OverTime | None = None
    context: Context | None = None
    """For a template of its own: what it gets of the document."""
    for_managers: bool = False
    """Whether only those who manage the server of its path see it."""
    elsewhere: str = ""
    """The path of the same elsewhere than on a server. See on_server."""


@frozen
class Form:
    """What is asked before something is done. Its fields are those of the request that have a description."""

    title: str
    button: str
    first: tuple[str, ...] = ()
    """What everybody is asked; the others are one click away, if there are any."""
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of fields that need another one than their name."""
    hints: Mapping[str, str] = field(default_factory=dict[str, str])
    """Below fields that have no description, or need another one here."""
    kinds: Mapping[str, str] = field(default_factory=dict[str, str])
    """`text`, `textarea`, `date`, `time`, `email`; where the type of the field does not say it."""
    choices: Mapping[str, Choices] = field(default_factory=dict[str, Choices])
    """Where only these can be said."""
    choose: Choose | None = None
    """The same, where only the moment knows them: the channels of a server."""
    suggests: Mapping[str, Suggest] = field(default_factory=dict[str, Suggest])
    """What is offered for a field in which people may also say something else."""
    unsaid: str = ""
    """The choice that says nothing, where another word fits better."""
    hidden: tuple[str, ...] = ()
    """Fields that this form does not ask for."""
    filled: Fill | None = None
    """What stands there now, of a thing that is changed. Only what somebody changes is said, and `none` for
    what they clear."""
    preview: Preview | None = None
    """What would be understood, while somebody types."""


@frozen
class Act:
    """What a POST does. Afterwards the browser is led to a page, which says what was done."""

    path: str
    ask: type[Ask]
    do: Do
    view: Show
    """Of what happened: its first sentence stands on the page that follows."""
    then: str | Callable[[Any], str]
    """That page, unless the form names the one on which the button was pressed."""
    fixed: Mapping[str, object] = field(default_factory=dict[str, object])
    presses: tuple[str, ...] = ()
    """The names of actions and menus of views that lead here."""
    about: tuple[str, ...] = ()
    """What such an action is about: the names of fields, in its order."""
    form: Form | None = None
    """Shown by a GET of the same address."""
    usages: tuple[Usage, ...] = ()
    """As those of a page, which then lead to the form."""
    ends: bool = False
    """Whether the thing is gone afterwards, and the page about it with it."""
    waits: bool = False
    """Whether a press may wait in a browser for the network: it is carried out once, whenever it comes."""
    shows_answer: bool = False
    """Whether the answer is shown in full, once, because it is said nowhere else: a new token."""
    for_managers: bool = False
    """As of a page."""
    elsewhere: str = ""
    """The same."""


_Place = TypeVar("_Place", Page, Act)


def on_server(place: _Place, **changed: Any) -> _Place:  # noqa: ANN401 - fields of it
    """The same on a server on Discord: about what is there, and with what one may do there.

    What leads to the one elsewhere (a link, a row, a button) leads to this one while a server is looked at.
    """
    path = f"/servers/{{guild}}{place.path}"
    there = replace(place, path=path, elsewhere=place.path, usages=(), presses=(), about=(), **changed)
    return replace(there, shows=()) if isinstance(there, Page) else there


@frozen
class Download:
    """What somebody gets to keep."""

    name: str
    content: bytes = field(repr=False)
    media_type: str


@frozen
class File:
    """What a GET gives to keep. Nothing changes by it."""

    path: str
    ask: type[Ask]
    do: Callable[[Visit, Any], Awaitable[Download]]


@frozen
class PagesPart:
    menu: tuple[MenuEntry, ...] = ()
    pages: tuple[Page, ...] = ()
    acts: tuple[Act, ...] = ()
    files: tuple[File, ...] = ()
