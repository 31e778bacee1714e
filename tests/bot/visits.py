"""Somebody who reads an answer, and what they read."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from bot.charts.drawing import Drawings
from bot.features import FEATURES
from bot.services import Services
from bot.slash import render as slash_render
from bot.sms import render as sms_render
from bot.view import View
from bot.visit import Visit
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.markdown import layout
from tests.bot.slash.shown_scenes import person
from tests.fakes.clock import HandClock
from tests.fakes.discord.check_components import check_layout
from tests.fakes.discord.component_types import walk
from tests.fakes.discord.forms import Form
from tracker.accounts.model import User
from tracker.front_ends import FrontEnd
from tracker.settings import Settings

NOW = datetime(2027, 1, 20, 18, 0, tzinfo=UTC)
OWNER = 80351110224678912


def reader(front_end: FrontEnd = FrontEnd.DISCORD, **user: Any) -> Visit:  # noqa: ANN401 - any field
    """For views alone: they work with no service."""
    known = {"id": "anna", "discord": str(OWNER), "created_at": NOW - timedelta(days=90), **user}
    return Visit(cast("Services", None), User(**known), front_end, NOW)


def visit(front_end: FrontEnd = FrontEnd.DISCORD, *, user: User | None = None, now: datetime = NOW) -> Visit:
    """For views that look for parts of features, too; the table is never read."""
    nothing = cast("Any", None)
    services = Services(Settings(), nothing, HandClock(now), FEATURES, nothing, Drawings())
    return Visit(services, user or person(), front_end, now)


def on_discord(here: Visit, view: View) -> list[str]:
    """The lines of the card, without its edge."""
    return [line.removeprefix("│ ") for line in card_lines(slash_render.card(here, view, OWNER))[1:]]


def by_sms(here: Visit, view: View) -> list[str]:
    return sms_render.answer(here, view).text.splitlines()


def layouts(here: Visit, view: View) -> list[str]:
    """How each text of the card is laid out, of which it is known that Discord takes it."""
    components = slash_render.card(here, view, OWNER).to_components()
    form = Form()
    check_layout(form, components, set())
    form.accept()
    texts = [one["content"] for one in walk(components) if one["type"] == 10]
    assert sum(len(text) for text in texts) <= 4000
    assert all(text.strip() for text in texts)
    return [layout(text) for text in texts]
