"""Points, achievements and leaderboards on pages."""

from dataclasses import replace
from urllib.parse import urlencode

from bot.rewards import requests, there, usecases, view
from bot.rewards.documents import BoardDocument
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart, on_server
from tracker.rewards.boards import BoardSpan

POINTS, ACHIEVEMENTS, BOARD = "/points", "/achievements", "/leaderboard"
PER_PAGE = 20
_SPANS = {BoardSpan.WEEK: "This week", BoardSpan.MONTH: "This month", BoardSpan.ALL: "Of all time"}
_LABELS = {
    "scope": "Which board",
    "name": "Your name there",
    "overtakes": "Tell me when somebody gets ahead of me",
}
_WHICH = "The name of a server that you are on; empty for everybody's"


def board_links(found: BoardDocument) -> tuple[Link, ...]:
    spans = (
        Link(label, f"{BOARD}?{urlencode({'span': span.value, 'scope': found.scope})}")
        for span, label in _SPANS.items()
        if span is not found.span
    )
    own = (
        (Link("How you are seen", f"{BOARD}/join"), Link("Leave", f"{BOARD}/leave"))
        if found.joined
        else (Link("Join", f"{BOARD}/join", is_main=True),)
    )
    return (*own, *spans)


JOIN = Form(
    "Stand on a leaderboard",
    "Join",
    first=("name", "scope", "overtakes"),
    labels=_LABELS,
    hints={
        "name": "All that others see of you, beside your points",
        "scope": _WHICH,
        "overtakes": "You hear of it once in a while, and can change it here",
    },
)
LEAVE = Form("Leave a leaderboard", "Leave", first=("scope",), labels=_LABELS, hints={"scope": _WHICH})
JOIN_THERE = replace(
    JOIN, title="Stand on the leaderboard of this server", first=("name", "overtakes"), hidden=("scope",)
)
LEAVE_THERE = replace(LEAVE, title="Leave the leaderboard of this server", first=(), hidden=("scope",))
_BOARD = Page(
    BOARD,
    requests.ShowLeaderboard,
    usecases.show_leaderboard,
    view.board,
    fixed={"limit": PER_PAGE, "page": 0},
    links=board_links,
)
_JOIN = Act(
    f"{BOARD}/join",
    requests.JoinLeaderboard,
    usecases.join_leaderboard,
    view.membership,
    BOARD,
    form=JOIN,
    usages=(view.JOIN,),
)
_LEAVE = Act(
    f"{BOARD}/leave",
    requests.LeaveLeaderboard,
    usecases.leave_leaderboard,
    view.membership,
    BOARD,
    form=LEAVE,
    usages=(view.LEAVE,),
)

PAGES = PagesPart(
    menu=(
        MenuEntry("Points", POINTS, "w", "wallet", rank=46),
        MenuEntry("Leaderboard", BOARD, "b", "people", rank=52),
    ),
    pages=(
        Page(
            POINTS,
            requests.ShowPoints,
            usecases.show_points,
            view.points,
            fixed={"limit": PER_PAGE, "page": 0},
            links=(Link("Achievements", ACHIEVEMENTS), Link("Wallet", "/wallet")),
        ),
        Page(
            ACHIEVEMENTS,
            requests.ListAchievements,
            usecases.list_achievements,
            view.achievements,
            links=(Link("Points", POINTS),),
        ),
        _BOARD,
        on_server(_BOARD),
    ),
    acts=(
        _JOIN,
        _LEAVE,
        on_server(_JOIN, do=there.join_leaderboard, form=JOIN_THERE),
        on_server(_LEAVE, form=LEAVE_THERE),
    ),
)
