"""A picture that goes with a notification. Who can draw gives a function to the channels that show them."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from scheduler.channels.channel import Message, Part
from tracker.logs import get_logger

log = get_logger(__name__)

SECONDS = 10.0
"""For all of a message. The first one also loads what draws, which takes a small machine some seconds."""
MOST_PICTURES = 3


class Picture(NamedTuple):
    png: bytes
    words: str
    """What is to be seen, for those who cannot see it."""


class PictureOf(Protocol):
    """From a person and what they are told to its picture; None where there is none."""

    async def __call__(self, person: str, part: Part, /, *, dark: bool = False) -> Picture | None:
        """`dark` where the background is."""
        ...


async def no_pictures(person: str, part: Part, /, *, dark: bool = False) -> Picture | None:
    """Where nobody can draw."""
    del person, part, dark
    return None


def every(part: Part) -> bool:
    """Where all that can have a picture has it."""
    del part
    return True


async def pictures_of(
    draw: PictureOf,
    person: str,
    message: Message,
    *,
    dark: bool = False,
    wanted: Callable[[Part], bool] = every,
) -> dict[str, Picture]:
    """A few, each once, by the id of their part. One that fails never costs the message."""
    found: dict[str, Picture] = {}
    try:
        async with asyncio.timeout(SECONDS):
            for part in filter(wanted, message.parts):
                if len(found) == MOST_PICTURES:
                    break
                picture = await draw(person, part, dark=dark)
                if picture is not None and picture not in found.values():
                    found[part.id] = picture
    except TimeoutError:
        log.warning("pictures took too long", id=message.id)
    except Exception:  # the border of what draws: a message without its picture is better than none
        log.exception("picture not drawn", id=message.id)
    return found
