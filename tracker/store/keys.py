"""Every key of the table: the only place that builds or parses one. `docs/table.md` lists them from here."""

from datetime import date, datetime
from enum import StrEnum

from tracker.store.held import AUTHORED, LOCK, PERSON, nobody, under
from tracker.store.index_keys import (
    AreaKey,
    DueListKey,
    EmailKey,
    NicknameKey,
    RankKey,
    ShardSubjectKey,
    StatusKey,
    SubjectGoalKey,
    TimelineKey,
    WeekMemberKey,
)
from tracker.store.key import KeyOf
from tracker.store.segments import Subject, Week


class IdentityKind(StrEnum):
    """What a person can be known by, as it stands in the key of its lock."""

    LOCAL = "LOCAL"
    DISCORD = "DISCORD"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    NICK = "NICK"


LISTED = (TimelineKey, StatusKey, AreaKey)


# A person and their channels


class UserKey(
    KeyOf,
    type="user",
    pk="USER#{user}",
    sk="METADATA",
    held=PERSON,
    indexes=(TimelineKey, NicknameKey, EmailKey, RankKey),
):
    """A person: identities, settings, points."""

    user: str


class LockKey(KeyOf, type="lock", pk="{kind}#{value}", sk="UNIQUE#USER", held=LOCK):
    """Makes an identity unique, and leads from it to the person."""

    kind: IdentityKind
    value: str


class ChannelKey(KeyOf, type="channel", pk="USER#{user}", sk="NOTIFICATION#{channel}", held=PERSON):
    """Where a person is told things: one item per type of channel."""

    user: str
    channel: str


class OutboxKey(KeyOf, type="outbox", pk="USER#{user}", sk="OUTBOX#{id}", held=PERSON, indexes=(DueListKey,)):
    """A message to a person. The id is the dedup key; once delivered, a ttl makes it history."""

    user: str
    id: str


class DueKey(KeyOf, type="due", pk="USER#{user}", sk="DUE#{kind}#{id}", held=PERSON, indexes=(DueListKey,)):
    """The next time of a digest or a reminder."""

    user: str
    kind: str
    id: str


# Characters, goals, progress


class CharacterKey(
    KeyOf,
    type="character",
    pk="USER#{user}",
    sk="CHARACTER#METADATA#{character}",
    held=PERSON,
    indexes=(TimelineKey,),
):
    """A character in a game, and which of its attributes goals watch."""

    user: str
    character: str


class GoalKey(
    KeyOf,
    type="goal",
    pk="USER#{user}",
    sk="CHARACTER#{character}#GOAL#METADATA#{goal}",
    held=PERSON,
    indexes=(TimelineKey, SubjectGoalKey, StatusKey, AreaKey),
):
    """A target for one attribute of a character."""

    user: str
    character: str
    goal: str


class ProgressKey(
    KeyOf, type="progress", pk="USER#{user}", sk="CHARACTER#{character}#GOAL#{goal}#{at}", held=PERSON
):
    """A value that changed, and when."""

    user: str
    character: str
    goal: str
    at: datetime


class LatestProgressKey(
    KeyOf, type="latestProgress", pk="USER#{user}", sk="CHARACTER#{character}#GOAL#{goal}#LATEST", held=PERSON
):
    """The newest progress of a goal; moves only forward in time."""

    user: str
    character: str
    goal: str


class EarliestProgressKey(
    KeyOf,
    type="earliestProgress",
    pk="USER#{user}",
    sk="CHARACTER#{character}#GOAL#{goal}#EARLIEST",
    held=PERSON,
):
    """The first progress of a goal; written once."""

    user: str
    character: str
    goal: str


class CompositeGoalKey(
    KeyOf, type="compositeGoal", pk="USER#{user}", sk="GOAL#{goal}", held=PERSON, indexes=LISTED
):
    """A goal made of tasks, metrics and habits."""

    user: str
    goal: str


class MilestoneKey(
    KeyOf,
    type="milestone",
    pk="USER#{user}",
    sk="MILESTONE#{goal}#{id}",
    held=PERSON,
    indexes=(TimelineKey, StatusKey),
):
    """A step on the way to a goal."""

    user: str
    goal: str
    id: str


