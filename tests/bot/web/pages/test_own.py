"""The account on pages: everything as a file, its end, and nobody else's hands on any of it."""

import json

from tests.bot.web.pages.browsing import Browser, another
from tests.bot.web.pages.own_tours import follows_somebody, has_a_channel
from tracker.accounts.export import count_items
from tracker.accounts.identity import parse_identity

NASTY = "<img src=x onerror=alert(1)>"


async def test_everything_is_downloaded_and_not_too_often(ada: Browser) -> None:
    await ada.site.habit("gym")
    async with ada.client.get(f"{ada.url}/account/export") as got:
        assert got.headers["Content-Disposition"].startswith('attachment; filename="questlog-2100-01-01.json')
        assert got.headers["Cache-Control"] == "no-store"
        document = json.loads(await got.read())
    assert document["user"]["id"] == ada.site.ada.id
    assert count_items(document) > 3
    statuses = [(await ada.get("/account/export")).status for _ in range(6)]
    assert statuses == [200] * 5 + [429]


async def test_deleting_says_what_it_does_and_asks_for_this_account(ada: Browser) -> None:
    asked = await ada.get("/account/delete")
    assert "gone then, for good" in asked.page.text
    assert (await ada.post("/account/delete", {"account": "somebody"})).status == 404
    assert (await ada.post("/account/delete", {})).status == 400
    assert (await ada.get("/settings")).page.title.startswith("Your settings")
    gone = await ada.send(asked.page.form("Delete everything"))
    assert "Everything about you is deleted" in gone.page.text
    assert (await ada.get("/settings")).path.startswith("/login")


async def test_whatever_people_are_called_stays_text_and_is_nobody_elses(ada: Browser) -> None:
    await has_a_channel(ada)
    zezima = (await follows_somebody(ada))["zezima"]
    await ada.press("/settings/about", "Save", display_name=NASTY, bio=NASTY)
    await ada.press("/areas/new", "Save", area="body", description=NASTY)
    await ada.press("/tokens/new", "Make a token", name="phone")
    paths = ("/settings", "/settings/about", "/areas", "/areas/body", "/areas/body/edit", "/timeline")
    for path in paths:
        assert (await ada.get(path)).status == 200
    assert "&lt;img src=x" in (await ada.get("/settings")).page.html
    bob = await ada.site.services.accounts.register(parse_identity("local:bob"))
    async with another(ada) as stranger:
        await stranger.sign_in(bob)
        for path in (f"/characters/{zezima}", "/channels/webhook", "/areas/body", "/channels/webhook/remove"):
            assert (await stranger.get(path)).status == 404, path
        for act in ("webhook/off", "webhook/default", "webhook/test", "webhook/remove"):
            assert (await stranger.post(f"/channels/{act}")).status == 404, act
        assert (await stranger.post(f"/characters/{zezima}/remove")).status == 404
        await stranger.post("/tokens/phone/revoke")
        assert NASTY not in (await stranger.get("/settings")).page.text
    assert "phone" in (await ada.get("/tokens")).page.text
