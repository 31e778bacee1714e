"""Every page and every act of every feature, once at least, as somebody does it without a script."""

import re
from collections.abc import Iterator

import pytest

from bot.features import FEATURES
from bot.web.site.tables import Tables
from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.group_tours import GROUP_TOURS
from tests.bot.web.pages.life_tours import LIFE_TOURS
from tests.bot.web.pages.own_tours import OWN_TOURS
from tests.bot.web.pages.server_tours import SERVER_TOURS
from tests.bot.web.pages.social_tours import SOCIAL_TOURS
from tests.bot.web.pages.tours import TOURS, Look, Tour, walk

EVERY = (*TOURS, *LIFE_TOURS, *SOCIAL_TOURS, *OWN_TOURS, *GROUP_TOURS)


@pytest.mark.parametrize("tour", EVERY, ids=lambda one: one.feature)
async def test_everything_can_be_done_on_pages(ada: Browser, tour: Tour) -> None:
    await walk(ada, tour)


def test_no_page_and_no_act_is_left_out() -> None:
    tables, stops = Tables(FEATURES), [stop for tour in (*EVERY, *SERVER_TOURS) for stop in tour.stops]
    opened = {"/operator", *(stop.path.partition("?")[0] for stop in stops)}  # test_operator.py opens it
    done = {stop.path for stop in stops if not isinstance(stop, Look)}
    assert [one.path for one in tables.pages if not _any_like(one.path, opened)] == []
    pressed = {one.path for one in tables.acts if one.presses and not one.form} | {*_posts(tables)}
    pressed |= {"/goals/{goal}/archive", "/today/tick"}  # beside a number alone; in front of each thing
    pressed |= {"/channels/{channel}/test", "/operator/doctor"}  # nothing is sent in a test of pages
    pressed |= {"/channels/browser", "/channels/browser/renewed"}  # test_in_browser.py has a push service
    pressed |= {"/blocked/{member}/remove", "/rooms/{room}/shared/{thing}/end"}  # beside the title, for each
    pressed |= {"/servers/{guild}/shared/{link}/end", "/servers/{guild}/offers/{offer}/leave"}  # the same
    pressed |= {"/rooms/{room}/unbridge"}  # test_groups.py presses it
    left = [one.path for one in tables.acts if one.path not in pressed and not _any_like(one.path, done)]
    assert left == []


def _posts(tables: Tables) -> Iterator[str]:
    """Where buttons beside a title lead, which a tour presses by their label."""
    every = (one.links for one in tables.pages if not callable(one.links))
    yield from (link.path for links in every for link in links if link.posts)


def _any_like(path: str, opened: set[str]) -> bool:
    pattern = re.sub(r"\{[a-z]+\}", "[^/]+", path)
    return any(re.fullmatch(pattern, one) for one in opened)
