"""`--chart out.png`: where the picture may be written, and how it gets there whole."""

from pathlib import Path
from secrets import token_hex

from bot.cli.invocation import Invocation
from bot.cli.output_file import explained, place_of_output
from bot.exits import Exit, Refusal

ENDING = ".png"


def place_of_chart(invocation: Invocation, out: Path) -> Path:
    """The file to write, known before anything is read: an older picture makes room, the database never."""
    if out.suffix.lower() != ENDING:
        raise Refusal(
            f"a chart is a PNG picture: name a file that ends in {ENDING}, not {out.name!r}",
            code="not_png",
            exit_code=Exit.USAGE,
        )
    place = place_of_output(invocation, out, force=True)
    if not place.parent.is_dir():
        raise Refusal(f"cannot write {out}: there is no folder {out.parent}", code="cannot_write")
    return place


def write_chart(place: Path, out: Path, picture: bytes) -> None:
    """Beside the place first and then there, so that neither a crash nor a full disk leaves half of it."""
    beside = place.with_name(f".questlog.{token_hex(8)}")
    with explained(out):
        try:
            with beside.open("xb") as file:
                file.write(picture)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
