"""Characters, goals and their progress."""

from datetime import datetime

from tracker.store.index_keys import LISTED, DueListKey, StatusKey, SubjectWatcherKey, TimelineKey
from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON, under


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
    indexes=(TimelineKey, SubjectWatcherKey, StatusKey),
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
    KeyOf,
    type="latestProgress",
    pk="USER#{user}",
    sk="CHARACTER#{character}#GOAL#{goal}#LATEST",
    held=PERSON,
    indexes=(StatusKey,),
):
    """The newest progress of a goal with the gains of the last days, listed by status; only moves forward."""

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
    KeyOf,
    type="compositeGoal",
    pk="USER#{user}",
    sk="GOAL#{goal}",
    held=PERSON,
    indexes=(*LISTED, DueListKey),
):
    """A goal made of criteria, tasks, metrics, habits and other goals; due when it is to be recounted."""

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
    """A part of the way to a goal that is done."""

    user: str
    goal: str
    id: str


class GoalTaskKey(KeyOf, type="goalTask", pk="GOAL#{goal}", sk="TASK#{task}", held=under(CompositeGoalKey)):
    """A task that counts towards a goal."""

    goal: str
    task: str


class GoalMetricKey(
    KeyOf, type="goalMetric", pk="GOAL#{goal}", sk="METRIC#{metric}", held=under(CompositeGoalKey)
):
    """A metric that counts towards a goal."""

    goal: str
    metric: str


class GoalHabitKey(
    KeyOf, type="goalHabit", pk="GOAL#{goal}", sk="HABIT#{habit}", held=under(CompositeGoalKey)
):
    """A habit that counts towards a goal."""

    goal: str
    habit: str


class GoalActivityKey(
    KeyOf,
    type="goalActivity",
    pk="GOAL#{goal}",
    sk="ACTIVITY#{at}#{id}",
    held=under(CompositeGoalKey),
):
    """What happened to a goal. The id keeps apart what happens in one second."""

    goal: str
    at: datetime
    id: str
