"""The digest: read before it comes, and changed; and what is refused."""

from tests.conversations.accounts import is_here
from tests.conversations.script import Http, Script, Slash, Step

DIGEST = Script(
    feature="digest",
    prepare=is_here,
    steps=(
        Step(
            "nothing to say yet",
            Slash("digest now"),
            "digest",
            ("digest", "--preview"),
            Http("GET", "/digest"),
            words=("Nothing to say",),
            fields={"messages": [], "digest.frequency": "daily", "digest.time": "08:00"},
        ),
        Step(
            "begin a habit",
            Slash("habit add", {"habit": "gym daily"}),
            "add habit gym daily",
            ("habit", "add", "gym daily"),
            Http("POST", "/habits", {"habit": "gym daily"}),
        ),
        Step(
            "what it would say now",
            Slash("digest now"),
            "digest",
            ("digest", "--preview"),
            Http("GET", "/digest"),
            words=("Your habits on Friday, 1 January", "Gym"),
            fields={"messages.0.title": "Your habits on Friday, 1 January"},
        ),
        Step(
            "once a week",
            Slash("digest frequency", {"frequency": "weekly"}),
            "digest weekly",
            ("account", "set", "--digest", "weekly"),
            Http("PATCH", "/digest", {"frequency": "weekly"}),
            words=("on Mondays at 08:00",),
        ),
        Step(
            "later in the day",
            Slash("digest time", {"time": "9:30"}),
            "digest 9:30",
            ("account", "set", "--digest-time", "9:30"),
            Http("PATCH", "/digest", {"time": "9:30"}),
            words=("09:30",),
        ),
        Step(
            "at no time that there is",
            Slash("digest time", {"time": "teatime"}),
            "digest teatime",
            ("account", "set", "--digest-time", "teatime"),
            Http("PATCH", "/digest", {"time": "teatime"}),
            refused="invalid_setting",
        ),
        Step(
            "not at all",
            Slash("digest frequency", {"frequency": "off"}),
            "digest off",
            ("account", "set", "--digest", "off"),
            Http("PATCH", "/digest", {"frequency": "off"}),
        ),
    ),
    stored=frozenset({"user", "habit", "due"}),
)
