"""All that can be done by SMS. What comes with a new feature is added here, and its words to words.py."""

from bot.sms import gains_command, goal_commands, setting_commands
from bot.sms.command import Command

FEATURES: tuple[Command, ...] = (
    *goal_commands.COMMANDS,
    *gains_command.COMMANDS,
    *setting_commands.COMMANDS,
)
