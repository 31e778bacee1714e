"""`/settings` over the wire: what is set, what is refused, and what is suggested while typing."""

from datetime import time

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.fakes.discord.users import FakeUser
from tracker.accounts.model import User
from tracker.zones import matching_zones, zone_names


async def account(world: BotWorld, user: FakeUser) -> User:
    found = await world.account_of(user)
    assert found is not None
    return found


async def test_a_zone_is_set_by_its_name(world: BotWorld, ada: FakeUser) -> None:
    answer = await ada.slash("settings timezone", zone="europe/berlin")

    assert "Europe/Berlin" in answer.text
    assert answer.ephemeral
    assert (await account(world, ada)).timezone == "Europe/Berlin"


async def test_whoever_sets_the_zone_first_is_not_asked_for_it(world: BotWorld, ada: FakeUser) -> None:
    answer = await ada.slash("settings timezone", zone="Asia/Tokyo")
    await ada.slash("settings show")

    assert answer.followups == []
    assert (await account(world, ada)).timezone == "Asia/Tokyo"


async def test_an_offset_is_refused_with_places_to_choose_from(world: BotWorld, ada: FakeUser) -> None:
    answer = await ada.slash("settings timezone", zone="UTC+1")

    assert "does not follow daylight saving time" in answer.text
    assert "Europe/Berlin" in answer.text
    assert "Error" not in answer.text
    assert (await account(world, ada)).timezone == "UTC"


async def test_the_start_of_the_day_is_understood_as_people_write_it(world: BotWorld, ada: FakeUser) -> None:
    answer = await ada.slash("settings day-start", time="4 am")

    assert "04:00" in answer.text
    assert (await account(world, ada)).day_start == time(4)


async def test_quiet_hours_go_over_midnight_and_end_with_off(world: BotWorld, ada: FakeUser) -> None:
    on = await ada.slash("settings quiet-hours", hours="22-7")
    quiet = (await account(world, ada)).quiet_hours
    off = await ada.slash("settings quiet-hours", hours="off")

    assert "from 22:00 to 07:00" in on.text
    assert str(quiet) == "22:00-07:00"
    assert "none" in off.text
    assert (await account(world, ada)).quiet_hours is None


async def test_nonsense_is_refused_and_changes_nothing(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("settings quiet-hours", hours="22:00-07:00")

    answer = await ada.slash("settings quiet-hours", hours="whenever @everyone")

    assert "are not quiet hours" in answer.text
    assert "@everyone" not in answer.text
    assert str((await account(world, ada)).quiet_hours) == "22:00-07:00"


async def test_settings_are_shown_to_their_person_alone(
    ada: FakeUser, bob: FakeUser, world: BotWorld
) -> None:
    clan = world.discord.guild("clan")
    await ada.slash("settings timezone", zone="Europe/Berlin", in_=clan.channel)

    hers = await ada.slash("settings show", in_=clan.channel)
    his = await bob.slash("settings show", in_=clan.channel)

    assert "Europe/Berlin" in hers.text
    assert hers.ephemeral
    assert "Europe/Berlin" not in his.text


async def test_zones_are_suggested_with_the_time_there(ada: FakeUser) -> None:
    [first, *_] = await ada.autocomplete("settings timezone", zone="berl")

    assert first.value == "Europe/Berlin"
    assert first.name == "Europe/Berlin (01:00 now)"


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("new york", "America/New_York"),
        ("europe/l", "Europe/Lisbon"),
        ("CET", "Europe/Berlin"),
        ("berlim", "Europe/Berlin"),
        ("utc", "UTC"),
    ],
)
def test_what_is_typed_finds_the_zone_that_is_meant(typed: str, first: str) -> None:
    assert matching_zones(typed)[0] == first


async def test_no_more_zones_are_suggested_than_discord_takes(ada: FakeUser) -> None:
    assert len(await ada.autocomplete("settings timezone", zone="")) == 25
    assert len(await ada.autocomplete("settings timezone", zone="a")) == 25
    assert set(matching_zones("")) <= set(zone_names())


@pytest.mark.parametrize(
    ("command", "option", "typed", "understood"),
    [
        ("settings day-start", "time", "4am", ["04:00"]),
        ("settings day-start", "time", "25", []),
        ("settings quiet-hours", "hours", "10 pm to 7", ["22:00-07:00"]),
        ("settings quiet-hours", "hours", "no", ["off"]),
    ],
)
async def test_while_typing_one_sees_what_was_understood(
    ada: FakeUser, command: str, option: str, typed: str, understood: list[str]
) -> None:
    choices = await ada.autocomplete(command, **{option: typed})

    assert [choice.value for choice in choices] == understood


async def test_suggestions_make_nobody_an_account(world: BotWorld, ada: FakeUser) -> None:
    await ada.autocomplete("settings timezone", zone="")

    assert await world.account_of(ada) is None
