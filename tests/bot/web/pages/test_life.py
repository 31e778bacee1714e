"""The logbook, rewards and boards on pages: of one's own alone, with whatever people write."""

from tests.bot.web.pages.browsing import Browser, another
from tests.bot.web.pages.social_tours import was_told
from tracker.accounts.identity import parse_identity

NASTY = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>'",
    "{{ 7 * 7 }}</textarea></title>",
)
"""What people may name things; each page is looked through for what a script could be."""


async def test_an_entry_is_taken_back_on_the_page_that_says_it_was_written(ada: Browser) -> None:
    written = await ada.press("/logbook/write", "Write", text="One too many")
    undone = await ada.send(written.page.form("Undo"))
    assert "is gone from today's page" in undone.page.text


async def test_a_page_shows_the_layout_of_what_was_written(ada: Browser) -> None:
    await ada.press("/logbook/write", "Write", text="Slept **well**\n- one\n- two\n\n[a](https://b.example)")
    html = (await ada.get("/logbook")).page.html
    assert "Slept <strong>well</strong>" in html
    assert "<ul><li>one</li><li>two</li></ul><p>[a](https://b.example)</p>" in html


async def test_whatever_is_written_and_named_stays_text(ada: Browser) -> None:
    day = f"{ada.site.clock():%Y-%m-%d}"
    for words in NASTY:
        await ada.press("/logbook/write", "Write", text=words, title=words)
        await ada.press("/rewards/new", "Save", title=words, cost="5", description=words, icon="x")
        await ada.press("/leaderboard/join", "Join", name=words[:20])
    rewards = await ada.site.services.rewards.list(ada.site.ada.id, archived=True)
    of_one = [f"/rewards/{one.id}{act}" for one in rewards for act in ("", "/edit", "/remove")]
    for path in (f"/logbook/{day}", f"/logbook/{day}/edit/1", "/logbook/month", "/leaderboard", *of_one):
        assert (await ada.get(path)).status == 200
    found = await ada.press("/logbook/search", "Search", words="alert(1)")
    assert found.page.text.count("<script>alert(1)") == 1


async def test_nobody_sees_or_changes_what_another_wrote(ada: Browser) -> None:
    await ada.press("/logbook/write", "Write", text="A secret")
    path = (await ada.press("/rewards/new", "Save", title="Coffee", cost="5")).path
    day = f"/logbook/{ada.site.clock():%Y-%m-%d}"
    bob = await ada.site.services.accounts.register(parse_identity("local:bob"))
    async with another(ada) as stranger:
        await stranger.sign_in(bob)
        for page in (path, "/rewards/coffee", f"{path}/edit", f"{path}/remove", f"{day}/remove"):
            assert (await stranger.get(page)).status == 404, page
        for act in ("redeem", "undo", "put-away", "use", "remove", "edit"):
            assert (await stranger.post(f"{path}/{act}")).status == 404, act
        for act in ("remove", "edit/1", "undo/x"):
            assert (await stranger.post(f"{day}/{act}")).status in {404, 409}, act
        assert "A secret" not in (await stranger.get("/logbook")).page.text
    assert "A secret" in (await ada.get("/logbook")).page.text


async def test_nobody_sees_a_challenge_or_a_message_of_others(ada: Browser) -> None:
    made = await ada.press("/challenges/new", "Begin", name=NASTY[0], counts="habits", who="server")
    message = (await was_told(ada))["message"]
    assert NASTY[0] in (await ada.get(made.path)).page.text
    bob = await ada.site.services.accounts.register(parse_identity("local:bob"))
    async with another(ada) as stranger:
        await stranger.sign_in(bob)
        for page in ("", "/standings", "/weeks", "/leave", "/remove"):
            assert (await stranger.get(f"{made.path}{page}")).status in {403, 404}, page
        for act in ("join", "check", "leave", "edit", "end", "remove"):
            got = await stranger.post(f"{made.path}/{act}")
            assert got.status in {403, 404, 422}, act
            assert NASTY[0] not in got.page.text
        assert (await stranger.get(f"/messages/{message}")).status == 404
        assert (await stranger.post(f"/messages/{message}/retry")).status == 404
