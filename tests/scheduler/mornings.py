"""A dozen people whose goals have gone on for ten days, and whose first round comes on the morning after."""

from tests.fakes.clock import START
from tests.tracker.goals.scenes import DAY, person, record, settle, steady, woodcutting
from tracker.digest.planning import first_round
from tracker.store.table import Table

PEOPLE = [f"person-{n}" for n in range(12)]


async def live(table: Table, name: str, timezone: str = "UTC") -> None:
    goal = woodcutting(user=name)
    user = await settle(table, person(id=name, local=name, timezone=timezone), goal)
    await record(table, goal, steady(10, 1_000))
    await table.update(first_round(user, START + 10 * DAY))
