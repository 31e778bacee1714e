"""The proxies of docs/self-hosting.md, as they stand there, before a service: at the root and below a path.

Those that are not installed are left out (Debian: `apt-get install caddy nginx-light`).
"""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from aiohttp import ClientConnectorError, ClientSession, ClientTimeout
from yarl import URL

from tests.bot.cli.mother import mother
from tests.bot.service import environment, service
from tests.patience import PATIENCE
from tests.servers.engines import free_port

DOC = (Path(__file__).parents[2] / "docs" / "self-hosting.md").read_text()
UPSTREAM = "127.0.0.1:8080"
NGINX = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  {server}
}}
"""


class Proxy(NamedTuple):
    name: str
    root: str


PROXIES = [Proxy(name, root) for name in ("caddy", "nginx") for root in ("", "/questlog")]


def block(language: str, root: str) -> str:
    """What the document says."""
    found = re.findall(rf"```{language}\n(.+?)```", DOC, re.DOTALL)
    return found[1 if root else 0]


def caddyfile(proxy: Proxy, port: int, upstream: str) -> str:
    """Without certificates: nothing leaves this machine."""
    text = re.sub(
        r"^\S+example\.org {|^example\.org {", f"http://127.0.0.1:{port} {{", block("caddyfile", proxy.root)
    )
    return "{\n admin off\n auto_https off\n}\n" + text.replace(UPSTREAM, upstream)


def nginx_conf(proxy: Proxy, port: int, upstream: str, folder: Path) -> str:
    text = block("nginx", proxy.root)
    server = f"server {{ listen 443 ssl;\n{text}\n}}" if proxy.root else text
    server = re.sub(r"ssl_certificate.*\n", "", server).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    return NGINX.format(folder=folder, server=server.replace(UPSTREAM, upstream))


@contextmanager
def running(proxy: Proxy, port: int, upstream: str, folder: Path) -> Generator[subprocess.Popen[bytes]]:
    program = shutil.which(proxy.name)
    assert program is not None
    conf = folder / "proxy.conf"
    if proxy.name == "caddy":
        conf.write_text(caddyfile(proxy, port, upstream))
        command = [program, "run", "--config", conf, "--adapter", "caddyfile"]
    else:
        conf.write_text(nginx_conf(proxy, port, upstream, folder))
        command = [program, "-p", folder, "-c", conf, "-e", folder / "error.log"]
    home = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"}
    with subprocess.Popen(command, cwd=folder, env=home, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()


async def answering(client: ClientSession, url: str, process: subprocess.Popen[bytes]) -> int:
    """The status, once anything answers there."""
    while True:
        try:
            async with client.get(url, allow_redirects=False) as response:
                return response.status
        except ClientConnectorError:
            assert process.poll() is None
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("proxy", PROXIES, ids=lambda one: f"{one.name}{one.root}")
async def test_it_passes_on_what_is_for_people_and_events_as_they_happen(
    proxy: Proxy, tmp_path: Path
) -> None:
    if shutil.which(proxy.name) is None:
        pytest.skip(f"{proxy.name} is not installed")
    port = free_port()
    public = f"http://127.0.0.1:{port}{proxy.root}"

    async def questlog(*words: str) -> dict[str, str]:
        ended = await mother().run([*words, "--json"], tmp_path, environment())
        return json.loads(ended.out)

    with service(tmp_path, QUESTLOG_WEB__PUBLIC_URL=public) as questlog_service:
        upstream = questlog_service.ready().removeprefix("http://")
        await questlog("habit", "add", "gym every day")
        token = (await questlog("token", "new"))["token"]
        with running(proxy, port, upstream, tmp_path) as process:
            async with ClientSession(timeout=ClientTimeout(PATIENCE)) as client:
                assert await answering(client, f"{public}/readyz", process) == 200
                assert await answering(client, f"{public}/metrics", process) == 404
                if proxy.root:
                    assert await answering(client, public, process) in {301, 302}
                own = {"Authorization": f"Bearer {token}"}
                address = URL(f"{public}/api/v1/habits/50%25%20a%2Fb", encoded=True)
                async with client.get(address, headers=own) as found:
                    assert (await found.json())["error"]["message"].startswith("You have no habit '50% a/b'")
                async with client.get(f"{public}/api/v1/events", headers=own) as events:
                    assert events.content_type == "text/event-stream"
                    await questlog("habit", "done", "gym")
                    async for line in events.content:
                        if line.startswith(b"data:") and b"gym" in line.lower():
                            break
