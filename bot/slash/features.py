"""Every feature on Discord, in the order in which `/help` names them. A new one is one line in FEATURES."""

from bot.slash.announce_commands import AnnounceButton, AnnounceCommands
from bot.slash.asking import AnswerButton
from bot.slash.channel_commands import ChannelCommands
from bot.slash.character_commands import CharacterCommands
from bot.slash.data_commands import DeletionButton, delete, export
from bot.slash.digest_commands import DigestCommands
from bot.slash.feature import Feature
from bot.slash.gains_commands import gains
from bot.slash.goal_buttons import GoalButton
from bot.slash.goal_commands import GoalCommands
from bot.slash.help import help_
from bot.slash.history_commands import HistorySelect, history
from bot.slash.linking import CodeButton
from bot.slash.mute_commands import mute
from bot.slash.paging import TurnButton
from bot.slash.server_commands import ServerCommands
from bot.slash.settings import SettingsCommands
from bot.slash.stats_commands import stats
from bot.slash.today_commands import today
from bot.slash.whole_message import MessageButton
from bot.slash.zone_select import ZoneSelect

FEATURES: tuple[Feature, ...] = (
    Feature("messages", items=(GoalButton, MessageButton)),
    Feature("lists", items=(TurnButton,)),
    Feature("questions", items=(AnswerButton,)),
    Feature("characters", commands=(CharacterCommands,)),
    Feature("goals", commands=(GoalCommands,)),
    Feature("today", commands=(today,)),
    Feature("gains", commands=(gains,)),
    Feature("settings", commands=(SettingsCommands,), items=(ZoneSelect,)),
    Feature("mute", commands=(mute,)),
    Feature("digest", commands=(DigestCommands,)),
    Feature("channels", commands=(ChannelCommands,), items=(CodeButton,)),
    Feature("history", commands=(history,), items=(HistorySelect,)),
    Feature("announcements", commands=(AnnounceCommands,), items=(AnnounceButton,)),
    Feature("servers", commands=(ServerCommands,)),
    Feature("stats", commands=(stats,)),
    Feature("data", commands=(export, delete), items=(DeletionButton,)),
    Feature("help", commands=(help_,)),
)
