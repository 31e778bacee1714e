"""What people read: titles, numbers, days and times in their own zone."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tracker.accounts.model import User
from tracker.goals.games.game import Game, game_of
from tracker.goals.model import Frequency, Goal, LatestProgress
from tracker.goals.recording.evaluate import Evaluation, evaluate
from tracker.goals.recording.messages import MessageContext, Next, goal_message, listed, moment
from tracker.goals.recording.outage_messages import (
    begin_message,
    end_message,
    outage_reference,
    referred_outage,
)
from tracker.goals.words.request import GoalType
from tracker.notify.model import MessagePriority, Notification, StillTrueCheck
from tracker.readings import Number
from tracker.store.segments import Subject
from tracker.subjects import Outage, OutageKind, quantity_of

NOW = datetime(2027, 2, 17, 13, 30, tzinfo=UTC)
ZEZIMA = Subject("osrs", "main:zezima")
OSRS, WEB = game_of("osrs"), game_of("http_json")
ANNA = User(id="anna", created_at=NOW, timezone="Europe/Berlin")


def goal_of(**other: Any) -> Goal:  # noqa: ANN401 - any field
    fields = {
        "id": "k7f3mq",
        "user": "anna",
        "character": "zezima",
        "subject": ZEZIMA,
        "target_attribute": "woodcutting",
        "target_type": GoalType.LEVEL,
        "target_value": 99,
        "start_value": 0,
        "begun": date(2026, 11, 25),
        "created_at": NOW,
        "frequency": Frequency.EVERY_CHANGE,
    }
    return Goal(**{**fields, **other})


def told(
    goal: Goal,
    before: Number | None,
    after: Number,
    *,
    measure: str = "woodcutting.xp",
    game: Game = OSRS,
    fell: bool = False,
    best: Number | None = None,
    coming: Next | None = None,
    hours: float = 6.0,
) -> Notification:
    """The message about a value that was another one some hours ago."""
    values = {quantity_of(measure): after}
    seen = NOW - timedelta(hours=hours)
    latest = (
        None
        if before is None
        else LatestProgress(at=seen, value=before, day=seen.date(), best=before if best is None else best)
    )
    fallen = values.keys() if fell else ()
    evaluation = evaluate(goal, game.knowing(values), latest, values, day=NOW.date(), fallen=fallen)
    assert isinstance(evaluation, Evaluation)
    assert evaluation.event is not None
    return goal_message(evaluation, evaluation.event, MessageContext(ANNA, "Zezima", game, NOW, NOW), coming)


# Reached


def test_reached_says_what_when_and_how_long_it_took() -> None:
    message = told(goal_of(target_date=date(2027, 3, 1)), 13_000_000, 13_034_431)

    assert message.title == "99 Woodcutting reached!"
    assert message.text == (
        "Zezima: 13,034,431 xp, 12 days before 1 March. It took 84 days. "
        "Seen at 14:30; the hiscores change at logout only."
    )
    assert (message.kind.name, message.entity, message.period) == ("goal-reached", "k7f3mq", "once")
    assert message.expires_at == NOW + timedelta(days=7)


@pytest.mark.parametrize(
    ("due", "words"),
    [
        (date(2027, 2, 18), "xp, a day before 18 February. It"),
        (date(2027, 2, 17), "xp, on the very day. It"),
        (date(2027, 2, 14), "xp, 3 days after 14 February. It"),
        (date(2028, 2, 17), "xp, 365 days before 17 February 2028. It"),
        (None, "xp. It"),
    ],
)
def test_reached_is_compared_with_the_date(due: date | None, words: str) -> None:
    assert words in told(goal_of(target_date=due), 13_000_000, 13_034_431).text


@pytest.mark.parametrize(
    ("begun", "words"),
    [
        (date(2027, 2, 17), "All in one day."),
        (date(2027, 2, 16), "It took a day."),
        (date(2024, 2, 17), "1,096 days"),
    ],
)
def test_the_time_that_it_took_is_counted_in_days(begun: date, words: str) -> None:
    assert words in told(goal_of(begun=begun), 13_000_000, 13_034_431).text


def test_reached_names_the_levels_that_came_with_it() -> None:
    assert "Levels 97 and 98 came with it." in told(goal_of(), 10_000_000, 13_034_431).text


def test_what_was_reached_from_the_start_says_so() -> None:
    message = told(goal_of(start_value=None), None, 14_000_000)

    assert message.text.startswith("Zezima: 14,000,000 xp. It was so already when the number was first seen.")
    assert "took" not in message.text
    assert message.priority is MessagePriority.PROMPT  # whoever set it a moment ago is waiting
    assert told(goal_of(), 10_000_000, 13_034_431).priority is MessagePriority.NORMAL


def test_what_was_reached_during_a_pause_says_when() -> None:
    message = told(goal_of(), 14_000_000, 14_000_000, hours=48)

    assert "It was seen at 15 February, 14:30, while the goal was paused." in message.text


def test_reached_says_what_comes_next() -> None:
    following = goal_of(target_type=GoalType.XP, target_value=200_000_000, target_date=date(2028, 5, 1))

    message = told(
        goal_of(), 13_000_000, 13_034_431, coming=Next(following, "Reached as well: level 98 woodcutting.")
    )

    assert message.text.endswith(
        "Reached as well: level 98 woodcutting. Next comes 200m Woodcutting xp by 1 May 2028."
    )


def test_a_number_on_the_web_knows_nothing_of_logouts() -> None:
    goal = goal_of(target_attribute="value", target_type=GoalType.VALUE, target_value=100)

    assert "logout" not in told(goal, 90, 100, measure="value.value", game=WEB).text


# Milestones, changes and falls


def test_a_jump_is_one_message_with_all_that_it_crossed() -> None:
    message = told(goal_of(), 5_000_000, 10_000_000)

    assert message.title == "76.7 % of 99 Woodcutting"  # as the bar shows it
    assert message.text == (
        "Zezima passed 50 % and 75 % of 99 Woodcutting, and reached levels 90, 91, 92, 93, 94, 95 and 96. "
        "+5,000,000 xp since 08:30; now 10,000,000 xp."
    )
    assert message.kind.name == "goal-milestone"
    levels = ",".join(f"level-{level}" for level in range(90, 97))
    assert message.period == f"0..13034431:50%,75%,{levels}"
    assert message.expires_at == NOW + timedelta(days=3)


def test_a_level_alone_names_its_skill() -> None:
    message = told(goal_of(start_value=9_000_000), 9_600_000, 9_700_000)

    assert message.title == "Level 96 Woodcutting"
    assert message.text.startswith("Zezima reached level 96 in Woodcutting. +100,000 xp since 08:30;")
    assert message.period == "9000000..13034431:level-96"


def test_a_level_that_the_game_does_not_show_is_said_to_be_virtual() -> None:
    virtual = goal_of(target_type=GoalType.VIRTUAL_LEVEL, target_value=120, start_value=12_000_000)

    message = told(virtual, 12_900_000, 14_500_000)

    assert message.title == "Virtual level 100 Woodcutting"
    assert message.text.startswith("Zezima reached level 99 and virtual level 100 in Woodcutting.")


def test_a_mark_of_another_way_is_another_message() -> None:
    xp = goal_of(target_type=GoalType.XP, target_value=10_000_000)
    ways = [xp, xp.model_copy(update={"target_value": 11_000_000}), xp.model_copy(update={"start_value": 9})]

    assert len({told(goal, 2_000_000, 3_000_000).outbox_id for goal in ways}) == len(ways)


def test_a_change_says_how_much_since_when_and_how_far_it_is() -> None:
    message = told(goal_of(), 5_880_000, 5_892_345)

    assert message.title == "99 Woodcutting: 45.2 %"
    assert message.text == "Zezima: +12,345 xp since 08:30; now 5,892,345 xp, 45.2 % of 99 Woodcutting."
    assert (message.kind.name, message.period) == ("goal-change", "2027-02-17T13:30:00Z")
    assert message.expires_at == NOW + timedelta(days=1)


def test_next_to_nothing_is_no_percent() -> None:
    message = told(goal_of(), 0, 5)

    assert message.title == "99 Woodcutting: 0 %"
    assert message.text == "Zezima: +5 xp since 08:30; now 5 xp, 0 % of 99 Woodcutting."


def test_a_change_of_a_rank_compares_the_two() -> None:
    goal = goal_of(target_type=GoalType.RANK, target_value=1_000, start_value=2_000, falling=True)

    message = told(goal, 1_900, 1_890, measure="woodcutting.rank")

    assert message.title == "Rank 1,000 Woodcutting: 11 %"
    assert message.text == "Zezima: rank 1,890, after rank 1,900 at 08:30, 11 % of rank 1,000 Woodcutting."


def test_a_rating_that_fell_says_so() -> None:
    goal = goal_of(
        target_attribute="lms - rank", target_type=GoalType.SCORE, target_value=2_000, start_value=1_000
    )

    assert "Zezima: -50 " in told(goal, 1_550, 1_500, measure="lms - rank.score", best=1_900).text


def test_a_rollback_says_how_much_is_gone_and_that_the_goal_goes_on() -> None:
    message = told(goal_of(), 9_000_000, 8_500_000, fell=True)

    assert message.title == "99 Woodcutting: a step back"
    assert "Zezima has 500,000 xp less than before" in message.text
    assert "Now 8,500,000 xp, 65.2 % of 99 Woodcutting." in message.text
    assert (message.kind.name, message.period) == ("goal-rollback", "2027-02-17T13:30:00Z")


@pytest.mark.parametrize(
    ("before", "after"), [(5_880_000, 5_892_345), (5_000_000, 10_000_000), (1, 13_034_431)]
)
def test_every_message_about_a_goal_can_be_checked_grouped_and_computed_with(before: int, after: int) -> None:
    message = told(goal_of(notification_channel_type="webhook"), before, after)

    assert message.check == StillTrueCheck(name="goal", reference="zezima/k7f3mq")
    assert (message.person, message.group, message.preferred_channel) == ("anna", "zezima", "webhook")
    assert message.facts["goal"] == "k7f3mq"
    assert message.facts["character"] == "Zezima"
    assert message.facts["attribute"] == "woodcutting"
    assert message.facts["value"] == after
    assert message.facts["gain"] == after - before
    assert float(message.facts["percent"]) <= 100.0


# Outages

DOWN = Outage(kind=OutageKind.DOWN, since=NOW - timedelta(hours=2), looks=4)
MISSING = Outage(kind=OutageKind.NOT_FOUND, since=NOW - timedelta(days=1), looks=4)
WEIGHT = Subject("http_json", "0a1b2c3d")


def scene(game: Game = OSRS) -> MessageContext:
    return MessageContext(ANNA, "Zezima", game, NOW, NOW)


def test_a_character_that_is_not_found_comes_with_advice() -> None:
    message = begin_message(scene(), ZEZIMA, MISSING, what="")

    assert message.title == "Zezima is not found"
    assert message.text == (
        "Since 16 February, 14:30, the Old School hiscores do not list Zezima. Your goals keep their last "
        "numbers. Please check the spelling; if the name was changed, say so with "
        "`questlog character rename`, and everything goes on."
    )
    assert (message.kind.name, message.entity, message.period) == (
        "not-found",
        "osrs:main:zezima",
        "2027-02-16T13:30:00Z",
    )


def test_what_else_is_known_of_a_character_that_is_not_found_is_told_with_it() -> None:
    message = begin_message(
        scene(game_of("rs3")), ZEZIMA, MISSING, what="RuneMetrics does not know it either"
    )

    assert message.text.startswith(
        "Since 16 February, 14:30, the RuneScape 3 hiscores do not list Zezima; "
        "RuneMetrics does not know it either. Your goals"
    )


def test_a_source_that_is_down_is_one_message_for_all_of_its_characters_in_a_day() -> None:
    other = Subject("osrs", "main:lynx")

    first, second = (begin_message(scene(), it, DOWN, what="an error, status 503") for it in (ZEZIMA, other))

    assert first.outbox_id == second.outbox_id
    assert (first.kind.name, first.entity, first.period) == ("source-down", "osrs", "2027-02-17")
    assert first.title == "No numbers from the Old School hiscores"
    assert first.text == (
        "Since 12:30, Questlog gets no numbers from the Old School hiscores: an error, status 503. "
        "Your goals keep their last numbers; nothing is lost. "
        "Questlog keeps trying, and tells you when there are numbers again."
    )


def test_each_number_on_the_web_is_down_for_itself() -> None:
    other = Subject("http_json", "stars")

    ids = {begin_message(scene(WEB), it, DOWN, what="no").outbox_id for it in (WEIGHT, other)}

    assert len(ids) == 2


def test_a_number_on_the_web_that_is_gone_comes_with_other_advice_than_a_character() -> None:
    message = begin_message(scene(WEB), WEIGHT, MISSING, what="")

    assert message.text == (
        "Since 16 February, 14:30, the site of Zezima has nothing at the address that you gave. "
        "Your goals keep their last numbers, and Questlog keeps looking. If the address has changed, "
        "please add the number anew: `/character add-number` on Discord, or "
        "`questlog character add-number` at a terminal."
    )


@pytest.mark.parametrize(
    ("subject", "outage", "kind", "title"),
    [
        (ZEZIMA, MISSING, "found-again", "Zezima is found again"),
        (ZEZIMA, DOWN, "source-back", "Numbers from the Old School hiscores are back"),
        (WEIGHT, DOWN, "source-back", "Numbers from the site of Zezima are back"),
    ],
)
def test_the_end_refers_to_the_beginning(subject: Subject, outage: Outage, kind: str, title: str) -> None:
    there = scene(game_of(subject.source))
    begin = begin_message(there, subject, outage, what="no")
    end = end_message(there, subject, outage)

    assert (end.kind.name, end.title) == (kind, title)
    assert (end.entity, end.period) == (begin.entity, begin.period)
    assert end.check == StillTrueCheck(name="told", reference=begin.outbox_id)
    assert "nothing was lost" in end.text


@pytest.mark.parametrize("key", ["main:zezima", "a/b:c", "https://example.org/?q=1#x"])
def test_the_reference_of_an_outage_is_read_back(key: str) -> None:
    subject = Subject("http_json", key)

    assert referred_outage(outage_reference(subject, NOW)) == (subject, NOW)


# Words


@pytest.mark.parametrize(
    ("at", "zone", "words"),
    [
        (NOW, "Europe/Berlin", "14:30"),
        (NOW - timedelta(hours=14), "Europe/Berlin", "00:30"),
        (NOW - timedelta(hours=15), "Europe/Berlin", "16 February, 23:30"),
        (NOW - timedelta(hours=2), "Pacific/Auckland", "00:30"),
        (datetime(2026, 12, 31, 12, tzinfo=UTC), "UTC", "31 December 2026, 12:00"),
    ],
)
def test_a_moment_is_told_by_the_clock_of_the_person(at: datetime, zone: str, words: str) -> None:
    assert moment(at, NOW, ZoneInfo(zone)) == words


@pytest.mark.parametrize(
    ("items", "words"), [([1], "1"), ([1, 2], "1 and 2"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_reads_as_one_speaks(items: list[object], words: str) -> None:
    assert listed(items) == words
