"""A picture that goes with a notification. Who can draw gives a function to the channels that show them."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from scheduler.channels.channel import Part


class Picture(NamedTuple):
    png: bytes
    words: str
    """What is to be seen, for those who cannot see it."""


PictureOf: TypeAlias = Callable[[str, Part], Awaitable[Picture | None]]
"""From a person and what they are told to its picture; None where there is none."""


async def no_pictures(person: str, part: Part) -> Picture | None:
    """Where nobody can draw."""
    del person, part
    return None
