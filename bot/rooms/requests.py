"""What can be asked of rooms."""

from typing import Annotated

from pydantic import Field

from bot.documents import Ask
from tracker.rooms.model import Tell

Limit = Annotated[int, Field(ge=1, le=100)]


class CreateRoom(Ask, frozen=True):
    name: str
    purpose: str | None = Field(default=None, description="What it is for, in a sentence")
    my_name: str | None = Field(
        default=None, validation_alias="as", description="What others see; your nickname unless you say"
    )


class JoinRoom(Ask, frozen=True):
    code: str
    """From an invitation, however it is written."""
    my_name: str | None = Field(
        default=None, validation_alias="as", description="What others see; your nickname unless you say"
    )


class ListRooms(Ask, frozen=True):
    """All that you are in."""


class NameRoom(Ask, frozen=True):
    room: str
    """Its name, how that begins, or its id."""


class SayInRoom(NameRoom, frozen=True):
    text: str


class SayByMention(SayInRoom, frozen=True):
    """In a message on Discord that mentions Questlog; ids as Discord calls them."""

    channel: str
    message: str


class ShareWithRoom(NameRoom, frozen=True):
    thing: str
    """A habit, a goal or a project of yours, as you call it, or a challenge that you are in."""


class ShowInChannel(NameRoom, frozen=True):
    """A channel on Discord, as Discord says it: ids, and names."""

    channel: str
    channel_name: str
    server_name: str


class ClearChannel(Ask, frozen=True):
    """A channel on Discord, by its id: whichever room it shows."""

    channel: str = Field(pattern="^[0-9]{1,20}$")


class ShowHistory(NameRoom, frozen=True):
    limit: Limit = Field(default=20, description="So many messages")
    before: str | None = Field(default=None, description="From there back: what an earlier page said")


class InviteToRoom(NameRoom, frozen=True):
    people: int | None = Field(default=None, description="How many can join by it")
    days: int | None = Field(default=None, description="For how many days; a week unless you say")


class EditRoom(NameRoom, frozen=True):
    """Only what is said is changed."""

    name: str | None = Field(default=None, description="A new name of the room; only its owner can")
    purpose: str | None = Field(default=None, description="What it is for; only its owner can")
    my_name: str | None = Field(default=None, validation_alias="as", description="What others see you as")
    tell: Tell | None = Field(
        default=None,
        description="How you hear of it: with your digest once a day, only of what names you, or of all",
    )


class NameMessage(NameRoom, frozen=True):
    message: str | None = None
    """Its id, or the name of whoever said it: then the last of theirs. Without either, your own last."""


class CorrectMessage(NameRoom, frozen=True):
    text: str
    """How it should read."""
    message: str | None = Field(default=None, description="Its id; the last that you said unless you say")


class ReportMessage(NameRoom, frozen=True):
    message: str
    """Its id, or the name of whoever said it: then the last that they said."""
    why: str | None = Field(default=None, description="What is wrong with it, in a sentence")


class BlockMember(NameRoom, frozen=True):
    member: str
    """What they are called in the room, or the id of something that they said."""


class BlockAuthor(NameRoom, frozen=True):
    message: str
    """The id of something that they said: whatever they are called by now."""


class UnblockMember(Ask, frozen=True):
    member: str
    """What they were called where you blocked them."""


class CheckInRoom(NameRoom, frozen=True):
    """Without more than the room, what was answered last."""

    ask: str | None = Field(default=None, description="What the room asks every day; only its owner can")
    at: str | None = Field(default=None, description="When it asks, by your clock: 8am")
    hours: int | None = Field(
        default=None, description="How many hours it waits for answers: 10, unless you say"
    )
    off: bool = Field(default=False, description="Stop asking")


class SetBuddy(NameRoom, frozen=True):
    member: str | None = None
    """What they are called there; nobody without it."""


class NameMember(NameRoom, frozen=True):
    member: str
    """What they are called in the room."""
