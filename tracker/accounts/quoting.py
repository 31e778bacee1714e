"""What a person wrote, quoted in an answer to them: never so long that the answer is lost in it."""

_LONGEST = 60


def quoted(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")
