"""What people are answered, word by word."""

from bot.features import FEATURES
from bot.sms.dialogue import Dialogue
from bot.sms.grammar import Said

DIALOGUE = Dialogue(FEATURES)
PHRASES = DIALOGUE.book.phrases

PAUSE_WHAT = "Until when, or which goal or habit? Text pause until mon, pause 2h, or pause wc."
NOTHING_TO_CONFIRM = "There is no code to confirm for this number. Ask for a new one where you got it."
NO_CHARACTERS = (
    "You have no goals yet. First say whom you play: follow Zezima\n"
    "Then set a goal in your own words: add 99 wc by 1 march"
)
NOBODY = "You follow nobody yet. First say whom you play: follow Zezima"
NO_GOALS = (
    "You have no goals yet. Set one: add 99 wc by 1 march\n"
    "Levels, xp, kills, ranks, any number; with a date or a pace if you like."
)
NO_GAINS = "There are no goals here yet, and so no gains. Set one: add 99 wc by 1 march"
NOTHING_TODAY = "There is nothing to do today. All that you have: habits, tasks, metrics, goals"
ALL_DONE_TODAY = "All done for today."
NOTHING_YET = (
    "There is nothing to do yet. Begin a habit: add habit gym 3x a week\n"
    "Add a task: task call the bank tomorrow p1\n"
    "Keep a number: metric add weight\n"
    "For goals, say whom you play: follow Zezima, then set one: add 99 wc by 1 march"
)
NO_DIGEST = (
    "Nothing to say now: it tells of habits and tasks that are due, challenges, "
    "and goals told daily or weekly.\n"
    "Set a goal: add 99 wc by 1 march"
)
NO_LIST = "There is no list to choose from. Text today, habits or goals first."
NO_MORE = "That was all."
NOTHING_TO_UNDO = "There is nothing that can be undone."
NOT_IN_LIST = "There is no {number}: the list goes from 1 to {last}."
WHICH = "Which one? Reply with its number:"
WHOSE = "Whose goal is it? Reply with its number:"
NO_HABITS = (
    "You have no habits yet. Begin one in your own words: add habit gym 3x a week\n"
    "Or: read 20 pages daily, run mon wed fri, no smoking."
)
NOTHING_DUE = "Nothing is left to do today. HABITS shows all."
ONLY_SO_MANY = "Those were the first {count}; text the other numbers again."
NOBODY_ON_TOP = "Nobody is on this leaderboard yet."
NOT_ON_TOP = "You are not on this leaderboard. It shows only who joined: TOP JOIN and a name"
TOP_NAME = "What should others call you? Say a name that they will see."
NO_QUIET = "No quiet hours."
DIGEST_OFF = "Digests are off. digest daily switches them on."
DIGEST_HOW = "Say digest daily, digest weekly, digest off, or when it comes: digest 8am."
USAGE = "{usage}: {about}."


def parse(text: str) -> Said:
    return DIALOGUE.parse(text)
