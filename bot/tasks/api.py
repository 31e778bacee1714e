"""Tasks over HTTP."""

from bot.tasks import lists, requests, usecases
from bot.web.part import Route
from tracker.accounts.tokens import TokenScope

ROUTES = (
    Route("GET", "/tasks", requests.ListTasks, lists.list_tasks),
    Route("POST", "/tasks", requests.AddTask, usecases.add),
    Route("POST", "/tasks/undo", requests.UndoTask, usecases.undo),
    Route("GET", "/tasks/{task}", requests.NameTask, usecases.show),
    Route("PATCH", "/tasks/{task}", requests.EditTask, usecases.edit),
    Route("DELETE", "/tasks/{task}", requests.NameTask, usecases.remove),
    Route("POST", "/tasks/{task}/done", requests.NameTask, usecases.done, TokenScope.TELL),
    Route("POST", "/tasks/{task}/start", requests.NameTask, usecases.start),
    Route("POST", "/tasks/{task}/hold", requests.NameTask, usecases.hold),
    Route("POST", "/tasks/{task}/block", requests.NameTask, usecases.block),
    Route("POST", "/tasks/{task}/resume", requests.NameTask, usecases.resume),
    Route("POST", "/tasks/{task}/cancel", requests.CancelTask, usecases.cancel),
    Route("POST", "/tasks/{task}/skip", requests.NameTask, usecases.skip),
    Route("POST", "/tasks/{task}/move", requests.MoveTask, usecases.move),
    Route("POST", "/tasks/{task}/snooze", requests.SnoozeTask, usecases.snooze),
    Route("POST", "/tasks/{task}/check", requests.CheckStep, usecases.check),
    Route("POST", "/tasks/{task}/depend", requests.DependTask, usecases.depend),
    Route("POST", "/tasks/{task}/undo", requests.UndoTask, usecases.undo),
)
