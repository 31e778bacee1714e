"""What pages say to do next can be done on pages. `browsing.py` looks at each page that a test opens."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest

from bot import managed_server
from bot.features import FEATURES
from bot.view import Usage
from bot.web.site.tables import Tables
from tests.bot.web.pages.clan import clan_on_pages
from tests.bot.web.pages.typed_elsewhere import typed_elsewhere
from tests.fakes.clock import HandClock
from tracker.front_ends import FrontEnd
from tracker.store.sqlite import SqliteTable


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("First choose where: /server announce-channel.", True),
        ("First say whom you play: questlog character add Zezima", True),
        ("(/habit)", True),
        ("On Discord, /web leads to the pages of yours.", False),
        ("At the machine that Questlog runs on: questlog web", False),
        ("That is 5/habit, http://example.org/goal and /habits.", False),
        ("Ask questlog about it.", False),
    ],
)
def test_what_is_typed_elsewhere_is_found(text: str, found: bool) -> None:  # noqa: FBT001 - of the table
    assert bool(typed_elsewhere(f"Well. {text} And so on.")) is found


def _usages() -> Iterator[Usage]:
    modules = [managed_server]
    for feature in FEATURES:
        package = import_module(feature.folder)
        modules += [import_module(one.name) for one in iter_modules(package.__path__, f"{feature.folder}.")]
    yield from {value for one in modules for value in vars(one).values() if isinstance(value, Usage)}


def _labels() -> set[str]:
    tables = Tables(FEATURES)
    fixed = (page.links for page in tables.pages if not callable(page.links))
    return {link.label for links in fixed for link in links} | {one.label for one in tables.menu}


OF_DOCUMENTS = {"Set it up", "Change"}
"""Links that stand on a page only while they are of use."""


def test_what_a_refusal_names_on_pages_stands_there() -> None:
    named = [one.page for one in _usages() if one.page is not None]
    assert len(named) > 3
    labels = _labels() | OF_DOCUMENTS
    assert [one for one in named if one.partition(", ")[0] not in labels] == []
    under = [one.partition(", ")[2].removeprefix("under ").removeprefix("in ") for one in named]
    assert [one for one in under if one not in labels and not one.startswith("on the page of ")] == []


def test_a_refusal_names_no_command_on_pages() -> None:
    assert Usage("/habit add", "add", "questlog habit add").on(FrontEnd.WEB) == ""
    assert managed_server.CHOOSE_CHANNEL.on(FrontEnd.WEB) == "Set it up, on the page of the server"
    assert managed_server.CHOOSE_CHANNEL.on(FrontEnd.DISCORD) == "/server announce-channel"


async def test_on_the_page_of_a_server_its_commands_lead_to_its_forms(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with clan_on_pages(sqlite_table, clock) as clan:
        await clan.set_up()
        page = (await clan.browser.get(f"{clan.path}/settings")).page
        [footer] = [one for one in page.html.split("<p") if "Change it with" in one]
        leads = ("announce-channel", "channel", "digest", "settings/edit")
        assert [one for one in leads if f'href="{clan.path}/{one}"' not in footer] == []
