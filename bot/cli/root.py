"""`questlog [--config FILE] COMMAND`: imports only the command that is used, and ends its failures well."""

import errno
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from bot.cli.invocation import Invocation
from bot.cli.registry import CommandPlace, places
from bot.feature import Feature
from bot.streams import OutputLost

_ASKS_FOR_JSON = "questlog.asks_for_json"


class Root(click.Group):
    """A command's module is imported when the command is used, so that `--help` and `--version` are quick."""

    def __init__(self, *args: Any, places: Mapping[str, CommandPlace], **kwargs: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*args, **kwargs)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if (place := self.places.get(cmd_name)) is None:
            return None
        module, attribute = place.target.split(":")
        return getattr(import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.summary) for name, place in self.places.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.places and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(unknown_command(name, self.places))
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = args[: args.index("--")] if "--" in args else args
        ctx.meta[_ASKS_FOR_JSON] = "--json" in options  # a line that cannot be parsed has no options yet
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError:
            raise  # its text is the help
        except click.UsageError as error:
            _end_wrong_line(ctx, error)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        try:
            return super().invoke(ctx)
        except click.exceptions.NoArgsIsHelpError:
            raise  # its text is the help
        except click.UsageError as error:
            _end_wrong_line(ctx, error)
        except (click.ClickException, click.exceptions.Exit, click.Abort, OutputLost):
            raise
        except Exception as error:  # the border of the program: what is not known is a bug
            if isinstance(error, OSError) and error.errno == errno.EPIPE:
                raise  # click ends quietly when nobody reads the output any more
            _end(ctx, error)


def _end_wrong_line(ctx: click.Context, error: click.UsageError) -> NoReturn:
    from bot.cli.ending import report_usage  # noqa: PLC0415 - only a failure pays for what explains it

    ctx.exit(report_usage(error, as_json=ctx.meta[_ASKS_FOR_JSON]))


def unknown_command(name: str, known: Collection[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}."
    return f"There is no command {name!r}; {hint}"


def _end(ctx: click.Context, error: Exception) -> NoReturn:
    from bot.cli.ending import report  # noqa: PLC0415 - only a failure pays for what explains it

    invocation = ctx.find_object(Invocation)
    ctx.exit(report(ctx, error, debug=invocation is not None and invocation.debug))


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's callback
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version  # noqa: PLC0415

        click.echo(f"questlog {version('questlog')}")
        ctx.exit()


def new_root(features: Sequence[Feature]) -> click.Group:
    """`questlog`, with the commands of these features."""

    @click.group(cls=Root, places=places(features), context_settings={"help_option_names": ["-h", "--help"]})
    @click.option(
        "--config",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Read this TOML file, not questlog.toml in this folder.",
    )
    @click.option("--debug", is_flag=True, help="Log everything, and show where a bug happened.")
    @click.option(
        "--version",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_version,
        help="Print the version.",
    )
    @click.pass_context
    def root(ctx: click.Context, config: Path | None, debug: bool) -> None:  # noqa: FBT001 - click passes by name
        """Questlog watches the numbers you want to move, and tells you where you are."""
        ctx.obj = Invocation(features, config=config, debug=debug)

    return root
