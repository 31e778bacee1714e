"""A table of an older version opens, everything in it is there, and life goes on: on both engines.

On DynamoDB half of it is renewed at first, so that both kinds of items are met.
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.sms.conversation import conversation_in, conversation_key
from scheduler.aggregate import rebuild_all
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.models import names_of, readers
from tests.old_tables import load, old_items
from tests.tracker.store.items import everything
from tests.village import BOBS_PHONE, CODE, DAYS, OSRS, TOKEN, Village
from tests.village_post import END, message
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.export import export_person
from tracker.accounts.tokens import Tokens, TokenScope
from tracker.addresses.service import Addresses
from tracker.challenge.model import week_board
from tracker.claims import Claim
from tracker.feature import farewells
from tracker.goals.characters.watching import latest_reading
from tracker.goals.model import GoalStatus
from tracker.goals.pace.history import ends, points
from tracker.habits.rounds.auditing import audit
from tracker.habits.watched import watch_one
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.ranking import top
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.wallet import achievements_of, wallet_of
from tracker.sms.sent import SentBook
from tracker.store.entity import from_item
from tracker.store.keys import SeenKey
from tracker.store.migrations.dynamo import MigratingTable
from tracker.store.migrations.renewal import UNDATED
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import CREATED, UPDATED, Item, Key, Value, key_of

pytestmark = pytest.mark.both_engines

SCHEMA_1, SCHEMA_2 = 1, 2
Later: TypeAlias = Callable[[], Awaitable[None]]
"""What has to hold after some days more."""


class SmallPages(MigratingTable):
    page = 100


@pytest.fixture
def clock() -> HandClock:
    return HandClock(END)


@pytest.fixture
def schema() -> int:
    """Of the table that is opened, unless a test asks for others."""
    return SCHEMA_1


of_every_schema = pytest.mark.parametrize("schema", [SCHEMA_1, SCHEMA_2])


@pytest.fixture
async def old(
    engine: str, schema: int, request: pytest.FixtureRequest, clock: HandClock, tmp_path: Path
) -> AsyncIterator[Table]:
    """The table of that schema, as this version opens it."""
    if engine == "sqlite":
        load(schema, tmp_path / "questlog.db")
        opened: Table = await SqliteTable.open(tmp_path / "questlog.db", clock)
    else:
        name = request.getfixturevalue("new_dynamo_table")(engine)
        url = request.getfixturevalue("server_url")(engine)
        opened = await request.getfixturevalue("open_on_server")(url, name, clock, kind=SmallPages)
        assert isinstance(opened, MigratingTable)
        await opened.write_many(puts=old_items(schema))
        assert not await opened.go_on(4)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
async def village(old: Table, clock: HandClock) -> Village:
    village = Village(old, clock)
    await village.come_back()
    return village


async def items_of(table: Table) -> dict[Key, Item]:
    """Without what the migration notes for itself."""
    return {key: item for key, item in (await everything(table)).items() if key.sk != "KEPT#schema"}


def leaves(value: Value) -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield str(name)
            yield from leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one)
    else:
        yield str(value)


def plain_week(text: str) -> str:
    return text.replace("-W", "#")


@of_every_schema
async def test_every_item_is_there_and_its_models_know_all_its_names(old: Table, schema: int) -> None:
    found = await items_of(old)
    assert found.keys() == {key_of(one) for one in old_items(schema)}
    unread = {"lease", "limit", "trackedAttribute"}
    for key, item in found.items():
        read = [from_item(one, item) for one in readers(item)]
        assert read or item["type"] in unread, key
        assert not read or item.keys() <= names_of(item), key


@of_every_schema
async def test_every_item_stands_where_its_model_puts_it(old: Table) -> None:
    """On the timeline, and in its area: by that others find it."""
    placed = 0
    for key, item in (await items_of(old)).items():
        for read in (from_item(one, item) for one in readers(item)):
            if (places := getattr(read, "places", None)) is None:
                continue
            for place in places():
                assert place.attributes.items() <= item.items(), key
                placed += 1
    assert placed


@of_every_schema
async def test_every_item_says_when_it_was_written_and_none_in_the_future(old: Table) -> None:
    now = f"{END:%Y-%m-%dT%H:%M:%SZ}"
    for key, item in (await items_of(old)).items():
        if item["type"] in UNDATED:
            assert UPDATED not in item
        else:
            assert "2099" < str(item[CREATED]) <= str(item[UPDATED]) <= now, key


@of_every_schema
async def test_no_value_is_lost_but_the_language_that_nobody_read(old: Table, schema: int) -> None:
    found = await items_of(old)
    moved = dict.fromkeys(("locale", "GSI1SK", "GSI6SK"))
    for before in old_items(schema):
        there, after = ({**before, **moved}, found[key_of(before)])
        gone = Counter(map(plain_week, leaves(there))) - Counter(map(plain_week, leaves(after)))
        renamed = {"at", "value", "amount", "text", "week", "count", "since", "claimedAt", "standing"}
        assert gone.keys() <= {*renamed, *moved, "lastDone", "None"}, key_of(before)


async def test_people_their_settings_and_their_ways_are_as_they_were(village: Village) -> None:
    ada, table, clock = village.ada, village.table, village.clock
    assert (ada.timezone, f"{ada.day_start:%H:%M}", str(ada.quiet_hours)) == (
        "Europe/Berlin",
        "04:00",
        "22:00-07:00",
    )
    assert "locale" not in (await table.get(ada.key.key) or {})
    assert len(ada.identities) == 6
    ways = {one.channel_type: one.usable for one in await village.channels.list(ada.id)}
    assert ways == {"webhook": True, "discord": True, "sms": False, "email": False}
    holder = await Tokens(table, clock).holder(TOKEN)
    assert holder is not None
    assert (holder.user_id, holder.scope) == (ada.id, TokenScope.WRITE)
    addresses = Addresses(table, clock, village.accounts, village.channels)
    assert (await addresses.confirm(village.bob.id, CODE)).identifier == BOBS_PHONE
    assert not await Claim(table, clock, SeenKey("sms", "SM9")).take()
    sent = await SentBook(table, clock).by_sid("SM1")
    assert sent is not None
    assert (sent.rest, sent.tried_at) == ("and more", END - timedelta(minutes=5))
    spoken = conversation_in(await table.get(conversation_key(ada.id)))
    assert spoken.listed is not None
    assert spoken.listed.ids == ("goal1", "goal2")


async def test_life_goes_on_and_nothing_is_told_twice(village: Village) -> None:
    """Two days more: whatever counted goes on from where it was."""
    checks = [habits_go_on, goals_go_on, challenges_go_on, messages_go_on]
    expected = [await check(village) for check in checks]

    await village.go_on(2)

    for holds in expected:
        await holds()


async def habits_go_on(village: Village) -> Later:
    ada, table, gym = village.ada, village.table, village.habit["gym"]
    before = await wallet_of(table, ada.id)
    won = {one.id for one in await achievements_of(table, ada.id)}
    assert (await watch_one(table, ada, gym, village.clock())).standing().current == DAYS
    ahead = (await Leaderboard(table).top("global:all", 2))[0]
    assert (ahead.name, ahead.points) == ("Ada", before.points)

    async def later() -> None:
        assert (await watch_one(table, ada, gym, village.clock())).standing().current == DAYS + 2
        assert (await wallet_of(table, ada.id)).points > before.points
        assert won <= {one.id for one in await achievements_of(table, ada.id)}
        for user in (ada, village.bob):
            assert not await audit(table, user.id, village.clock())
        assert (await village.habits.undo(ada.id)).points <= 0

    return later


async def goals_go_on(village: Village) -> Later:
    ada, table = village.ada, village.table
    goals = {goal.id: goal for goal in await village.goals.list(ada.id, archived=True)}
    reached = [goal.id for goal in goals.values() if goal.status is GoalStatus.REACHED]
    much_xp = goals["goal2"]
    seen = len(await points(table, much_xp))
    assert (goals["goal1"].status, goals["goal4"].status) == (GoalStatus.REACHED, GoalStatus.PAUSED)

    async def later() -> None:
        first, latest = await ends(table, much_xp)
        assert first is not None
        assert latest is not None
        assert (first.value, latest.value) == (1_800_000, 1_800_000 + 50_000 * (DAYS + 1))
        assert len(await points(table, much_xp)) == seen + 1
        told = [one.entity for one in await outbox.history(table, ada.id) if one.kind.name == "goal-reached"]
        assert [told.count(goal) for goal in reached] == [1] * len(reached)
        reading = await latest_reading(table, OSRS)
        assert reading is not None
        assert reading.at > END

    return later


async def challenges_go_on(village: Village) -> Later:
    ada, table = village.ada, village.table
    commits, xp, _ = await village.challenges.mine(ada.id)
    counted, gained = [await village.challenges.history(ada.id, one) for one in (commits, xp)]
    assert [one.count for one in counted] == [4, 6, 8]
    board = week_board(commits.id, counted[0].week)
    assert [(one.name, one.points) for one in await top(table, board, 9)] == [("Ada", 4), ("Bob", 0)]

    async def later() -> None:
        assert [one.count for one in await village.challenges.history(ada.id, commits)] == [4, 6, 8]
        assert (await village.challenges.history(ada.id, xp))[0].count > gained[0].count
        assert [one.rebuilt.repaired for one in await rebuild_all(table, village.clock)] == [0, 0]

    return later


async def messages_go_on(village: Village) -> Later:
    table, people = village.table, (village.ada.id, village.bob.id, village.carol.id)
    before = {one.id: one for user in people for one in await outbox.history(table, user)}
    over = {one: item for one, item in before.items() if not item.status.is_open}

    async def later() -> None:
        sent = [*village.webhook.sent, *village.discord.sent]
        told = Counter(part.id for one in sent for part in one.parts)
        assert set(told.values()) == {1}
        assert told.keys().isdisjoint(over)
        after = {one.id: one for user in people for one in await outbox.history(table, user)}
        assert {one: after[one] for one in over} == over
        for state in ("pending", "held", "later", "claimed", "returned"):
            assert after[message(village, state).outbox_id].status is DeliveryStatus.DELIVERED, state

    return later


async def test_somebody_can_take_everything_along_and_leave(village: Village) -> None:
    ada, table, clock = village.ada, village.table, village.clock
    exported = await export_person(table, Holder(ada.id), clock())
    mine = [item for key, item in (await items_of(table)).items() if key.pk == ada.key.key.pk]
    assert sum(len(some) for some in exported["items"].values()) >= len(mine)

    await delete_person(table, Holder(ada.id), clock(), first=farewells(tools_at(table, clock)))

    left = [item for item in (await items_of(table)).values() if ada.id in leaves(item)]
    assert left == []
