"""A process that has loaded everything and forks a fresh child for each life: a start costs milliseconds.

It reads a JSON line for each life, and answers how that ended: {"signal": 9} or {"exit": 0, "steps": n}.
`lives.py` is what tests order them with. The first life, which nobody cuts, is its own: so it has loaded and
built all that a life needs, and none of its children has to.
"""

import gc
import json
import os
import sys
import traceback
from collections.abc import Coroutine
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.crash import habit_path, logbook_path, metric_path, path, room_path, task_path
from tests.crash.steps import Plug, run_on_plug


def bear(order: dict[str, Any]) -> dict[str, int]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os._exit(_live(order, writer))
    os.close(writer)
    with os.fdopen(reader) as told:
        steps = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return {"signal": os.WTERMSIG(status)}
    return {"exit": os.WEXITSTATUS(status), "steps": int(steps or 0)}


def _live(order: dict[str, Any], writer: int) -> int:
    try:
        os.write(writer, str(_steps_of(order)).encode())
    except BaseException:  # noqa: BLE001 - a child must never become a second nursery
        traceback.print_exc()
        return 1
    return 0


def _steps_of(order: dict[str, Any]) -> int:
    plug = Plug(order["kill"])
    run_on_plug(_work(order, plug), plug)
    return plug.steps


def _work(order: dict[str, Any], plug: Plug) -> Coroutine[Any, Any, None]:
    database, at = Path(order["database"]), datetime.fromisoformat(order["at"])
    if order["work"] == "habits":
        return habit_path.live(database, order["hiscores"], at, plug)
    if order["work"] == "logbook":
        return logbook_path.live(database, order["hiscores"], at, plug)
    if order["work"] == "metrics":
        return metric_path.live(database, order["hiscores"], at, plug)
    if order["work"] == "rooms":
        return room_path.live(database, order["hiscores"], at, plug)
    if order["work"] == "tasks":
        return task_path.live(database, order["hiscores"], at, plug)
    return path.live(database, order["hiscores"], at)


def main() -> None:
    """Only answers go to standard output; what the lives print goes where errors go."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    first = json.loads(sys.stdin.readline())
    print(json.dumps({"exit": 0, "steps": _steps_of(first)}), file=answers, flush=True)
    gc.freeze()  # no child has to look through what it did not make
    for line in sys.stdin:
        print(json.dumps(bear(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
