"""What somebody does on the pages of each feature, as data."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from tests.bot.web.pages.browsing import Browser
from tracker.accounts.tokens import hash_of

Prepare: TypeAlias = Callable[[Browser], Awaitable[dict[str, str]]]
"""Answers what is noted already."""


class Look(NamedTuple):
    """Open a page. `{habit}` is what was noted of an address before."""

    path: str
    words: str


@dataclass(frozen=True)
class Press:
    """Open a page, fill the form with this button in, and press it."""

    path: str
    """Empty for the page that is open: some buttons stand there once."""
    button: str
    words: str
    """On the page that follows."""
    typed: Mapping[str, str] = field(default_factory=dict[str, str])
    note: str = ""
    """What to call the last part of the address that follows."""
    refused: bool = False


class Learn(NamedTuple):
    """What somebody reads elsewhere, or does there: the code of a letter."""

    read: Prepare


@dataclass(frozen=True)
class Tour:
    feature: str
    stops: Sequence[Look | Press | Learn]
    prepare: Prepare | None = None


async def walk(browser: Browser, tour: Tour) -> None:
    noted = {} if tour.prepare is None else await tour.prepare(browser)
    for stop in tour.stops:
        match stop:
            case Learn():
                noted |= await stop.read(browser)
                continue
            case Look():
                path = stop.path.format_map(noted)
                got = await browser.get(path)
                assert "<h1>Done</h1>" not in got.page.html, f"{path} does not say what it is"
            case Press():
                path = stop.path.format_map(noted)
                typed = {name: value.format_map(noted) for name, value in stop.typed.items()}
                got = await browser.press(path, stop.button, **typed)
                if stop.note:
                    noted[stop.note] = got.path.rpartition("/")[2]
        wrong = isinstance(stop, Press) and stop.refused
        assert got.status == (422 if wrong else 200), (stop, got.status, got.page.text)
        assert stop.words.casefold() in got.page.text.casefold(), (stop, got.page.text)


READ = {"habit": "read 20 pages", "remind": "20:00"}
HABITS = Tour(
    "habits",
    (
        Look("/habits", "no habits yet"),
        Look("/habits/new", "in your own words"),
        Press("/habits/new", "Begin", "Good luck", READ, note="read"),
        Press("/habits/{read}", "Skip", "skip"),
        Press("/habits/{read}", "Undo", "to do"),
        Press("/habits/{read}/log", "Log", "5 of 20 pages", {"amount": "5", "note": "one"}),
        Press("/habits/{read}/log", "Log", "number", {"amount": "many"}, refused=True),
        Look("/habits/{read}", "one"),
        Press("/habits/{read}", "Undo", "is undone"),
        Press("/habits/{read}", "Snooze", "remind you"),
        Press("/habits/{read}", "Pause", "paused"),
        Press("/habits/{read}", "Resume", "resumed"),
        Press("/habits/{read}/edit", "Save", "30 pages", {"new": "read 30 pages"}),
        Press("/habits/new", "Begin", "Good luck", {"habit": "gym"}, note="gym"),
        Press("/habits/{gym}", "Done", "gym"),
        Press("/habits/away", "Save", "nothing is expected", {"first": "tomorrow", "last": "in 3 days"}),
        Press(
            "/habits/away", "Save", "no time off", {"first": "tomorrow", "last": "in 3 days", "back": "true"}
        ),
        Press("/habits/{read}", "Archive", "archived"),
        Look("/habits?archived=true", "read"),
        Press("/habits/{read}/remove", "Yes, remove it", "removed"),
    ),
)

TODAY = Tour(
    "today",
    (
        Look("/", "nothing to do yet"),
        Press("/habits/new", "Begin", "Good luck", {"habit": "gym"}),
        Press("/tasks/new", "Add", "Call the bank", {"what": "call the bank today"}),
        Press("/", "Gym: done", "Gym"),
        Press("/", "Gym: undo", "1 to do"),
        Press("/", "call the bank: done", "done"),
        Look("/menu", "sign out"),
        Look("/period", "gym"),
        Look("/period?period=month&back=1", "last month"),
    ),
)

TASKS = Tour(
    "tasks",
    (
        Look("/tasks", "no open tasks"),
        Press(
            "/tasks/new", "Add", "due tomorrow", {"what": "call the bank tomorrow 30m #house"}, note="bank"
        ),
        Press("/tasks/new", "Add", "Wash", {"what": "wash up every 2 days from tomorrow"}, note="wash"),
        Look("/tasks?view=next", "call the bank"),
        Press("/tasks/{bank}", "Start", "call the bank"),
        Press("/tasks/{bank}", "Hold", "call the bank"),
        Press("/tasks/{bank}", "Resume", "call the bank"),
        Press("/tasks/{bank}", "It is blocked", "blocked"),
        Press("/tasks/{bank}", "Resume", "call the bank"),
        Press("/tasks/{bank}/move", "Move", "call the bank", {"to": "in 3 days"}),
        Press("/tasks/{bank}/edit", "Save", "Ring the bank", {"title": "Ring the bank", "checklist": "a; b"}),
        Press("/tasks/{bank}/check", "Tick", "ring the bank", {"step": "1"}),
        Press("/tasks/{bank}/snooze", "Snooze", "ring the bank", {"until": "2h"}),
        Press("/tasks/{bank}/depend", "Save", "wash", {"on": "wash"}),
        Press("/tasks/{bank}/depend", "Save", "ring the bank", {"on": "wash", "remove": "true"}),
        Press("/tasks/{wash}", "Skip", "skipped"),
        Press("/tasks/{bank}", "Done", "ring the bank"),
        Press("/tasks/{bank}", "Undo", "ring the bank"),
        Press("/tasks", "Ring the bank: done", "ring the bank"),
        Press("/tasks/new", "Add", "sweep", {"what": "sweep"}, note="sweep"),
        Press("/tasks/{sweep}", "Drop", "sweep"),
        Press("/tasks/new", "Add", "Paint", {"what": "paint"}, note="paint"),
        Press("/tasks/{paint}/cancel", "Cancel it", "paint"),
        Press("/tasks/{paint}/remove", "Yes, remove it", "paint"),
    ),
)

PROJECTS = Tour(
    "projects",
    (
        Look("/projects", "no projects"),
        Press("/projects/new", "Begin", "House", {"name": "House", "end": "in 6 weeks"}, note="house"),
        Press("/projects/{house}/edit", "Save", "Home", {"name": "Home"}),
        Look("/projects", "Home"),
        Press("/projects/{house}/close", "Close it", "no projects"),
        Look("/projects?all=true", "Home"),
        Press("/projects/{house}/remove", "Yes, remove it", "tasks stay"),
    ),
)

METRICS = Tour(
    "metrics",
    (
        Look("/numbers", "no metrics"),
        Press("/numbers/new", "Begin", "Weight", {"name": "weight", "unit": "kg"}, note="weight"),
        Press("/numbers/{weight}/log", "Log", "82.4 kg", {"value": "82.4", "note": "light"}),
        Press("/numbers/{weight}/log", "Log", "number", {"value": "heavy"}, refused=True),
        Press("/numbers/{weight}/correct", "Correct", "82.5 kg", {"value": "82.5"}),
        Press("/numbers/{weight}/edit", "Save", "75 kg", {"target": "75", "direction": "lower"}),
        Look("/numbers", "weight"),
        Press("/numbers/{weight}", "Undo the last log", "weight"),
        Press("/numbers/{weight}/remove", "Yes, remove it", "no metrics"),
    ),
)

GOALS = Tour(
    "goals",
    (
        Look("/goals", "no goals"),
        Look("/gains", "no goals"),
        Press("/goals/new", "Set it", "whom you play: follow a character", {"goal": "99 wc"}, refused=True),
        Press("/numbers/new", "Begin", "Weight", {"name": "weight", "unit": "kg"}, note="weight"),
        Press("/numbers/{weight}/log", "Log", "82 kg", {"value": "82"}),
        Press("/goals/new", "Set it", "75", {"goal": "75 kg", "character": "weight"}, note="thin"),
        Press("/goals/{thin}/edit", "Save", "74", {"new": "74 kg"}),
        Press("/goals/{thin}", "Pause", "paused"),
        Press("/goals/{thin}", "Go on with it", "resumed"),
        Look("/goals/{thin}/history", "82"),
        Look("/gains?period=week", "gains"),
        Press("/goals/new", "Set it", "get fit", {"title": "Get fit"}, note="fit"),
        Press("/goals/{fit}/link", "Save", "run 5 km", {"criterion": "Run 5 km"}),
        Press("/goals/{fit}/tick", "Save", "100 %", {"criterion": "1"}),
        Press("/goals/{fit}/parts/edit", "Save", "get fitter", {"title": "Get fitter", "priority": "P1"}),
        Press("/goals/{fit}/unlink", "Save", "get fit", {"criterion": "run"}),
        Press("/goals/{thin}", "Archive", "archived"),
        Press("/goals/{fit}/remove", "Yes, remove it", "removed"),
    ),
)


async def follows_zezima(browser: Browser) -> dict[str, str]:
    await browser.press("/characters/new", "Follow", name="Zezima")
    [one] = await browser.site.services.characters.list(browser.site.ada.id)
    return {"zezima": one.id}


async def counts_steps(browser: Browser) -> dict[str, str]:
    """Somewhere else, where they can be read."""
    assert browser.world is not None
    return {"steps": browser.world.numbers.serve("/steps", 12)}


CHARACTERS = Tour(
    "characters",
    (
        Look("/characters", "follow nobody"),
        Press("/characters/new", "Follow", "nobody", {"name": "Nobody"}, refused=True),
        Press("/characters/new", "Follow", "You follow Zezima now", {"name": "Zezima"}),
        Press(
            "/characters/number",
            "Follow",
            "https",
            {"name": "Steps", "url": "ftp://example.org"},
            refused=True,
        ),
        Press("/goals/new", "Set it", "99 Woodcutting", {"goal": "99 wc by 1 march"}),
        Look("/look", "Look a player up"),
        Look("/look?name=Zezima&game=osrs", "Zezima"),
        Look("/gains", "Zezima"),
        Learn(counts_steps),
        Press("/characters/number", "Follow", "Steps", {"name": "Steps", "url": "{steps}"}),
    ),
)
FOLLOWING = Tour(
    "following",
    (
        Look("/characters/{zezima}", "gains"),
        Look("/gains/of", "what moved in other days"),
        Look("/gains/of?first=yesterday&last=today&character=Zezima", "nothing of it moved in that time"),
        Press("/characters/{zezima}/rename", "Rename", "Zez Two", {"name": "Zez Two"}),
        Press("/characters/{zezima}/remove", "Yes, remove it", "Zez Two"),
    ),
    prepare=follows_zezima,
)


async def is_signed_in_twice(browser: Browser) -> dict[str, str]:
    begun = await browser.site.services.sessions.begin(browser.site.ada.id, "sms", "Safari on iPhone")
    return {"phone": hash_of(begun.secret)[:8]}


async def signs_in_again(browser: Browser) -> dict[str, str]:
    await browser.sign_in()
    return {}


SESSIONS = Tour(
    "sessions",
    (
        Press("/menu", "Sign out", "sign in"),
        Press("", "Send me a link", "a link is on its way", {"address": "ada@example.org"}),
        Learn(signs_in_again),
        Look("/sessions", "Safari on iPhone"),
        Press("/sessions/{phone}", "Sign out", "Safari on iPhone is signed out"),
        Look("/sessions/end-all", "Sign out everywhere?"),
        Press("/sessions/end-all", "Sign out everywhere", "sign in"),
    ),
    prepare=is_signed_in_twice,
)

TOURS = (TODAY, HABITS, TASKS, PROJECTS, METRICS, GOALS, CHARACTERS, FOLLOWING, SESSIONS)
