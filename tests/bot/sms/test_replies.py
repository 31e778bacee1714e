"""What messages by SMS tell people to answer is understood when they do."""

import re

import pytest

from tests.bot.sms.conftest import SmsWorld
from tests.bot.sms.sentences import PHRASES, parse
from tracker.habits.rounds.messages import DAY_BEFORE, TODAY

TOLD = {told.format(name="GYM") for one in (TODAY, DAY_BEFORE) for told in one.replies or ()}


@pytest.mark.parametrize("told", sorted(TOLD))
def test_each_word_that_is_offered_is_a_command(told: str) -> None:
    words = re.findall(r"\b[A-Z]+\b(?= GYM)|\b(?:DONE|SKIP|LATER|Y)\b", told)

    assert words
    assert all(parse(word).command in PHRASES for word in words)


async def test_each_answer_does_what_it_says(world: SmsWorld) -> None:
    user = await world.owner()
    await world.services.habits.add_written(user, "gym")
    phone = world.phone()

    assert (await phone.says("LATER GYM")).startswith("Gym: I remind you again at 01:00")
    assert (await phone.says("SKIP GYM")).startswith("Gym is skipped today")
    assert (await phone.says("DONE GYM 5")).startswith("Gym is done today: 5")
    assert (await phone.says("Y GYM")).startswith("Gym was done yesterday")
