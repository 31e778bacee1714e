"""`questlog channel …`: where a person is told things, beside the terminal."""

import click

from bot.channels import usecases, view
from bot.channels.acts import ACTS, SHOW, ChannelAct
from bot.channels.requests import AddChannel, NameChannel, VerifyChannel
from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.documents import Nothing


@click.group()
def channel() -> None:
    """Choose where you are told things, beside this terminal."""


@channel.command()
@asking(AddChannel, "type", "address")
def add(act: Acting, ask: AddChannel) -> None:
    """Be told by SMS, e-mail, another service or a webhook too: `questlog channel add sms +44…`.

    TYPE is sms, email, apprise or webhook. A code is sent there first; `questlog channel verify CODE` takes
    it. A webhook is added at once, and a further one with `--name home`: it is called webhook.home then. An
    address may hold a secret: it is kept, but never shown.
    """
    done = act(usecases.add, ask, view.added)
    if done.channel is not None and done.channel.missing is not None:
        click.echo(view.UNSIGNED, err=True)


@channel.command()
@asking(VerifyChannel, "code")
def verify(act: Acting, ask: VerifyChannel) -> None:
    """Type the code that was sent to your new address."""
    act(usecases.verify, ask, view.channels)


@channel.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List your channels in the order in which they are tried."""
    act(usecases.list_channels, Nothing(), view.channels)


def _command(name: str, one: ChannelAct) -> None:
    @channel.command(name, help=f"{one.about}.")
    @asking(NameChannel, "channel")
    def run(act: Acting, ask: NameChannel) -> None:  # pyright: ignore[reportUnusedFunction] - it is registered
        act(one.do, ask, one.show)


MORE = {
    "show": SHOW,
    "remove": ChannelAct("Forget a channel and its address", usecases.remove),
}
for name, one in {**ACTS, **MORE}.items():
    _command(name, one)
