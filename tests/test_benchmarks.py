"""The benchmarks are not run by tests, since timings are no tests; but they must start, and judge rightly."""

import asyncio
from collections.abc import Sequence

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import digests, goals, insights, measure, tasks
from benchmarks.cost import MANY, MINUTES_PER_MONTH, OFTEN, Bill, Meter, Units
from benchmarks.measure import Comparison, Limit, Measured, rate


def test_each_benchmark_is_an_async_function() -> None:
    assert all(asyncio.iscoroutinefunction(benchmark) for benchmark in benchmarks.BENCHMARKS.values())


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmarks.main(["poll", "nonsense"]) == 2
    assert capsys.readouterr().err.startswith("no benchmark nonsense; there are sqlite, ")


@pytest.mark.parametrize(
    ("found", "code", "told"),
    [
        ([], 0, ""),
        ([Comparison("get", 80, 100, 0.8, 0.7), Limit("bytes", 10, 10)], 0, ""),
        ([Comparison("get", 10, 100, 0.1, None)], 0, ""),
        ([Limit("bytes", 11, 10), Limit("dollars", 3, 4)], 1, "missed: bytes  11.00  wanted <= 10  ABOVE\n"),
    ],
)
def test_the_exit_code_says_whether_something_wanted_was_missed(
    capsys: pytest.CaptureFixture[str], found: Sequence[Measured], code: int, told: str
) -> None:
    assert benchmarks.verdict(found) == code
    assert capsys.readouterr().err == told


def test_what_was_measured_is_a_table() -> None:
    found = [Limit("dollars", 3, 4), Limit("bytes of an answer", 11.5, 10, "kB")]
    assert measure.table(found).splitlines() == [
        "dollars             3.00      wanted <= 4   ok",
        "bytes of an answer  11.50 kB  wanted <= 10  ABOVE",
    ]


async def test_tasks_are_measured_from_beginning_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"OPEN": 20, "DONE": 20, "CHANGES": 8, "AT_ONCE": 2, "PEOPLE": 20, "ASKED": 2, "ROUNDS": 1}
    for name, number in few.items():
        monkeypatch.setattr(tasks, name, number)
    monkeypatch.setattr(measure, "ROUNDS", 1)
    found = {str(one).partition("  ")[0] for one in await tasks.tasks()}
    assert {"a task added", "20 reminders due at nine are in the outbox", "round trips of a page"} <= found


async def test_goals_of_parts_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"DONE": 2, "ROUNDS": 1, "GOALS": 2}.items():
        monkeypatch.setattr(goals, name, number)
    *_, recounted = await goals.goals()
    assert str(recounted).startswith("all 8 goals recounted")


async def test_digests_are_measured_from_the_rounds_to_the_webhooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "PEOPLE", 20)
    lost, *_ = await digests.digests()
    assert str(lost) == "people without their digest  0.00  wanted <= 0  ok"


async def test_insights_are_measured_by_all_that_is_wanted_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"PEOPLE": 1, "WEEKS": 2, "TRIES": 2, "FUTURES": 2, "LIVES": 1}.items():
        monkeypatch.setattr(insights, name, number)
    found = [str(one).split("  ") for one in await insights.insights()]
    assert {name: wanted for name, _, wanted, _ in found} == {
        "noise: weeks with something new and false": "wanted <= 2",
        "hard: weeks with a new false correlation": "wanted <= 0.5",
        "a person's weekly look": "wanted <= 50",
        "finds rho .4 in 180 days": "wanted >= 80",
        "finds a trend of 3 deviations in 84 days": "wanted >= 85",
        "finds a weekend of 1.5 deviations in 126 days": "wanted >= 90",
        "bands cover, the worst": "wanted >= 75",
        "bands cover, the best": "wanted <= 96",
        "alerts a year on noise, the most": "wanted <= 12",
        "naive alerts a year on it, the fewest": "wanted >= 30",
        "all of this": "wanted <= 10",
    }


async def test_every_piece_of_work_is_done_once() -> None:
    done: list[int] = []

    async def work(number: int) -> None:
        await asyncio.sleep(0)
        done.append(number)

    await rate(work, 20, concurrency=3)
    assert sorted(done) == list(range(20))


def test_a_ratio_below_what_is_wanted_says_so() -> None:
    assert str(Comparison("get", 60, 100, 0.6, 0.7)).endswith("BELOW")
    assert str(Comparison("get", 80, 100, 0.8, 0.7)).endswith("ok")


# What a month costs


def test_a_month_is_the_polls_of_both_kinds_and_all_that_goes_on_without_them() -> None:
    minute = {"leases": Units(write=2), "dispatch": Units(read=1)}
    bill = Bill(unchanged=Units(read=1), changed=Units(write=10, read=5), minute=minute)
    month = OFTEN.month(bill, changes_a_day=14.4)  # 1 % of 1,440 polls a day
    polls = 1000 * MINUTES_PER_MONTH
    assert month.write == pytest.approx(polls * 0.01 * 10 + 2 * MINUTES_PER_MONTH)
    assert month.read == pytest.approx(polls * (0.99 * 1 + 0.01 * 5) + 1 * MINUTES_PER_MONTH)
    assert month.dollars == pytest.approx(month.write * 0.625e-6 + month.read * 0.125e-6)


def test_of_fewer_polls_a_larger_share_finds_the_same_changes() -> None:
    assert OFTEN.share(1.44) == pytest.approx(0.001)
    assert MANY.share(1.44) == pytest.approx(0.01)


def test_a_meter_counts_from_one_question_to_the_next_and_no_read_as_free() -> None:
    meter = Meter()
    meter.observe("query", 0)
    meter.observe("transact_write_items", 4)
    assert meter.take() == Units(write=4, read=0.5)
    assert meter.take() == Units()
