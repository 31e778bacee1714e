"""Whether the connection lives: the rules of the watchdog, by hand."""

from math import inf, nan

import pytest

from bot.slash.watchdog import SILENCE_SECONDS, ConnectionVerdict, LifeSign, Vigil

GIVE_UP = 300.0


def watch(*seen: tuple[float, float, int], give_up: float = GIVE_UP) -> list[ConnectionVerdict]:
    """The verdicts at each (time, latency, events); a reconnection happens when it is asked for."""
    (begun, latency, events), *rest = seen
    vigil, verdicts = Vigil.begin(LifeSign(latency, events), begun), []
    for now, latency, events in rest:
        vigil = vigil.seeing(LifeSign(latency, events), now)
        verdict = vigil.judge(now, give_up)
        if verdict is ConnectionVerdict.RECONNECT:
            vigil = vigil.after_reconnecting()
        verdicts.append(verdict)
    return verdicts


WELL, RECONNECT, GIVEN_UP = ConnectionVerdict.WELL, ConnectionVerdict.RECONNECT, ConnectionVerdict.GIVE_UP


def test_heartbeats_alone_are_enough() -> None:
    """Nobody uses the bot for an hour, and each heartbeat takes its own time."""
    hour = [(41.25 * beat, 0.05 + beat / 1e6, 1) for beat in range(90)]

    assert set(watch(*hour)) == {WELL}


def test_events_alone_are_enough() -> None:
    assert set(watch(*((60.0 * minute, 0.05, minute) for minute in range(60)))) == {WELL}


@pytest.mark.parametrize("latency", [inf, nan])
def test_a_connection_that_is_gone_is_first_made_afresh_and_then_given_up(latency: float) -> None:
    assert watch(
        (0, 0.05, 1),
        (100, latency, 1),
        (149, latency, 1),
        (150, latency, 1),
        (299, latency, 1),
        (300, latency, 1),
    ) == [WELL, WELL, RECONNECT, WELL, GIVEN_UP]


def test_one_that_comes_back_is_well_again_and_can_be_made_afresh_again() -> None:
    assert watch(
        (0, 0.05, 1), (150, inf, 1), (200, 0.06, 2), (349, inf, 2), (350, inf, 2), (500, inf, 2)
    ) == [RECONNECT, WELL, WELL, RECONNECT, GIVEN_UP]


def test_silence_on_a_connection_that_seems_to_be_there_counts() -> None:
    assert watch(
        (0, 0.05, 1), (SILENCE_SECONDS - 1, 0.05, 1), (SILENCE_SECONDS, 0.05, 1), (359, 0.05, 1)
    ) == [
        WELL,
        RECONNECT,
        WELL,
    ]
    assert watch((0, 0.05, 1), (180, 0.05, 1), (360, 0.05, 1)) == [RECONNECT, GIVEN_UP]


def test_silence_between_two_heartbeats_is_no_reason_however_impatient_the_operator() -> None:
    assert watch((0, 0.05, 1), (100, 0.05, 1), (170, 0.05, 1), give_up=2) == [WELL, WELL]