class GoalTaskKey(
    KeyOf, type="goalTask", pk="GOAL#{goal}", sk="TASK#{task}", held=under(CompositeGoalKey, GoalKey)
):
    """A task that counts towards a goal."""

    goal: str
    task: str


class GoalMetricKey(
    KeyOf, type="goalMetric", pk="GOAL#{goal}", sk="METRIC#{metric}", held=under(CompositeGoalKey, GoalKey)
):
    """A metric that counts towards a goal."""

    goal: str
    metric: str


class GoalHabitKey(
    KeyOf, type="goalHabit", pk="GOAL#{goal}", sk="HABIT#{habit}", held=under(CompositeGoalKey, GoalKey)
):
    """A habit that counts towards a goal."""

    goal: str
    habit: str


class GoalActivityKey(
    KeyOf,
    type="goalActivity",
    pk="GOAL#{goal}",
    sk="ACTIVITY#{at}#{id}",
    held=under(CompositeGoalKey, GoalKey),
):
    """What happened to a goal. The id keeps apart what happens in one second."""

    goal: str
    at: datetime
    id: str


# What is observed, and who polls it


class SubjectKey(
    KeyOf,
    type="subject",
    pk="SUBJECT#{subject}",
    sk="POLL",
    held=nobody("a public thing that any number of people may watch; it names none of them"),
    indexes=(ShardSubjectKey,),
):
    """One observed thing, however many goals watch it."""

    subject: Subject


class LatestReadingKey(
    KeyOf,
    type="latestReading",
    pk="SUBJECT#{subject}",
    sk="READING#LATEST",
    held=nobody("what a public source says about a public thing"),
):
    """All attributes of a subject's last good reading."""

    subject: Subject


class ReadingKey(
    KeyOf,
    type="reading",
    pk="SUBJECT#{subject}",
    sk="READING#{day}",
    held=nobody("what a public source says about a public thing; expires"),
):
    """The last good reading of a day."""

    subject: Subject
    day: date


class LeaseKey(
    KeyOf, type="lease", pk="SHARD#{shard}", sk="LEASE", held=nobody("says which worker polls a shard")
):
    """Which worker polls a shard's subjects."""

    shard: int


# Habits, points, rewards


class HabitKey(KeyOf, type="habit", pk="USER#{user}", sk="HABIT#{habit}", held=PERSON, indexes=LISTED):
    """A habit: schedule, reminders, area."""

    user: str
    habit: str


class HabitLogKey(KeyOf, type="habitLog", pk="HABIT#{habit}", sk="LOG#{day}", held=under(HabitKey)):
    """One day of a habit; there is one at most, which makes completing it idempotent."""

    habit: str
    day: date


class StreakKey(KeyOf, type="streak", pk="USER#{user}", sk="STREAK#{habit}", held=PERSON):
    """A habit's streak, remembered; always derivable from the log."""

    user: str
    habit: str


class AchievementKey(
    KeyOf,
    type="achievement",
    pk="USER#{user}",
    sk="ACHIEVEMENT#{achievement}",
    held=PERSON,
    indexes=(TimelineKey,),
):
    """Something reached, once."""

    user: str
    achievement: str


class WalletKey(KeyOf, type="wallet", pk="USER#{user}", sk="WALLET", held=PERSON):
    """A person's coins."""

    user: str


class WalletEntryKey(KeyOf, type="walletEntry", pk="USER#{user}", sk="WALLET_TXN#{at}#{id}", held=PERSON):
    """One line of the wallet's ledger; never changed, undone by its inverse."""

    user: str
    at: datetime
    id: str


class RewardKey(KeyOf, type="reward", pk="USER#{user}", sk="REWARD#{reward}", held=PERSON, indexes=LISTED):
    """Something to spend coins on."""

    user: str
    reward: str


# Weeks and statistics


class WeekKey(KeyOf, type="week", pk="USER#{user}", sk="WEEK#{week}", held=PERSON, indexes=(WeekMemberKey,)):
    """A person's week in a challenge."""

    user: str
    week: Week


