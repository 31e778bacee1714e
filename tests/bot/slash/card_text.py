"""A card as plain text, for eyes and for assertions: what somebody on Discord sees, as far as letters go."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from discord import ui

from tests.fakes.discord.markdown import Bold, Channel, Code, Command, Piece, Time, Words, read

Json: TypeAlias = dict[str, Any]

_FORMATS = {"D": "%-d %B %Y", "d": "%Y-%m-%d", "t": "%H:%M", "R": "relative to %Y-%m-%d %H:%M"}
_OTHER = "%-d %B %Y %H:%M"


def card_text(card: ui.LayoutView | list[Json]) -> str:
    """The view, or its components as they went over the wire. Times are in UTC."""
    return "\n".join(card_lines(card))


def card_lines(card: ui.LayoutView | list[Json]) -> list[str]:
    components = card.to_components() if isinstance(card, ui.LayoutView) else card
    return [line for component in components for line in _lines(component)]


def words(content: str) -> str:
    """The text of one component without its escapes, and with times that can be read."""
    return "\n".join(" ".join(filter(None, (line.mark, _written(line.pieces)))) for line in read(content))


def _written(pieces: Iterable[Piece]) -> str:
    return "".join(map(_piece, pieces))


def _piece(piece: Piece) -> str:
    match piece:
        case Words(text):
            return text
        case Bold(inside):
            return f"**{_written(inside)}**"
        case Code(text):
            return f"`{text}`"
        case Time(at, style):
            return f"{{{at.strftime(_FORMATS.get(style, _OTHER))}}}"
        case Command(name):
            return f"/{name}"
        case Channel(number):
            return f"#{number}"


def _lines(component: Json) -> Iterator[str]:
    match component["type"]:
        case 17:
            colour = component.get("accent_color")
            yield f"┌ #{colour:06x}" if colour is not None else "┌"
            yield from (f"│ {line}".rstrip() for child in component["components"] for line in _lines(child))
        case 10:
            yield from words(component["content"]).split("\n")
        case 14:
            yield "────" if component.get("divider", True) else ""
        case 12:
            yield from (f"[{one['media']['url']}: {one.get('description')}]" for one in component["items"])
        case 9:
            yield from (line for child in component["components"] for line in _lines(child))
            yield from _lines(component["accessory"])
        case 1:
            yield " ".join(line for child in component["components"] for line in _lines(child))
        case 2:
            yield _button(component)
        case 3:
            options = " / ".join(one["label"] for one in component.get("options", []))
            yield f"<{component.get('placeholder') or 'choose'}: {options}>"
        case other:
            yield f"(component {other})"


def _button(component: Json) -> str:
    label = component.get("label") or (component.get("emoji") or {}).get("name") or "?"
    return f"({label}, off)" if component.get("disabled") else f"({label})"
