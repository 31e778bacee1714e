"""`questlog health`: asks the running service whether it is alive. Containers call it every few seconds."""

import http.client

import click

from bot.cli.invocation import Invocation
from bot.exits import Refusal
from bot.web_address import reachable, url

SECONDS = 3.0


@click.command()
@click.pass_obj
def health(invocation: Invocation) -> None:
    """Ask the running service whether it is well."""
    web = invocation.settings().web
    if web.port == 0:
        raise Refusal("web.port is 0, so the service picked a port by itself; set a fixed one to ask it here")
    address = f"{url(web.host, web.port)}/healthz"
    try:
        status = ask(reachable(web.host), web.port, SECONDS)
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        reason = str(error) or type(error).__name__
        raise Refusal(f"no answer from {address} ({reason}); is `questlog run` running?") from error
    if status != http.client.OK:
        raise Refusal(f"{address} answers with status {status}; look at the log of `questlog run`")
    click.echo("ok")


def ask(host: str, port: int, seconds: float) -> int:
    """The status of `/healthz`. With http.client, because it heeds no proxy and loads little."""
    connection = http.client.HTTPConnection(host, port, timeout=seconds)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status
    finally:
        connection.close()
