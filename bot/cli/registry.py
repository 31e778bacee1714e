"""Every command of `questlog`: its name, where it lives and what it does. Modules load when they are used."""

from typing import NamedTuple


class Place(NamedTuple):
    """`target` is "module:attribute" of a click command; `summary` is its line in `questlog --help`."""

    target: str
    summary: str


COMMANDS = {
    "run": Place("bot.cli.run:run", "Start the service and keep it running until SIGTERM or Ctrl-C."),
    "health": Place("bot.cli.health:health", "Ask the running service whether it is well."),
    "doctor": Place("bot.cli.doctor:doctor", "Check everything that must be right, and say what to do."),
    "look": Place("bot.cli.look:look", "Look a character up in the hiscores, and keep nothing."),
    "table": Place("bot.cli.table:table", "Create or describe the DynamoDB table."),
    "account": Place(
        "bot.cli.account:account", "Show, change, export or delete what Questlog knows about a person."
    ),
}
