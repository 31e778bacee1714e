"""Links for strangers: seen before they are made, made, listed and ended."""

from tests.conversations.script import Http, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.goal_parts.service import GoalsOfParts
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.rewards.points import Scale
from tracker.settings import Settings
from tracker.shares.model import Shareable, SharedThing
from tracker.shares.service import ShareLinks
from tracker.store.table import Table

OLD = "2bb80d53"
"""The link whose secret is `secret`."""


async def shares_a_run(table: Table, clock: HandClock, user: User) -> None:
    habits = Habits(table, clock, ulids(clock), Scale.of(Settings().habits))
    await habits.add_written(user, "gym")
    run = await habits.add_written(user, "run")
    await GoalsOfParts(table, clock, ulids(clock)).add(user, "Get fit", {})
    links = ShareLinks(table, clock, lambda: "secret")
    await links.make(SharedThing(user.id, Shareable.HABIT, run.id), run.key.key)
    clock.advance(1)


def share(name: str, kind: str, thing: str, *words: str, refused: str | None = None, title: str = "") -> Step:
    return Step(
        name,
        Slash(f"share {kind}", {kind: thing}),
        f"share {kind} {thing}",
        ("share", kind, thing, "--yes"),
        Http("POST", f"/shares/of/{kind}/{thing}"),
        words=words,
        fields={"kind": kind, "title": title, "named": False, "name": None},
        refused=refused,
        yes="" if refused else "Make the link",
    )


SHARES = Script(
    feature="shares",
    prepare=shares_a_run,
    steps=(
        Step(
            "what is shared",
            Slash("share list"),
            "shares",
            ("share", "list"),
            Http("GET", "/shares"),
            words=("Run", "habit"),
            fields={"links.0.title": "Run", "links.0.id": OLD, "links.0.server": False},
        ),
        share("a streak", "habit", "gym", "/s/", title="Gym"),
        share("a goal", "goal", "get", "/s/", title="Get fit"),
        share("what is not there", "habit", "chess", "chess", refused="no_such_habit"),
        share("nor there", "challenge", "chess", "no challenge", refused="no_such_challenge"),
        Step(
            "end one",
            Slash("share end", {"link": OLD}),
            f"end share {OLD}",
            ("share", "end", OLD),
            Http("DELETE", f"/shares/{OLD}"),
            words=("The link to Run no longer works",),
            fields={"link.title": "Run"},
        ),
        Step(
            "not twice",
            Slash("share end", {"link": OLD}),
            f"end share {OLD}",
            ("share", "end", OLD),
            Http("DELETE", f"/shares/{OLD}"),
            words=("no such link",),
            refused="no_such_share_link",
        ),
    ),
)
