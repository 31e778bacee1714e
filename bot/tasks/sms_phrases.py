"""What people text about tasks."""

from bot.sms.part import Phrase

SURELY = "surely"
"""What Y stands for, where something would be gone for good."""

TASKS = Phrase(
    "tasks",
    ("my tasks", "list tasks"),
    "tasks overdue",
    "your open tasks, soonest due first; or next, overdue, today, week, house, @phone, done",
    "tasks",
)
TASK = Phrase(
    "task",
    (),
    "task call the bank tomorrow 5pm p1 30m",
    "add a task in your own words",
)
ADD = Phrase("add task", ("new task", "task add"), "add task call mum fri", "the same")
DONE = Phrase("task done", ("finish task",), "task done bank", "it is done; done bank says the same")
SHOW = Phrase("task show", ("show task",), "task show bank", "all about one task; its title alone is enough")
MOVE = Phrase("move", ("task move", "postpone"), "move bank to fri", "give a task another due date")
EDIT = Phrase(
    "task edit",
    ("edit task", "change task"),
    "task edit bank to fri 5pm p1 30m",
    "change it; or one thing: task edit bank notes to ask for Jo",
)
LATER = Phrase(
    "task later",
    ("task snooze",),
    "task later bank 2h",
    "say nothing of it until then; it stays due",
)
START = Phrase("task start", ("begin task",), "task start bank", "you have begun")
HOLD = Phrase("task hold", ("hold task",), "task hold bank", "it leaves your list until you resume it")
RESUME = Phrase("task resume", ("resume task",), "task resume bank", "it is back on your list")
SKIP = Phrase("task skip", ("skip task",), "task skip rent", "on to its next date")
DROP = Phrase("task drop", ("task cancel",), "task drop bank", "cancel it; drop bank says the same")
END = Phrase("task end", ("end task",), "task end rent", "it does not come again")
DEPEND = Phrase("task depend", ("task wait",), "task depend paint on wash walls", "it waits for that one")
UNDO = Phrase("task undo", ("undo task",), "task undo bank", "undo its last change, with what it gave")
REMOVE = Phrase("task remove", ("remove task",), "task remove bank", "remove it for good")
