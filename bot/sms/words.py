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


TODAY = Phrase("today", ("now", "todo", "to do"), "today", "what there is to do today", "today")
GOALS = Phrase(
    "goals", ("list", "my goals", "progress", "status"), "goals", "your goals and where they stand", "goals"
)
GOAL = Phrase("goal", ("show",), "goal wc", "all about one goal; its name alone will do")
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
HABITS = Phrase(
    "habits", ("my habits", "list habits"), "habits", "your habits and where they stand", "habits"
)
HABIT = Phrase("habit", ("show habit",), "habit gym", "all about one habit")
DONE = Phrase(
    "done",
    ("did", "finished", "tick"),
    'done gym 5 "legs"',
    "you did it today; the name alone will do, and how much and a note need not be",
    "done gym",
)
YESTERDAY = Phrase("yesterday", ("yday",), "yesterday gym", "you did it yesterday; y gym says the same")
SKIP = Phrase("skip", ("skipped",), "skip gym", "leave it out today; the streak stays", "skip gym")
SLIP = Phrase("slip", ("slipped",), "slip smoking", "what you want to do no more has happened")
LATER = Phrase("later", ("not now",), "later gym", "a reminder once more in an hour; later gym 2h says when")
ADD_HABIT = Phrase(
    "add habit",
    ("new habit", "habit add"),
    "add habit gym 3x a week",
    "begin a habit; at 7pm at the end reminds you then",
)
POINTS = Phrase("points", ("my points",), "points", "your points and your level", "points")
TOP = Phrase(
    "top",
    ("leaderboard", "board"),
    "top week",
    "who is ahead in all, this week or this month; top join Ada puts you there",
    "top",
)
CHALLENGE = Phrase(
    "challenge",
    ("challenges", "my challenges"),
    "challenge",
    "how you stand in your challenges this week",
)
STANDINGS = Phrase(
    "standings",
    ("standing", "ranking", "ranks"),
    "standings",
    "who is ahead this week; of several challenges, standings and its name",
)
ARCHIVE = Phrase("archive", ("drop",), "archive wc", "put a goal or a habit away with its history")
DIGEST = Phrase(
    "digest",
    ("summary", "report"),
    "digest",
    "the digest now; digest daily, weekly, off or 8am changes it",
    "digest",
)
SNOOZE = Phrase(
    "snooze",
    ("mute", "hush", "silence"),
    "snooze 2h",
    "no messages for a while; snooze gym is later gym",
    "snooze 2h",
)
PAUSE = Phrase(
    "pause",
    ("hold",),
    "pause until mon",
    "no messages until then; pause wc pauses a goal or a habit",
    "pause",
)
RESUME = Phrase(
    "resume",
    ("unmute", "unpause", "continue"),
    "resume",
    "messages again; resume wc resumes a goal or a habit",
)
ZONE = Phrase(
    "zone", ("timezone", "time zone", "tz"), "zone Europe/Berlin", "whose clocks you follow", "zone"
)
QUIET = Phrase("quiet", ("quiet hours", "dnd"), "quiet 22-7", "when to leave you alone; quiet off ends it")
MORE = Phrase("more", ("next", "rest"), "more", "the rest of the last answer", "more")
UNDO = Phrase(
    "undo", ("oops", "revert"), "undo", "take back what you changed or told last; undo gym takes that", "undo"
)
MENU = Phrase(
    "?", ("commands", "menu", "hi", "hello", "hey"), "?", "what you can text; ? goal tells about one"
)
YES = Phrase(
    "y",
    ("yes", "yep", "yeah", "ok", "sure"),
    "y",
    "yes to the question that was asked; y gym: you did that yesterday",
)
NO = Phrase("n", ("no", "nope", "nah"), "n", "no to the question that was asked")

