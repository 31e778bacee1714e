"""The card of `/stats`: within Discord's limits, and no name becomes layout."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.slash.looks import look_of
from bot.slash.stats_cards import Stats, Tracked, WeekGain, stats_card
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.markdown import layout
from tests.bot.slash.shown_scenes import NOW, goals, names, shown, woodcutting
from tests.fakes.discord.check_components import check_layout
from tests.fakes.discord.component_types import walk
from tests.fakes.discord.forms import Form

LOOK = look_of(shown().standing)

tracked = st.builds(
    Tracked, game=st.sampled_from(["osrs", "rs3"]), attributes=st.lists(st.tuples(names, st.integers(1, 99)))
)
gains = st.builds(WeekGain, goal=goals(), character=names, amount=st.integers(-(10**12), 10**20))


def test_everything_has_its_place() -> None:
    stats = Stats(
        since=NOW,
        characters=2,
        reached=1_234,
        states={LOOK: 3},
        gains=[WeekGain(woodcutting(), "Nightowl", 250_000)],
        tracked=[Tracked("osrs", [("woodcutting", 12), ("zulrah", 1)])],
    )

    assert card_lines(stats_card(stats)) == [
        "┌ #3b8fd0",
        "│ ## Your numbers",
        "│ -# with Questlog since {20 January 2027}",
        "│ ────",
        "│ 2 characters · 3 goals under way · \N{TROPHY} 1,234 reached",
        f"│ {LOOK.symbol} 3 {LOOK.word}",
        "│ ────",
        "│ ### This week",
        "│ **Woodcutting** +250,000 xp · Nightowl",
        "│ ────",
        "│ ### What everybody is after",
        "│ **Old School RuneScape** Woodcutting (12 goals), Zulrah (1 goal)",
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(gained=st.lists(gains, max_size=12), after=st.lists(tracked, max_size=2))
def test_nothing_that_others_named_becomes_layout(gained: list[WeekGain], after: list[Tracked]) -> None:
    after = [Tracked(one.game, one.attributes[:5]) for one in after]
    card = stats_card(Stats(NOW, 0, 0, {LOOK: 1}, gained, after))
    components = card.to_components()
    form = Form()
    check_layout(form, components, set())
    form.accept()
    for one in walk(components):
        if one["type"] == 10:
            layout(one["content"])
