"""What people text to their logbook."""

from bot.sms.part import Phrase

SURELY = "surely"
"""What Y stands for, where something would be gone for good."""

LOG = Phrase(
    "log",
    ("journal", "diary"),
    "log slept well, mood high energy 7",
    "write on today's page; log alone shows it",
)
MOOD = Phrase("mood", (), "mood high energy 7", "your mood: low, steady or high; and your energy")
ENERGY = Phrase("energy", (), "energy 7", "your energy, from 1 to 10")
SHOW = Phrase("log show", ("show log",), "log show yesterday", "the page of a day")
WEEK = Phrase("log week", (), "log week", "this week's pages; or log week last week")
MONTH = Phrase("log month", (), "log month march", "a month's pages")
SEARCH = Phrase(
    "log search", ("log find",), "log search dentist", "pages that have these words, newest first"
)
TITLE = Phrase("log title", (), "log title A good day", "give today's page a title")
UNDO = Phrase("log undo", ("undo log",), "log undo", "take back the last entry that you wrote")
REMOVE = Phrase("log remove", (), "log remove yesterday", "remove the page of a day for good")
PROMPT = Phrase("log prompt", (), "log prompt 21:00", "be asked every evening; log prompt off ends it")
