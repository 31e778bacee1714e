"""The `questlog` command: the root group, and the border where failures become exit codes."""

import gc
import os
import sys

from bot import streams
from bot.cli.root import new_root
from bot.exits import Exit
from bot.features import FEATURES

MANY = 100_000
"""So many new objects there may be before garbage is looked for: loading a command makes fewer that stay."""

NO_PLUGINS = "PYDANTIC_DISABLE_PLUGINS", "__all__"
"""pydantic would look for plugins of its own in every package that is installed, and there are none."""


def main() -> None:
    gc.set_threshold(MANY)
    os.environ.setdefault(*NO_PLUGINS)
    try:
        _answered()
    finally:
        gc.freeze()  # else all that was loaded is looked through for garbage once more, as the process ends


def _answered() -> None:
    streams.prepare()
    try:
        _to_the_last_letter()
    except BrokenPipeError:
        streams.abandon_stdout()
        sys.exit(Exit.PROBLEM)
    except streams.OutputLost as lost:
        streams.abandon_stdout()
        print(f"questlog: {lost}", file=sys.stderr)
        sys.exit(lost.exit_code)


def _to_the_last_letter() -> None:
    """What is printed and not yet written can still be lost, and Python would tell so in its own words."""
    try:
        new_root(FEATURES).main(prog_name="questlog")
    finally:
        sys.stdout.flush()
