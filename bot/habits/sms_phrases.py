"""What people text about habits."""

from collections.abc import Sequence

from bot.names import NAME, cut_short
from bot.sms.part import Answer, Phrase, choice
from tracker.habits.model import Habit

HABITS = Phrase(
    "habits", ("my habits", "list habits"), "habits", "your habits and where they stand", "habits"
)
HABIT = Phrase("habit", ("show habit",), "habit gym", "all about one habit")
DONE = Phrase(
    "done",
    ("did", "finished", "tick"),
    'done gym 5 "legs"',
    "log that you did it today; the name alone is enough, an amount and a note are optional",
    "done gym",
)
YESTERDAY = Phrase("yesterday", ("yday",), "yesterday gym", "log it for yesterday; y gym says the same")
SKIP = Phrase("skip", ("skipped",), "skip gym", "skip it today; your streak stays", "skip gym")
SLIP = Phrase("slip", ("slipped",), "slip smoking", "log that it happened after all")
LATER = Phrase("later", ("not now",), "later gym", "remind me again in an hour; later gym 2h says when")
UNDO = Phrase("habit undo", ("undo habit",), "habit undo gym", "undo what you logged last for it")
ADD = Phrase(
    "add habit",
    ("new habit", "habit add"),
    "add habit gym 3x a week",
    "begin a habit; at 7pm at the end reminds you then",
)
PAUSE = Phrase("habit pause", ("pause habit",), "habit pause gym", "expect nothing of it; your streak stays")
RESUME = Phrase("habit resume", ("resume habit",), "habit resume gym", "go on with it")
ARCHIVE = Phrase("habit archive", ("archive habit",), "habit archive gym", "put it away with its history")

TAGS = Phrase(
    "habit tags", ("tag habit",), "habit tags gym: body, home", "words to find it by; none clears them"
)


def which(habits: Sequence[Habit], phrase: Phrase, rest: str = "") -> Answer:
    """All that may be meant, to be chosen from by a number."""
    lines = [line_for(phrase, one, rest) for one in habits]
    return choice([cut_short(one.name, NAME) for one in habits], lines)


def line_for(phrase: Phrase, habit: Habit, rest: str = "") -> str:
    """What would be texted to say it of this habit."""
    return f"{phrase.name} {habit.id} {rest}".rstrip()
