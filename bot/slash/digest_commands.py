"""`/digest`: what the next one would say, when it comes, and how often."""

from contextlib import suppress
from typing import Literal

from discord import app_commands

from bot.page import page_of
from bot.services import Services
from bot.slash.account_cards import settings_card
from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card, empty_card, heading, text
from bot.slash.changing import changed
from bot.slash.errors import Suggestions, suggesting
from bot.slash.paging import PAGES, Place, turn_rows
from bot.slash.person import present
from bot.slash.texts import dotted, small
from bot.slash.whole_message import pages
from tracker.accounts.model import DigestFrequency, User
from tracker.accounts.settings import clock_time
from tracker.goals.rounds import daily as rounds
from tracker.notify.model import outbox_item

LIST = "digest"

_TIMES = ("07:00", "08:00", "12:00", "18:00", "20:00")


class DigestCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="digest", description="A summary of your goals, as often as you like")

    @app_commands.command()
    async def now(self, interaction: Interaction) -> None:
        """Read what your next digest would say if it came now"""
        user = await present(interaction)
        first = Place(LIST, interaction.user.id)
        await answer(interaction, await digest_page(interaction.client.services, user, first))

    @app_commands.command()
    @app_commands.describe(time="When it comes, by your own clocks, such as 08:00")
    async def time(self, interaction: Interaction, time: app_commands.Range[str, 1, 20]) -> None:
        """Say at what time your digest comes"""
        await _change(interaction, {"digest_time": time})

    @app_commands.command()
    @app_commands.describe(
        frequency="How often it comes; weekly is on Mondays",
        when_quiet="Whether it comes also when nothing has moved",
    )
    @app_commands.rename(when_quiet="when-quiet")
    async def frequency(
        self,
        interaction: Interaction,
        frequency: Literal["daily", "weekly", "off"],
        when_quiet: bool | None = None,  # noqa: FBT001 - an option of the command
    ) -> None:
        """Say how often your digest comes"""
        changes: dict[str, str] = {"digest": frequency}
        if when_quiet is not None:
            changes["digest_when_quiet"] = "yes" if when_quiet else "no"
        await _change(interaction, changes)

    @time.autocomplete("time")
    @suggesting
    async def suggest_times(self, interaction: Interaction, current: str) -> Suggestions:
        del interaction
        return times_like(current)


def times_like(text: str) -> Suggestions:
    """The time as Questlog reads it; while it is none yet, those of the usual ones that fit."""
    typed = text.strip()
    found = [time for time in _TIMES if typed in time]
    with suppress(ValueError):
        found = [f"{clock_time(typed):%H:%M}"]
    return [app_commands.Choice(name=time, value=time) for time in found]


async def digest_page(services: Services, user: User, place: Place) -> Card:
    """Made anew for each page: what has happened meanwhile is in it."""
    now = services.clock().replace(microsecond=0)
    messages = await rounds.preview(services.table, user, now)
    if not messages:
        return empty_card(
            "Nothing to say",
            "No goal is told daily or weekly, or none has a number yet. Set one: "
            "`/goal add goal:99 wc by 1 march`",
            small(when_it_comes(user)),
        )
    page = page_of(pages([outbox_item(one) for one in messages]), place.number, 1)
    [words] = page.items
    head = heading("Your next digest, if it came now", dotted([when_it_comes(user), str(page)]))
    return Card(head, text(words), rows=turn_rows(place, page))


def when_it_comes(user: User) -> str:
    match user.digest:
        case DigestFrequency.OFF:
            return "Digests are off; `/digest frequency` switches them on"
        case DigestFrequency.WEEKLY:
            return f"It comes on Mondays at {user.digest_time:%H:%M}"
        case DigestFrequency.DAILY:
            return f"It comes every day at {user.digest_time:%H:%M}"


async def _change(interaction: Interaction, changes: dict[str, str]) -> None:
    services = interaction.client.services
    after = await changed(services, await present(interaction), changes)
    card = settings_card(after, services.clock(), lead=f"Changed. {when_it_comes(after)}.")
    await answer(interaction, card)


PAGES[LIST] = digest_page
