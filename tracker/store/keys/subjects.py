"""What is observed, and who polls it."""

from datetime import date

from tracker.store.index_keys import ShardSubjectKey
from tracker.store.key import KeyOf
from tracker.store.ownership import nobody
from tracker.store.segments import Subject


class SubjectKey(
    KeyOf,
    type="subject",
    pk="SUBJECT#{subject}",
    sk="POLL",
    held=nobody(
        "a public thing that any number of people may watch; it names none of them (`addedBy` is a hash)"
    ),
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


class TrackedAttributeKey(
    KeyOf,
    type="trackedAttribute",
    pk="TRACKED#{game}",
    sk="{attribute}",
    held=nobody("counts the goals of everybody on an attribute; goals that go are taken off"),
):
    """How many goals watch an attribute of a game, and of how many characters they are."""

    game: str
    attribute: str
