"""The few drawings of the page: Questlog's mark, and plain signs. None of them is Discord's artwork."""

from pathlib import Path

MARK = Path(__file__).with_name("mark.svg").read_text()


def _sign(path: str) -> str:
    return (
        '<svg class="sign" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"'
        f' stroke-linecap="round" stroke-linejoin="round"><path d="{path}"/></svg>'
    )


EYE = _sign("M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z")
DOWN = _sign("M6 9l6 6 6-6")
OUTWARD = _sign("M14 4h6v6M20 4l-9 9M18 14v6H4V6h6")
SHEET = _sign("M6 2h8l5 5v15H6zM14 2v5h5M9 13h7M9 17h7")
