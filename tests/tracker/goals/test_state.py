"""The state of a goal, rule by rule."""

from dataclasses import dataclass
from datetime import date, timedelta

import pytest

from tracker.goals.games.game import game_of
from tracker.goals.pace.forecast import Forecast
from tracker.goals.pace.progress import Progress, progress_of
from tracker.goals.pace.state import GoalState, state_of
from tracker.goals.plans import Plan
from tracker.goals.words.aims import aim_of
from tracker.goals.words.request import GoalType

TODAY = date(2026, 1, 10)
DUE = TODAY + timedelta(days=9)
PLAN = Plan(aim_of(game_of("osrs"), "attack", GoalType.XP, 1_000), TODAY, 0, DUE)


def standing(value: int) -> Progress:
    return progress_of(PLAN, value, TODAY)


@dataclass(frozen=True)
class OnTheTenthDay:
    """So likely to arrive on that day, and so likely to have arrived on any later one."""

    in_time: float
    later: float = 1.0

    def chance(self, days: float, /) -> float:
        return 0.0 if days < 10 else self.in_time if days < 11 else self.later


def promising(chance: float) -> Forecast:
    return Forecast(1.0, 30, OnTheTenthDay(chance))


@pytest.mark.parametrize(
    ("chance", "state"),
    [
        (1.0, GoalState.ON_TRACK),
        (0.667, GoalState.ON_TRACK),
        (0.666, GoalState.AT_RISK),
        (0.334, GoalState.AT_RISK),
        (0.333, GoalState.BEHIND),
        (0.0, GoalState.BEHIND),
    ],
)
def test_with_a_date_the_chance_decides(chance: float, state: GoalState) -> None:
    assert state_of(standing(10), promising(chance), DUE, TODAY) is state


@pytest.mark.parametrize(
    ("before", "chance", "state"),
    [
        (GoalState.ON_TRACK, 0.63, GoalState.ON_TRACK),
        (GoalState.ON_TRACK, 0.61, GoalState.AT_RISK),
        (GoalState.AT_RISK, 0.70, GoalState.AT_RISK),
        (GoalState.AT_RISK, 0.72, GoalState.ON_TRACK),
        (GoalState.AT_RISK, 0.29, GoalState.AT_RISK),
        (GoalState.AT_RISK, 0.28, GoalState.BEHIND),
        (GoalState.BEHIND, 0.38, GoalState.BEHIND),
        (GoalState.BEHIND, 0.39, GoalState.AT_RISK),
        (GoalState.BEHIND, 0.9, GoalState.ON_TRACK),
        (GoalState.NO_DATA, 0.65, GoalState.AT_RISK),
    ],
)
def test_a_state_does_not_flutter_at_a_boundary(before: GoalState, chance: float, state: GoalState) -> None:
    assert state_of(standing(10), promising(chance), DUE, TODAY, before=before) is state


def test_what_has_not_been_seen_has_no_data() -> None:
    assert state_of(None, None, DUE, TODAY) is GoalState.NO_DATA
    assert state_of(None, None, TODAY - timedelta(days=1), TODAY) is GoalState.NO_DATA


def test_too_few_days_for_a_forecast_are_no_data() -> None:
    assert state_of(standing(10), None, DUE, TODAY) is GoalState.NO_DATA


def test_after_its_date_a_goal_is_behind_forecast_or_not() -> None:
    over = TODAY - timedelta(days=1)

    assert state_of(standing(10), None, over, TODAY) is GoalState.BEHIND
    assert state_of(standing(10), promising(1.0), over, TODAY) is GoalState.BEHIND


def test_without_a_date_a_goal_is_on_track_while_it_will_be_reached_at_all() -> None:
    moving = Forecast(1.0, 30, OnTheTenthDay(0.4, later=0.501))
    stalled = Forecast(0.0, 30, OnTheTenthDay(0.4, later=0.499))

    assert state_of(standing(10), moving, None, TODAY) is GoalState.ON_TRACK
    assert state_of(standing(10), stalled, None, TODAY) is GoalState.AT_RISK


def test_reached_is_for_ever_and_stronger_than_a_pause() -> None:
    assert state_of(standing(1_000), None, DUE, TODAY, paused=True) is GoalState.REACHED
    assert state_of(standing(900), promising(0.0), DUE, TODAY, reached=True) is GoalState.REACHED
    assert state_of(None, None, DUE, TODAY, reached=True) is GoalState.REACHED


def test_a_paused_goal_is_paused_whatever_its_numbers_say() -> None:
    assert state_of(standing(10), promising(0.0), DUE, TODAY, paused=True) is GoalState.PAUSED
    assert state_of(None, None, None, TODAY, paused=True) is GoalState.PAUSED
