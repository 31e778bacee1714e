"""Keys: what they look like, that they read back, and that none can be taken for another."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.store.keyed import INDEX_KEYS, KEYS, instants, keys_of, sample, texts, values_of
from tracker.store import index_keys, keys
from tracker.store.errors import InvalidItem
from tracker.store.index_keys import DueListKey, RankKey, SubjectWatcherKey, TimelineKey
from tracker.store.key import IndexKeyOf, KeyOf, Shaped, identify
from tracker.store.keys import CharacterKey, GoalKey, HabitKey, IdentityKind, ProgressKey, RoomMessageKey
from tracker.store.ownership import AUTHORED, LOCK, PERSON, nobody, under
from tracker.store.segments import SegmentKind, Subject, Week, escape
from tracker.store.values import Key

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)

_Shaped = TypeVar("_Shaped", bound=Shaped)

SPELLED: Mapping[type[KeyOf], str] = {
    keys.UserKey: "USER#user METADATA",
    keys.LockKey: "EMAIL#value UNIQUE#USER",
    keys.TokenKey: "USER#user TOKEN#hash",
    keys.TokenHolderKey: "TOKEN#hash UNIQUE#USER",
    keys.LoginLinkKey: "USER#user LOGIN#hash",
    keys.LoginLinkHolderKey: "LOGIN#hash UNIQUE#USER",
    keys.SessionKey: "USER#user SESSION#hash",
    keys.SessionHolderKey: "SESSION#hash UNIQUE#USER",
    keys.ShareLinkKey: "USER#user SHARE#kind#thing#hash",
    keys.ShareLinkHolderKey: "SHARE#hash UNIQUE#USER",
    keys.IdempotencyKey: "USER#user IDEMPOTENCY#hash",
    keys.HappeningKey: "USER#user EVENT#id",
    keys.NewestHappeningKey: "USER#user EVENTS",
    keys.ChannelKey: "USER#user NOTIFICATION#channel",
    keys.AddressKey: "USER#user ADDRESS#channel",
    keys.SentSmsKey: "USER#user SMS#message",
    keys.ConversationKey: "USER#user CONVERSATION#channel",
    keys.OutboxKey: "USER#user OUTBOX#id",
    keys.DueKey: "USER#user DUE#kind#id",
    keys.CharacterKey: "USER#user CHARACTER#METADATA#character",
    keys.GoalKey: "USER#user CHARACTER#character#GOAL#METADATA#goal",
    keys.ProgressKey: "USER#user CHARACTER#character#GOAL#goal#2025-01-01T00:00:00Z",
    keys.LatestProgressKey: "USER#user CHARACTER#character#GOAL#goal#LATEST",
    keys.EarliestProgressKey: "USER#user CHARACTER#character#GOAL#goal#EARLIEST",
    keys.CompositeGoalKey: "USER#user GOAL#goal",
    keys.MilestoneKey: "USER#user MILESTONE#goal#id",
    keys.GoalTaskKey: "GOAL#goal TASK#task",
    keys.GoalMetricKey: "GOAL#goal METRIC#metric",
    keys.GoalHabitKey: "GOAL#goal HABIT#habit",
    keys.GoalActivityKey: "GOAL#goal ACTIVITY#2025-01-01T00:00:00Z#id",
    keys.SubjectKey: "SUBJECT#osrs:zezima POLL",
    keys.LatestReadingKey: "SUBJECT#osrs:zezima READING#LATEST",
    keys.ReadingKey: "SUBJECT#osrs:zezima READING#2025-01-01",
    keys.LeaseKey: "SHARD#7 LEASE",
    keys.TrackedAttributeKey: "TRACKED#game attribute",
    keys.HabitKey: "USER#user HABIT#habit",
    keys.HabitLogKey: "HABIT#habit LOG#2025-01-01",
    keys.StreakKey: "USER#user STREAK#habit",
    keys.AchievementKey: "USER#user ACHIEVEMENT#achievement",
    keys.WalletKey: "USER#user WALLET",
    keys.WalletEntryKey: "USER#user WALLET_TXN#2025-01-01T00:00:00Z#id",
    keys.BoardPlaceKey: "USER#user BOARD#board",
    keys.RewardKey: "USER#user REWARD#reward",
    keys.ChallengeKey: "USER#user CHALLENGE#challenge",
    keys.ParticipationKey: "USER#user CHALLENGER#challenge",
    keys.WeekKey: "USER#user WEEK#2025#26#challenge",
    keys.UserStatsKey: "USER#user STATS#challenge",
    keys.WeekStatsKey: "WEEK#2025#26 SUMMARY#challenge",
    keys.GlobalStatsKey: "GLOBAL STATS#challenge",
    keys.TaskKey: "USER#user TASK#task",
    keys.TaskBookKey: "USER#user TASKS",
    keys.TaskDependencyKey: "TASK#task DEP#dependency",
    keys.TaskBlocksKey: "TASK#task BLOCKS#waiting",
    keys.ProjectKey: "USER#user PROJECT#project",
    keys.ProjectTaskKey: "PROJECT#project TASK#task",
    keys.MetricKey: "USER#user METRIC#metric",
    keys.MetricLogKey: "METRIC#metric LOG#2025-01-01T00:00:00Z",
    keys.MetricMilestoneKey: "METRIC#metric MILESTONE#id",
    keys.MetricBookKey: "USER#user METRICS",
    keys.MetricDayKey: "METRIC#metric DAY#2025-01-01",
    keys.InsightBookKey: "USER#user INSIGHTS",
    keys.InsightKey: "METRIC#metric INSIGHT#insight#2025-01-01T00:00:00Z",
    keys.LogbookKey: "USER#user LOGBOOK#2025-01-01",
    keys.LogbookStateKey: "USER#user LOGBOOK",
    keys.AreaBookKey: "USER#user AREAS",
    keys.ServerKey: "USER#user SERVER",
    keys.MembershipKey: "USER#user MEMBERSHIP#server",
    keys.ListedServerKey: "USER#user LISTED_SERVER#guild",
    keys.OfferKey: "OFFER#offer OFFER#same",
    keys.OfferClaimKey: "USER#user OFFER_CLAIM#offer",
    keys.GroupOwnershipKey: "USER#user GROUP_GOAL#group",
    keys.GroupGoalKey: "GROUP#group GOAL",
    keys.GroupShareKey: "USER#user GROUP_SHARE#group",
    keys.AuthorshipKey: "USER#user AUTHORED#place#entry",
    keys.TakenKey: "TAKEN#place THING#hash",
    keys.RoomKey: "ROOM#room ROOM",
    keys.RoomMemberKey: "USER#user ROOM#room",
    keys.RoomCodeKey: "ROOMCODE#hash ROOM",
    keys.BlockKey: "USER#user BLOCKED#other",
    keys.RoomReportKey: "ROOM#room REPORT#message#user",
    keys.RoomShareKey: "USER#user ROOM_SHARE#room#kind#thing",
    keys.RoomCheerKey: "ROOM#room CHEER#message#user",
    keys.RoomPlaceKey: "CHANNEL#channel ROOM",
    keys.RelayKey: "RELAY#channel TODO#2025-01-01T00:00:00Z#id",
    keys.RelayedKey: "RELAY#channel POSTED#message",
    keys.MentionKey: "MENTION#message MENTION",
    keys.RoomMessageKey: "ROOM#room MSG#2025-01-01T00:00:00Z#id",
    keys.AssistThreadKey: "ASSIST#thread THREAD",
    keys.AssistMessageKey: "ASSIST#thread MSG#2025-01-01T00:00:00Z#id",
    keys.AssistReportKey: "ASSIST#thread REPORT#message#user",
    keys.AssistSeatKey: "USER#user ASSIST_SEAT#thread",
    keys.HelperKey: "USER#user HELPER#server",
    keys.ThanksKey: "THANKED#user BY#giver",
    keys.LimitKey: "LIMIT#what#hash LIMIT",
    keys.StoppedKey: "STOPPED#channel#hash STOPPED",
    keys.SeenKey: "SEEN#what#id SEEN",
    keys.ProbeKey: "DOCTOR#id PROBE",
    keys.KeptKey: "QUESTLOG KEPT#name",
}
SPELLED_IN_INDEX: Mapping[type[IndexKeyOf], tuple[str, str, str, str]] = {
    index_keys.TimelineKey: ("GSI1PK", "USER#user", "GSI1SK", "ENTITY#kind#2025-01-01T00:00:00Z#id"),
    index_keys.WeekMemberKey: ("GSI1PK", "WEEK#2025#26#challenge", "GSI1SK", "USER#user"),
    index_keys.ChallengerKey: ("GSI1PK", "CHALLENGE#challenge", "GSI1SK", "USER#user"),
    index_keys.ChallengeIdKey: ("GSI2PK", "CHALLENGE#challenge", "GSI2SK", "USER#user"),
    index_keys.ServerMemberKey: ("GSI1PK", "SERVER#server", "GSI1SK", "USER#user"),
    index_keys.OfferPlaceKey: (
        "GSI1PK",
        "COMPANY#server",
        "GSI1SK",
        "OFFER#status#2025-01-01T00:00:00Z#id",
    ),
    index_keys.OfferClaimantKey: ("GSI1PK", "OFFER#offer", "GSI1SK", "USER#user"),
    index_keys.GroupMemberKey: ("GSI1PK", "GROUP#group", "GSI1SK", "USER#user"),
    index_keys.AssistCircleKey: (
        "GSI1PK",
        "CIRCLE#circle",
        "GSI1SK",
        "ASSIST#status#2025-01-01T00:00:00Z#id",
    ),
    index_keys.ServerHelperKey: ("GSI1PK", "HELPERS#server", "GSI1SK", "USER#user"),
    index_keys.NicknameKey: ("GSI2PK", "NICK#nick", "GSI2SK", "USER#user"),
    index_keys.SubjectWatcherKey: ("GSI2PK", "SUBJECT#osrs:zezima", "GSI2SK", "user#id"),
    index_keys.BlockedPersonKey: ("GSI2PK", "BLOCKED#other", "GSI2SK", "USER#user"),
    index_keys.OvertakeKey: ("GSI2PK", "OVERTAKES#board", "GSI2SK", "000000000001200#user"),
    index_keys.PendingAddressKey: ("GSI2PK", "ADDRESS#channel#hash", "GSI2SK", "USER#user"),
    index_keys.SmsSidKey: ("GSI3PK", "SMS#sid", "GSI3SK", "USER#user"),
    index_keys.EmailKey: ("GSI3PK", "EMAIL#email", "GSI3SK", "USER#user"),
    index_keys.DueListKey: ("GSI4PK", "DUE#kind#7", "GSI4SK", "2025-01-01T00:00:00Z#id"),
    index_keys.OpenTaskKey: ("GSI4PK", "USER#user", "GSI4SK", "TASK#due#id"),
    index_keys.ShardSubjectKey: ("GSI4PK", "SHARD#7", "GSI4SK", "osrs:zezima"),
    index_keys.StatusKey: ("GSI5PK", "USER#user", "GSI5SK", "kind#status#id"),
    index_keys.AreaKey: ("GSI6PK", "USER#user", "GSI6SK", "area#kind#id"),
    index_keys.RankKey: (
        "LeaderboardPK",
        "LEADERBOARD#board#7",
        "LeaderboardSK",
        "000000000001200#user",
    ),
}


def named(cls: type[Shaped]) -> str:
    return cls.__name__


@pytest.mark.parametrize("cls", KEYS, ids=named)
def test_each_item_type_has_the_key_of_the_design(cls: type[KeyOf]) -> None:
    one = sample(cls, kind=IdentityKind.EMAIL) if cls is keys.LockKey else sample(cls)

    assert " ".join(one.key) == SPELLED[cls]


@pytest.mark.parametrize("cls", INDEX_KEYS, ids=named)
def test_each_place_in_an_index_is_a_pair_of_attributes(cls: type[IndexKeyOf]) -> None:
    pk_name, pk, sk_name, sk = SPELLED_IN_INDEX[cls]

    assert sample(cls).attributes == {pk_name: pk, sk_name: sk}


@pytest.mark.parametrize("cls", KEYS, ids=named)
@settings(max_examples=40)
@given(data=st.data())
def test_a_key_reads_back_as_itself_and_as_no_other_type(cls: type[KeyOf], data: st.DataObject) -> None:
    one = data.draw(keys_of(cls))

    assert [found for other in KEYS if (found := other.parse(one.key))] == [one]
    assert identify(one.key) == one


@pytest.mark.parametrize("cls", INDEX_KEYS, ids=named)
@settings(max_examples=40)
@given(data=st.data())
def test_a_place_in_an_index_reads_back_as_itself_and_as_no_other(
    cls: type[IndexKeyOf], data: st.DataObject
) -> None:
    one = data.draw(keys_of(cls))

    assert [found for other in INDEX_KEYS if (found := other.of(one.attributes))] == [one]


@settings(max_examples=300)
@given(one=texts, other=texts)
def test_two_texts_are_never_the_same_segment_and_never_a_word(one: str, other: str) -> None:
    assert (escape(one) == escape(other)) == (one == other)
    assert "#" not in escape(one)
    assert not any(ord(character) < 0x20 for character in escape(one))
    assert escape(one).strip("ABCDEFGHIJKLMNOPQRSTUVWXYZ_")


def test_escaping_touches_only_what_it_must() -> None:
    assert escape("Iron Żółw") == "Iron Żółw"
    assert escape("50% #1") == "50%25 %231"
    assert escape("METADATA") == "%4DETADATA"


@pytest.mark.parametrize(
    "text",
    [
        "CHARACTER#METADATA#%4dETADATA",
        "CHARACTER#METADATA#%41bc",
        "CHARACTER#METADATA#%FF",
        "CHARACTER#METADATA#",
    ],
)
def test_another_spelling_of_a_key_is_no_key(text: str) -> None:
    assert CharacterKey.parse(Key("USER#u", text)) is None


@pytest.mark.parametrize(
    "sk",
    [
        "CHARACTER#c#GOAL#g#2025-1-1T0:0:0Z",
        "CHARACTER#c#GOAL#g#1999-12-31T23:59:59Z",
        "CHARACTER#c#GOAL#g#2025-01-01T00:00:00.5Z",
        "CHARACTER#c#GOAL#g#2025-02-30T00:00:00Z",
    ],
)
def test_another_spelling_of_an_instant_is_no_key(sk: str) -> None:
    assert ProgressKey.parse(Key("USER#u", sk)) is None


@pytest.mark.parametrize(
    ("cls", "values"),
    [
        (HabitKey, {"habit": ""}),
        (HabitKey, {"habit": None}),
        (HabitKey, {"habit": 7}),
        (keys.LeaseKey, {"shard": -1}),
        (keys.LeaseKey, {"shard": True}),
        (keys.LeaseKey, {"shard": "7"}),
        (ProgressKey, {"at": datetime(2025, 1, 1)}),  # noqa: DTZ001 - a time without a zone is the point
        (ProgressKey, {"at": datetime(1999, 1, 1, tzinfo=UTC)}),
        (ProgressKey, {"at": "2025-01-01T00:00:00Z"}),
        (keys.HabitLogKey, {"day": NOON}),
        (keys.HabitLogKey, {"day": date(3000, 1, 1)}),
        (keys.WeekKey, {"week": Week(2025, 53)}),
        (keys.WeekKey, {"week": (2025, 26)}),
        (keys.SubjectKey, {"subject": Subject("OSRS", "zezima")}),
        (keys.SubjectKey, {"subject": Subject("osrs", "")}),
        (keys.LockKey, {"kind": "EMAIL"}),
        (RankKey, {"points": 10**15}),
    ],
)
def test_a_value_that_its_key_cannot_hold_is_refused(cls: type[Shaped], values: dict[str, Any]) -> None:
    with pytest.raises(InvalidItem):
        sample(cls, **{"kind": IdentityKind.EMAIL, **values} if cls is keys.LockKey else values)


def test_an_instant_is_written_in_utc_and_in_whole_seconds() -> None:
    in_kathmandu = datetime(2025, 1, 1, 5, 45, 0, 999_999, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    one = ProgressKey("u", "c", "g", in_kathmandu)

    assert one.key.sk.endswith("#2025-01-01T00:00:00Z")
    assert one == ProgressKey("u", "c", "g", datetime(2025, 1, 1, tzinfo=UTC))


@given(one=instants, other=instants)
def test_instants_sort_as_their_keys_do(one: datetime, other: datetime) -> None:
    first, second = sorted([one, other])

    assert ProgressKey("u", "c", "g", first).key.sk <= ProgressKey("u", "c", "g", second).key.sk


@given(scores=st.lists(st.tuples(st.integers(0, 10**15 - 1), st.text(min_size=1)), min_size=1))
def test_a_leaderboard_read_backwards_is_the_ranking(scores: list[tuple[int, str]]) -> None:
    places = [RankKey("all", 0, points, user) for points, user in scores]
    ranking = sorted(places, key=lambda place: place.attributes["LeaderboardSK"], reverse=True)

    assert [place.points for place in ranking] == sorted((points for points, _ in scores), reverse=True)


def questions(one: Shaped) -> list[dict[str, Any]]:
    """What is known of a key when one asks for all that start like it: fewer and fewer leading fields."""
    names = [*one.pk_template.fields, *one.sk_template.fields]
    least = len(one.pk_template.fields)
    return [{name: getattr(one, name) for name in names[:count]} for count in range(least, len(names))]


def like(one: Shaped, other: type[_Shaped], values: Mapping[SegmentKind, Any]) -> _Shaped:
    """A key of another type that shares as many values with `one` as it can; all others are of `values`."""
    return other(
        **{
            name: getattr(one, name) if one.kinds.get(name) is kind else values[kind]
            for name, kind in other.kinds.items()
        }
    )


def any_values() -> st.SearchStrategy[dict[SegmentKind, Any]]:
    """One of each kind."""
    kinds = dict.fromkeys(kind for cls in KEYS for kind in cls.kinds.values())
    return st.fixed_dictionaries({kind: values_of(kind) for kind in kinds})


@pytest.mark.parametrize("cls", KEYS, ids=named)
@settings(max_examples=10)
@given(data=st.data(), values=any_values())
def test_a_prefix_finds_all_of_its_own_type_and_nothing_of_another(
    cls: type[KeyOf], data: st.DataObject, values: Mapping[SegmentKind, Any]
) -> None:
    one = data.draw(keys_of(cls))
    for known in questions(one):
        try:
            asked = cls.prefix(**known)
        except TypeError as refusal:
            assert "would also find" in str(refusal)  # noqa: PT017 - most questions are not refused
            continue
        assert one.key.pk == asked.pk
        assert one.key.sk.startswith(asked.prefix)
        for other in KEYS:
            found = like(one, other, values).key if other is not cls else one.key
            assert other is cls or found.pk != asked.pk or not found.sk.startswith(asked.prefix)


def test_goals_of_a_character_and_progress_of_a_goal_are_each_one_prefix() -> None:
    assert GoalKey.prefix(user="u", character="bob").prefix == "CHARACTER#bob#GOAL#METADATA#"
    assert ProgressKey.prefix(user="u", character="bob", goal="g").prefix == "CHARACTER#bob#GOAL#g#2"
    assert HabitKey.prefix(user="u").prefix == "HABIT#"
    assert SubjectWatcherKey.prefix(subject=Subject("osrs", "bob")).index == "GSI2"


@pytest.mark.parametrize(
    ("cls", "known", "why"),
    [
        (GoalKey, {"user": "u"}, "would also find CharacterKey"),
        (ProgressKey, {"user": "u", "character": "bob"}, "would also find GoalKey"),
        (GoalKey, {"user": "u", "goal": "g"}, "leading fields"),
        (HabitKey, {}, "leading fields"),
        (HabitKey, {"user": "u", "name": "x"}, "leading fields"),
        (HabitKey, {"user": "u", "habit": "h"}, "one key"),
    ],
)
def test_a_prefix_that_is_not_exactly_one_type_is_refused(
    cls: type[KeyOf], known: dict[str, str], why: str
) -> None:
    with pytest.raises(TypeError, match=why):
        cls.prefix(**known)


@given(now=instants, seconds=st.integers(-3, 3))
def test_what_is_due_until_now_is_a_range(now: datetime, seconds: int) -> None:
    asked = DueListKey.until(kind="digest", shard=3, at=now)
    at = now + timedelta(seconds=seconds)
    place = DueListKey("digest", 3, at, "\U0010ffff").attributes

    assert place["GSI4PK"] == asked.pk
    assert (asked.lo <= place["GSI4SK"] <= (asked.hi or "")) == (seconds <= 0)


@given(start=instants, seconds=st.integers(-3, 3))
def test_progress_since_an_instant_is_a_range(start: datetime, seconds: int) -> None:
    asked = ProgressKey.since(user="u", character="bob", goal="g", at=start)
    sk = ProgressKey("u", "bob", "g", start + timedelta(seconds=seconds)).key.sk

    assert (asked.lo <= sk <= (asked.hi or "")) == (seconds >= 0)
    assert not asked.lo <= keys.LatestProgressKey("u", "bob", "g").key.sk <= (asked.hi or "")


def test_a_range_up_to_a_whole_key_ends_there() -> None:
    asked = ProgressKey.until(user="u", character="bob", goal="g", at=NOON)

    assert asked.hi == ProgressKey("u", "bob", "g", NOON).key.sk


@settings(max_examples=40)
@given(data=st.data())
def test_an_authorship_names_any_key_exactly(data: st.DataObject) -> None:
    written = data.draw(keys_of(data.draw(st.sampled_from([RoomMessageKey, keys.AssistMessageKey])))).key

    pointer = keys.AuthorshipKey.parse(keys.AuthorshipKey("u", *written).key)

    assert pointer is not None
    assert (pointer.place, pointer.entry) == written


def test_an_item_that_is_not_in_an_index_has_no_place_there() -> None:
    assert TimelineKey.of({"PK": "USER#u", "SK": "METADATA"}) is None
    assert TimelineKey.of({"GSI1PK": "WEEK#2025#26", "GSI1SK": "USER#u"}) is None


def test_a_type_that_does_not_say_who_holds_it_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="held"):

        class Unheld(KeyOf, type="unheld", pk="USER#{user}", sk="UNHELD"):  # pyright: ignore[reportUnusedClass]
            user: str

    assert "unheld" not in KeyOf.declared


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ({"pk": "USER#{user}", "held": nobody("it is shy")}, "go together"),
        ({"pk": "PLACE#{user}", "held": PERSON}, "go together"),
        ({"pk": "PLACE#{user}", "held": ()}, "go together"),
        ({"pk": "PLACE#{user}", "held": nobody(" ")}, "with a reason"),
        ({"pk": "PLACE#{user}", "held": (nobody("why"), LOCK)}, "with a reason"),
        ({"pk": "PLACE#{user}", "held": LOCK}, "one type of lock"),
        ({"pk": "PLACE#{user}", "held": (AUTHORED, nobody("why"))}, "with a reason"),
        ({"pk": "PLACE#{user}", "held": under()}, "names the partition"),
        ({"pk": "PLACE", "held": under(HabitKey), "sk": "THING#{user}"}, "names the partition"),
        ({"pk": "PLACE#{room}", "held": under(HabitKey), "sk": "THING"}, "names the partition"),
        ({"pk": "PLACE#{room}", "held": under(RoomMessageKey), "sk": "THING"}, "names the partition"),
        ({"pk": "USER#{user}", "held": PERSON, "sk": "HABIT#{room}"}, "could be read as HabitKey"),
        ({"pk": "USER#{user}", "held": PERSON, "type": "habit"}, "there already"),
        ({"pk": "USER#{user}", "held": PERSON, "sk": "thing"}, "word of capitals"),
        ({"pk": "USER#{user}", "held": PERSON, "sk": "THING#{user}"}, "twice"),
        ({"pk": "USER#{user}", "held": PERSON, "sk": "THING#{other}"}, "of what type other is"),
    ],
)
def test_a_declaration_that_cannot_be_followed_is_refused(declared: dict[str, Any], why: str) -> None:
    with pytest.raises(TypeError, match=why):

        class Wrong(KeyOf, **{"type": "wrong", "sk": "THING", **declared}):  # pyright: ignore[reportUnusedClass]
            user: str
            room: str

    assert "wrong" not in KeyOf.declared


def test_a_field_of_a_type_that_no_key_can_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot hold"):

        class Floating(KeyOf, type="floating", pk="USER#{user}", sk="F#{share}", held=PERSON):  # pyright: ignore[reportUnusedClass]
            user: str
            share: float
