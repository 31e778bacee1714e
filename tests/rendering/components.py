"""Components as HTML, from what went over the wire. What nobody has drawn yet is refused."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape

from tests.fakes.discord.component_types import (
    BUTTON,
    CONTAINER,
    FILE,
    GALLERY,
    LINK_STYLE,
    ROW,
    SECTION,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    THUMBNAIL,
)
from tests.fakes.discord.files import Attachment
from tests.fakes.discord.forms import Json
from tests.rendering.drawings import DOWN, OUTWARD, SHEET
from tests.rendering.not_drawn import NotDrawn
from tests.rendering.reader import Reader
from tests.rendering.text import text_html, words_html

_BUTTONS = {1: "primary", 2: "secondary", 3: "success", 4: "danger", LINK_STYLE: "secondary"}
_SPACES = {1: "small", 2: "large"}
_KILO = 1024


@dataclass(frozen=True)
class Canvas:
    """Who looks, and the files of the message, by the ids under which its components know them."""

    reader: Reader
    files: Mapping[str, Attachment]

    def html(self, components: Iterable[Json]) -> str:
        return "".join(map(self._one, components))

    def _one(self, component: Json) -> str:
        kind = component["type"]
        if kind not in _DRAWN:
            raise NotDrawn(f"a component of type {kind}: {component}")
        draw, known = _DRAWN[kind]
        if more := [key for key, value in component.items() if value and key not in known]:
            raise NotDrawn(f"{', '.join(more)} of {component}")
        return draw(self, component)

    def _container(self, container: Json) -> str:
        colour = container.get("accent_color")
        edge = "" if colour is None else f' style="--edge: #{colour:06x}"'
        return f'<section class="container"{edge}>{self.html(container["components"])}</section>'

    def _text(self, display: Json) -> str:
        return f'<div class="text">{text_html(display["content"], self.reader)}</div>'

    def _separator(self, separator: Json) -> str:
        kind = _SPACES[separator.get("spacing", 1)]
        line = "line" if separator.get("divider", True) else "gap"
        return f'<div class="separator {kind} {line}"></div>'

    def _gallery(self, gallery: Json) -> str:
        if len(gallery["items"]) > 1:
            raise NotDrawn("a gallery of more than one picture")
        [item] = gallery["items"]
        return f'<figure class="gallery">{self._picture(item)}</figure>'

    def _thumbnail(self, thumbnail: Json) -> str:
        return f'<figure class="thumbnail">{self._picture(thumbnail)}</figure>'

    def _picture(self, item: Json) -> str:
        if item.get("spoiler"):
            raise NotDrawn("a picture that is hidden at first")
        file = self._file_of(item["media"])
        source = f"data:{file.content_type};base64,{b64encode(file.content).decode()}"
        return f'<img src="{source}" alt="{escape(item.get("description") or file.description or "")}">'

    def _file(self, component: Json) -> str:
        file = self._file_of(component["file"])
        return (
            f'<div class="file">{SHEET}<div><div class="name">{escape(file.filename)}</div>'
            f"<small>{_size(len(file.content))}</small></div></div>"
        )

    def _file_of(self, media: Json) -> Attachment:
        """Never from elsewhere: a page shows what was attached, and asks nobody."""
        found = self.files.get(media.get("attachment_id", ""))
        if found is None:
            raise NotDrawn(f"a file that is not attached: {media['url']}")
        return found

    def _section(self, section: Json) -> str:
        words = self.html(section["components"])
        return f'<div class="section"><div>{words}</div>{self.html([section["accessory"]])}</div>'

    def _row(self, row: Json) -> str:
        return f'<div class="row">{self.html(row["components"])}</div>'

    def _button(self, button: Json) -> str:
        style, emoji = button["style"], button.get("emoji") or {}
        if style not in _BUTTONS or emoji.get("id"):
            raise NotDrawn(f"such a button: {button}")
        words = words_html(" ".join(filter(None, (emoji.get("name"), button.get("label")))))
        sign = OUTWARD if style == LINK_STYLE else ""
        return f'<button type="button" class="{_BUTTONS[style]}"{_off(button)}>{words}{sign}</button>'

    def _select(self, select: Json) -> str:
        chosen = ", ".join(option["label"] for option in select["options"] if option.get("default"))
        words = words_html(chosen or select.get("placeholder") or "Make a selection")
        kind = "chosen" if chosen else "open"
        return f'<div class="select {kind}"{_off(select)}>{words}{DOWN}</div>'


def _off(component: Json) -> str:
    return " disabled" if component.get("disabled") else ""


def _size(length: int) -> str:
    if length < _KILO:
        return f"{length} bytes"
    return f"{length / _KILO:.2f} KB" if length < _KILO**2 else f"{length / _KILO**2:.2f} MB"


_COMMON = frozenset({"type", "id"})
_PRESSED = _COMMON | {"custom_id", "disabled"}
_CHOOSING = frozenset({"placeholder", "options", "min_values", "max_values", "required"})
_DRAWN: Mapping[int, tuple[Callable[[Canvas, Json], str], frozenset[str]]] = {
    CONTAINER: (Canvas._container, _COMMON | {"components", "accent_color"}),
    TEXT: (Canvas._text, _COMMON | {"content"}),
    SEPARATOR: (Canvas._separator, _COMMON | {"divider", "spacing"}),
    GALLERY: (Canvas._gallery, _COMMON | {"items"}),
    THUMBNAIL: (Canvas._thumbnail, _COMMON | {"media", "description", "spoiler"}),
    FILE: (Canvas._file, _COMMON | {"file", "name", "size"}),
    SECTION: (Canvas._section, _COMMON | {"components", "accessory"}),
    ROW: (Canvas._row, _COMMON | {"components"}),
    BUTTON: (Canvas._button, _PRESSED | {"style", "label", "emoji", "url"}),
    STRING_SELECT: (Canvas._select, _PRESSED | _CHOOSING),
}
"""How each is drawn, and which parts of it the drawing knows; those that are empty or off do not matter."""
