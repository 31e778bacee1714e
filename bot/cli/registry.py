"""Every command of `questlog`: its name, where it lives and what it does. Modules load when they are used."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.feature import Feature


class CommandPlace(NamedTuple):
    """`target` is "module:attribute" of a click command; `summary` is its line in `questlog --help`."""

    target: str
    summary: str


OWN = {
    "run": CommandPlace("bot.cli.run:run", "Start the service and keep it running until SIGTERM or Ctrl-C."),
    "demo": CommandPlace("bot.cli.demo:demo", "Watch Questlog in a simulated world: days pass in seconds."),
    "health": CommandPlace("bot.cli.health:health", "Ask the running service whether it is well."),
    "doctor": CommandPlace(
        "bot.cli.doctor:doctor", "Check everything that must be right, and say what to do."
    ),
    "table": CommandPlace("bot.cli.table:table", "Create, describe or migrate the DynamoDB table."),
    "poll": CommandPlace(
        "bot.cli.poll:poll", "Look at the characters that are due, and record what changed."
    ),
    "dispatch": CommandPlace("bot.cli.dispatch:dispatch", "Send the messages that are due now."),
    "email": CommandPlace("bot.cli.email:email", "Read what mail servers send back, and allow addresses."),
}


def places(features: Iterable[Feature]) -> dict[str, CommandPlace]:
    """The program's own commands, and those of features."""
    brought = {
        name: CommandPlace(f"{feature.folder}.cli:{name}", summary)
        for feature in features
        for name, summary in feature.commands.items()
    }
    return {**OWN, **brought}