class UserStatsKey(KeyOf, type="userStats", pk="USER#{user}", sk="STATS", held=PERSON):
    """Statistics of a person."""

    user: str


class WeekStatsKey(
    KeyOf,
    type="weekStats",
    pk="WEEK#{week}",
    sk="SUMMARY",
    held=nobody("counts everybody; aggregation rewrites it without those who are gone"),
):
    """Statistics of a week."""

    week: Week


class GlobalStatsKey(
    KeyOf,
    type="globalStats",
    pk="GLOBAL",
    sk="STATS",
    held=nobody("counts everybody; aggregation rewrites it without those who are gone"),
):
    """Statistics of everybody."""


# Tasks, projects, metrics, the logbook


class TaskKey(KeyOf, type="task", pk="USER#{user}", sk="TASK#{task}", held=PERSON, indexes=LISTED):
    """Something to do."""

    user: str
    task: str


class TaskDependencyKey(
    KeyOf, type="taskDependency", pk="TASK#{task}", sk="DEP#{dependency}", held=under(TaskKey)
):
    """A task that has to be done before."""

    task: str
    dependency: str


class ProjectKey(
    KeyOf, type="project", pk="USER#{user}", sk="PROJECT#{project}", held=PERSON, indexes=LISTED
):
    """A project: tasks with a common end."""

    user: str
    project: str


class ProjectTaskKey(
    KeyOf, type="projectTask", pk="PROJECT#{project}", sk="TASK#{task}", held=under(ProjectKey)
):
    """A task of a project."""

    project: str
    task: str


class MetricKey(KeyOf, type="metric", pk="USER#{user}", sk="METRIC#{metric}", held=PERSON, indexes=LISTED):
    """A number that a person logs."""

    user: str
    metric: str


class MetricLogKey(KeyOf, type="metricLog", pk="METRIC#{metric}", sk="LOG#{at}", held=under(MetricKey)):
    """A value of a metric; the same second again is the same entry."""

    metric: str
    at: datetime


class MetricMilestoneKey(
    KeyOf, type="metricMilestone", pk="METRIC#{metric}", sk="MILESTONE#{id}", held=under(MetricKey)
):
    """A value of a metric worth telling."""

    metric: str
    id: str


class InsightKey(
    KeyOf, type="insight", pk="METRIC#{metric}", sk="INSIGHT#{insight}#{at}", held=under(MetricKey)
):
    """Something found in a metric's values; expires."""

    metric: str
    insight: str
    at: datetime


class LogbookKey(
    KeyOf, type="logbook", pk="USER#{user}", sk="LOGBOOK#{day}", held=PERSON, indexes=(TimelineKey,)
):
    """A page of the logbook: one day."""

    user: str
    day: date


# Shared places


class AuthorshipKey(KeyOf, type="authorship", pk="USER#{user}", sk="AUTHORED#{place}#{entry}", held=PERSON):
    """Leads from a person to the key of what they wrote into a shared place."""

    user: str
    place: str
    entry: str


class RoomMessageKey(
    KeyOf, type="roomMessage", pk="ROOM#{room}", sk="MSG#{at}#{id}", held=AUTHORED, indexes=(TimelineKey,)
):
    """A message in a room."""

    room: str
    at: datetime
    id: str


class AssistMessageKey(
    KeyOf,
    type="assistMessage",
    pk="ASSIST#{task}",
    sk="MSG#{at}#{id}",
    held=(under(TaskKey), AUTHORED),
    indexes=(TimelineKey,),
):
    """A message of those who help with a task; goes with the task, and with its author."""

    task: str
    at: datetime
    id: str


# Questlog's own


class SeenKey(
    KeyOf,
    type="seen",
    pk="SEEN#{what}#{id}",
    sk="SEEN",
    held=nobody("the number of an event that was handled; expires"),
):
    """An inbound event that was handled, such as the MessageSid of an SMS."""

    what: str
    id: str


class ProbeKey(
    KeyOf, type="probe", pk="DOCTOR#{id}", sk="PROBE", held=nobody("written and removed by `questlog doctor`")
):
    """What `questlog doctor` writes to see whether it can."""

    id: str
