"""Texts of views as HTML: whatever people named stays text, times are the person's, commands become links."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from urllib.parse import urlencode, urlsplit

from markupsafe import Markup, escape

from bot.view import At, Bar, ChannelLink, On, Piece, Strong, Symbol, Text, Toned, Typed, Usage, WebAddress
from bot.visit import Visit
from bot.web.site.tables import Lead, filled, names_in
from bot.web.there import GUILD
from tracker.frozen import frozen
from tracker.store.segments import timestamp
from tracker.words import clock_text, day_text

LITERAL = "{}"
"""A usage that is what is said itself: a code, an id."""

# What is put in is made safe; `format` of Markup does the same in three times the time.
_STRONG, _CODE = Markup("<strong>%s</strong>"), Markup("<code>%s</code>")
_TONED = Markup('<span class="tone-%s">%s</span>')
_TIME, _LINK = Markup('<time datetime="%s">%s</time>'), Markup('<a href="%s">%s</a>')
_SYMBOL = Markup('<span class="symbol" aria-hidden="true">%s</span> ')
_BAR = Markup('<progress max="100" value="%s" aria-label="%s %%"></progress>')


@frozen
class Ink:
    here: Visit
    href: Callable[[str], str]
    """The address of a page of ours, as links need it."""
    usages: Mapping[Usage, Lead]

    def text(self, words: Text | None) -> Markup:
        """Where a command has no page, the sentence that ends with it is left out."""
        if isinstance(words, str):
            return _escaped(words)
        # Each piece is safe by itself, and looked at no second time.
        return Markup("".join(map(self._piece, self._pressable(words or ()))))  # noqa: S704

    def spans(self, every: Iterable[Text | None]) -> Markup:
        """All that says something, each in an element of its own: one call for a row."""
        return Markup("".join([f"<span>{self.text(words)}</span>" for words in every if words]))  # noqa: S704

    def plain(self, words: Text | None) -> str:
        """Without markup: for titles and labels."""
        return self.text(words).striptags()

    def can_say(self, words: Text) -> bool:
        """Whether nothing in it is to be typed that has no page here."""
        return isinstance(words, str) or all(
            not isinstance(one, Typed) or self._has_place(one.usage) for one in words
        )

    def _has_place(self, usage: Usage) -> bool:
        return usage.slash == LITERAL or self._lead(usage) is not None

    def _lead(self, usage: Usage) -> Lead | None:
        """Of what is done on a server, only while somebody looks at one."""
        lead = self.usages.get(usage)
        if lead is None or GUILD not in names_in(lead.path):
            return lead
        guild = self.here.guild
        return None if guild is None else lead._replace(path=filled(lead.path, {GUILD: guild.id}))

    def _pressable(self, pieces: Iterable[Piece]) -> list[Piece]:
        kept: list[Piece] = []
        is_out = False
        """Whether the sentence that goes on is about what cannot be pressed."""
        for one in pieces:
            if isinstance(one, Typed) and not self._has_place(one.usage):
                is_out = True
                if kept and isinstance(kept[-1], str):
                    kept[-1] = _sentences(kept[-1])
            elif is_out:
                rest = _next_sentence(one) if isinstance(one, str) else None
                is_out = rest is None
                kept += [rest] if rest else []
            else:
                kept.append(one)
        return kept

    def _piece(self, piece: Piece) -> Markup:  # noqa: C901, PLR0911 - one line for each kind of piece
        match piece:
            case str():
                return _escaped(piece)
            case Strong(words=words):
                return _STRONG % _escaped(words)
            case Toned(words=words, tone=tone):
                return _TONED % (tone.value, words)
            case At(at=at, style=style):
                return _TIME % (timestamp(at), self._moment(at, style))
            case On(day=day):
                return _TIME % (f"{day}", day_text(day, self.here.today))
            case Symbol(sign=sign):
                return _SYMBOL % sign
            case Bar(percent=percent):
                shown = f"{min(max(percent, 0.0), 100.0):.0f}"
                return _BAR % (shown, shown)
            case ChannelLink(name=None):
                return Markup("a channel on Discord")
            case ChannelLink(name=name):
                return _escaped(f"#{name}")
            case WebAddress(url=url):
                return _LINK % (urlsplit(url).path or "/", url)
            case Typed(usage=usage, words=words):
                return self._link(usage, words)

    def _link(self, usage: Usage, words: str) -> Markup:
        if usage.slash == LITERAL:
            return _CODE % words
        lead = self._lead(usage)
        assert lead is not None, "what has no place is left out"  # noqa: S101 - for the type checker
        query = f"?{urlencode({lead.field: words})}" if words and lead.field else ""
        return _LINK % (self.href(f"{lead.path}{query}"), words or lead.label)

    def _moment(self, at: datetime, style: str) -> str:
        local, now = at.astimezone(self.here.person.zone), self.here.now.astimezone(self.here.person.zone)
        day = day_text(local.date(), self.here.today)
        if style == "day":
            return day
        if style == "time" or local.date() == now.date():
            return clock_text(local)
        return f"{day}, {clock_text(local)}"


def _escaped(words: str) -> Markup:
    """A number and its % stay on one line."""
    return escape(words.replace(" %", "\N{NO-BREAK SPACE}%"))


def _sentences(text: str) -> str:
    """All but what is not ended."""
    end = max(text.rfind(sign) for sign in (". ", "! ", "? ", ".", "!", "?"))
    return text[: end + 1] if end >= 0 else ""


def _next_sentence(text: str) -> str | None:
    """What comes after the sentence that goes on; None where it does not end there."""
    found = re.search(r"[.!?](?:\s|$)", text)
    return None if found is None else text[found.end() :]
