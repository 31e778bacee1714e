"""Areas of life: listed in one's own order, shown with what is in them, renamed and taken off the list."""

from tests.conversations.accounts import is_here
from tests.conversations.script import Http, Script, Slash, Step

AREAS = Script(
    feature="areas",
    prepare=is_here,
    steps=(
        Step(
            "none yet",
            Slash("area list"),
            "areas",
            ("area", "list"),
            Http("GET", "/areas"),
            words=("no areas yet",),
            fields={"areas": []},
        ),
        *(
            Step(
                f"put {name} on the list",
                Slash("area add", {"area": name}),
                f"area add {name}",
                ("area", "add", name),
                Http("POST", "/areas", {"area": name}),
                words=(f"{name} is on your list",),
                fields={"area.name": name, "area.listed": True, "area.things": {}},
            )
            for name in ("Health", "Work")
        ),
        Step(
            "no area twice",
            Slash("area add", {"area": "HEALTH"}),
            "area add HEALTH",
            ("area", "add", "HEALTH"),
            Http("POST", "/areas", {"area": "HEALTH"}),
            refused="area_is_there",
        ),
        Step(
            "no area without a name",
            Slash("area add", {"area": "#"}),
            "area add #",
            ("area", "add", "#"),
            Http("POST", "/areas", {"area": "#"}),
            refused="bad_area",
        ),
        Step(
            "a task in it, however it is written",
            Slash("task add", {"what": "see the dentist area:health"}),
            "add task see the dentist area:health",
            ("task", "add", "see the dentist area:health"),
            Http("POST", "/tasks", {"what": "see the dentist area:health"}),
        ),
        Step(
            "do it",
            Slash("task done", {"task": "dentist"}),
            "done dentist",
            ("task", "done", "dentist"),
            Http("POST", "/tasks/dentist/done"),
        ),
        Step(
            "what is in it",
            Slash("area show", {"area": "hea"}),
            "area hea",
            ("area", "show", "hea"),
            Http("GET", "/areas/hea"),
            words=("see the dentist", "1 time in 30 days", "100 %"),
            fields={
                "area.done": 1,
                "area.things": {"task": 1},
                "things.0.title": "see the dentist",
                "things.0.status": "Done",
                "share": 100.0,
            },
        ),
        Step(
            "move one to the front",
            Slash("area edit", {"area": "work", "place": 1}),
            "area place work 1",
            ("area", "edit", "work", "--place", "1"),
            Http("PATCH", "/areas/work", {"place": 1}),
            words=("Changed",),
        ),
        Step(
            "call it otherwise",
            Slash("area edit", {"area": "health", "name": "Body"}),
            "area rename health to Body",
            ("area", "edit", "health", "--name", "Body"),
            Http("PATCH", "/areas/health", {"name": "Body"}),
            words=("Changed", "1 task"),
            fields={"area.name": "Body", "area.things": {"task": 1}},
        ),
        Step(
            "all of them, in one's own order",
            Slash("area list"),
            "areas",
            ("area", "list"),
            Http("GET", "/areas"),
            words=("Work", "Body"),
            fields={"areas.0.name": "Work", "areas.1.name": "Body", "areas.1.done": 1, "elsewhere": 0},
        ),
        Step(
            "take one off the list",
            Slash("area remove", {"area": "work"}),
            "area remove work",
            ("area", "remove", "work"),
            Http("DELETE", "/areas/work"),
            words=("off your list",),
        ),
        Step(
            "one that is not there",
            Slash("area show", {"area": "work"}),
            "area work",
            ("area", "show", "work"),
            Http("GET", "/areas/work"),
            refused="no_such_area",
        ),
    ),
    stored=frozenset({"areaBook", "task"}),
)
