"""The terminal as a channel."""

from io import StringIO

import pytest

from scheduler.channels.channel import Message, MessageTarget, StopSender
from scheduler.channels.console import ConsoleChannel
from tests.scheduler.channels.messages import message, part

TERMINAL = MessageTarget("console", "terminal")


async def shown(told: Message) -> str:
    stream = StringIO()
    await ConsoleChannel(stream, width=80).send(TERMINAL, told)
    return stream.getvalue()


async def test_a_message_is_one_block_with_all_its_parts_and_their_ids() -> None:
    text = await shown(message(part("a"), part("b")))
    assert text.count("╭") == 1
    for expected in ("Reached a", "Reached b", "99 Woodcutting, at last", "id-of-a, id-of-b"):
        assert expected in text


async def test_what_is_late_says_so() -> None:
    assert "Reached a  (was meant for 08:00)" in await shown(message(part(late="was meant for 08:00")))


async def test_why_it_comes_here_stands_below() -> None:
    text = await shown(message(part("a"), note="Discord could not be reached,\x1b so this comes here."))
    assert text.index("99 Woodcutting") < text.index("Discord could not be reached,  so this comes here.")


async def test_text_cannot_steer_the_terminal_or_pose_as_markup() -> None:
    text = await shown(message(part(title="[red]x[/red]", text="\x1b[2J\x07gone\rback")))
    assert "[red]x[/red]" in text
    assert not {"\x1b", "\x07", "\r", "\x9b"} & set(text)


async def test_a_closed_terminal_stops_the_channel() -> None:
    stream = StringIO()
    stream.close()
    with pytest.raises(StopSender, match="terminal"):
        await ConsoleChannel(stream).send(TERMINAL, message())
