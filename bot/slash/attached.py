"""Charts as Discord takes them: files that a card shows."""

import io

import discord

from bot.charts.standings_values import StandingsChart
from bot.habit_pictures import habit_picture_of
from bot.pictures import PICTURES, Picture, Pictures, picture_of
from bot.services import Services
from bot.shown import ShownGoal
from bot.standings_pictures import standings_picture_of
from tracker.habits.watched import Watched

FILE_NAME, HABIT_FILE, STANDINGS_FILE = "goal.png", "habit.png", "standings.png"


def as_file(picture: Picture, name: str = FILE_NAME) -> discord.File:
    return discord.File(io.BytesIO(picture.png), name, description=picture.words)


async def goal_picture(
    services: Services, shown: ShownGoal, pictures: Pictures = PICTURES
) -> discord.File | None:
    """The chart of a goal, to be attached; None where a card is better off without it."""
    found = await picture_of(services.table, shown, pictures)
    return None if found is None else as_file(found)


async def habit_picture(
    services: Services, watched: Watched, pictures: Pictures = PICTURES
) -> discord.File | None:
    """The chart of a habit, to be attached; None where a card is better off without it."""
    found = await habit_picture_of(services.table, watched, pictures)
    return None if found is None else as_file(found, HABIT_FILE)


async def standings_picture(chart: StandingsChart, pictures: Pictures = PICTURES) -> discord.File | None:
    """The chart of a week, to be attached; None where a card is better off without it."""
    found = await standings_picture_of(chart, pictures)
    return None if found is None else as_file(found, STANDINGS_FILE)
