"""Who somebody is: registered at first use, asked for their zone once, reachable by direct message."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from bot.features import FEATURES
from bot.services import Services
from bot.slash.person import Present, known, present, present_with
from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.users import FakeUser
from tracker.accounts.errors import BeingDeleted
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.refusals import Refused
from tracker.settings import Settings
from tracker.store.entity import change
from tracker.store.keys import ChannelKey, UserKey
from tracker.store.sqlite import SqliteTable
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Table
from tracker.zones import COMMON_ZONES, zone_name

ADA = 80351110224678912


class People:
    """Whoever is behind a Discord id, on this table."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        nothing = cast("Any", None)
        self._services = Services(Settings(), table, clock, FEATURES, nothing, nothing)

    async def present(self, discord_id: int) -> Present:
        return await present(self._services, discord_id)

    async def present_with(
        self, discord_id: int, then: Callable[[str], ReadSteps[str]]
    ) -> tuple[Present, str]:
        return await present_with(self._services, discord_id, then)

    async def known(self, discord_id: int) -> User | None:
        return await known(self._services, discord_id)


@pytest.fixture
def people(sqlite_table: SqliteTable, clock: HandClock) -> People:
    return People(sqlite_table, clock)


async def channel_of(table: Table, user: User) -> PersonChannel:
    return await Channels(table, HandClock()).find(user.id, "discord")


async def switch_off(table: Table, user: User) -> None:
    off = {"is_active": False, "off_reason": "direct messages are closed", "off_since": HandClock()()}
    await table.update(change(PersonChannel, ChannelKey(user.id, "discord"), off))


async def test_first_use_makes_an_account_with_direct_messages(
    people: People, sqlite_table: SqliteTable
) -> None:
    first = await people.present(ADA)
    second = await people.present(ADA)

    assert first.newly
    assert not second.newly
    assert second.user == first.user
    assert first.user.discord == str(ADA)
    channel = await channel_of(sqlite_table, first.user)
    assert (channel.identifier, channel.usable) == (f"dm:{ADA}", True)


async def test_of_ten_commands_at_once_one_is_the_first(people: People) -> None:
    every = await asyncio.gather(*(people.present(ADA) for _ in range(10)))

    assert sum(one.newly for one in every) == 1
    assert len({one.user.id for one in every}) == 1


def discord_of(user_id: str) -> ReadSteps[str]:
    key = UserKey(user_id).key
    found = yield Lookup([key])
    return str(found.items[key]["discord"])


async def test_what_else_is_read_of_a_person_comes_with_them_also_at_first_use(people: People) -> None:
    first, one = await people.present_with(ADA, discord_of)
    second, other = await people.present_with(ADA, discord_of)

    assert (first.newly, second.newly) == (True, False)
    assert second.user == first.user
    assert one == other == str(ADA)


async def test_of_whoever_is_leaving_nothing_else_is_read(people: People, sqlite_table: SqliteTable) -> None:
    user = (await people.present(ADA)).user
    await sqlite_table.update(change(User, user.key, {"deleting_since": HandClock()()}))

    def refuses(_user_id: str) -> ReadSteps[str]:
        yield Lookup()
        raise Refused("There is no such goal.")

    with pytest.raises(BeingDeleted):
        await people.present_with(ADA, refuses)


async def test_many_first_uses_at_once_make_one_account(people: People) -> None:
    found = await asyncio.gather(*(people.present(ADA) for _ in range(8)))

    assert len({one.user.id for one in found}) == 1


