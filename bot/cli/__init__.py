"""The `questlog` command: the root group, and the border where failures become exit codes."""

from bot.cli.root import root


def main() -> None:
    root.main(prog_name="questlog")
