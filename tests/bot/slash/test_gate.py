"""How many commands are worked on at once, and that nobody is held up by who waits for something else."""

import asyncio

from bot.slash.gate import CALM_SECONDS, Gate, LoopLag
from tests.fakes.loop_time import LeapingLoop, leap

FOR_EVER = 3600.0


async def enter(gate: Gate, number: int, came: list[int], done: asyncio.Event) -> None:
    task = asyncio.current_task()
    assert task is not None
    await gate.enter(task)
    came.append(number)
    await done.wait()


async def test_so_many_are_worked_on_at_once_in_the_order_in_which_they_came() -> None:
    gate, came, done = Gate(2, FOR_EVER), list[int](), [asyncio.Event() for _ in range(4)]

    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(enter(gate, number, came, done[number]))
        await leap(1)
        assert came == [0, 1]

        done[1].set()
        await leap(1)
        assert came == [0, 1, 2]

        for one in done:
            one.set()
    assert came == [0, 1, 2, 3]


async def test_who_takes_long_makes_room_for_one_other_and_not_for_two() -> None:
    gate, came, done = Gate(1, 2.0), list[int](), [asyncio.Event() for _ in range(3)]

    async with asyncio.TaskGroup() as group:
        group.create_task(enter(gate, 0, came, done[0]))
        await leap(2)
        group.create_task(enter(gate, 1, came, done[1]))
        await leap(1)
        assert came == [0, 1]

        done[0].set()
        group.create_task(enter(gate, 2, came, done[2]))
        await leap(1)
        assert came == [0, 1]

        for one in done:
            one.set()


async def test_whoever_gives_up_waiting_takes_no_place() -> None:
    gate, came, done = Gate(1, FOR_EVER), list[int](), asyncio.Event()
    first = asyncio.create_task(enter(gate, 0, came, done))
    second = asyncio.create_task(enter(gate, 1, came, done))
    third = asyncio.create_task(enter(gate, 2, came, done))
    await leap(1)

    second.cancel()
    done.set()
    await asyncio.gather(first, third)

    assert came == [0, 2]


async def test_nobodys_work_is_begun_while_promises_are_on_their_way_but_it_does_not_wait_for_ever() -> None:
    gate, came, done = Gate(1, FOR_EVER), list[int](), [asyncio.Event() for _ in range(2)]
    for one in done:
        one.set()

    with gate.promising():
        first = asyncio.create_task(enter(gate, 0, came, done[0]))
        await asyncio.sleep(0)
        assert came == []
    await first
    with gate.promising():
        second = asyncio.create_task(enter(gate, 1, came, done[1]))
        await leap(1)
        assert came == [0]
        await leap(CALM_SECONDS)
        await second
    assert came == [0, 1]


async def test_whoever_gives_up_while_others_are_promised_an_answer_leaves_room() -> None:
    gate, came, done = Gate(1, FOR_EVER), list[int](), asyncio.Event()
    done.set()
    with gate.promising():
        first = asyncio.create_task(enter(gate, 0, came, done))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait([first])

    await enter(gate, 1, came, done)

    assert came == [1]
    assert not gate.is_crowded


async def test_a_loop_that_is_late_is_known_to_be_so_before_its_next_tick() -> None:
    loop, lag = asyncio.get_running_loop(), LoopLag()
    assert isinstance(loop, LeapingLoop)
    assert lag.seconds == 0
    lag.start()
    loop.ahead += 20

    assert lag.seconds > 19
    lag.stop()
    assert lag.seconds == 0
