"""What a person has done in all, and what everybody is after."""

from collections import Counter

from bot.documents import Nothing
from bot.goals.looks import look_at
from bot.stats.documents import StateCount, StatsDocument, TrackedGame, WeekGainDocument
from bot.visit import Visit
from tracker.goals.games.game import game_of
from tracker.goals.totals import WeekGain, totals_of
from tracker.goals.words.standings import state_text
from tracker.goals.words.wording import attribute_name, gain_text, whose


async def show_stats(visit: Visit, _: Nothing) -> StatsDocument:
    found = await totals_of(visit.services.table, visit.person, visit.now)
    counts = Counter((look_at(one), state_text(one)) for one in found.live).most_common()
    return StatsDocument(
        since=visit.person.created_at,
        characters=found.characters,
        under_way=len(found.live),
        reached=found.reached,
        states=tuple(
            StateCount(symbol=look.symbol, text=text, goals=goals) for (look, text), goals in counts
        ),
        gains=tuple(map(_gain, found.gains)),
        tracked=tuple(
            TrackedGame(game=game_of(key).title, attributes=tuple(map(game_of(key).display, attributes)))
            for key, attributes in found.tracked
        ),
    )


def _gain(one: WeekGain) -> WeekGainDocument:
    game = game_of(one.goal.subject.source)
    return WeekGainDocument(
        goal=one.goal.id,
        name=attribute_name(one.goal, game),
        character=whose(one.goal, one.character),
        amount=one.amount,
        text=gain_text(one.goal, game, one.amount),
    )
