"""A page as a test reads it: its words, its links, its forms, and whatever a strict policy forbids."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

_LEADS = ("href", "src", "action", "formaction", "hx-get", "hx-post")
_ELSEWHERE = re.compile(r"\s*(javascript:|data:(?!image/)|//|https?:)", re.IGNORECASE)
_SILENT = {"script", "style", "title"}


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict[str, str])
    button: str = ""
    asks: set[str] = field(default_factory=set[str])
    """The names of fields that people fill in."""


class Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.html, self.links, self.forms = html, list[str](), list[Form]()
        self.forbidden: list[str] = []
        """What a page must not have: styles and scripts of its own, handlers, unlabelled fields."""
        self.words: list[str] = []
        self.title = ""
        self._open: list[str] = []
        self._choice, self._labels, self._needs = "", set[str](), list[str]()
        self.feed(html)
        self.forbidden += [f"no label for {one}" for one in self._needs if one not in self._labels]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.forbidden += [f"<{tag} {name}>" for name in said if name.startswith("on") or name == "style"]
        if tag in {"style", "iframe", "object", "embed", "base"} or (tag == "script" and "src" not in said):
            self.forbidden.append(f"<{tag}>")
        self.forbidden += [
            f"<{tag} {name}={said[name]}>" for name in _LEADS if _ELSEWHERE.match(said.get(name, ""))
        ]
        if tag in {"math", "marquee"} or (tag == "meta" and "http-equiv" in said):
            self.forbidden.append(f"<{tag}>")
        if tag not in {"input", "meta", "link", "img", "br", "source"}:
            self._open.append(tag)
        match tag:
            case "a":
                self.links.append(said.get("href", ""))
            case "label" if "for" in said:
                self._labels.add(said["for"])
            case "form":
                self.forms.append(Form(said.get("action", ""), said.get("method", "get")))
            case "input" | "textarea":
                self._field(said, said.get("type", "text"))
            case "select":
                self._choice = said.get("name", "")
                self._field(said | {"value": ""}, "select")
            case "option" if self._choice and self.forms and "selected" in said:
                self.forms[-1].fields[self._choice] = said.get("value", "")
            case _:
                pass

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """A line of a drawing has no end of its own."""

    def _field(self, said: dict[str, str], kind: str) -> None:
        name = said.get("name", "")
        if not self.forms or not name:
            return
        if kind == "checkbox":
            if "checked" in said:
                self.forms[-1].fields[name] = said.get("value", "on")
        else:
            self.forms[-1].fields[name] = said.get("value", "")
        if kind != "hidden":
            self.forms[-1].asks.add(name)
            if "label" not in self._open:
                self._needs.append(said.get("id", name))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        if inside == "title":
            self.title += data
        if inside not in _SILENT:
            self.words.append(data)
        if "button" in self._open and self.forms:
            self.forms[-1].button += data.strip()
        if inside == "textarea" and self.forms:
            *_, last = self.forms[-1].fields
            self.forms[-1].fields[last] = data

    def local_links(self, path: str) -> Iterator[str]:
        """Paths of ours, whatever page they stand on."""
        for one in self.links:
            whole = urljoin(path, one)
            if whole.startswith("/") and not whole.startswith("//"):
                yield whole.partition("#")[0]

    def form(self, button: str) -> Form:
        """The one with this button."""
        found = [one for one in self.forms if button in one.button]
        assert found, f"no button {button!r} among {[one.button for one in self.forms]}"
        return found[0]
