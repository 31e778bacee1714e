"""The moon as people read it, on any front end."""

from bot.view import Fact, Usage, View
from bot.visit import Visit
from tests.toy.moon.documents import Moon
from tests.toy.moon.rules import Phase
from tracker.words import on_day

LOOK = Usage("/moon", "moon", "questlog moon")
SYMBOLS = {
    Phase.NEW: "\N{NEW MOON SYMBOL}",
    Phase.WAXING: "\N{FIRST QUARTER MOON SYMBOL}",
    Phase.FULL: "\N{FULL MOON SYMBOL}",
    Phase.WANING: "\N{LAST QUARTER MOON SYMBOL}",
}


def moon(here: Visit, found: Moon) -> View:
    verb = "is" if found.day >= here.today else "was"
    return View(
        title="The moon",
        symbol=SYMBOLS[found.phase],
        lead=f"The moon {verb} {found.phase} {on_day(found.day, here.today)}.",
        facts=[[Fact("Lit", f"{found.percent} %", f"{found.percent} % lit")]],
    )
