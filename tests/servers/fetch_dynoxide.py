"""Fetch dynoxide, a DynamoDB-compatible server, with npm: `python -m tests.servers.fetch_dynoxide DIRECTORY`.

Where that cannot be done it says so in one line and succeeds: the tests that need it skip with the reason.
"""

import sys
import tarfile
import tempfile
from pathlib import Path

from tests.servers.npm import CannotFetch, checked, digest, only_on_linux_x86_64, pack

PACKAGE = "@dynoxide/linux-x64@1.2.1"
MEMBER = "package/dynoxide"
SHA256 = "be909b7910d3fb552e85db10ef3c8ebae4bd35fee0f26dffdb6dfa5cc656426e"


def fetch(directory: Path) -> Path:
    """The executable in `directory`: the one there if it is right, else a new one."""
    target = directory / "dynoxide"
    if target.is_file() and digest(target.read_bytes()) == SHA256:
        target.touch()  # newer than the script, so that make knows it is up to date
        return target
    only_on_linux_x86_64()
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory) as work:
        return _place(_unpack(pack(PACKAGE, Path(work))), target)


def _unpack(archive: Path) -> bytes:
    with tarfile.open(archive) as tar:
        member = tar.extractfile(MEMBER)
        content = member.read() if member is not None else b""
    return checked(PACKAGE, content, SHA256)


def _place(content: bytes, target: Path) -> Path:
    """In one step, so that an interrupted run leaves no half of a file."""
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(content)
    ready = Path(file.name)
    ready.chmod(0o755)
    return ready.replace(target)


if __name__ == "__main__":
    try:
        fetch(Path(sys.argv[1]))
    except CannotFetch as error:
        sys.stderr.write(f"No dynoxide: {error}. The store's tests on it will be skipped.\n")
