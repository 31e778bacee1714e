"""Rooms by SMS."""

import pytest

from tests.bot.sms.conftest import ADA, SmsWorld


@pytest.mark.parametrize("typed", ["run", "morn", "morning run"])
async def test_what_is_shared_by_words_of_it_can_be_undone(world: SmsWorld, typed: str) -> None:
    await world.owner()
    phone = world.phone(ADA)
    for text in ("room create Gym", "add habit Morning run daily", f"room share gym: {typed}", "undo"):
        await phone.says(text)
    assert phone.log[-1].endswith("You no longer share Morning run.")


async def test_a_goal_that_is_shared_as_a_player_calls_it_can_be_undone(world: SmsWorld) -> None:
    await world.plays("99 woodcutting")
    phone = world.phone(ADA)
    for text in ("room create Gym", "room share gym: wc", "undo"):
        await phone.says(text)
    assert phone.log[-1].endswith("You no longer share 99 Woodcutting.")
