"""What a person's numbers say this week: all that holds, from which at most one new thing is told.

Each look is one more chance to be wrong: the doubt that is allowed is shared among a person's numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field

from tracker.analysis.anomaly import Anomaly, anomaly_of
from tracker.analysis.correlations import Pair, Together, together
from tracker.analysis.pattern import Pattern, pattern_of
from tracker.analysis.series import DailySeries
from tracker.analysis.trend import ENTER, Slope, slope_of, way_of
from tracker.analysis.way import Way
from tracker.frozen import frozen

TREND_WINDOW = 84


@frozen
class Numbers:
    """What is looked at: all that a person keeps, by name, and what they want to understand."""

    series: Mapping[str, DailySeries]
    outcomes: Sequence[str] = ()
    """At most two: mood and energy, or what the person marked. Everything else may drive them."""
    never: Sequence[frozenset[str]] = ()
    """Pairs of which one is made of the other."""


@frozen
class Findings:
    """What one weekly run found."""

    trends: Mapping[str, Slope] = field(default_factory=dict[str, Slope])
    """Those that have a way now."""
    ways: Mapping[str, Way] = field(default_factory=dict[str, Way])
    patterns: Mapping[str, Pattern] = field(default_factory=dict[str, Pattern])
    anomalies: Mapping[str, Anomaly] = field(default_factory=dict[str, Anomaly])
    seen_together: Mapping[Pair, Together] = field(default_factory=dict[Pair, Together])
    """As they are this week."""
    together: Mapping[Pair, Together] = field(default_factory=dict[Pair, Together])
    """Those of them that were there last week, too: these alone may be told."""


NOTHING_FOUND = Findings()


def findings(numbers: Numbers, before: Findings = NOTHING_FOUND) -> Findings:
    """`before` is what was found a week ago."""
    series, metrics = numbers.series, max(len(numbers.series), 1)
    slopes = {name: slope_of(one, TREND_WINDOW) for name, one in series.items()}
    ways = {
        name: way_of(slope, before.ways.get(name, Way.STABLE), enter=ENTER / metrics)
        for name, slope in slopes.items()
    }
    pairs = together(
        {name: series[name] for name in numbers.outcomes if name in series}, series, never=numbers.never
    )
    now = {one.pair: one for one in pairs}
    patterns = {name: pattern_of(one, metrics) for name, one in series.items()}
    anomalies = {name: anomaly_of(one) for name, one in series.items()}
    return Findings(
        trends={name: slope for name, slope in slopes.items() if slope and ways[name] is not Way.STABLE},
        ways=ways,
        patterns={name: one for name, one in patterns.items() if one},
        anomalies={name: one for name, one in anomalies.items() if one},
        seen_together=now,
        together={pair: one for pair, one in now.items() if _held(one, before.seen_together.get(pair))},
    )


def _held(now: Together, before: Together | None) -> bool:
    """The same way as a week ago."""
    return before is not None and (now.rho > 0) is (before.rho > 0)
