"""What tasks bring to what runs on the clock."""

from tracker.feature import Rules
from tracker.tasks.messages import UNBLOCKED
from tracker.tasks.rounds import still_true

TASKS = Rules("tasks", kinds=(UNBLOCKED,), checks=still_true.checks)
