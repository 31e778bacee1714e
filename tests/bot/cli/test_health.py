"""`questlog health`, asked as a container does: by exit code."""

import http.server
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.cli.health import ask
from bot.exits import Exit
from tests.bot.cli.mother import mother
from tests.bot.service import environment, service


def health(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return mother().run_now(["health"], folder, environment(**settings))


class Broken(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(500)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def broken_server() -> Iterator[int]:
    with http.server.HTTPServer(("127.0.0.1", 0), Broken) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - asked, not bound
def test_a_running_service_is_well(tmp_path: Path, host: str) -> None:
    with service(tmp_path) as running:
        port = running.ready().rsplit(":", 1)[1]
        proxy = {"http_proxy": "http://192.0.2.1:9"}  # a proxy of the surroundings is not asked
        answer = health(tmp_path, QUESTLOG_WEB__HOST=host, QUESTLOG_WEB__PORT=port, **proxy)

    assert (answer.returncode, answer.stdout, answer.stderr) == (Exit.OK, "ok\n", "")


def test_no_service_is_a_problem(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    answer = health(tmp_path, QUESTLOG_WEB__PORT=str(port))

    assert answer.returncode == Exit.PROBLEM
    assert f"no answer from http://127.0.0.1:{port}/healthz" in answer.stderr


def test_a_service_that_answers_with_an_error_is_a_problem(tmp_path: Path) -> None:
    with broken_server() as port:
        answer = health(tmp_path, QUESTLOG_WEB__PORT=str(port))

    assert answer.returncode == Exit.PROBLEM
    assert "status 500" in answer.stderr


def test_a_port_picked_by_the_service_itself_cannot_be_asked(tmp_path: Path) -> None:
    answer = health(tmp_path, QUESTLOG_WEB__PORT="0")

    assert answer.returncode == Exit.PROBLEM
    assert "web.port is 0" in answer.stderr


def test_a_service_that_hangs_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TimeoutError):
        ask("127.0.0.1", silent.getsockname()[1], 0.05)


def test_it_loads_little(tmp_path: Path) -> None:
    heavy = "{'aiohttp', 'apscheduler', 'botocore', 'prometheus_client'}"
    script = f"import sys, bot.cli.health; print(sorted({heavy} & set(sys.modules)))"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert loaded.stdout == "[]\n"
