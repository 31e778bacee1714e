"""Metrics by SMS."""

from datetime import timedelta

from tests.bot.sms.conftest import SmsWorld
from tests.bot.sms.test_habit_chat import held
from tests.world import HOURS
from tracker.metrics.log_words import LogWords

A_DAY = """
> metrics
You keep no metrics yet. Begin with a name: metric add weight
A metric is any number of yours: weight, hours slept, steps, dollars saved.
> metric add weight
New metric: weight. No unit yet, less is better; the last number of a day counts.
Log it: weight 82.4 kg
If it has a unit, say it with the first number: 82.4 kg.
> weight 82.4 kg
Weight: 82.4 kg. From now on it is in kg.
> w 183 lb "after run" yesterday
Weight: 83.007 kg (183 lb) yesterday. "after run"
> weight
Weight: 82.4 kg today
> metric we
Weight: 82.4 kg today
> weight 5 km
Weight is in kg, not in km. Write only the number, or kg.
> weight 82.4 after run
I do not understand 'after run' in '82.4 after run'. Write a number, with a unit if you like: 82.4 kg. A note goes in quotes: "after run".
> undo
Weight: 83.007 kg taken back, no log yesterday any more.
> undo
Weight: 82.4 kg taken back, no log today any more.
> metric add hours slept target 8 low 5
New metric: hours slept. In hours, more is better, target 8 hours, alert below 5 hours; the numbers of a day add up.
Log it: hours slept 7.5
> hours slept 7h30
Hours slept: 7.5 hours.
> hours 45 min
Hours slept: 0.75 hours (45 min), 8.25 hours today so far.
Target reached! 50 points.
> metrics
1. weight: no log yet
2. hours slept: 8.25 hours, today, 1 good day
> 2
Hours slept: 8.25 hours today
8.25 hours in all, target 8 hours, 1 good day
> metric log
metric log weight 82.4 "after run": log a number; weight 82.4 says the same, also w 82.4 "after run" yesterday.
> metric remove weight
Remove weight, which has no logs? Reply Y
> y
Weight: removed with all its logs. The points it gave stay yours.
"""  # noqa: E501 - what is answered is one line

QUESTIONS = """
> metric add weight unit kg ask 8:00
New metric: weight. In kg, less is better, asked at 08:00; the last number of a day counts.
Log it: weight 82.4
> today
1. weight: What do you weigh?, asked at 08:00
> 82.4
There is no 82: the list goes from 1 to 1.
"""

ANSWERS = """
> 82,125
82,125 can mean two things. Write 82125 for thousands or 82.125 for decimals.
> 82.4 "after run"
Weight: 82.4 kg. "after run"
> 83
There is no 83: the list goes from 1 to 1.
> undo
Weight: 82.4 kg taken back, no log today any more.
> 1
Which one? Reply with its number:
1. weight 1
2. 1 of the last list
> 2
Weight: nothing is logged yet.
> 181 lb
Weight: 82.1 kg (181 lb).
"""


async def test_a_day_of_metrics(world: SmsWorld) -> None:
    await world.owner()
    await held(world, A_DAY)


async def test_a_bare_number_answers_the_last_question(world: SmsWorld) -> None:
    await world.owner()
    await held(world, QUESTIONS)
    world.clock.advance(9 * HOURS)
    await held(world, ANSWERS)


async def test_an_answer_after_midnight_is_of_the_day_that_was_asked_about(world: SmsWorld) -> None:
    await world.owner()
    phone = world.phone()
    await phone.says("metric add weight unit kg ask 22:00")
    world.clock.advance(25 * HOURS)

    assert await phone.says("82.4") == "Weight: 82.4 kg yesterday."
    assert await phone.says("weight") == "Weight: 82.4 kg yesterday"


async def test_what_habits_goals_and_commands_mean_stays_theirs(world: SmsWorld) -> None:
    await world.owner()
    phone = world.phone()
    for line in ("add gym 3x a week", "add habit weight training 30 min daily", "metric add gymnastics"):
        await phone.says(line)

    assert (await phone.says("gym")).startswith("Gym")
    assert await phone.says("weight 20") == "Weight training today: 20 of 30 min."
    await phone.says("metric add weight")
    assert await phone.says("weight 20") == (
        "Which one? Reply with its number:\n1. Habit Weight training\n2. Metric weight"
    )
    assert await phone.says("2") == "Weight: 20."
    assert await phone.says("weight 82.4 kg") == (
        "Weight has no unit so far. If its numbers are kg, set its unit to kg first;"
        " else write only the number."
    )


