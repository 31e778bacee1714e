"""What people text about metrics."""

from bot.sms.part import Phrase

SURELY = "surely"
"""What Y stands for, where something would be gone for good."""

METRICS = Phrase("metrics", ("my metrics", "list metrics"), "metrics", "your numbers, and where they stand")
METRIC = Phrase(
    "metric",
    ("show metric", "metric show"),
    "metric weight",
    "all about one number; weight 82.4 logs it",
)
ADD = Phrase(
    "metric add",
    ("add metric", "new metric"),
    "metric add weight",
    "keep a number: hours slept, run (km), weight unit kg target 75",
)
EDIT = Phrase(
    "metric edit",
    ("edit metric", "change metric"),
    "metric edit weight target 75",
    "change it: its unit, target, high, low, ask, name, status and so on; none clears one",
)
LOG = Phrase(
    "metric log",
    ("log metric",),
    'metric log weight 82.4 "after run"',
    'log a number; weight 82.4 says the same, also w 82.4 "after run" yesterday',
)
CORRECT = Phrase(
    "metric correct",
    ("correct metric",),
    "metric correct weight 82.3",
    "correct its newest log; the note stays",
)
TAGS = Phrase(
    "metric tags", ("tag metric",), "metric tags weight: body", "words to find it by; none clears them"
)
UNDO = Phrase("metric undo", ("undo metric",), "metric undo weight", "undo its last log")
REMOVE = Phrase("metric remove", ("remove metric",), "metric remove weight", "remove it with all its logs")
