"""What somebody has done in all: within Discord's limits, and no name becomes layout."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.stats import view
from bot.stats.documents import StateCount, StatsDocument, TrackedGame, WeekGainDocument
from tests.bot.cards import card_of, layouts, visit
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import NOW, names

HERE = visit()
ATTRIBUTES = ("Woodcutting", "Zulrah")


def gain(name: str = "Woodcutting", text: str = "+250,000 xp", character: str | None = "Nightowl") -> Any:  # noqa: ANN401
    return WeekGainDocument(goal="abc234", name=name, character=character, amount=250_000, text=text)


def document(**other: object) -> StatsDocument:
    fields = {
        "since": NOW, "characters": 2, "under_way": 3, "reached": 1_234,
        "states": [StateCount(symbol="\N{TROPHY}", text="on track", goals=3)], "gains": [gain()],
        "tracked": [TrackedGame(game="Old School RuneScape", attributes=ATTRIBUTES)],
    }  # fmt: skip
    return StatsDocument.model_validate({**fields, **other})


def test_everything_has_its_place() -> None:
    assert card_lines(card_of(view.stats(HERE, document()))) == [
        "┌ #3b8fd0",
        "│ ## Your numbers",
        "│ -# with Questlog since {20 January 2027}",
        "│ 2 characters · 3 goals under way · \N{TROPHY} 1,234 reached · \N{TROPHY} 3 on track",
        "│ ────",
        "│ ### This week",
        "│ **Woodcutting** +250,000 xp · Nightowl",
        "│ ────",
        "│ ### What everybody is after",
        "│ **Old School RuneScape** Woodcutting, Zulrah",
    ]


gains = st.builds(gain, names, names.map(lambda unit: f"+1 {unit}"), st.none() | names)
tracked = st.builds(
    lambda found: TrackedGame(game="Old School RuneScape", attributes=tuple(found)),
    st.lists(names, min_size=1, max_size=5),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(gained=st.lists(gains, max_size=12), after=st.lists(tracked, max_size=2))
def test_nothing_that_others_named_becomes_layout(
    gained: list[WeekGainDocument], after: list[TrackedGame]
) -> None:
    found = layouts(view.stats(HERE, document(gains=gained, tracked=after)))

    plain = [
        gain("Fishing", one.text and "+1", one.character if one.character is None else "Zezima")
        for one in gained
    ]
    tame = [TrackedGame(game=one.game, attributes=("Fishing",) * len(one.attributes)) for one in after]
    assert found == layouts(view.stats(HERE, document(gains=plain, tracked=tame)))
