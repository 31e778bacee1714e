"""What has to wait is worded when it goes: a freeze that was given back, a streak that goes on after all."""

from tests.tracker.habits.homes import Home
from tests.tracker.habits.test_rounds import kept_for
from tracker.notify.model import OutboxItem


async def told(home: Home, kind: str) -> OutboxItem:
    [message] = [one for one in await home.told() if one.kind.name == kind]
    return message


async def test_a_freeze_that_waits_says_what_is_left_by_then(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7))
    await home.go_on_to(13, days=1)
    message = await told(home, "habit-frozen")
    assert "saved your streak: 7 days in a row" in message.text
    await home.done(gym)

    assert "saved your streak: 8 days in a row" in (await home.reads_now(message) or "")


async def test_a_freeze_that_was_given_back_is_not_told(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7))
    await home.go_on_to(13, days=1)
    message = await told(home, "habit-frozen")
    await home.done(gym, ago=1)

    assert await home.reads_now(message) is None


async def test_a_streak_that_goes_on_after_all_has_not_ended(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7, freezes="off"))
    await home.go_on_to(13, days=1)
    message = await told(home, "habit-ended")
    assert await home.reads_now(message) == message.text
    await home.done(gym)
    assert (await home.reads_now(message) or "").startswith("It was 7 days in a row."), "a new one begins"
    await home.done(gym, ago=1)

    assert await home.reads_now(message) is None


async def test_of_a_habit_that_is_gone_nothing_is_told(home: Home) -> None:
    gym = await home.habits.get(home.user.id, await kept_for(home, 7, freezes="off"))
    await home.go_on_to(13, days=1)
    message = await told(home, "habit-ended")
    await home.habits.archive(home.user.id, gym.id)

    assert await home.reads_now(message) is None
