"""Pages and acts on the wire: each once, of one's own things alone, with whatever people name."""

import re
from collections import Counter, deque

import pytest
from structlog.testing import capture_logs
from yarl import URL

from bot.features import FEATURES
from bot.web.site.notice import Notice, unpacked
from bot.web.site.posted import MOST_BYTES
from bot.web.site.tables import Tables, names_in
from tests.bot.web.pages.browsing import Browser, another
from tests.bot.web.pages.kinds import PAGES, kind_of
from tests.fakes.faulty_table import FaultyTable
from tracker.accounts.identity import parse_identity

NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7 * 7 }} {% raw %}",
    "</textarea></title><svg onload=alert(1)>",
    "javascript:alert(1)//",
    "&lt;b&gt; &#60;script&#62;",
    "\u202eevil\u202c \u0000\u200b",
)


async def crawled(browser: Browser, *starts: str, each: int = 200, most: int = 200) -> dict[str, int]:
    """Pages to which links lead, so many of each kind, checked as all of them are; their status."""
    found: dict[str, int] = {}
    waiting, of_a_kind = deque(starts or ("/",)), Counter[str]()
    while waiting and len(found) < most:
        path = waiting.popleft()
        kind = f"{kind_of(path)}?{re.sub('[0-9A-Z]{26}|[0-9]+', '', path.partition('?')[2])}"
        if path in found or of_a_kind[kind] == each:
            continue
        of_a_kind[kind] += 1
        got = await browser.get(path)
        found[path] = got.status
        waiting += [one for one in got.page.local_links(path) if "_picture" not in one and one != "/api/docs"]
    return found


async def test_a_page_without_anything_on_it_says_which_it_is(ada: Browser) -> None:
    """`/operator` is not there for others."""
    async with another(ada) as stranger:
        await stranger.sign_in(await ada.site.services.accounts.register(parse_identity("local:bob")))
        for path in sorted(one for one in PAGES - {"/operator"} if "{" not in one):
            got = await stranger.get(path)
            assert (got.status, got.page.title.startswith("Done")) == (200, False), path


async def test_every_page_that_a_link_leads_to_is_there(ada: Browser) -> None:
    for words in ("gym 3x a week", "read 20 pages", "no smoking"):
        await ada.site.habit(words)
    await ada.press("/habits/gym", "Done")
    found = await crawled(ada)
    assert set(found.values()) == {200}
    assert {"/habits", "/habits/new", "/menu"} <= found.keys()


async def test_whatever_people_name_stays_text(ada: Browser) -> None:
    """Each page that is read is looked through for what a script could be."""
    form = (await ada.get("/habits/new")).page.form("Begin")
    for number, words in enumerate(NASTY):
        await ada.send(form, habit=f"{words} {number} daily", description=words, trigger=words)
        await ada.post("/numbers/new", {"name": f"{words} {number}", "description": words})
        await ada.post("/tasks/new", {"what": f"{words} {number}", "notes": words})
    for one in await ada.site.services.habits.list(ada.site.ada.id):
        await ada.post(f"/habits/{one.id}/done", {"amount": "1", "note": one.name})
        for path in ("", "/edit", "/remove"):
            assert (await ada.get(f"/habits/{one.id}{path}")).status == 200
    for path in ("/", "/habits", "/numbers", "/tasks", "/tasks?view=next", "/period"):
        assert (await ada.get(path)).status == 200


