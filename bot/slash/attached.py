"""Charts as Discord takes them: files that a card shows."""

import io

import discord

from bot.pictures import PICTURES, Picture, Pictures, picture_of
from bot.services import Services
from bot.shown import ShownGoal

FILE_NAME = "goal.png"


def as_file(picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), FILE_NAME, description=picture.words)


async def goal_picture(
    services: Services, shown: ShownGoal, pictures: Pictures = PICTURES
) -> discord.File | None:
    """The chart of a goal, to be attached; None where a card is better off without it."""
    found = await picture_of(services.table, shown, pictures)
    return None if found is None else as_file(found)
