"""Every key of the table: the only place that builds or parses one. `docs/table.md` lists them from here."""

from tracker.store.key import KeyOf

# In the order in which docs/table.md lists them.
# isort: off
from tracker.store.keys.people import (
    AddressKey,
    ChannelKey,
    ConversationKey,
    DueKey,
    IdentityKind,
    LockKey,
    OutboxKey,
    SentSmsKey,
    UserKey,
)
from tracker.store.keys.goals import (
    CharacterKey,
    CompositeGoalKey,
    EarliestProgressKey,
    GoalActivityKey,
    GoalHabitKey,
    GoalKey,
    GoalMetricKey,
    GoalTaskKey,
    LatestProgressKey,
    MilestoneKey,
    ProgressKey,
)
from tracker.store.keys.subjects import (
    LatestReadingKey,
    LeaseKey,
    ReadingKey,
    SubjectKey,
    TrackedAttributeKey,
)
from tracker.store.keys.habits import (
    AchievementKey,
    BoardPlaceKey,
    HabitKey,
    HabitLogKey,
    RewardKey,
    StreakKey,
    WalletEntryKey,
    WalletKey,
)
from tracker.store.keys.weeks import GlobalStatsKey, UserStatsKey, WeekKey, WeekStatsKey
from tracker.store.keys.tasks import (
    InsightKey,
    LogbookKey,
    MetricKey,
    MetricLogKey,
    MetricMilestoneKey,
    ProjectKey,
    ProjectTaskKey,
    TaskDependencyKey,
    TaskKey,
)
from tracker.store.keys.servers import MembershipKey, ServerKey
from tracker.store.keys.places import AssistMessageKey, AuthorshipKey, RoomMessageKey
from tracker.store.keys.own import KeptKey, LimitKey, ProbeKey, SeenKey, StoppedKey
# isort: on

__all__ = [
    "AchievementKey",
    "AddressKey",
    "AssistMessageKey",
    "AuthorshipKey",
    "BoardPlaceKey",
    "ChannelKey",
    "CharacterKey",
    "CompositeGoalKey",
    "ConversationKey",
    "DueKey",
    "EarliestProgressKey",
    "GlobalStatsKey",
    "GoalActivityKey",
    "GoalHabitKey",
    "GoalKey",
    "GoalMetricKey",
    "GoalTaskKey",
    "HabitKey",
    "HabitLogKey",
    "IdentityKind",
    "InsightKey",
    "KeptKey",
    "KeyOf",
    "LatestProgressKey",
    "LatestReadingKey",
    "LeaseKey",
    "LimitKey",
    "LockKey",
    "LogbookKey",
    "MembershipKey",
    "MetricKey",
    "MetricLogKey",
    "MetricMilestoneKey",
    "MilestoneKey",
    "OutboxKey",
    "ProbeKey",
    "ProgressKey",
    "ProjectKey",
    "ProjectTaskKey",
    "ReadingKey",
    "RewardKey",
    "RoomMessageKey",
    "SeenKey",
    "SentSmsKey",
    "ServerKey",
    "StoppedKey",
    "StreakKey",
    "SubjectKey",
    "TaskDependencyKey",
    "TaskKey",
    "TrackedAttributeKey",
    "UserKey",
    "UserStatsKey",
    "WalletEntryKey",
    "WalletKey",
    "WeekKey",
    "WeekStatsKey",
]
