"""Markdown that people write for themselves, as HTML: headings, lists, quotations, code, bold words.

Whatever is written is escaped first. After that only the tags of this module are added, each closed where it
was opened; there are no links, no pictures and no HTML.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup, escape

_FENCE = "```"
_KINDS = {
    "heading": re.compile(r"#{1,6}\s+(?P<text>.+)"),
    "item": re.compile(r"\s*[-*+]\s+(?P<text>.+)"),
    "step": re.compile(r"\s*[0-9]{1,3}[.)]\s+(?P<text>.+)"),
    "quotation": re.compile(r"\s*>\s?(?P<text>.*)"),
}
_LISTS = {"item": ("ul", "li"), "step": ("ol", "li"), "heading": ("", "h3")}
_PARAGRAPH, _EMPTY = "paragraph", "empty"
_CODE = re.compile(r"`([^`]+)`")
# Each looks no further than to the next sign of its kind, so that a line of them is read once.
_WORDS = re.compile(
    r"\*\*(?=\S)(?P<strong>(?:[^*]|\*(?!\*))+?)(?<=\S)\*\*"
    r"|(?<![\w*])\*(?=[^\s*])(?P<em>[^*]+?)(?<=\S)\*(?![\w*])"
    r"|(?<![\w_])_(?=[^\s_])(?P<i>[^_]+?)(?<=\S)_(?![\w_])"
    r"|~~(?=\S)(?P<s>[^~]+?)(?<=\S)~~"
)
_DEEPEST = 4
"""Tags within tags."""


def html(text: str) -> Markup:
    """Of any text; one without Markdown is paragraphs with its own lines."""
    made = list[str]()
    for number, part in enumerate(text.split(_FENCE)):
        made += [f"<pre>{escape(part.strip(chr(10)))}</pre>"] if number % 2 else _blocks(part)
    return Markup("").join(map(Markup, made))


def _blocks(text: str) -> Iterator[str]:
    for kind, lines in groupby(map(_read, text.splitlines()), key=lambda line: line[0]):
        said = [inline(line) for _, line in lines]
        match kind:
            case "item" | "step" | "heading":
                around, each = _LISTS[kind]
                inside = "".join(f"<{each}>{one}</{each}>" for one in said)
                yield f"<{around}>{inside}</{around}>" if around else inside
            case "quotation":
                yield f"<blockquote>{'<br>'.join(said)}</blockquote>"
            case "paragraph":
                yield f"<p>{'<br>'.join(said)}</p>"
            case _:  # an empty line only ends what is before it
                pass


def _read(line: str) -> tuple[str, str]:
    """What a line is, and what it says."""
    if not line.strip():
        return _EMPTY, ""
    for kind, pattern in _KINDS.items():
        if found := pattern.fullmatch(line):
            return kind, found["text"]
    return _PARAGRAPH, line


def inline(text: str) -> Markup:
    """Of one line. What stands between backticks is shown as it is."""
    parts = _CODE.split(str(escape(text)))
    made = (f"<code>{one}</code>" if place % 2 else _worded(one) for place, one in enumerate(parts))
    return Markup("").join(map(Markup, made))


def _worded(escaped: str, depth: int = 0) -> str:
    def tagged(found: re.Match[str]) -> str:
        tag = found.lastgroup or ""
        return f"<{tag}>{_worded(found[tag], depth + 1)}</{tag}>"

    return _WORDS.sub(tagged, escaped) if depth < _DEEPEST else escaped