async def test_a_habit_is_begun_ticked_off_undone_changed_and_removed(ada: Browser) -> None:
    begun = await ada.press("/habits/new", "Begin", habit="read 20 pages daily", area="mind")
    assert "A new habit. Good luck!" in begun.page.text
    ticked = await ada.press("/", "Read: done")
    assert ticked.path == "/"
    assert "All done" in ticked.page.text
    undone = await ada.press("/", "Read: undo")
    assert "1 still to do" in undone.page.text
    logged = await ada.press("/", "Log", amount="5", note="a good one")
    assert "5 of 20 pages" in logged.page.text
    shown = await ada.get((await ada.site.services.habits.list(ada.site.ada.id))[0].id.join(("/habits/", "")))
    assert "a good one" in shown.page.text

    form = (await ada.get(f"{shown.path}/edit")).page.form("Save")
    assert form.fields["area"] == "mind"
    changed = await ada.send(form, new="read 30 pages daily", area="", trigger="dinner")
    assert "30 pages" in changed.page.text
    [habit] = await ada.site.services.habits.list(ada.site.ada.id)
    assert (habit.area, habit.plan.trigger, habit.name) == (None, "dinner", "Read")

    assert "Remove Read?" in (await ada.get(f"{shown.path}/remove")).page.text
    gone = await ada.press(f"{shown.path}/remove", "Yes, remove it")
    assert (gone.path, "is removed" in gone.page.text) == ("/habits", True)
    assert await ada.site.services.habits.list(ada.site.ada.id, archived=True) == []


async def test_what_is_refused_is_said_at_its_field_and_stays_as_it_was_typed(ada: Browser) -> None:
    habit = await ada.site.habit("read 20 pages")
    path = f"/habits/{habit.id}/log"
    form = (await ada.get(path)).page.form("Log")
    got = await ada.post(path, {**form.fields, "amount": "some", "note": "kept"})
    assert got.status == 422
    again = got.page.form("Log")
    assert (again.fields["amount"], again.fields["note"]) == ("some", "kept")
    assert 'aria-invalid="true"' in got.page.html
    counted = ada.site.registry.get_sample_value(
        "questlog_refusals_total", {"front_end": "web", "code": "bad_amount"}
    )
    assert counted == 1


async def test_a_form_about_a_thing_says_which_and_leads_back_to_it(ada: Browser) -> None:
    habit = await ada.site.habit("read 20 pages")
    for act in Tables(FEATURES).acts:
        if act.form is not None and names_in(act.path) == ("habit",):
            html = (await ada.get(act.path.format(habit=habit.id))).page.html
            assert f'<p class="about"><a href="/habits/{habit.id}">Read</a></p>' in html, act.path
    assert 'class="about"' not in (await ada.get("/habits/new")).page.html
    refused = await ada.post(f"/habits/{habit.id}/log", {"amount": "some"})
    assert 'class="about"' in refused.page.html


async def test_a_box_says_what_ticking_it_means_and_no_list_its_choices_twice(ada: Browser) -> None:
    project = (await ada.press("/projects/new", "Begin", name="House")).path
    close = (await ada.get(f"{project}/close")).page
    assert close.text.count("Cancel") == 1, "the link beside the button"
    assert close.text.count("It is given up, not completed") == 1
    edit = (await ada.get(f"{project}/edit")).page
    assert edit.form("Save").fields["status"] == "active"
    assert "planning, active or on hold" not in edit.text


async def test_a_goal_of_a_metric_says_its_name_once(ada: Browser) -> None:
    metric = (await ada.press("/numbers/new", "Begin", name="savings", unit="euros")).path
    await ada.press(f"{metric}/log", "Log", value="1200")
    goal = (await ada.press("/goals/new", "Set it", goal="5000 euros", character="savings")).path
    assert "This removes Savings 5,000 euros with all" in (await ada.get(f"{goal}/remove")).page.text
    history = await ada.get(f"{goal}/history")
    assert history.page.html.count("avings 5,000 euros for savings") == 2, (
        "the heading, and the tab of the browser"
    )


async def test_who_shares_nothing_yet_is_led_to_what_can_be_shared(ada: Browser) -> None:
    assert {"/goals", "/habits", "/challenges"} <= set((await ada.get("/shares")).page.links)


async def test_where_there_is_nothing_no_empty_box_stands(ada: Browser) -> None:
    board = await ada.get("/leaderboard")
    assert "Nobody is on this leaderboard yet" in board.page.text
    assert 'class="rows' not in board.page.html


