"""Fetch dynoxide, a DynamoDB-compatible server, with npm: `python fetch_dynoxide.py DIRECTORY`.

Where that cannot be done it says so in one line and succeeds: the tests that need it skip with the reason.
"""

import hashlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@dynoxide/linux-x64@1.2.1"
MEMBER = "package/dynoxide"
SHA256 = "be909b7910d3fb552e85db10ef3c8ebae4bd35fee0f26dffdb6dfa5cc656426e"
PATIENCE_SECONDS = 120


class CannotFetch(Exception):
    """Why there is no dynoxide; the message is for the person at the terminal."""


def fetch(directory: Path) -> Path:
    """The executable in `directory`: the one there if it is right, else a new one."""
    target = directory / "dynoxide"
    if target.is_file() and _digest(target.read_bytes()) == SHA256:
        target.touch()  # newer than the script, so that make knows it is up to date
        return target
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise CannotFetch("it is built for Linux on x86-64 only")
    npm = shutil.which("npm")
    if npm is None:
        raise CannotFetch("npm is not installed")
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory) as work:
        return _place(_unpack(_pack(npm, Path(work))), target)


def _pack(npm: str, work: Path) -> Path:
    command = [npm, "pack", PACKAGE, "--ignore-scripts", "--loglevel=error", "--fetch-retry-mintimeout=1000"]
    try:
        subprocess.run(command, cwd=work, check=True, timeout=PATIENCE_SECONDS, capture_output=True)
    except subprocess.TimeoutExpired as error:
        raise CannotFetch(f"npm gave no answer in {PATIENCE_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        reason, *_ = error.stderr.decode(errors="replace").splitlines() or ["no reason given"]
        raise CannotFetch(f"npm could not fetch {PACKAGE}: {reason}") from error
    return next(work.glob("*.tgz"))


def _unpack(archive: Path) -> bytes:
    with tarfile.open(archive) as tar:
        member = tar.extractfile(MEMBER)
        content = member.read() if member is not None else b""
    if _digest(content) != SHA256:
        raise CannotFetch(f"{PACKAGE} does not hold the file that it should (its checksum differs)")
    return content


def _place(content: bytes, target: Path) -> Path:
    """In one step, so that an interrupted run leaves no half of a file."""
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(content)
    ready = Path(file.name)
    ready.chmod(0o755)
    return ready.replace(target)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    try:
        fetch(Path(sys.argv[1]))
    except CannotFetch as error:
        sys.stderr.write(f"No dynoxide: {error}. The store's tests on it will be skipped.\n")
