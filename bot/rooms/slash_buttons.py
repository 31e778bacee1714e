"""The buttons of rooms on Discord, which work after a restart, too, and the form in which one speaks."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any

from discord import TextStyle, ui

from bot.rooms import check_ins, members, requests, talking, view
from bot.rooms.documents import RoomSaid
from bot.slash.press import Press, on_press
from bot.visit import Visit
from tracker.rooms.errors import NoSuchRoom
from tracker.rooms.messages import RoomAct
from tracker.rooms.model import LONGEST_TEXT, BuddyTerms

_OWNER = r"(?P<owner>[0-9]{1,20})"
_ROOM = r"(?P<room>[^:]{1,40})"
_BY = r"(?P<by>[^:]{1,40})"
_MESSAGE = r"(?P<message>[^:]{1,40})"
MESSAGES = 12


@on_press(rf"ql:room:(?:say|{RoomAct.REPLY.value}):{_OWNER}:{_ROOM}", defers=False)
async def say_button(press: Press) -> None:
    """Opens the form, and says what was typed; also under a message of somebody else."""
    await _form(press, "Say something", talking.say)


@on_press(rf"ql:room:{RoomAct.ANSWER.value}:{_OWNER}:{_ROOM}", defers=False)
async def answer_button(press: Press) -> None:
    """The same for what the room asks."""
    await _form(press, "Answer", check_ins.answer)


async def _form(
    press: Press, title: str, do: Callable[[Visit, requests.SayInRoom], Awaitable[RoomSaid]]
) -> None:
    if (typed := press.typed) is None:
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id="text", max_length=LONGEST_TEXT, style=TextStyle.paragraph
        )
        await press.ask(title, ui.Label(text="Everybody in the room can read it", component=text))
        return
    here = await press.visit()
    done = await do(here, requests.SayInRoom(room=press["room"], text=typed["text"]))
    await press.answer(here, view.said(here, done))


@on_press(rf"ql:room-here:{_ROOM}:{_MESSAGE}", defers=False)
async def reply_button(press: Press) -> None:
    """Below what a channel shows: whoever is in the room can press it, each for themselves."""
    with _for_members():
        await _form(press, "Say something", talking.say)


@on_press(rf"ql:room-answer-here:{_ROOM}:{_MESSAGE}", defers=False)
async def answer_here_button(press: Press) -> None:
    with _for_members():
        await _form(press, "Answer", check_ins.answer)


@on_press(rf"ql:room-cheer-here:{_ROOM}:{_MESSAGE}")
async def cheer_here_button(press: Press) -> None:
    with _for_members():
        await _cheer(press)


@on_press(rf"ql:room-news:{RoomAct.CHEER.value}:{_OWNER}:{_ROOM}:{_MESSAGE}")
async def cheer_button(press: Press) -> None:
    """Below what a member is told."""
    await _cheer(press)


@on_press(rf"ql:room-buddies:{RoomAct.BUDDY.value}:{_OWNER}:{_ROOM}:{_BY}")
async def buddy_button(press: Press) -> None:
    """Below what tells a member that another one wants it."""
    await _buddy(press, BuddyTerms.HABITS)


@on_press(rf"ql:room-buddy:{RoomAct.BUDDY.value}:{_OWNER}:{_ROOM}:{_BY}")
async def old_buddy_button(press: Press) -> None:
    """Below a message of an older version, which said nothing of habits: who presses it agrees to no more."""
    await _buddy(press, BuddyTerms.ANSWERS)


async def _buddy(press: Press, terms: BuddyTerms) -> None:
    here = await press.visit()
    ask = requests.SetBuddy(room=press["room"], member=press["by"])
    await press.answer(here, view.buddy(here, await members.buddy(here, ask, terms)))


async def _cheer(press: Press) -> None:
    here = await press.visit()
    ask = requests.NameMessage(room=press["room"], message=press["message"])
    await press.answer(here, view.gone(here, await talking.cheer(here, ask)))


@contextmanager
def _for_members() -> Generator[None]:
    """A channel has readers who are not in the room."""
    try:
        yield
    except NoSuchRoom as unknown:
        raise NoSuchRoom(
            "You are not in this room. Ask somebody in it for a code, and join it with /room join."
        ) from unknown


@on_press(rf"ql:room:older:{_OWNER}:{_ROOM}:(?P<before>[^:]{{1,50}})")
async def older_button(press: Press) -> None:
    here = await press.visit()
    ask = requests.ShowHistory(room=press["room"], limit=MESSAGES, before=press["before"])
    await press.answer(here, view.history(here, await talking.history(here, ask)))


ITEMS = (
    say_button,
    answer_button,
    reply_button,
    answer_here_button,
    cheer_here_button,
    cheer_button,
    buddy_button,
    old_buddy_button,
    older_button,
)
