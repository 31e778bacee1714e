"""What the hiscores say about any player, as people read it, with the skills as a picture."""

from collections.abc import Iterator
from functools import partial

from bot.characters.documents import CharacterLook
from bot.charts.drawing import LONGEST_ALT
from bot.names import NAME, TITLE, cut_short, plain_line, shown_name
from bot.services import Services
from bot.view import At, Chart, Fact, Passage, View, joined
from bot.visit import Visit
from scheduler.channels.picture import Picture
from tracker.goals.games.game import OVERALL, game_of
from tracker.readings import Measure, Number
from tracker.words import people

MOST_SCORES = 60
"""Of bosses, clues and minigames: the highest first."""


def player(here: Visit, found: CharacterLook) -> View:
    mode, game = found.character.partition(":")[0], game_of(found.game)
    scores = [*_scores(found)]
    more = f" and {people(len(scores) - MOST_SCORES)} more" if len(scores) > MOST_SCORES else ""
    told = ", ".join(f"{name} {people(score)}" for name, score in scores[:MOST_SCORES])
    texts = [
        Passage(", ".join(f"{name} {level}" for name, level in levels_of(found)), "Skills"),
        Passage(told + more, "Bosses and more"),
    ]
    return View(
        title=shown_name(found.name),
        subtitle=joined(game.title, mode if mode != "main" else None, ("looked up ", At(found.at, "ago"))),
        facts=[[*_overall(found)]],
        passages=[one for one in texts if one.text],
        hints=[cut_short(note, TITLE) for note in found.notes],
        chart=Chart("skills", partial(draw_player, found=found)) if levels_of(found) else None,
    )


def _overall(found: CharacterLook) -> Iterator[Fact]:
    numbers = found.values.get(OVERALL, {})
    level, xp, rank = (numbers.get(one.value) for one in (Measure.LEVEL, Measure.XP, Measure.RANK))
    if level is not None:
        yield Fact("Total level", people(level))
    if xp is not None:
        yield Fact("Total xp", people(xp))
    if rank is not None:
        yield Fact("Rank", people(rank))


def levels_of(found: CharacterLook) -> tuple[tuple[str, int], ...]:
    """Of each skill that is ranked, as the game lists them."""
    game = game_of(found.game)
    return tuple(
        (game.display(name), int(numbers[Measure.LEVEL.value]))
        for name, numbers in found.values.items()
        if name != OVERALL and Measure.LEVEL.value in numbers
    )


def _scores(found: CharacterLook) -> Iterator[tuple[str, Number]]:
    game, score = game_of(found.game), Measure.SCORE.value
    ranked = {name: numbers[score] for name, numbers in found.values.items() if score in numbers}
    for name, number in sorted(ranked.items(), key=lambda one: -one[1]):
        yield game.display(name), number


async def draw_player(services: Services, *, found: CharacterLook, dark: bool = True) -> Picture | None:
    name, levels = plain_line(found.name, NAME), levels_of(found)

    def drawn() -> Picture:
        """For a thread."""
        from bot.charts.skills_chart import SkillsChart, describe, draw_skills  # noqa: PLC0415 - matplotlib is slow

        chart = SkillsChart(name, levels)
        return Picture(draw_skills(chart, dark=dark), plain_line(describe(chart), LONGEST_ALT))

    async def prepare():  # noqa: ANN202 - nothing is to be read
        return drawn

    return await services.drawings.drawn(("player", name, levels, dark), prepare)
