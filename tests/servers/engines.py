"""DynamoDB-compatible servers for the store's tests: each one a process on loopback, ended with its block."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

from tests.patience import PATIENCE

Server: TypeAlias = Callable[[], AbstractContextManager[str]]

ROOT = Path(__file__).parents[2]
DYNOXIDE = ROOT / ".cache" / "dynoxide" / "dynoxide"
EXTERNAL_URL = "QUESTLOG_TEST_DYNAMODB_URL"
STOP_SECONDS = 5.0


def absence(server: str) -> str | None:
    """Why this machine cannot run the server, with what is missing; None where it can."""
    if server == "dynoxide" and not os.access(DYNOXIDE, os.X_OK):
        return (
            f"no {DYNOXIDE.relative_to(ROOT)}; `make test` fetches it with npm on Linux x86-64 "
            "(or: python -m tests.servers.fetch_dynoxide .cache/dynoxide)"
        )
    return None


@contextmanager
def dynoxide() -> Iterator[str]:
    port = free_port()
    with _process([str(DYNOXIDE), "serve", "--host", "127.0.0.1", "-p", str(port)], port) as url:
        yield url


@contextmanager
def ministack() -> Iterator[str]:
    port = free_port()
    environment = {
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "EDGE_PORT": str(port),
        "SERVICES": "dynamodb",
        "LOG_LEVEL": "WARNING",
        # By default it also opens two more ports, and removes containers of its own kind when it starts.
        "SFTP_ENABLED": "0",
        "IOT_MTLS_ENABLED": "0",
        "DOCKER_HOST": "unix:///nonexistent",
    }
    with _process([_script("ministack")], port, environment) as url:
        yield url


@contextmanager
def moto() -> Iterator[str]:
    port = free_port()
    with _process([_script("moto_server"), "-H", "127.0.0.1", "-p", str(port)], port) as url:
        yield url


@contextmanager
def external() -> Iterator[str]:
    """A server that somebody else started."""
    yield os.environ[EXTERNAL_URL]


SERVERS: Mapping[str, Server] = {
    "ministack": ministack,
    "dynoxide": dynoxide,
    "moto": moto,
    **({"external": external} if os.environ.get(EXTERNAL_URL) else {}),
}


def _script(name: str) -> str:
    """The console script beside this Python, whatever PATH says."""
    return str(Path(sys.executable).with_name(name))


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextmanager
def _process(command: list[str], port: int, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """The server's address, from the moment it accepts connections until the block ends."""
    with tempfile.TemporaryDirectory() as home, (Path(home) / "log").open("w+") as log:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        process = subprocess.Popen(
            command,
            cwd=home,
            env={**kept, "HOME": home, "TMPDIR": home, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_open(process, port, Path(log.name))
            yield f"http://127.0.0.1:{port}"
        finally:
            _end(process)


def _wait_until_open(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise RuntimeError(f"{process.args} did not open port {port}:\n{log.read_text(errors='replace')}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
