"""Every word that people text, and every sentence that they are answered: English, and in one place."""

from typing import NamedTuple


class Phrase(NamedTuple):
    """A command as people say it."""

    name: str
    also: tuple[str, ...]
    """Other words for it; two words at most."""
    usage: str
    """How to write it, with an example of what follows it."""
    about: str
    """What it does, in a few words."""
    menu: str = ""
    """How it stands in the short list of commands, which one message has room for; not all of them do."""


GOALS = Phrase(
    "goals", ("list", "my goals", "progress", "status"), "goals", "your goals and where they stand", "goals"
)
GOAL = Phrase("goal", ("show",), "goal wc", "all about one goal; its name alone will do", "goal wc")
TODAY = Phrase("today", ("now", "todo", "to do"), "today", "what there is to do today", "today")
GAINS = Phrase(
    "gains", ("gained", "gain"), "gains wc week", "how much goals moved: today, week, month or all", "gains"
)
ADD = Phrase(
    "add",
    ("new", "new goal", "add goal", "set"),
    "add 99 wc by 1 march",
    "set a goal in your own words; for Zezima at the end says whose",
    "add 99 wc by 1 march",
)
ARCHIVE = Phrase("archive", ("drop",), "archive wc", "put a goal away with its history")
DIGEST = Phrase(
    "digest",
    ("summary", "report"),
    "digest",
    "the digest now; digest daily, weekly, off or 8am changes it",
    "digest",
)
SNOOZE = Phrase("snooze", ("mute", "hush", "silence"), "snooze 2h", "no messages for a while", "snooze 2h")
PAUSE = Phrase(
    "pause",
    ("hold",),
    "pause until mon",
    "no messages until then; pause wc pauses a goal",
    "pause until mon",
)
RESUME = Phrase(
    "resume",
    ("unmute", "unpause", "continue"),
    "resume",
    "messages again; resume wc resumes a goal",
    "resume",
)
ZONE = Phrase(
    "zone", ("timezone", "time zone", "tz"), "zone Europe/Berlin", "whose clocks you follow", "zone"
)
QUIET = Phrase(
    "quiet", ("quiet hours", "dnd"), "quiet 22-7", "when to leave you alone; quiet off ends it", "quiet 22-7"
)
MORE = Phrase("more", ("next", "rest"), "more", "the rest of the last answer", "more")
UNDO = Phrase("undo", ("oops", "revert"), "undo", "take your last change back", "undo")
MENU = Phrase(
    "?", ("commands", "menu", "hi", "hello", "hey"), "?", "what you can text; ? goal tells about one"
)
YES = Phrase("y", ("yes", "yep", "yeah", "ok", "sure"), "y", "yes to the question that was asked")
NO = Phrase("n", ("no", "nope", "nah"), "n", "no to the question that was asked")

PHRASES = (
    *(GOALS, GOAL, TODAY, GAINS, ADD, ARCHIVE, DIGEST, SNOOZE, PAUSE, RESUME, ZONE, QUIET),
    *(MORE, UNDO, MENU, YES, NO),
)

STOP_WORDS = frozenset({"stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"})
START_WORDS = frozenset({"start", "unstop"})
MAYBE_START = "yes"
"""Twilio takes it for START; here it is that only from whoever has said STOP."""
HELP_WORDS = frozenset({"help", "info"})
"""Twilio answers these itself."""

REACTIONS = ("liked", "loved", "disliked", "laughed at", "emphasized", "emphasised", "questioned", "reacted")
"""What phones send as text when somebody taps a heart at a message: nothing is asked."""

POLITE = "please"

UNKNOWN_NUMBER = (
    "This is Questlog, a goal tracker. I do not know this number."
    " Link it with /channel add on Discord, or questlog channel add. Reply STOP to hear no more."
)
PAUSE_WHAT = "Until when, or which goal? Text pause until mon, pause 2h, or pause wc."
BEING_DELETED = "Everything about you is being deleted, so nothing more is done here."
LATE_TITLE = "Your answer"
SORRY = "Sorry, something went wrong here, and it is not your fault. Please try again."
NOTHING_TO_CONFIRM = "There is no code to confirm for this number. Ask for a new one where you got it."

NO_CHARACTERS = "You follow nobody yet. Add a character on Discord: /character add"
NO_GOALS = "No goals yet. Set one: add 99 wc by 1 march"
NOTHING_TODAY = "Nothing to do today: no goal is under way."
NO_DIGEST = "Nothing to say: no goal is told daily or weekly, or none has a number yet."
NOT_SEEN = "its number has not been seen yet"
NO_LIST = "There is no list to choose from. Text goals first."
LINKED = "Done: this number is linked to your Questlog account. Text GOALS, or ? for all commands."
NO_MORE = "That was all."
NO_QUESTION = "I did not ask anything. Text ? for what I know."
NOTHING_TO_UNDO = "There is nothing that can be undone."
ALL_RIGHT = "All right."
MORE_TO_COME = "MORE for the rest"
MENU_LINE = "Text {commands}. ? and a word tells more."
NOT_UNDERSTOOD = "I do not understand {said}. Text ? for what I know."
DID_YOU_MEAN = "Did you mean {line}? Reply Y"
NOT_IN_LIST = "There is no {number}: the list goes from 1 to {last}."
WHICH = "Which one? Reply with its number:"
WHOSE = "Whose goal is it? Reply with a number:"
FURTHER = "MORE for the other {count}"
WHAT_GOAL = "Which goal? Say what it is about, such as: {usage}"
GOAL_SET = "Goal set."
GOAL_PAUSED = "Paused: it is recorded, and nothing is said about it."
GOAL_RESUMED = "Resumed."
GOAL_ARCHIVED = "Archived: nothing more is recorded."
MUTED = "No messages until {until}. RESUME ends that."
UNMUTED = "Messages are on."
ZONE_IS = "Your clocks: {zone}, {time} now."
QUIET_IS = "Quiet hours: {hours}."
NO_QUIET = "No quiet hours."
DIGEST_OFF = "Digests are off."
DIGEST_DAILY = "Your digest comes every day at {time}."
DIGEST_WEEKLY = "Your digest comes on Mondays at {time}."
DIGEST_HOW = "Say digest daily, digest weekly, digest off, or when it comes: digest 8am."
USAGE = "{usage}: {about}."

PERIODS = {"today": "day", "day": "day", "week": "week", "month": "month", "all": "all-time"}
"""What is said of a time at the end of `gains`, and the period that is meant."""
