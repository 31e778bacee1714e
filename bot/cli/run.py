"""`questlog run`: the service, until a signal stops it."""

import asyncio

import click

from bot import logs
from bot.app import serve
from bot.cli.invocation import Invocation
from bot.command_store import make_home
from bot.signals import until_signalled
from bot.single_instance import single_instance


@click.command()
@click.pass_obj
def run(invocation: Invocation) -> None:
    """Start the service and keep it running until SIGTERM or Ctrl-C."""
    settings = invocation.settings()
    logs.configure(settings)
    make_home(settings.store)
    with single_instance(settings.store):
        asyncio.run(until_signalled(serve(settings)))
