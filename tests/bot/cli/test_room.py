"""`questlog room`: what is said of a check-in changes, and nothing else."""

from tests.bot.cli.terminal import Terminal


async def test_a_room_asks_at_the_same_time_whatever_else_is_changed_of_what_it_asks(
    terminal: Terminal,
) -> None:
    await terminal.lines("account", "set", "--timezone", "Europe/Berlin")
    await terminal.lines("room", "create", "Gym")
    await terminal.lines("room", "check-in", "Gym", "--ask", "What will you do today?", "--at", "8am")
    await terminal.lines("account", "set", "--timezone", "Asia/Tokyo")

    asked = await terminal.answer("room", "check-in", "Gym", "--ask", "What will you do?", "--hours", "5")
    assert asked["checkIn"] == {
        "question": "What will you do?",
        "at": "08:00",
        "zone": "Europe/Berlin",
        "hours": 5,
    }
    assert asked["message"] == "It asks every day at 08:00 in Europe/Berlin, and waits 5 hours for answers."

    asked = await terminal.answer("room", "check-in", "Gym", "--at", "9am")
    assert (asked["checkIn"]["at"], asked["checkIn"]["zone"]) == ("09:00", "Asia/Tokyo")
    assert asked["message"] == "It asks every day at 09:00, and waits 5 hours for answers."
