"""The end of the demo: what happened, in figures, and how to begin for real."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bot.demo.simulation import SimulationResult
from bot.demo.story import Story
from bot.demo.tally import Tally
from scheduler.observe import CHANGED, UNCHANGED

_FOR_REAL = (
    "All of that was simulated, and its files are gone. For real:",
    "",
    "  questlog character add NAME              # yours in Old School RuneScape",
    '  questlog goal add NAME "99 wc by 1 march"',
    "  questlog run                             # watches and tells until you stop it",
)


def summary(ending: SimulationResult) -> Iterator[RenderableType]:
    yield Text()
    yield Rule(Text("What happened", "bold"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, words in _facts(ending.story, ending.tally):
        table.add_row(name, Text(words))
    yield table
    yield Text()
    yield ending.goals.table()
    yield Text()
    yield Text("\n".join(_FOR_REAL))


def _facts(story: Story, tally: Tally) -> Iterator[tuple[str, str]]:
    new, same = tally.looks[CHANGED], tally.looks[UNCHANGED]
    in_vain = tally.polls - new - same
    yield "days", f"{story.days}"
    yield (
        "polls",
        f"{tally.polls:,}: {new:,} changed, {same:,} unchanged, {in_vain:,} in vain",
    )
    yield "writes", f"{tally.idle_writes:,} for {tally.idle_looks:,} unchanged polls{_beside(tally)}"
    told, over = _times(tally, "source-down"), _times(tally, "source-back")
    yield "outage", f"{_hours(tally)} without hiscores: told {told}, its end told {over}"
    yield from (("restart", _restart(waiting, tally)) for waiting in tally.restarts)
    yield "messages", f"{len(tally.messages):,}, {tally.told_twice or 'none'} of them twice"
    yield from (("", f"{count:>4} {kind}") for kind, count in sorted(tally.kinds.items()))


def _beside(tally: Tally) -> str:
    """Why that is not all of them: a write is seen for the polls of an hour together."""
    rest = tally.looks[UNCHANGED] - tally.idle_looks
    return f" (the other {rest:,} ran beside polls that changed or failed)" if rest else ""


def _hours(tally: Tally) -> str:
    return f"{tally.down.total_seconds() / 3600:g} hours"


def _times(tally: Tally, kind: str) -> str:
    times = tally.kinds[kind]
    return {0: "never", 1: "once"}.get(times, f"{times} times")


def _restart(waiting: frozenset[str], tally: Tally) -> str:
    arrived = len(waiting & tally.delivered)
    return f"with {len(waiting)} on the way, of which {arrived} arrived afterwards"
