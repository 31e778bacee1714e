"""All that can be done by SMS. What comes with a new feature is added here, and its words to words.py."""

from bot.sms import (
    adding,
    challenge_commands,
    either,
    gains_command,
    goal_commands,
    habit_commands,
    later_command,
    points_commands,
    setting_commands,
    today_command,
)
from bot.sms.command import Command

FEATURES: tuple[Command, ...] = (
    *today_command.COMMANDS,
    *habit_commands.COMMANDS,
    *later_command.COMMANDS,
    *points_commands.COMMANDS,
    *challenge_commands.COMMANDS,
    *goal_commands.COMMANDS,
    *gains_command.COMMANDS,
    *either.COMMANDS,
    *adding.COMMANDS,
    *setting_commands.COMMANDS,
)
