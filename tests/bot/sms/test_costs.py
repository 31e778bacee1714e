"""What answers cost: they count for the budget, and no one number, known or not, uses it up."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from bot.sms.reception import ANSWERS, UNKNOWN_NUMBER
from tests.bot.sms.conftest import ADA, BOB, SmsWorld, with_sms
from tracker.limits import Limits
from tracker.sms.budget import SmsBudget, SmsPayment

STRANGERS = (f"+1201555{number:04}" for number in count(100))


async def refuse_to_stop(channel: str, reason: str) -> None:
    pytest.fail(f"{channel} is stopped: {reason}")


def with_budget(
    world: SmsWorld, budget: int, stop: Callable[..., object] = refuse_to_stop, **sms: object
) -> SmsBudget:
    """From now on there is so much to spend."""
    world.settings = with_sms(world.settings, monthly_budget=budget, **sms)
    world.running.open(replace(world.services, settings=world.settings, stop_channel=stop))
    return SmsBudget(world.settings.sms, Limits(world.table, world.clock))


async def test_answers_count_for_the_budget(world: SmsWorld) -> None:
    await world.owner()
    budget = with_budget(world, 3)
    assert await world.phone().says("goals")
    assert await world.phone().says("goals")
    assert await budget.pay(1, BOB) is SmsPayment.DONE
    assert await budget.pay(1, BOB) is SmsPayment.BUDGET_SPENT


async def test_when_the_budget_is_spent_nobody_is_answered_and_the_operator_hears_why(
    world: SmsWorld,
) -> None:
    heard: list[tuple[str, str]] = []

    async def stop(channel: str, reason: str) -> None:
        heard.append((channel, reason))

    await world.owner()
    budget = with_budget(world, 2, stop)
    assert await budget.pay(2, BOB) is SmsPayment.DONE
    assert await world.phone().says("goals") == ""
    assert [await world.phone(next(STRANGERS)).says("hi") for _ in range(3)] == [""] * 3
    assert set(heard) == {("sms", budget.spent)}


async def test_stop_is_obeyed_whatever_there_is_to_spend(world: SmsWorld) -> None:
    user = await world.owner()
    budget = with_budget(world, 1)
    assert await budget.pay(1, BOB) is SmsPayment.DONE
    await world.phone().says("STOP")
    [channel] = [one for one in await world.services.channels.list(user.id) if one.channel_type == "sms"]
    assert not channel.is_active


async def test_strangers_together_get_a_tenth_of_it_at_most(world: SmsWorld) -> None:
    with_budget(world, 40)
    answers = [await world.phone(next(STRANGERS)).says("hi") for _ in range(20)]
    assert answers == [UNKNOWN_NUMBER] * 4 + [""] * 16


async def test_one_number_does_not_use_up_what_is_there_for_all(world: SmsWorld) -> None:
    await world.owner(ADA)
    await world.owner(BOB)
    with_budget(world, 0)
    limits = Limits(world.table, world.clock)
    for _ in range(ANSWERS.most - 1):
        assert await limits.take(ANSWERS, ADA) is None
    assert await world.phone(ADA).says("goals")
    assert await world.phone(ADA).says("goals") == ""
    assert await world.phone(BOB).says("goals")
    world.clock.advance(ANSWERS.within.total_seconds())
    assert await world.phone(ADA).says("goals")


async def test_one_number_leaves_a_quarter_of_the_month_to_others(world: SmsWorld) -> None:
    await world.owner(ADA)
    await world.owner(BOB)
    budget = with_budget(world, 40)
    assert await budget.pay(30, ADA) is SmsPayment.DONE
    assert await budget.pay(1, ADA) is SmsPayment.PART_SPENT
    assert await world.phone(ADA).says("goals") == ""
    assert await world.phone(BOB).says("goals")
    await budget.give_back(1, ADA)
    assert await budget.pay(1, ADA) is SmsPayment.DONE
    world.clock.advance(timedelta(days=31).total_seconds())
    assert await world.phone(ADA).says("goals")


async def test_what_is_not_answered_costs_nothing(world: SmsWorld) -> None:
    await world.owner(ADA)
    budget = with_budget(world, 1)
    limits = Limits(world.table, world.clock)
    for _ in range(ANSWERS.most):
        await limits.take(ANSWERS, ADA)
    assert await world.phone(ADA).says("goals") == ""
    assert await budget.pay(1, BOB) is SmsPayment.DONE


@pytest.mark.parametrize("number", ["+19005550123", "+881612345678", "+33612345678"])
async def test_a_number_that_is_not_texted_is_not_answered_either(world: SmsWorld, number: str) -> None:
    budget = with_budget(world, 1)
    assert await world.phone(number).says("hi") == ""
    assert await budget.pay(1, BOB) is SmsPayment.DONE
