"""Names, notes and titles of every kind, as attackers write them: whatever shows them shows text."""

import pytest

from tests.bot.web.hostile import settle
from tests.bot.web.pages.browsing import Browser
from tests.bot.web.pages.kinds import PAGES, kind_of
from tests.bot.web.pages.test_pages import crawled

CORPUS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</textarea></title></select><svg/onload=alert(1)>",
    "<!--><iframe src=javascript:alert(1)>",
    "]]><style>@import'//evil.example'</style>",
    "`${alert(1)}` {{ config }} {% raw %} <% x %>",
    "<a href=javascript:alert(1) hx-get=//evil.example hx-trigger=load>x</a>",
    "&lt;script&gt; &lt;b&gt; %3Cscript> \\u003cscript\\u003e",
    "<meta http-equiv=refresh content='url=//evil.example'>",
    "<base href=//evil.example><form action=//evil.example>",
    "<math><mtext><mglyph><style><img src onerror=alert(1)>",
)


@pytest.mark.parametrize("words", CORPUS)
async def test_whatever_shows_it_shows_text(ada: Browser, words: str) -> None:
    """Each page is looked through for scripts, handlers, styles, frames, and what leads elsewhere."""
    await settle(ada.site, ada.site.ada, words)
    found = await crawled(ada, each=2)
    assert PAGES - set(map(kind_of, found)) == {"/operator"}, "no link leads there"
    assert {path: status for path, status in found.items() if status != 200} == {}
