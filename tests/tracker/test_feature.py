"""What features bring to the clock, and that whoever is given a list of them names none."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

import pytest

from bot.feature import rules_of
from bot.features import FEATURES
from scheduler.jobs import jobs_of
from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.clock import Clock
from tracker.digest.planning import first_round
from tracker.due import Due, moved
from tracker.feature import (
    DueWork,
    Hold,
    Rules,
    Tools,
    farewells,
    follow_settings,
    still_true_checks,
    work_of,
)
from tracker.listeners import recorder_of
from tracker.notify import outbox
from tracker.notify.model import StillTrue
from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.settings import Settings
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

HOUR = timedelta(hours=1)
RULES = rules_of(FEATURES)


class Watering(Due, frozen=True):
    kind: Literal["watering"] = "watering"
    id: str = "daily"


@dataclass
class Garden:
    """A feature of which nobody else knows."""

    watered: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def holder(self, tools: Tools) -> Hold[Watering]:
        async def hold(due: Watering) -> None:
            await tools.table.update(moved(due, due.due_at + 24 * HOUR))
            self.watered.append(due.user)

        return hold

    def checks(self, table: Table, clock: Clock) -> Mapping[str, StillTrue]:
        del table, clock

        async def is_dry(person: str, reference: str) -> bool:
            return f"{person}/{reference}" not in self.watered

        return {"dry": is_dry}

    async def farewell(self, table: Table, clock: Clock, user_id: str) -> None:
        del table, clock
        self.said.append(f"bye {user_id}")

    async def settings_changed(
        self, table: Table, user: User, changed: Collection[str], now: datetime
    ) -> None:
        del table, now
        self.said.append(f"{user.id}: {', '.join(changed)}")

    async def daily(self, table: Table, occasion: Occasion) -> DailyNews:
        del table
        return DailyNews([DigestSection("plants", f"Ferns on {occasion.today:%A}.", is_news=True)])

    def rules(self) -> Rules:
        watering = DueWork("watering", "watering", Watering, seconds=60, holder=self.holder)
        return Rules(
            "garden",
            checks=self.checks,
            due=(watering,),
            farewell=self.farewell,
            settings_changed=self.settings_changed,
            daily=self.daily,
        )


@pytest.fixture
def garden() -> Garden:
    return Garden()


@pytest.fixture
def tools(sqlite_table: SqliteTable, clock: HandClock, garden: Garden) -> Tools:
    record = recorder_of(sqlite_table, clock, Settings()).record
    return Tools(sqlite_table, clock, Settings(), (*RULES, garden.rules()), record)


@pytest.fixture
async def ada(sqlite_table: SqliteTable, clock: HandClock) -> User:
    return await Accounts(sqlite_table, clock, lambda: "ada").register(parse_identity("local:ada"))


async def test_its_section_is_in_the_digest(tools: Tools, clock: HandClock, ada: User) -> None:
    await tools.table.update(first_round(ada, clock()))
    clock.advance(8 * 3600)

    for work in work_of(tools.features):
        await run_due(work, tools)

    [told] = await outbox.history(tools.table, ada.id)
    assert (told.title, told.text) == ("Your plants on Friday, 1 January", "Ferns on Friday.")


async def test_its_due_work_is_a_job_and_is_done_when_it_is_due(
    tools: Tools, clock: HandClock, garden: Garden, ada: User
) -> None:
    assert "watering" in [job.name for job in jobs_of(tools.features)]
    due = Watering(user=ada.id, due_at=clock() + HOUR)
    await tools.table.put(to_item(due, due.key, due.place))
    [*_, watering] = work_of(tools.features)

    assert await run_due(watering, tools) == 0
    clock.advance(3600)
    assert await run_due(watering, tools) == 1
    assert await run_due(watering, tools) == 0
    assert garden.watered == [ada.id]


async def test_it_is_asked_whether_a_message_is_still_true(tools: Tools, garden: Garden) -> None:
    asked = still_true_checks(tools)["dry"]
    assert await asked("ada", "fern")
    garden.watered.append("ada/fern")
    assert not await asked("ada", "fern")


async def test_it_hears_of_settings_and_of_those_who_leave(tools: Tools, garden: Garden, ada: User) -> None:
    await follow_settings(tools, ada, {"timezone": "UTC"})
    await delete_person(tools.table, Holder(ada.id), tools.clock(), first=farewells(tools))
    assert garden.said == ["ada: timezone", "bye ada"]


def twice(names: Collection[Any]) -> list[Any]:
    return [name for name, times in Counter(names).items() if times > 1]


def test_no_two_features_bring_the_same(sqlite_table: SqliteTable, clock: HandClock) -> None:
    tools = tools_at(sqlite_table, clock)
    brought = [one.checks(tools.table, tools.clock) for one in RULES if one.checks is not None]
    assert twice([name for checks in brought for name in checks]) == []
    assert twice([work.kind for work in work_of(RULES)]) == []
    assert twice([job.name for job in jobs_of(RULES)]) == []
    assert twice([one.name for one in RULES]) == []
    assert twice([kind for one in RULES for kind in one.kinds]) == []


def test_what_could_announce_something_of_a_person_leaves_before_those_who_keep_it() -> None:
    names = [one.name for one in RULES]
    assert names.index("goals") < names.index("servers")
