"""`/timeline` and `/find`."""

from typing import Any

from discord import app_commands

from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.timeline import usecases, view
from bot.timeline.requests import FindThings, ShowTimeline
from tracker.life.things import KINDS, kind_of
from tracker.life.timeline import parse_token

PER_PAGE = 15
CHOICES = [app_commands.Choice(name=f"{one}s", value=one) for one in KINDS]
_ABOUT = ShowTimeline.described()


@app_commands.describe(kind="Only things of this kind", since=_ABOUT["since"], until=_ABOUT["until"])
@app_commands.choices(kind=CHOICES)
async def show_timeline(
    interaction: Interaction, kind: str | None = None, since: Name | None = None, until: Name | None = None
) -> None:
    """See all that you have, the newest first"""
    ask = ShowTimeline(kind=kind, since=since, until=until, limit=PER_PAGE)
    await act(interaction, usecases.show, ask, view.timeline)


@app_commands.describe(words="A word of its name, or a tag such as @phone", kind="Only things of this kind")
@app_commands.choices(kind=CHOICES)
async def find_things(interaction: Interaction, words: Name, kind: str | None = None) -> None:
    """Find what you have by its words or its tags"""
    await act(interaction, usecases.find, FindThings(words=words, kind=kind, limit=PER_PAGE), view.found)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    app_commands.command(name="timeline")(show_timeline),
    app_commands.command(name="find")(find_things),
)


@on_press(rf"ql:{view.OLDER}:(?P<owner>[0-9]{{1,20}}):(?P<only>[ak]):(?P<before>.{{1,80}})")
async def older(press: Press) -> None:
    """`only` says whether the page holds things of one kind, which is that of the last one."""
    here, before = await press.visit(), press["before"]
    kind = kind_of(parse_token(before)) if press["only"] == "k" else None
    found = await usecases.show(here, ShowTimeline(kind=kind, before=before, limit=PER_PAGE))
    await press.replace(here, view.timeline(here, found))


SLASH = SlashPart(commands=COMMANDS, items=(older,))
