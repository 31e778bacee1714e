"""What every command is handed: which configuration to read, and how talkative to be."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.feature import Feature
from tracker.clock import Clock, system_clock
from tracker.frozen import frozen

if TYPE_CHECKING:
    from bot.config import Loaded
    from tracker.settings import Settings


@frozen
class Invocation:
    """The click context object: take it with `@click.pass_obj`."""

    features: Sequence[Feature]
    config: Path | None = None
    debug: bool = False
    clock: Clock = system_clock

    def settings(self) -> "Settings":
        """The settings, with logging set up for a command. Raises ConfigProblems.

        A command logs warnings only, or everything with --debug; `questlog run` calls `logs.configure` anew.
        """
        return self.load().settings

    def load(self) -> "Loaded[Settings]":
        """The same, and where they come from."""
        from bot import logs  # noqa: PLC0415 - `questlog --help` needs neither pydantic nor structlog
        from bot.command_store import at_home  # noqa: PLC0415
        from bot.config import load_as  # noqa: PLC0415
        from tracker.settings import Settings  # noqa: PLC0415

        loaded = load_as(Settings, self.config, os.environ)
        loaded = replace(loaded, settings=at_home(loaded.settings, os.environ))
        if self.debug:
            log = loaded.settings.log.model_copy(update={"level": "debug"})
            loaded = replace(loaded, settings=loaded.settings.model_copy(update={"log": log}))
        logs.configure(loaded.settings, quiet=True)
        return loaded
