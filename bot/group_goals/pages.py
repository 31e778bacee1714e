"""Group goals on pages: the list, one with who adds what, and what those who set one can do with it."""

from bot.documents import Nothing
from bot.group_goals import requests, usecases, view
from bot.group_goals.documents import GroupGoalAdded, GroupGoalJoined, GroupGoalShown
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart, on_server
from bot.web.there import setting_up
from tracker.challenge.model import Phase, WhoMayJoin

GROUPS, ONE = "/groups", "/groups/{goal}"
PER_PAGE = 20
_WHO = {
    "who": (
        (WhoMayJoin.SERVER.value, "those where it was set"),
        (WhoMayJoin.ANYBODY.value, "anybody who knows its id"),
    )
}
_LABELS = {
    "aim": "What is wanted",
    "until": "Last day",
    "starts": "First day",
    "zone": "Time zone",
    "who": "Who may join",
}


def links_of_one(found: GroupGoalShown) -> tuple[Link, ...]:
    path, is_open = f"{GROUPS}/{found.goal.id}", found.goal.phase is not Phase.OVER
    leave = (Link("Leave", f"{path}/leave"),) if found.you else ()
    change = (Link("Change", f"{path}/edit"), Link("End it", f"{path}/end")) if is_open else ()
    return (*leave, *((*change, Link("Remove", f"{path}/remove")) if found.manages else ()))


def page_of(done: GroupGoalAdded | GroupGoalJoined) -> str:
    return f"{GROUPS}/{done.goal.id}"


def as_it_is(found: GroupGoalShown) -> dict[str, object]:
    one = found.goal
    return {"name": one.name, "aim": one.aim, "until": one.ends, "who": one.who}


ADD = Form(
    "A new group goal",
    "Set it",
    first=("name", "aim", "until"),
    labels=_LABELS,
    hints={"name": "Clan June", "aim": "Of all together: 1b xp. Of each: 20 days each"},
    choices=_WHO,
    suggests={"zone": own.zones},
)
_OWN = {"character": own.characters, "metric": own.metrics, "habit": own.habits}
JOIN = Form(
    "Join a group goal",
    "Join",
    first=("name", "character", "metric", "habit"),
    labels={"name": "What others see"},
    suggests=_OWN,
)
FIND = Form(
    "Join a group goal",
    "Join",
    first=("goal", "name", "character", "metric", "habit"),
    labels={"goal": "Which one", "name": "What others see"},
    hints={"goal": "Its id, which whoever is in it can tell you"},
    suggests=_OWN,
)
EDIT = Form(
    "Change a group goal",
    "Save",
    first=("name", "aim", "until", "who"),
    labels=_LABELS,
    choices=_WHO,
    filled=filled_by(usecases.show, requests.ShowGroupGoal, as_it_is),
)
END = Form("End a group goal: it stays as it is now", "End it")

_PAGES = (
    Page(
        GROUPS,
        Nothing,
        usecases.list_goals,
        view.goals,
        links=(
            Link("New group goal", f"{GROUPS}/new", is_main=True),
            Link("Join by an id", f"{GROUPS}/join"),
        ),
    ),
    Page(
        ONE,
        requests.ShowGroupGoal,
        usecases.show,
        view.goal,
        fixed={"limit": PER_PAGE, "page": 0},
        shows=("group goal",),
        links=links_of_one,
    ),
    Page(f"{ONE}/leave", requests.NameGroupGoal, usecases.to_leave, view.leaving),
    Page(f"{ONE}/remove", requests.NameGroupGoal, usecases.to_remove, view.removal),
)
_NEW = Act(
    f"{GROUPS}/new",
    requests.AddGroupGoal,
    usecases.add,
    view.added,
    page_of,
    form=ADD,
    usages=(view.ADD,),
)
_ACTS = (
    Act(f"{GROUPS}/join", requests.JoinGroupGoal, usecases.join, view.joined, page_of, form=FIND),
    Act(
        f"{ONE}/join",
        requests.JoinGroupGoal,
        usecases.join,
        view.joined,
        ONE,
        form=JOIN,
        presses=("group-join",),
        about=("goal",),
    ),
    Act(
        f"{ONE}/leave",
        requests.NameGroupGoal,
        usecases.leave,
        view.left,
        GROUPS,
        presses=(f"yes:{view.LEAVE}",),
        about=("goal",),
    ),
    Act(f"{ONE}/edit", requests.EditGroupGoal, usecases.edit, view.changed, ONE, form=EDIT),
    Act(f"{ONE}/end", requests.NameGroupGoal, usecases.end, view.changed, ONE, form=END),
    Act(
        f"{ONE}/remove",
        requests.NameGroupGoal,
        usecases.remove,
        view.removed,
        GROUPS,
        presses=(f"yes:{view.REMOVE}",),
        about=("goal",),
    ),
)

PAGES = PagesPart(
    menu=(MenuEntry("Group goals", GROUPS, "", "goals", rank=51),),
    pages=(*_PAGES, *map(on_server, _PAGES)),
    acts=(
        _NEW,
        on_server(_NEW, do=setting_up(usecases.add), for_managers=True),
        *_ACTS,
        *map(on_server, _ACTS),
    ),
)
