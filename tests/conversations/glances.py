"""Today, numbers, messages and announcements: what is only looked at, with little to be refused."""

from tests.conversations.accounts import is_here
from tests.conversations.script import Http, Missing, Script, Slash, Step

FOLLOW = Step(
    "say whom one plays",
    Slash("character add", {"name": "Zezima"}),
    "follow Zezima",
    ("character", "add", "Zezima"),
    Http("POST", "/characters", {"name": "Zezima"}),
)
SET_GOAL = Step(
    "set a goal",
    Slash("goal add", {"goal": "99 wc by 1 march"}),
    "add goal 99 wc by 1 march",
    ("goal", "add", "99 wc by 1 march"),
    Http("POST", "/goals", {"goal": "99 wc by 1 march"}),
)
BEGIN_HABIT = Step(
    "begin a habit",
    Slash("habit add", {"habit": "gym daily"}),
    "add habit gym daily",
    ("habit", "add", "gym daily"),
    Http("POST", "/habits", {"habit": "gym daily"}),
)
DO_HABIT = Step(
    "do it",
    Slash("habit done", {"habit": "gym"}),
    "done gym",
    ("habit", "done", "gym"),
    Http("POST", "/habits/gym/complete"),
)


def today(name: str, *words: str, **fields: object) -> Step:
    paths = {path.replace("__", "."): value for path, value in fields.items()}
    return Step(name, Slash("today"), "today", ("today",), Http("GET", "/today"), words=words, fields=paths)


TODAY = Script(
    feature="today",
    steps=(
        today("nothing yet", "There is nothing to do yet.", habits=[], goals=[]),
        BEGIN_HABIT,
        FOLLOW,
        SET_GOAL,
        today("all that there is", "Gym", "99 Woodcutting", habits__0__due=True, goals__0__done=False),
        DO_HABIT,
        today("what is left", "99 Woodcutting", habits__0__state="done", habits__0__due=False),
    ),
    stored=frozenset({"habit", "habitLog", "character", "goal"}),
)

STATS = Script(
    feature="stats",
    steps=(
        FOLLOW,
        SET_GOAL,
        Step(
            "what was done in all",
            Slash("stats"),
            "stats",
            ("stats",),
            Http("GET", "/stats"),
            words=("1 goal", "too early to say"),
            fields={"characters": 1, "underWay": 1, "reached": 0, "states.0.goals": 1},
        ),
    ),
)

MESSAGES = Script(
    feature="messages",
    prepare=is_here,
    steps=(
        Step(
            "none yet",
            Slash("messages"),
            "messages",
            ("messages", "list"),
            Http("GET", "/messages"),
            words=("There are no messages.",),
            fields={"messages": [], "total": 0},
        ),
        BEGIN_HABIT,
        DO_HABIT,
        Step(
            "what is on its way",
            Slash("messages"),
            "messages",
            ("messages", "list"),
            Http("GET", "/messages"),
            words=("First",),
            fields={"total": 1, "messages.0.kind": "achievement", "messages.0.status": "pending"},
        ),
        Step(
            "of none that there is",
            Missing("Discord has the messages in a menu"),
            "message zzzz",
            ("messages", "show", "zzzz"),
            Http("GET", "/messages/zzzz"),
            words=("zzzz",),
            refused="no_such_message",
        ),
    ),
    stored=frozenset({"habit", "habitLog"}),
)

SERVERS = Script(
    feature="servers",
    prepare=is_here,
    steps=(
        Step(
            "where one is announced",
            Slash("announce list"),
            "announce",
            ("announce", "list"),
            Http("GET", "/announcements"),
            words=("You are announced nowhere.",),
            fields={"servers": []},
        ),
        Step(
            "to be announced",
            Slash("announce on"),
            Missing("whoever says yes must be a member, which only Discord knows"),
            Missing("the same"),
            Http("POST", "/servers/{guild}/announce"),
            refused="server_not_set_up",
        ),
        Step(
            "no longer where one is not",
            Slash("announce off", {"server": "The Clan"}),
            "announce off The Clan",
            ("announce", "off", "The", "Clan"),
            Http("DELETE", "/announcements/The%20Clan"),
            refused="not_announced",
        ),
    ),
)

CLAN = Script(
    feature="clan",
    prepare=is_here,
    steps=tuple(
        Step(
            f"who of a server gained most, by {command}",
            Slash(command, {"skill": "woodcutting"}),
            Missing("who is a member of a server, only Discord knows"),
            Missing("the same"),
            Http("GET", f"/servers/{{guild}}/{command.rpartition(' ')[2]}?skill=woodcutting"),
            refused="server_not_set_up",
        )
        for command in ("clan gains", "clan top")
    ),
)
