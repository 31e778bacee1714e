"""Options that several commands have."""

from typing import Final, TypeAlias

from discord import app_commands

from tracker.goals.model import Frequency

SHARE: Final = "Let everybody here see the answer; otherwise only you do"

Name: TypeAlias = app_commands.Range[str, 1, 100]
"""What something is called, or a few words about it."""

FREQUENCIES = [
    app_commands.Choice(name="every day", value=Frequency.DAILY.value),
    app_commands.Choice(name="on Mondays", value=Frequency.WEEKLY.value),
    app_commands.Choice(name="at milestones", value=Frequency.MILESTONES.value),
    app_commands.Choice(name="at every change", value=Frequency.EVERY_CHANGE.value),
    app_commands.Choice(name="never", value=Frequency.OFF.value),
]
