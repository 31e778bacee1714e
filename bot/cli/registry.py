"""Every command of `questlog`: its name, where it lives and what it does. Modules load when they are used."""

from typing import NamedTuple


class Place(NamedTuple):
    """`target` is "module:attribute" of a click command; `summary` is its line in `questlog --help`."""

    target: str
    summary: str


COMMANDS = {
    "run": Place("bot.cli.run:run", "Start the service and keep it running until SIGTERM or Ctrl-C."),
    "demo": Place("bot.cli.demo:demo", "Watch Questlog in a simulated world: days pass in seconds."),
    "health": Place("bot.cli.health:health", "Ask the running service whether it is well."),
    "doctor": Place("bot.cli.doctor:doctor", "Check everything that must be right, and say what to do."),
    "look": Place("bot.cli.look:look", "Look a character up in the hiscores, and keep nothing."),
    "table": Place("bot.cli.table:table", "Create or describe the DynamoDB table."),
    "account": Place(
        "bot.cli.account:account", "Show, change, export or delete what Questlog knows about you."
    ),
    "character": Place("bot.cli.character:character", "Say whose numbers you follow, and see who they are."),
    "goal": Place("bot.cli.goal:goal", "Set goals, and see where they stand."),
    "gains": Place("bot.cli.gains:gains", "Show how much your goals moved: by day, week, month, in all."),
    "history": Place("bot.cli.history:history", "Show the recorded values of a goal, the oldest first."),
    "habit": Place("bot.cli.habit:habit", "Keep habits: say what you did, and see your streaks."),
    "today": Place("bot.cli.today:today", "Show what there is to do today: habits and goals."),
    "points": Place("bot.cli.points:points", "Show your points and level, and what gave them."),
    "achievements": Place(
        "bot.cli.achievements:achievements", "Show what you achieved, and what is to come."
    ),
    "leaderboard": Place(
        "bot.cli.leaderboard:leaderboard", "See who is ahead by points, and join or leave the board."
    ),
    "challenge": Place(
        "bot.cli.challenge:challenge", "Agree on something to do every week, and keep the score."
    ),
    "poll": Place("bot.cli.poll:poll", "Look at the characters that are due, and record what changed."),
    "dispatch": Place("bot.cli.dispatch:dispatch", "Send the messages that are due now."),
    "digest": Place("bot.cli.digest:digest", "Show what your next digest would say if it came now."),
    "outbox": Place("bot.cli.outbox:outbox", "List your messages, say why one came, or send it again."),
    "channel": Place("bot.cli.channel:channel", "Choose where you are told things, beside this terminal."),
    "token": Place("bot.cli.token:token", "Let programs act for you over HTTP, such as phone shortcuts."),
    "email": Place("bot.cli.email:email", "Read what mail servers send back, and allow addresses."),
}
