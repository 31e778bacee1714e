"""A process that has loaded all commands and forks a fresh one for each that is typed: it costs no start.

Whoever asks sends a JSON line with the module, its arguments, the folder and the environment, and with that
four files: the command's input, output and errors, and where its number and then its exit code go.
"""

import atexit
import gc
import json
import os
import random
import runpy
import socket
import sys
import threading
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

MOST = 1 << 20
FILES = 4


def main() -> None:
    gc.disable()
    load()
    gc.freeze()  # no child has to look through what it did not make
    gc.enable()
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        while True:
            told, files, _, _ = socket.recv_fds(orders, MOST, FILES)
            if not told:
                return
            if os.fork() == 0:
                _bear(json.loads(told), *files)
            for one in files:
                os.close(one)
            _reap()


def _reap() -> None:
    """Those who waited for commands, so that their time is counted as ours."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def load() -> None:
    """Everything that a command might load, so that none has to."""
    from bot.cli.registry import places  # noqa: PLC0415 - only this process has it all
    from bot.documents import Ask, Document  # noqa: PLC0415
    from bot.features import FEATURES  # noqa: PLC0415
    from bot.memory import build_models  # noqa: PLC0415
    from tracker.settings import SettingsSection  # noqa: PLC0415
    from tracker.store.entity import Entity  # noqa: PLC0415

    for place in places(FEATURES).values():
        import_module(place.target.partition(":")[0])
    for name in (
        "bot.goals.view",
        "bot.cli.render",
        "bot.services",
        "tracker.store.sqlite",
        "scheduler.context",
        "bot.app",
        "bot.charts.goal.chart",
        "bot.charts.habit.chart",
        "bot.slash.opening",
    ):
        import_module(name)
    for feature in Path("tracker").rglob("service.py"):
        import_module(".".join(feature.with_suffix("").parts))
    for kind in (Ask, Document, Entity, SettingsSection):
        build_models(kind)


def _bear(order: dict[str, Any], stdin: int, stdout: int, stderr: int, status: int) -> None:
    """The command in a child of its own, and its exit code to whoever waits for it."""
    child = os.fork()
    if child == 0:
        os.close(status)
        for place, one in enumerate((stdin, stdout, stderr)):
            os.dup2(one, place)
        os._exit(_run(order))
    for one in (stdin, stdout, stderr):
        os.close(one)
    os.write(status, f"{child}\n".encode())
    _, ended = os.waitpid(child, 0)
    os.write(status, str(os.waitstatus_to_exitcode(ended)).encode())
    os._exit(0)


def _run(order: dict[str, Any]) -> int:
    """As the interpreter does it: the code that it ends with."""
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv[1:] = order["arguments"]
    sys.stdout.reconfigure(line_buffering=os.isatty(1))  # type: ignore[union-attr]
    random.seed()  # two children of one mother would throw the same dice
    code = 0
    try:
        runpy.run_module(order["module"], run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - what the interpreter would do with it
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    return code


if __name__ == "__main__":
    main()
