"""Every feature on Discord, in the order in which `/help` names them. A new one is one line in FEATURES."""

from bot.slash.announce_commands import AnnounceButton, AnnounceCommands
from bot.slash.asking import AnswerButton
from bot.slash.challenge_commands import ChallengeCommands
from bot.slash.challenge_joining import AccountButton, CheckButton, JoinButton
from bot.slash.channel_commands import ChannelCommands
from bot.slash.character_commands import CharacterCommands
from bot.slash.data_commands import DeletionButton, delete, export
from bot.slash.digest_commands import DigestCommands
from bot.slash.feature import Feature
from bot.slash.gains_commands import gains
from bot.slash.goal_buttons import GoalButton
from bot.slash.goal_commands import GoalCommands
from bot.slash.habit_buttons import HabitButton, TickMenu
from bot.slash.habit_commands import HabitCommands
from bot.slash.habit_pages import HabitCardButton
from bot.slash.help import help_
from bot.slash.history_commands import HistorySelect, history
from bot.slash.leaderboard_commands import LeaderboardCommands
from bot.slash.linking import CodeButton
from bot.slash.mute_commands import mute
from bot.slash.paging import TurnButton
from bot.slash.reward_commands import achievements, points
from bot.slash.server_commands import ServerCommands
from bot.slash.settings import SettingsCommands
from bot.slash.stats_commands import stats
from bot.slash.today_commands import today
from bot.slash.today_ticks import TodayButton, TodayMenu
from bot.slash.whole_message import MessageButton
from bot.slash.zone_select import ZoneSelect

FEATURES: tuple[Feature, ...] = (
    Feature("messages", items=(GoalButton, HabitButton, TickMenu, MessageButton)),
    Feature("lists", items=(TurnButton,)),
    Feature("questions", items=(AnswerButton,)),
    Feature("characters", commands=(CharacterCommands,)),
    Feature("goals", commands=(GoalCommands,)),
    Feature("habits", commands=(HabitCommands,), items=(HabitCardButton,)),
    Feature("today", commands=(today,), items=(TodayMenu, TodayButton)),
    Feature("gains", commands=(gains,)),
    Feature("rewards", commands=(points, achievements)),
    Feature("leaderboard", commands=(LeaderboardCommands,)),
    Feature("challenges", commands=(ChallengeCommands,), items=(JoinButton, CheckButton, AccountButton)),
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