async def test_what_would_be_understood_is_shown_while_somebody_types(ada: Browser) -> None:
    shown = await ada.get("/habits/new?_preview=1&habit=gym+3x+a+week")
    assert "Gym, 3 times a week" in shown.page.text
    assert "<html" not in shown.page.html
    assert (await ada.get("/habits/new?_preview=1")).page.text == ""


async def test_a_form_that_comes_twice_counts_once(ada: Browser) -> None:
    habit = await ada.site.habit("read 20 pages")
    form = (await ada.get("/")).page.form("Log")
    for _ in range(2):
        await ada.send(form, amount="5")
    assert [one.amount for one in await ada.site.logs(habit)] == [5]


async def test_nobody_sees_or_changes_what_is_not_theirs(ada: Browser) -> None:
    habit = await ada.site.habit("gym")
    bob = await ada.site.services.accounts.register(parse_identity("local:bob"))
    async with another(ada) as stranger:
        await stranger.sign_in(bob)
        for path in (habit.id, "gym", f"{habit.id}/edit", f"{habit.id}/remove"):
            assert (await stranger.get(f"/habits/{path}")).status == 404
        for act in ("done", "skip", "undo", "pause", "archive", "remove"):
            assert (await stranger.post(f"/habits/{habit.id}/{act}")).status == 404
        await stranger.post("/today/tick", {"section": "habits", "thing": habit.id})
        [session] = await ada.site.services.sessions.list(ada.site.ada.id)
        assert (await stranger.post(f"/sessions/{session.id}/end")).status == 404
        picture = await stranger.ask("GET", f"/habits/{habit.id}?_picture=dark")
        assert picture.status == 404
    assert await ada.site.logs(habit) == []
    assert (await ada.get("/")).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/habits/..%2f..%2fetc%2fpasswd", "/habits/%00", "/habits/%ff", "/static/../site.css",
        "/habits/a%0d%0aSet-Cookie:%20a=b", "/habits/{habit}", "/static/site.css",
        "/habits?page=-1", "/habits?page=x", "/today/tick", "/static/%2e%2e/app.py",
    ],
)  # fmt: skip
async def test_strange_paths_are_answered_calmly(ada: Browser, path: str) -> None:
    assert (await ada.get(path)).status in {200, 400, 404, 405}


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Encoding": "gzip"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "application/x-www-form-urlencoded; charset=klingon"},
    ],
)
async def test_a_form_that_cannot_be_read_is_no_fault_of_ours(ada: Browser, headers: dict[str, str]) -> None:
    part = b'Content-Disposition: form-data; name="link"\r\nContent-Transfer-Encoding: klingon\r\n\r\na'
    body = b"--x\r\n" + part + b"\r\n--x--"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    said = {"Origin": ada.url, **kind, **headers}
    with capture_logs() as lines:
        got = await ada.ask("POST", "/login", data=body, headers=said)
    assert (got.status, "cannot be read" in got.page.text) == (400, True)
    assert [one for one in lines if one["log_level"] != "debug"] == []


async def test_forms_are_small_and_cookies_are_read_with_care(ada: Browser) -> None:
    assert (await ada.post("/habits/new", {"habit": "a" * (MOST_BYTES + 1)})).status == 400
    assert (await ada.post("/habits/new", {f"f{n}": "" for n in range(200)})).status == 400
    for odd in ("", "x", "e30", "W10", "WzEsMiwzXQ", "é" * 10, "W1tdLCAiZ29vZCIsIFsxXV0"):
        assert unpacked(odd) is None or unpacked(odd) == unpacked("WzEsMiwzXQ")


async def test_a_notice_that_questlog_did_not_write_breaks_no_page(ada: Browser) -> None:
    """Cookies are shared by all ports of a host, so another program there may have set it."""
    for name in Tables(FEATURES).pressed:
        for about in ((), ("x",), ("x",) * 9):
            notice = Notice("Look", undo=(name, about))
            ada.client.cookie_jar.update_cookies({"questlog-said": notice.packed()}, URL(ada.url))
            got = await ada.ask("GET", "/habits")
            assert (got.status, "Look" in got.page.text) == (200, True), (name, about)


