"""What metrics send to Discord: a question that a form answers, alerts, milestones, while they are true."""

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import account, done, press
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS, MINUTES
from tracker.metrics.model import Metric

ASKED = "What do you weigh?"
DAY = 24 * HOURS


async def mine(world: BotWorld, user: FakeUser) -> Metric:
    [metric] = await world.client.services.metrics.list((await account(world, user)).id)
    return metric


async def logged(world: BotWorld, user: FakeUser) -> list[tuple[str, object]]:
    logs = await world.client.services.metrics.logs(await mine(world, user), limit=10)
    return [(f"{one.day}", one.value) for one in logs]


async def asked(world: BotWorld, ada: FakeUser, at: str = "8:00") -> FakeMessage:
    """The question in somebody's direct messages, a few minutes after its time."""
    await ada.slash("metric add", name="Weight", unit="kg", ask=at)
    hour = int(at.partition(":")[0])
    await world.pass_time(hour * HOURS + 5 * MINUTES, step=HOURS)
    return (await ada.receives())[-1]


async def a_day_later(world: BotWorld) -> None:
    await world.pass_time(DAY, step=4 * HOURS)


async def test_a_question_is_answered_in_its_form_also_after_a_restart(
    world: BotWorld, ada: FakeUser
) -> None:
    question = await asked(world, ada)
    assert ASKED in question.text
    assert question.buttons == ["Answer"]

    await world.restart()
    opened = await question.click("Answer")
    assert (opened.modal.title, opened.modal.fields) == ("Weight", [ASKED, "Note"])
    await done(await opened.modal.submit({ASKED: "181 lb", "Note": "after run"}))

    assert 'Weight: 82.1 kg (181 lb). "after run"' in question.text
    assert question.buttons == ["Undo", "Correct"]
    await press(question, "Undo")
    assert await logged(world, ada) == []


async def test_an_answer_after_midnight_is_of_the_day_that_was_asked_about(
    world: BotWorld, ada: FakeUser
) -> None:
    question = await asked(world, ada, at="22:00")
    await world.pass_time(3 * HOURS, step=HOURS)
    opened = await question.click("Answer")
    await done(await opened.modal.submit({ASKED: "82.4"}))
    assert "Weight: 82.4 kg yesterday." in question.text
    assert [f"{day} {value}" for day, value in await logged(world, ada)] == ["2100-01-01 82.4"]


async def test_who_has_logged_is_not_asked(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("metric add", name="Weight", unit="kg", ask="8:00")
    await ada.slash("metric log", metric="weight", value="82.4")
    await world.pass_time(12 * HOURS, step=HOURS)
    assert not any(ASKED in one.text for one in ada.dms)


async def test_what_is_no_number_is_refused_and_the_question_stays(world: BotWorld, ada: FakeUser) -> None:
    question = await asked(world, ada)
    refused = await (await question.click("Answer")).modal.submit({ASKED: "many"})
    assert refused.ephemeral
    assert question.buttons == ["Answer"]
    assert await logged(world, ada) == []


async def test_nobody_else_answers_a_question(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    question = await asked(world, ada)
    with pytest.raises(Impossible, match="cannot see"):
        await question.click("Answer", by=bob)


async def test_a_limit_that_is_left_is_told_once_with_what_it_is_now(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("metric add", name="Weight", unit="kg", high="90")
    for value in ("91", "92", "93"):
        await ada.slash("metric log", metric="weight", value=value)
        await a_day_later(world)
    [alert] = [one for one in ada.dms if "above 90 kg" in one.text]
    assert "Weight is above 90 kg" in alert.text
    assert "The last value is 92 kg." in alert.text


async def test_an_alert_that_was_corrected_before_it_went_does_not_go(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("metric add", name="Weight", unit="kg", high="90")
    await ada.slash("metric log", metric="weight", value="91", at="yesterday")
    shown = await ada.slash("metric log", metric="weight", value="920")
    assert "above your limit of 90 kg" in shown.text
    await done(await (await shown.click("Correct")).modal.submit({"What is it in kg?": "82"}))
    await a_day_later(world)
    assert not any("90 kg" in one.text for one in ada.dms)


async def test_what_is_reached_is_told_once(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("metric add", name="Weight", unit="kg", target="80")
    for value in ("79.5", "81", "79"):
        await ada.slash("metric log", metric="weight", value=value)
        await a_day_later(world)
    assert sum("Weight: target reached" in one.text for one in ada.dms) == 1


async def test_what_was_undone_before_it_was_told_is_not_told(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("metric add", name="Weight", unit="kg", target="80")
    shown = await ada.slash("metric log", metric="weight", value="79")
    assert "Target reached! 50 points." in shown.text
    await press(shown, "Undo")
    assert "50 points taken back." in shown.text
    await a_day_later(world)
    assert not any("target reached" in one.text for one in ada.dms)
