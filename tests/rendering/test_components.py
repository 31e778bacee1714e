"""Components as HTML, one by one; and those that nobody has drawn are refused."""

from base64 import b64encode
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.fakes.discord.files import Attachment
from tests.fakes.discord.forms import Json
from tests.rendering.components import Canvas
from tests.rendering.drawings import DOWN, OUTWARD
from tests.rendering.not_drawn import NotDrawn
from tests.rendering.reader import Reader

CHART = Attachment(5, "http://cdn.test/goal.png", "goal.png", b"\x89PNG", 'Up "and" up')
SHEET = Attachment(6, "http://cdn.test/a.json", "all <of> it.json", b"x" * 2048)
CANVAS = Canvas(Reader(ZoneInfo("UTC"), datetime(2027, 1, 20, tzinfo=UTC), {}), {"5": CHART, "6": SHEET})
TEXT: Json = {"type": 10, "id": 2, "content": "Hello"}


def html(**component: object) -> str:
    return CANVAS.html([component])


def button(**other: object) -> str:
    return html(**{"type": 2, "style": 2, "label": "Go", "custom_id": "x", **other})


def select(**other: object) -> str:
    options = [{"label": "Berlin", "value": "b"}, {"label": "Paris", "value": "p"}]
    return html(**{"type": 3, "custom_id": "x", "options": options, **other})


def media(number: str) -> Json:
    return {"url": "http://cdn.test/x", "attachment_id": number}


def test_a_container_has_its_colour_at_its_edge() -> None:
    made = html(type=17, accent_color=0x009E73, components=[TEXT])

    assert made == (
        '<section class="container" style="--edge: #009e73"><div class="text"><p>Hello</p></div></section>'
    )


def test_a_container_without_a_colour_has_no_edge() -> None:
    assert html(type=17, components=[TEXT], accent_color=None, spoiler=False).startswith(
        '<section class="container"><'
    )


@pytest.mark.parametrize(
    ("separator", "classes"),
    [({}, "small line"), ({"divider": False}, "small gap"), ({"spacing": 2, "divider": True}, "large line")],
)
def test_a_separator_is_a_line_or_only_room(separator: Json, classes: str) -> None:
    assert html(type=14, **separator) == f'<div class="separator {classes}"></div>'


def test_a_picture_stands_in_the_page_itself_with_its_words() -> None:
    made = html(type=12, items=[{"media": media("5"), "description": None, "spoiler": False}])

    source = f"data:image/png;base64,{b64encode(CHART.content).decode()}"
    assert made == (f'<figure class="gallery"><img src="{source}" alt="Up &quot;and&quot; up"></figure>')


def test_a_file_says_its_name_and_its_size() -> None:
    made = html(type=13, file=media("6"))

    assert '<div class="name">all &lt;of&gt; it.json</div><small>2.00 KB</small>' in made


@pytest.mark.parametrize(("style", "look"), [(1, "primary"), (2, "secondary"), (3, "success"), (4, "danger")])
def test_a_button_looks_as_its_style_says(style: int, look: str) -> None:
    assert button(style=style) == f'<button type="button" class="{look}">Go</button>'


def test_a_button_that_is_off_says_so() -> None:
    assert button(disabled=True) == '<button type="button" class="secondary" disabled>Go</button>'


def test_a_button_has_its_emoji_and_a_link_leads_outward() -> None:
    assert '><span class="emoji">🏁</span> Go<' in button(emoji={"name": "🏁"})
    assert button(style=5, custom_id=None, url="https://x.test").endswith(f">Go{OUTWARD}</button>")


@pytest.mark.parametrize("label", ["<b>x</b>", "**x**", "[x](https://y.test)", "<t:0:R>"])
def test_nothing_on_a_button_is_formatted(label: str) -> None:
    assert f">{label.replace('<', '&lt;').replace('>', '&gt;')}<" in button(label=label)


def test_a_menu_shows_what_is_chosen_or_what_it_asks() -> None:
    chosen = [{"label": "Berlin", "value": "b", "default": True}]

    assert select(placeholder="Where?") == f'<div class="select open">Where?{DOWN}</div>'
    assert select(placeholder="Where?", options=chosen) == f'<div class="select chosen">Berlin{DOWN}</div>'
    assert select(disabled=True) == f'<div class="select open" disabled>Make a selection{DOWN}</div>'


def test_a_section_has_something_beside_its_text() -> None:
    made = html(type=9, components=[TEXT], accessory={"type": 11, "media": media("5")})

    assert made.startswith('<div class="section"><div><div class="text"><p>Hello</p></div></div><figure')


def test_a_row_holds_its_buttons_in_order() -> None:
    two = [{"type": 2, "style": 2, "label": label, "custom_id": label} for label in "ab"]

    made = html(type=1, components=two)
    assert made.startswith('<div class="row"><button')
    assert made.index(">a<") < made.index(">b<")


@pytest.mark.parametrize(
    "component",
    [
        {"type": 99},
        {"type": 5, "custom_id": "x"},
        {"type": 17, "components": [TEXT], "spoiler": True},
        {"type": 12, "items": [{"media": media("5")}, {"media": media("5")}]},
        {"type": 12, "items": [{"media": media("5"), "spoiler": True}]},
        {"type": 12, "items": [{"media": {"url": "https://elsewhere.test/x.png"}}]},
        {"type": 12, "items": [{"media": media("7")}]},
        {"type": 2, "style": 6, "sku_id": "1"},
        {"type": 2, "style": 2, "label": "x", "emoji": {"id": "1", "name": "pog"}},
        {"type": 10, "content": "x", "new_in_2028": True},
    ],
)
def test_what_nobody_has_drawn_is_refused(component: Json) -> None:
    with pytest.raises(NotDrawn):
        html(**component)