async def test_a_script_gets_the_inside_of_a_page_and_the_login_as_a_whole_one(ada: Browser) -> None:
    part = await ada.get("/habits", **{"HX-Request": "true"})
    assert "<html" not in part.page.html
    assert part.page.title.startswith("No habits yet")
    whole = await ada.get("/habits", **{"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<html" in whole.page.html
    async with another(ada) as stranger:
        got = await stranger.ask("GET", "/habits", headers={"HX-Request": "true"})
        assert got.headers["HX-Redirect"] == "/login?next=/habits"


async def test_a_number_over_time_is_there_for_a_chart_that_can_be_zoomed_into(ada: Browser) -> None:
    wanted = {"name": "weight", "target": "75", "direction": "lower", "high": "86.5"}
    metric = (await ada.press("/numbers/new", "Begin", **wanted)).path
    for value, at in (("82.5", "2 days ago"), ("82", "today")):
        await ada.press(f"{metric}/log", "Log", value=value, at=at)
    assert "data-series" in (await ada.get(metric)).page.html
    async with ada.client.get(f"{ada.url}{metric}?_series=1") as answer:
        found = await answer.json()
    assert (found["values"], found["target"], len(found["times"])) == ([82.5, 82.0], 75.0, 2)
    assert found["limits"] == [{"name": "alert above", "value": 86.5}]
    async with another(ada) as stranger:
        assert (await stranger.ask("GET", f"{metric}?_series=1")).status == 303


@pytest.mark.parametrize(
    ("begin", "named"),
    [
        ("/numbers/new", {"name": "weight"}),
        ("/projects/new", {"name": "House"}),
        ("/habits/new", {"habit": "gym"}),
    ],
)
async def test_the_form_about_a_thing_has_its_tags_and_can_clear_them(
    ada: Browser, begin: str, named: dict[str, str]
) -> None:
    edit = (await ada.press(begin, "Begin", **named, tags="body, home")).path + "/edit"
    assert (await ada.get(edit)).page.form("Save").fields["tags"] == "body, home"
    await ada.press(edit, "Save", tags="")
    assert (await ada.get(edit)).page.form("Save").fields["tags"] == ""


async def test_what_a_page_loads_stays_in_the_browser_for_good(ada: Browser) -> None:
    html = (await ada.get("/")).page.html
    paths = {part.split('"')[0] for part in html.split('="/static/')[1:]}
    assert paths
    size = len(html)
    for path in paths:
        got = await ada.ask("GET", f"/static/{path}", headers={"Accept-Encoding": "gzip"})
        assert got.status == 200
        assert "immutable" in got.headers["Cache-Control"]
        size += int(got.headers["Content-Length"])
    assert size < 100_000


def test_no_two_pages_share_a_name_and_every_button_leads_somewhere() -> None:
    tables = Tables(FEATURES)
    presses = [name for act in tables.acts for name in act.presses]
    assert len(presses) == len(set(presses))
    keys = [entry.key for entry in tables.menu if entry.key]
    assert len(keys) == len(set(keys))
    for act in tables.acts:
        names = act.form.first if act.form is not None else ()
        assert set(names) <= set(act.ask.model_fields)
        assert set(names_in(act.path)) <= set(act.about or names_in(act.path))


async def test_what_nobody_expected_is_a_page_with_a_number_that_is_in_the_log(ada: Browser) -> None:
    faulty = FaultyTable(ada.site.services.table)
    object.__setattr__(ada.site.services, "table", faulty)
    faulty.fail(error=ZeroDivisionError("a secret"))
    with capture_logs() as lines:
        got = await ada.get("/habits")
    [logged] = [one for one in lines if one["event"] == "bug"]
    assert got.status == 500
    assert logged["error_id"] in got.page.text
    assert logged["address"] == "/habits"
    assert "secret" not in got.page.html
