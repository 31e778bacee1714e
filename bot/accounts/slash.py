"""`/settings`, `/mute`, and the question that everybody is asked once: whose clocks do you follow?"""

from typing import Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.accounts import usecases, view
from bot.accounts.requests import ChangeAccount
from bot.accounts.slash_data import COMMANDS, deletion_button
from bot.documents import Nothing
from bot.slash.acting import act, ask_nothing, known_visit, respond, visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.slash.setting_suggestions import suggest_day_starts, suggest_quiet_hours, suggest_zones
from bot.slash.suggestions import choices
from tracker.accounts.profile import LONGEST_BIO, PROFILE
from tracker.notify.muting import mute_text
from tracker.zones import UTC_NAME

LONGEST_MUTE = 40
USUAL_MUTES = ("1h", "3h", "18:00", "tomorrow", "mon", "1 week", "off")


Said: TypeAlias = app_commands.Range[str, 1, 100]
Bio: TypeAlias = app_commands.Range[str, 1, LONGEST_BIO]
_WHY = {name: about.why for name, about in PROFILE.items()}


class AccountCommands(
    app_commands.Group, name="account", description="What you say of yourself, and who sees it"
):
    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show what you said of yourself"""
        await act(interaction, usecases.show, Nothing(), view.profile)

    @app_commands.command(name="set")
    @app_commands.describe(**_WHY)
    async def set_(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        display_name: Said | None = None,
        full_name: Said | None = None,
        birth_date: Said | None = None,
        birthday_greeting: Literal["yes", "no"] | None = None,
        country: Said | None = None,
        language: Said | None = None,
        gender: Said | None = None,
        pronouns: Said | None = None,
        bio: Bio | None = None,
        tags: Said | None = None,
        tier: Said | None = None,
        status: Said | None = None,
        theme: Literal["dark", "light", "none"] | None = None,
        default_area: Said | None = None,
        recap: Literal["month", "year", "both", "none"] | None = None,
        shown_in_rooms: Said | None = None,
    ) -> None:
        """Say something of yourself; all of it by choice. `none` takes a thing back"""
        ask = ChangeAccount(
            display_name=display_name, full_name=full_name, birth_date=birth_date, country=country,
            birthday_greeting=birthday_greeting, language=language, gender=gender, pronouns=pronouns, bio=bio,
            tags=tags, tier=tier, status=status, theme=theme, default_area=default_area,
            recap=recap, shown_in_rooms=shown_in_rooms,
        )  # fmt: skip
        await act(interaction, usecases.change, ask, view.profile)


class SettingsCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="settings", description="Your time zone, your days and your quiet hours")

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show how Questlog is set up for you"""
        await act(interaction, usecases.show, Nothing(), view.settings)

    @app_commands.command()
    @app_commands.describe(zone="A place whose clocks you follow, such as Europe/Berlin")
    @app_commands.autocomplete(zone=suggest_zones)
    async def timezone(self, interaction: Interaction, zone: app_commands.Range[str, 1, 100]) -> None:
        """Say whose clocks you follow"""
        await _change(interaction, ChangeAccount(timezone=zone))

    @app_commands.command(name="day-start")
    @app_commands.describe(time="When a new day begins for you, such as 04:00 if you are up late")
    @app_commands.autocomplete(time=suggest_day_starts)
    async def day_start(self, interaction: Interaction, time: app_commands.Range[str, 1, 20]) -> None:
        """Say when your day begins"""
        await _change(interaction, ChangeAccount(day_start=time))

    @app_commands.command(name="quiet-hours")
    @app_commands.describe(hours="When not to be told anything, such as 22:00-07:00; off ends them")
    @app_commands.autocomplete(hours=suggest_quiet_hours)
    async def quiet_hours(self, interaction: Interaction, hours: app_commands.Range[str, 1, 40]) -> None:
        """Say when you want to be left alone"""
        await _change(interaction, ChangeAccount(quiet_hours=hours))

    @app_commands.command()
    @app_commands.describe(passes="Whether it comes also in quiet hours and while you are muted")
    async def urgent(self, interaction: Interaction, passes: Literal["yes", "no"]) -> None:
        """Say whether what is urgent may come at any time"""
        await _change(interaction, ChangeAccount(urgent_passes=passes))


async def _change(interaction: Interaction, ask: ChangeAccount) -> None:
    here = await visit(interaction)
    if ask.timezone is not None:
        ask_nothing(interaction)  # this is the answer to the question
    await respond(interaction, here, view.settings(here, await usecases.change(here, ask)))


async def suggest_mutes(interaction: Interaction, current: str) -> Suggestions:
    """What was typed with what it means; before anything is, what is usual."""
    here, now = await known_visit(interaction), interaction.client.services.clock()
    zone = here.person.zone if here else ZoneInfo(UTC_NAME)
    texts = [current.strip()[:LONGEST_MUTE]] if current.strip() else USUAL_MUTES
    found = ((text, mute_text(text, now, zone)) for text in texts)
    return choices((f"{text} ({meaning})", text) for text, meaning in found if meaning)


@app_commands.describe(until="When I may write again: 2h, tomorrow, mon, 18:00; off: now")
@app_commands.autocomplete(until=suggesting(suggest_mutes))
async def mute_person(interaction: Interaction, until: app_commands.Range[str, 1, LONGEST_MUTE]) -> None:
    """Be told nothing for a while; all of it comes afterwards as one message"""
    await act(interaction, usecases.change, ChangeAccount(mute=until), view.muted)


mute: app_commands.Command[Any, ..., None] = app_commands.command(name="mute")(mute_person)


@on_press(rf"ql:{view.ZONE_MENU}:(?P<owner>[0-9]{{1,20}})", select=True)
async def zone_menu(press: Press) -> None:
    here = await press.visit()
    done = await usecases.change(here, ChangeAccount(timezone=press.chosen[0]))
    await press.replace(here, view.zone_chosen(here, done))


SLASH = SlashPart(
    commands=(AccountCommands, SettingsCommands, mute, *COMMANDS),
    items=(zone_menu, deletion_button),
    welcome=view.zone_question,
)