async def test_an_account_from_before_is_found_after_a_restart(
    people: People, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    before = await people.present(ADA)

    after = await People(sqlite_table, clock).present(ADA)

    assert after.user == before.user
    assert not after.newly


@pytest.mark.parametrize("remembered", [True, False])
async def test_a_channel_that_was_off_is_on_again_when_the_person_comes_back(
    people: People, sqlite_table: SqliteTable, clock: HandClock, *, remembered: bool
) -> None:
    user = (await people.present(ADA)).user
    await switch_off(sqlite_table, user)

    await (people if remembered else People(sqlite_table, clock)).present(ADA)

    channel = await channel_of(sqlite_table, user)
    assert channel.usable
    assert channel.is_doubted  # until something arrives there


@pytest.mark.parametrize("remembered", [True, False])
async def test_a_channel_that_the_person_switched_off_stays_off_while_they_talk(
    people: People, sqlite_table: SqliteTable, clock: HandClock, *, remembered: bool
) -> None:
    user = (await people.present(ADA)).user
    off = await Channels(sqlite_table, clock).switch_off(user.id, "discord")

    await (people if remembered else People(sqlite_table, clock)).present(ADA)

    assert await channel_of(sqlite_table, user) == off


async def test_a_channel_that_the_person_took_away_stays_away(
    people: People, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    user = (await people.present(ADA)).user
    channels = Channels(sqlite_table, clock)
    await channels.remove(user.id, "discord")

    await people.present(ADA)

    assert await channels.list(user.id) == []


async def test_an_account_whose_deletion_has_begun_is_not_used_any_more(
    people: People, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    user = (await people.present(ADA)).user
    await sqlite_table.update(change(User, UserKey(user.id), {"deleting_since": clock()}))

    for those in (people, People(sqlite_table, clock)):
        with pytest.raises(BeingDeleted, match="/delete-my-data"):
            await those.present(ADA)


async def test_a_deleted_account_is_made_anew(people: People, sqlite_table: SqliteTable) -> None:
    user = (await people.present(ADA)).user
    lock = parse_identity(f"discord:{ADA}").lock.key
    await sqlite_table.write_many(deletes=[UserKey(user.id).key, lock])

    again = await people.present(ADA)

    assert again.newly
    assert again.user.id != user.id


async def test_an_identity_that_moved_to_another_account_leads_there(
    people: People, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    """It was let go by the first account and claimed by another, while we still remembered the first."""
    accounts = Accounts(sqlite_table, clock, ulids(clock))
    first = (await people.present(ADA)).user
    identity = parse_identity(f"discord:{ADA}")
    await accounts.claim(first.id, parse_identity("email:ada@example.org"))
    await accounts.release(first.id, identity)
    other = await accounts.register(parse_identity("email:eve@example.org"))
    await accounts.claim(other.id, identity)

    assert (await people.present(ADA)).user.id == other.id
    known = await people.known(ADA)
    assert known is not None
    assert known.id == other.id


async def test_looking_somebody_up_makes_no_account(people: People) -> None:
    assert await people.known(ADA) is None
    assert (await people.present(ADA)).newly


def test_every_zone_to_choose_from_is_one() -> None:
    assert len(set(COMMON_ZONES)) == 25
    assert [zone_name(zone) for zone in COMMON_ZONES] == list(COMMON_ZONES)


async def test_at_first_use_the_zone_is_asked_for_and_never_again(world: BotWorld, ada: FakeUser) -> None:
    first = await (await ada.slash("settings show")).until(lambda it: bool(it.followups))
    second = await ada.slash("settings show")

    [question] = first.followups
    assert "Which clocks do you follow?" in question.text
    assert question.ephemeral
    assert second.followups == []
    user = await world.account_of(ada)
    assert user is not None
    assert user.timezone == "UTC"


async def test_a_question_that_does_not_arrive_spoils_nothing(world: BotWorld, ada: FakeUser) -> None:
    world.discord.go_wrong(server_error(400), on="POST /webhooks")

    first = await ada.slash("settings show")
    await world.client.finish(1)

    assert "Your settings" in first.text
    assert first.followups == []


async def test_choosing_a_zone_sets_it(world: BotWorld, ada: FakeUser) -> None:
    first = await (await ada.slash("settings show")).until(lambda it: bool(it.followups))

    chosen = await first.followups[0].choose("Where are you?", "Asia/Tokyo", by=ada)

    assert chosen.changed_the_message
    assert "Asia/Tokyo" in chosen.text
    assert "09:00" in chosen.text
    user = await world.account_of(ada)
    assert user is not None
    assert user.timezone == "Asia/Tokyo"


async def test_the_question_still_works_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    first = await (await ada.slash("settings show")).until(lambda it: bool(it.followups))
    await world.restart()

    chosen = await first.followups[0].choose("Where are you?", "Europe/Paris", by=ada)

    assert "Europe/Paris" in chosen.text


async def test_people_are_registered_once_however_many_commands_they_use_at_once(
    world: BotWorld, ada: FakeUser
) -> None:
    answers = await asyncio.gather(*(ada.slash("settings show") for _ in range(5)))

    assert all("UTC" in answer.text for answer in answers)
    people = [item async for item in world.table.scan() if item["type"] == "user"]
    assert len(people) == 1
    assert people[0]["createdAt"] == f"{datetime(2100, 1, 1, tzinfo=UTC):%Y-%m-%dT%H:%M:%SZ}"
