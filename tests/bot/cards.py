"""Views on Discord, without a Discord: who looks at them, and whether it would take the cards."""

from datetime import datetime
from typing import Any, cast

from bot.slash.cards import Card
from bot.slash.render import card
from bot.view import View
from bot.visit import Visit
from tests.bot.slash.markdown import layout
from tests.bot.slash.shown_scenes import NOW, OWNER, person
from tests.fakes.discord.check_components import check_layout
from tests.fakes.discord.component_types import walk
from tests.fakes.discord.forms import Form, Json
from tracker.front_ends import FrontEnd


def visit(front_end: FrontEnd = FrontEnd.DISCORD, now: datetime = NOW) -> Visit:
    """Views ask for nothing from the services."""
    return Visit(cast("Any", None), person(), front_end, now, known_as="Anna")


def card_of(view: View) -> Card:
    return card(visit(), view, OWNER)


def accepted(view: View) -> list[Json]:
    """The components, which Discord takes; text is counted as its client does, where an emoji is two."""
    components = card_of(view).to_components()
    form = Form()
    check_layout(form, components, set())
    form.accept()
    texts = [one["content"] for one in walk(components) if one["type"] == 10]
    assert sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= 4000
    assert all(text.strip() for text in texts)
    return components


def layouts(view: View) -> list[str]:
    """What is no letter, text by text: the same for any name that people choose."""
    return [layout(one["content"]) for one in walk(accepted(view)) if one["type"] == 10]
