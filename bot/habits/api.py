"""Habits over HTTP, for phone shortcuts, home automation and whatever else a person has."""

from bot.habits import requests, series, usecases
from bot.web.part import Route
from tracker.accounts.tokens import TokenScope

ROUTES = (
    Route("GET", "/habits", requests.ListHabits, usecases.list_habits),
    Route("POST", "/habits", requests.AddHabit, usecases.add),
    Route("POST", "/habits/away", requests.TakeTimeOff, usecases.take_time_off),
    Route("POST", "/habits/undo", requests.UndoDay, usecases.undo),
    Route("POST", "/habits/days", requests.ChangeDays, usecases.change_days),
    Route("GET", "/habits/{habit}", requests.NameHabit, usecases.show),
    Route("GET", "/habits/{habit}/series", requests.ShowHabitSeries, series.series),
    Route("PATCH", "/habits/{habit}", requests.EditHabit, usecases.edit),
    Route("DELETE", "/habits/{habit}", requests.NameHabit, usecases.remove),
    Route("POST", "/habits/{habit}/complete", requests.CompleteDay, usecases.complete, TokenScope.TELL),
    Route("POST", "/habits/{habit}/skip", requests.SkipDay, usecases.skip),
    Route("POST", "/habits/{habit}/undo", requests.UndoDay, usecases.undo),
    Route("POST", "/habits/{habit}/snooze", requests.SnoozeHabit, usecases.snooze),
    Route("POST", "/habits/{habit}/pause", requests.NameHabit, usecases.pause),
    Route("POST", "/habits/{habit}/resume", requests.NameHabit, usecases.resume),
    Route("POST", "/habits/{habit}/archive", requests.NameHabit, usecases.archive),
)
