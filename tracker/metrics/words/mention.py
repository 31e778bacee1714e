"""Which metrics a text begins with, and what it says of them: `body fat 18.5 yesterday`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tracker.finding import plain
from tracker.metrics.lifecycle import FINDER
from tracker.metrics.model import Metric

_NUMBER = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True)
class MetricMention:
    metrics: Sequence[Metric]
    """All that may be meant, at least one."""
    rest: str
    """In which there is a number; empty where nothing is said."""
    sure: bool
    """Whether whole words of a name were said, and not only how it begins."""


def mentioned(text: str, metrics: Sequence[Metric]) -> MetricMention | None:
    """By the longest name that leaves nothing, or something with a number in it."""
    words = text.split()
    for count in range(len(words), 0, -1):
        name, rest = " ".join(words[:count]), " ".join(words[count:])
        if (not rest or _NUMBER.search(rest)) and (found := FINDER.meant(metrics, name)):
            return MetricMention(found, rest, sure=any(_says_words(name, one) for one in found))
    return None


def _says_words(name: str, metric: Metric) -> bool:
    return name == metric.id or set(plain(name).split()) <= set(plain(metric.name).split())
