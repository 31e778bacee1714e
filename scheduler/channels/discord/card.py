"""A message as Discord shows it: a card for each notification, with its colour, its bar and its buttons.

Discord takes 40 components and 4,000 characters. What is beyond that is cut fairly, and one press away.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

import discord

from scheduler.channels.channel import Message, Part
from scheduler.channels.colours import COLOURS
from scheduler.channels.discord.buttons import act_button, fits, message_button, tick_menu
from scheduler.channels.discord.text import cut, safe, safe_line
from scheduler.channels.visible import visible
from tracker.words import bar, percent_text

MOST_TEXT = 4000
MOST_CARDS = 7
"""At most; the others are only named."""
MOST_COMPONENTS = 40
MOST_TICKS = 25
"""In one menu."""
LONGEST_TITLE = 200
LONGEST_LIST = 600
LONGEST_LABEL = 100
"""Of what can be chosen."""

_BESIDES = 5
"""Components that are no cards: the list of the others in its frame, the note, and the button for all."""
_MENU = 2
"""The row of a menu, and the menu."""

_Item: TypeAlias = discord.ui.Item[Any]
_Button: TypeAlias = discord.ui.Button[discord.ui.LayoutView]


def card(
    message: Message, owner: int | None, pictures: Mapping[str, discord.File] | None = None
) -> discord.ui.LayoutView:
    """`owner` is the person on Discord whom it is for. What goes to a channel has none, and only
    buttons for anybody.

    `pictures` are by the id of their part.
    """
    rows, drawn = _rows(message.parts[:MOST_CARDS], owner), pictures or {}
    count = _room(message.parts, rows, len(drawn))
    shown, others, rows = message.parts[:count], message.parts[count:], rows[:count]
    listed = _listed(others)
    bodies = [safe(part.text) for part in shown]
    note = f"-# {cut(safe_line(message.note), LONGEST_TITLE)}" if message.note else ""
    spent = len(listed) + len(note) + sum(len(_head(part)) + len(_foot(part)) for part in shown)
    longest = fair_length([len(body) for body in bodies], MOST_TEXT - spent)
    view = discord.ui.LayoutView(timeout=None)
    for part, body, row in zip(shown, bodies, rows, strict=True):
        view.add_item(_framed(part, cut(body, longest), row, drawn.get(part.id)))
    if listed:
        view.add_item(discord.ui.Container(discord.ui.TextDisplay(listed)))
    for thing in _things(others):
        ticks = _ticks([part for part in others if _thing(part) == thing], shown)
        if owner is not None and ticks:
            view.add_item(discord.ui.ActionRow(tick_menu(thing, owner, ticks)))
    if note:
        view.add_item(discord.ui.TextDisplay(note))
    if owner is not None and (others or any(len(body) > longest for body in bodies)):
        view.add_item(discord.ui.ActionRow(message_button(owner, message.id)))
    view.stop()  # else the client would remember each view for ever; presses are answered by their ids alone
    return view


def fair_length(lengths: Sequence[int], most: int) -> int:
    """How long each may be so that all of them fit: the short ones whole, the long ones alike."""
    left, count = most, len(lengths)
    for length in sorted(lengths):
        if length * count > left:
            return left // count
        left, count = left - length, count - 1
    return max(lengths)


def _room(parts: Sequence[Part], rows: Sequence[Sequence[_Button]], pictures: int) -> int:
    """How many notifications can have a card, with their buttons: a frame, a text, and a row of these."""
    left = MOST_COMPONENTS - _BESIDES - _MENU * len(_things(parts)) - pictures
    for count, row in enumerate(rows):
        left -= 2 + (1 + len(row) if row else 0)
        if left < 0:
            return count
    return len(rows)


def titled(part: Part) -> str:
    """The heading of a notification, on one line."""
    return f"{part.look.symbol} {cut(safe_line(part.title), LONGEST_TITLE) or 'Questlog'}"


def _framed(
    part: Part, body: str, row: Sequence[_Button], picture: discord.File | None
) -> discord.ui.Container[discord.ui.LayoutView]:
    items: list[_Item] = [discord.ui.TextDisplay(f"{_head(part)}{body}{_foot(part)}")]
    if picture is not None:
        items.append(discord.ui.MediaGallery(discord.MediaGalleryItem(picture)))
    if row:
        items.append(discord.ui.ActionRow(*row))
    return discord.ui.Container(*items, accent_colour=COLOURS[part.look.tone])


def _head(part: Part) -> str:
    return f"### {titled(part)}\n"


def _foot(part: Part) -> str:
    return "".join(f"\n{line}" for line in _foot_lines(part))


def _foot_lines(part: Part) -> Iterator[str]:
    if (percent := part.percent) is not None:
        yield f"{bar(percent)} **{percent_text(percent)}**"
    if part.late:
        yield f"-# {cut(safe_line(part.late), LONGEST_TITLE)}, <t:{int(part.meant_for.timestamp())}:R>"


def _rows(parts: Sequence[Part], owner: int | None) -> list[list[_Button]]:
    """The buttons of each. What is told of one goal has them once: Discord wants each id only once."""
    taken: set[str | None] = set()
    rows: list[list[_Button]] = []
    for part in parts:
        row = [one for one in _buttons(part, owner) if one.custom_id not in taken]
        taken |= {one.custom_id for one in row}
        rows.append(row)
    return rows


def _buttons(part: Part, owner: int | None) -> Iterator[_Button]:
    """What can be done at once about what is told; nothing where it does not say what it is about.

    In a channel, which is nobody's, it is only what anybody may do.
    """
    answers = part.kind.answers
    names = None if answers is None else part.named(answers.about)
    if answers is None or names is None or (owner is None and not answers.for_anybody):
        return
    first, *others = answers.acts
    if answers.asking is not None and part.facts.get("amount"):
        first = answers.asking
    whose = None if answers.for_anybody else owner
    buttons = (act_button(act, answers.thing, whose, names) for act in (first, *others))
    yield from filter(fits, buttons)


def _thing(part: Part) -> str | None:
    """What kind of thing can be ticked off in a menu, where it can."""
    answers = part.kind.answers
    return answers.thing if answers is not None and answers.in_menu else None


def _things(parts: Sequence[Part]) -> list[str]:
    """Each has a menu of its own."""
    return [*dict.fromkeys(filter(None, map(_thing, parts)))]


def _ticks(others: Sequence[Part], shown: Sequence[Part]) -> list[discord.SelectOption]:
    """What can be ticked off and has no card of its own, each once."""
    carded = {_value(part) for part in shown}
    found = {value: part for part in others if (value := _value(part)) and value not in carded}
    return [
        discord.SelectOption(
            label=cut(" ".join(visible(part.title).split()), LONGEST_LABEL) or "Done", value=value
        )
        for value, part in islice(found.items(), MOST_TICKS)
    ]


def _value(part: Part) -> str | None:
    """What a menu calls it: `01J…/2027-03-01`."""
    answers = part.kind.answers
    names = part.named(answers.about) if answers is not None and answers.in_menu else None
    return None if names is None else "/".join(names)


def _listed(parts: Sequence[Part]) -> str:
    """What has no card of its own, by its title."""
    if not parts:
        return ""
    return cut("\n".join([f"**And {len(parts)} more**", *_titles(parts)]), LONGEST_LIST)


def _titles(parts: Iterable[Part]) -> Iterator[str]:
    return (titled(part) for part in parts)
