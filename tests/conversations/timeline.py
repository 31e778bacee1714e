"""All that somebody has: in the order of time, or things of one kind, of some days, or by their words."""

from tests.conversations.accounts import is_here
from tests.conversations.glances import BEGIN_HABIT, DO_HABIT, FOLLOW, SET_GOAL
from tests.conversations.script import Http, Script, Slash, Step

ADD_TASK = Step(
    "note a task",
    Slash("task add", {"what": "call the bank @phone"}),
    "add task call the bank @phone",
    ("task", "add", "call the bank @phone"),
    Http("POST", "/tasks", {"what": "call the bank @phone"}),
)

TIMELINE = Script(
    feature="timeline",
    prepare=is_here,
    steps=(
        BEGIN_HABIT,
        FOLLOW,
        SET_GOAL,
        ADD_TASK,
        DO_HABIT,
        Step(
            "all of it, the newest first",
            Slash("timeline"),
            "timeline",
            ("timeline",),
            Http("GET", "/timeline"),
            words=("First", "call the bank", "99 Woodcutting", "Zezima", "Gym"),
            fields={
                "entries.0.kind": "achievement",
                "entries.1.kind": "task",
                "entries.1.title": "call the bank",
                "entries.1.tags": ["phone"],
                "entries.2.title": "99 Woodcutting",
                "entries.3.kind": "character",
                "entries.4.title": "Gym",
                "entries.4.status": "active",
                "next": None,
            },
        ),
        Step(
            "of one kind",
            Slash("timeline", {"kind": "goal"}),
            "timeline goals",
            ("timeline", "--kind", "goals"),
            Http("GET", "/timeline?kind=goals"),
            words=("99 Woodcutting",),
            fields={"kind": "goal", "entries.0.title": "99 Woodcutting"},
        ),
        Step(
            "of none that there is",
            Slash("timeline", {"kind": "dragons"}),
            "timeline dragons",
            ("timeline", "--kind", "dragons"),
            Http("GET", "/timeline?kind=dragons"),
            refused="no_such_kind",
        ),
        Step(
            "since yesterday, projects",
            Slash("timeline", {"kind": "project", "since": "yesterday"}),
            "timeline projects since yesterday",
            ("timeline", "--kind", "project", "--since", "yesterday"),
            Http("GET", "/timeline?kind=project&since=yesterday"),
            words=("no projects",),
            fields={"entries": [], "next": None},
        ),
        Step(
            "since no day that there is",
            Slash("timeline", {"since": "31 february"}),
            "timeline since 31 february",
            ("timeline", "--since", "31 february"),
            Http("GET", "/timeline?since=31+february"),
            refused="no_such_date",
        ),
        Step(
            "find it by a word",
            Slash("find", {"words": "BANK"}),
            "find BANK",
            ("find", "BANK"),
            Http("POST", "/find", {"words": "BANK"}),
            words=("call the bank",),
            fields={"entries.0.title": "call the bank", "total": 1, "unseen": []},
        ),
        Step(
            "find it by its tag",
            Slash("find", {"words": "@phone"}),
            "find @phone",
            ("find", "@phone"),
            Http("POST", "/find", {"words": "@phone"}),
            words=("call the bank",),
            fields={"entries.0.tags": ["phone"], "total": 1},
        ),
        Step(
            "find what is not there",
            Slash("find", {"words": "dragons"}),
            "find dragons",
            ("find", "dragons"),
            Http("POST", "/find", {"words": "dragons"}),
            words=("Nothing of yours says",),
            fields={"entries": [], "total": 0},
        ),
        Step(
            "find nothing",
            Slash("find", {"words": "@"}),
            "find @",
            ("find", "@"),
            Http("POST", "/find", {"words": "@"}),
            refused="nothing_to_find",
        ),
    ),
    stored=frozenset({"habit", "habitLog", "character", "goal", "task"}),
)
