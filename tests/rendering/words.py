"""The words of a page, line by line, with those of its pictures."""

from html.parser import HTMLParser

_HEAD = "head"
_BLOCKS = frozenset({"h1", "h2", "h3", "p", "small", "div", "section", "header", "footer", "figure"})


def words_of(page: str) -> str:
    reading = _Reading()
    reading.feed(page)
    reading.close()
    lines = (" ".join(line.split()) for line in "".join(reading.found).split("\n"))
    return "\n".join(filter(None, lines))


class _Reading(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_head = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_head = self._in_head or tag == _HEAD
        self.found += ["\n"] if tag in _BLOCKS else []
        match tag:
            case "img":
                self.found.append(f"[{dict(attrs)['alt']}]")
            case "button":
                self.found.append(" (")

    def handle_endtag(self, tag: str) -> None:
        self._in_head = self._in_head and tag != _HEAD
        self.found += ["\n"] if tag in _BLOCKS else [")"] if tag == "button" else []

    def handle_data(self, data: str) -> None:
        if not self._in_head:
            self.found.append(data)
