"""How messages about habits say what can be answered to them."""

import pytest

from scheduler.channels.channel import Part
from scheduler.channels.sms.text import sms_text
from tests.scheduler.channels.messages import message, part
from tracker.notify.kinds import declared_kinds


def about(name: str = "Gym", kind: str = "habit-reminder", amount: int = 0) -> Part:
    facts = {"habit": f"id-{name}", "name": name, "day": "2100-01-01", "amount": amount}
    return part(name, kind=kind, title=f"Time for {name}", text="12 days in a row.", facts=facts)


def test_a_reminder_says_how_to_answer_it_where_somebody_hears() -> None:
    told = message(about())

    assert sms_text(told, is_heard=True) == (
        "Time for Gym\n12 days in a row.\n\nReply DONE GYM, SKIP GYM or LATER GYM"
    )
    assert sms_text(told) == "Time for Gym\n12 days in a row."


@pytest.mark.parametrize(
    ("told", "reply"),
    [
        (about(kind="habit-at-risk"), "Reply DONE GYM, SKIP GYM or LATER GYM"),
        (about(amount=1), "Reply DONE GYM or DONE GYM 5, SKIP GYM or LATER GYM"),
        (about(kind="habit-yesterday"), "Reply Y GYM"),
        (about(kind="habit-yesterday", amount=1), "Reply Y GYM or Y GYM 5"),
        (about("Go to the gym in town"), "Reply DONE, SKIP or LATER and a name: DONE GO TO THE GYM IN TOWN"),
    ],
)
def test_by_its_kind(told: Part, reply: str) -> None:
    assert sms_text(message(told), is_heard=True).splitlines()[-1] == reply


def test_of_several_habits_one_is_the_example() -> None:
    told = message(about("Gym"), about("Read"), about("Run", "habit-yesterday"), part("z"))

    assert sms_text(told, is_heard=True).endswith(
        "\n\nReply DONE, SKIP or LATER and a name: DONE GYM\nReply Y RUN"
    )


def test_a_habit_that_is_reminded_of_and_at_risk_is_one() -> None:
    told = message(about(), about(kind="habit-at-risk"))

    assert sms_text(told, is_heard=True).endswith("Reply DONE GYM, SKIP GYM or LATER GYM")


def test_other_messages_and_those_without_a_name_say_nothing_of_it() -> None:
    nameless = part(kind="habit-reminder", text="x", facts={"habit": "h"})

    assert "Reply" not in sms_text(message(part(), nameless), is_heard=True)
    answered = {one.name for one in declared_kinds() if one.answers is not None and one.answers.replies}
    assert answered == {
        *("habit-reminder", "habit-at-risk", "habit-yesterday"),
        *("task-due", "task-overdue", "task-unblocked"),
        *("logbook-prompt", "logbook-stop", "metric-question"),
        *("room-said", "room-asked", "room-news", "room-buddy"),
    }
