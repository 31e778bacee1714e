"""`questlog demo`: two months in half a minute, offline and without any set-up."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bot import logs
from bot.cli.invocation import Invocation
from bot.cli.screen import console, say, show
from bot.demo.lines_view import LinesView
from bot.demo.simulation import SimulationResult, simulate
from bot.demo.stage import Stage
from bot.demo.story import Story
from bot.signals import until_signalled
from tracker.settings import LogSettings, Settings

SECONDS_PER_DAY = 0.55


@click.command()
@click.option(
    "--days", type=click.IntRange(7, 365), default=60, show_default=True, help="How many days pass."
)
@click.option("--fast", is_flag=True, help="Do not wait: as fast as it goes.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another number, another story.")
@click.pass_obj
def demo(invocation: Invocation, days: int, seed: int, *, fast: bool) -> None:
    """Watch Questlog in a simulated world: days pass in seconds.

    Hiscores, players and time are simulated, on this machine and without the internet; everything else is
    what `questlog run` does. Nothing is kept. Ctrl-C ends it.
    """
    log = LogSettings(level="debug" if invocation.debug else "error")
    logs.configure(Settings(log=log))
    story = Story(days)
    ended = list[SimulationResult]()

    async def play(folder: Path, stage: Stage) -> None:
        ended.append(await simulate(story, seed, folder, stage))

    with TemporaryDirectory(prefix="questlog-demo-") as folder, _stage(story, fast=fast) as stage:
        asyncio.run(until_signalled(play(Path(folder), stage)))
    if not ended:
        say("Stopped before the end. Nothing of the demo is left on this machine.")
        return
    from bot.demo.summary import summary  # noqa: PLC0415 - rich, which plain lines do without until here

    show(*summary(ended[0]))


@contextmanager
def _stage(story: Story, *, fast: bool) -> Generator[Stage]:
    screen = console()
    if not screen.is_terminal:
        yield LinesView()
        return
    from bot.demo.live_view import LiveView  # noqa: PLC0415 - only a terminal needs it

    with LiveView(screen, story, 0 if fast else SECONDS_PER_DAY) as view:
        yield view