PHRASES = (
    *(TODAY, DONE, YESTERDAY, SKIP, SLIP, LATER, HABITS, HABIT, ADD_HABIT, POINTS, TOP, CHALLENGE, STANDINGS),
    *(GOALS, GOAL, GAINS, ADD, ARCHIVE, DIGEST, SNOOZE, PAUSE, RESUME, ZONE, QUIET),
    *(UNDO, MORE, MENU, YES, NO),
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
PAUSE_WHAT = "Until when, or which goal or habit? Text pause until mon, pause 2h, or pause wc."
BEING_DELETED = "Everything about you is being deleted, so nothing more is done here."
LATE_TITLE = "Your answer"
SORRY = "Sorry, something went wrong here, and it is not your fault. Please try again."
NOTHING_TO_CONFIRM = "There is no code to confirm for this number. Ask for a new one where you got it."

NO_CHARACTERS = "You follow nobody yet. Add a character on Discord: /character add"
NO_GOALS = "No goals yet. Set one: add 99 wc by 1 march"
NOTHING_TODAY = "Nothing to do today: no goal is under way."
ALL_DONE_TODAY = "All done for today."
NOTHING_YET = (
    "Nothing to do yet. Begin a habit: add habit gym 3x a week."
    " For goals, add a character on Discord: /character add"
)
NO_DIGEST = "Nothing to say: no goal is told daily or weekly, or none has a number yet."
NOT_SEEN = "its number has not been seen yet"
NO_LIST = "There is no list to choose from. Text today, habits or goals first."
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
NO_HABITS = "No habits yet. Begin one: add habit gym 3x a week"
NOTHING_DUE = "Nothing is left to do today. HABITS shows all."
NOTHING_OPEN = "Nothing is missing of yesterday. HABITS shows all."
WHAT_HABIT = "Which habit? Say its name, such as: {usage}"
HABIT_BEGUN = "New habit: {habit}. Text {name} when it is done."
REDUCE_BEGUN = "New habit: {habit}. Text {name} 1, or as much as it was, each time."
QUIT_BEGUN = "New habit: {habit}. Good days need no word; text SLIP {name} if it happens."
HABIT_CHANGED = {
    PAUSE: "{name} is paused: nothing is expected of it, and the streak stays.",
    RESUME: "{name} is resumed.",
    ARCHIVE: "{name} is archived with its history.",
}
OR_A_HABIT = "{refused} If it is a habit, reply Y."
A_GOAL, A_HABIT = "Goal {name}", "Habit {name}"
ANOTHER_UNIT = "{name} is counted in {unit}, not in {said}. Say how many {unit}."
A_SLIP = "{habit} is to happen no more: a good day needs no word. If it happened, text SLIP {name}."
HOW_MUCH = "How much? Text {name} 1, or as much as it was."
NOT_TO_REMIND = "{name}: {today}. There is nothing to remind you of."
REMINDED_AT = "{name}: I remind you at {time}, if it is not done by then."
ONLY_SO_MANY = "Those were the first {count}; text the other numbers again."
POINTS_ARE = "{points}, level {level}. {to_next} to level {next}."
POINTS_TODAY = " Today: {points}."
TOP_OF = "Top of {when}:"
NOBODY_ON_TOP = "Nobody is on the leaderboard yet. TOP JOIN and a name puts you there."
NOT_ON_TOP = "You are not on it. TOP JOIN and a name puts you there."
YOUR_PLACE = "{number}. You: {points}"
NO_POINTS_THEN = "You have no points in that time yet."
TOP_NAME = "What are you called there? Others see it. Text top join Ada."
TOP_JOINED = "You are on the leaderboard as {name}. TOP LEAVE takes you off it."
TOP_LEFT = "You are off the leaderboard; your points stay."
TOP_HOW = "Say top, top week, top month, top join and a name, or top leave."
NO_CHALLENGES = "You are in no challenge yet. Join one on Discord: /challenge join"
BEGINS = "begins {day}"
IS_OVER = "over, {good} of {weeks} were good"
GOOD_WEEK = "a good week"
LAST_DAY = "the last day"
DAYS_LEFT = "{days} days left"
STANDINGS_OF = "{challenge}, week {week}:"
NOBODY_COUNTED = "Nobody in {challenge} has been counted this week yet."
YOUR_COUNT = "{number}. You: {count}"
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

SPANS = {"": 0, "all": 0, "all time": 0, "month": 1, "this month": 1, "week": 2, "this week": 2}
"""What is said of a time after `top`, and the board that is meant, in the order of a scope's boards."""
SPAN_TITLES = ("all time", "this month", "this week")
JOIN, LEAVE = "join", "leave"
"""What can be said after `top` besides."""