async def test_how_often_something_is_logged_is_no_amount_of_it(world: SmsWorld) -> None:
    await world.owner()
    phone = world.phone()
    added = await phone.says("metric add visits unit dollars per day count target 3")
    assert "target 3;" in added

    assert (await phone.says("visits 12.50")).startswith("Visits: 12.5 dollars.")
    assert (await phone.says("visits 8")).startswith("Visits: 8 dollars: logged 2 times today.")
    assert (await phone.says("metric visits")).splitlines()[:2] == [
        "Visits: 2 today",
        "2 in all, target 3, 0 good days",
    ]
    assert (await phone.says("undo")).startswith("Visits: 8 dollars taken back, 1 today now.")


async def test_a_correction_names_its_day_and_changes_no_other(world: SmsWorld) -> None:
    await world.owner()
    phone = world.phone()
    for line in ("metric add weight unit kg", 'weight 82.4 yesterday "after run"', "weight 83"):
        await phone.says(line)

    assert (await phone.says("metric correct weight 82.3 yesterday")).startswith(
        "Weight: corrected to 82.3 kg yesterday."
    )
    assert (await phone.says("metric correct weight 81 monday")).startswith("Weight has no such log")
    assert await phone.says("weight") == "Weight: 83 kg today"
    assert (await phone.says("undo")).startswith("Weight: 82.3 kg taken back, 82.4 kg yesterday now.")


async def test_undo_means_what_was_said_elsewhere_last_whichever_day_it_was_for(world: SmsWorld) -> None:
    owner = await world.owner()
    phone, metrics = world.phone(), world.services.metrics
    await phone.says("metric add waist unit cm")
    await phone.says("metric add weight unit kg")
    await phone.says("weight 83")
    waist = await metrics.find(owner.id, "waist")
    world.clock.advance(60)
    now = world.clock()
    last_week = now - timedelta(days=7)
    await metrics.log(owner, waist, LogWords(90, None, None, last_week, last_week.date()))

    assert (await phone.says("undo")).startswith("Waist: 90 cm taken back")
    assert (await phone.says("undo")).startswith("Weight: 83 kg taken back")


async def test_of_several_parts_of_the_way_the_furthest_is_said(world: SmsWorld) -> None:
    await world.owner()
    phone = world.phone()
    for line in ("metric add weight unit kg target 80", "weight 100 yesterday"):
        await phone.says(line)

    assert (await phone.says("weight 89")).splitlines()[1:] == ["50 % of the way to the target! 80 points."]


async def test_two_metrics_that_may_be_meant_are_asked_about(world: SmsWorld) -> None:
    await world.owner()
    phone = world.phone()
    await phone.says("metric add waist")
    await phone.says("metric add weight")

    asked = await phone.says("w 82.4 kg")
    assert asked == "Which one? Reply with its number:\n1. waist\n2. weight"
    assert await phone.says("2") == "Weight: 82.4 kg. From now on it is in kg."


async def test_nobody_reaches_the_metric_of_another_person(world: SmsWorld) -> None:
    owner = await world.owner()
    await world.owner("+14155550199")
    ada, eve = world.phone(), world.phone("+14155550199")
    await ada.says("metric add secret weight")
    await ada.says("secret weight 82.4 kg")
    [metric] = await world.services.metrics.list(owner.id)

    for name in ("secret weight", metric.id):
        for form in (
            "{}",
            "{} 5",
            "metric {}",
            "metric log {} 5",
            "metric edit {} high 5",
            "metric correct {} 5",
            "metric remove {} surely",
        ):
            answer = await eve.says(form.format(name))
            assert "82.4" not in answer
            assert "Secret weight:" not in answer
    assert await eve.says("metric undo") == "There is nothing that you logged which can be undone."
    assert await ada.says("secret weight") == "Secret weight: 82.4 kg today"
