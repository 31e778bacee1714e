"""An e-mail as mail clients show it: tables and inline styles, which all of them know; nothing is fetched.

What people and games call things is escaped: it is shown as it is, and can do nothing.
"""

from collections.abc import Mapping, Sequence
from html import escape

from scheduler.channels.channel import LINK, LINK_LABEL, Message, Part
from scheduler.channels.colours import COLOURS
from scheduler.channels.email.text import line, paragraphs
from tracker.frozen import frozen
from tracker.words import percent_text

MOST_CARDS = 30
"""Gmail shows the first 102 KB of a message. The others are only named; the text beside it has them all."""
MOST_NAMED = 50

_FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
# Clients that ask for dark colours have them; others turn these colours around themselves, or leave them.
_DARK = (
    "@media (prefers-color-scheme:dark){"
    ".page{background:#16181c!important}.card{background:#22252b!important}"
    ".ink{color:#eceef1!important}.grey{color:#a3a9b3!important}.rest{background:#3a3f47!important}"
    ".link{color:#8ab8e6!important}}"
    "@media (max-width:620px){.pad{padding-left:16px!important;padding-right:16px!important}}"
)


@frozen
class InlinePicture:
    """A picture in the message, by the name under which it is attached."""

    cid: str
    words: str


@frozen
class Foot:
    """What stands below every message: why it comes, and how to end that."""

    why: str
    link: str | None = None


def html_of(message: Message, subject: str, foot: Foot, shown: Mapping[str, InlinePicture]) -> str:
    """`shown` are the pictures by the id of their part."""
    cards, others = message.parts[:MOST_CARDS], message.parts[MOST_CARDS:]
    rows = [*(_card(part, shown.get(part.id)) for part in cards), _named(others), _note(message.note)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="supported-color-schemes" content="light dark">'
        f"<title>{escape(subject)}</title><style>{_DARK}</style></head>\n"
        '<body class="page" style="margin:0;padding:0;background:#eef0f3">\n'
        f"{_preview(message.parts)}"
        f'<table {_TABLE} class="page" width="100%" style="background:#eef0f3"><tr>'
        '<td align="center" style="padding:24px 8px">\n'
        f'<table {_TABLE} width="600" style="width:100%;max-width:600px">\n'
        f"{_HEAD}{''.join(rows)}{_foot(foot)}</table>\n</td></tr></table>\n</body></html>\n"
    )


_HEAD = (
    f'<tr><td class="ink pad" style="{_FONT};font-size:15px;font-weight:700;letter-spacing:.02em;'
    'color:#2b2f36;padding:0 4px 14px">Questlog</td></tr>\n'
)


def _preview(parts: Sequence[Part]) -> str:
    """What clients show beside the subject, before the message is opened."""
    told = line(parts[0].text) if len(parts) == 1 else ", ".join(line(part.title) for part in parts[:5])
    hidden = "display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px"
    return f'<div style="{hidden}">{escape(told[:150])}</div>\n'


def _card(part: Part, picture: InlinePicture | None) -> str:
    colour = f"#{COLOURS[part.look.tone]:06x}"
    inside = (
        f'<div class="ink" style="{_FONT};font-size:18px;line-height:1.35;font-weight:600;color:#1d2025">'
        f"{part.look.symbol}&nbsp; {escape(line(part.title)) or 'Questlog'}</div>"
        f"{_words(part.text)}{_bar(part.percent, colour)}{_picture(picture)}{_button(part)}"
        f"{_late(part.late)}"
    )
    return (
        f'<tr><td style="padding:0 0 14px"><table {_TABLE} class="card" width="100%" '
        f'style="background:#ffffff;border-left:4px solid {colour};border-radius:6px"><tr>'
        f'<td class="pad" style="padding:18px 22px">{inside}</td></tr></table></td></tr>\n'
    )


def _words(text: str) -> str:
    style = f"{_FONT};font-size:15px;line-height:1.5;color:#2b2f36;margin:8px 0 0"
    return "".join(
        f'<p class="ink" style="{style}">{"<br>".join(map(escape, paragraph))}</p>'
        for paragraph in paragraphs(text)
    )


def _bar(percent: float | None, colour: str) -> str:
    if percent is None:
        return ""
    done = max(0, min(100, int(percent)))  # full only when it is
    cells = "".join(
        f'<td width="{width}%" class="{name}" style="background:{fill};height:8px;font-size:0;line-height:0">'
        "&nbsp;</td>"
        for width, fill, name in ((done, colour, "done"), (100 - done, "#dde1e6", "rest"))
        if width
    )
    return (
        f'<table {_TABLE} width="100%" style="margin:14px 0 0"><tr><td>'
        f'<table {_TABLE} width="100%" style="border-radius:4px;overflow:hidden"><tr>{cells}</tr></table>'
        f'</td><td class="ink" width="70" align="right" style="{_FONT};font-size:14px;font-weight:600;'
        f'color:#2b2f36;white-space:nowrap">{percent_text(percent)}</td></tr></table>'
    )


def _picture(picture: InlinePicture | None) -> str:
    if picture is None:
        return ""
    return (
        f'<img src="cid:{escape(picture.cid)}" alt="{escape(line(picture.words))}" width="552" '
        f'style="{_FONT};display:block;width:100%;max-width:552px;height:auto;margin:16px 0 0;border:0;'
        'border-radius:4px;font-size:13px;color:#6b727d">'
    )


def _button(part: Part) -> str:
    """A link that is made by us: none of what people or games call things is ever one."""
    if not (link := part.facts.get(LINK)):
        return ""
    label = escape(str(part.facts.get(LINK_LABEL, "Open")))
    style = f"{_FONT};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none;display:inline-block"
    return (
        f'<table {_TABLE} style="margin:16px 0 0"><tr><td style="background:#2f6fa8;border-radius:6px;'
        f'padding:10px 20px"><a href="{escape(str(link))}" style="{style}">{label}</a></td></tr></table>'
    )


def _late(late: str | None) -> str:
    return _small(late, "margin:12px 0 0") if late else ""


def _named(parts: Sequence[Part]) -> str:
    """What has no card of its own, by its title."""
    if not parts:
        return ""
    titles = [f"And {len(parts)} more", *(line(part.title) for part in parts[:MOST_NAMED])]
    return _row("".join(_small(title, "margin:2px 0") for title in titles))


def _note(note: str | None) -> str:
    return _row(_small(note, "margin:0")) if note else ""


def _foot(foot: Foot) -> str:
    link = (
        f' <a class="link" href="{escape(foot.link)}" style="color:#2f6fa8">Unsubscribe</a>'
        if foot.link
        else ""
    )
    style = f"{_FONT};font-size:12px;line-height:1.5;color:#6b727d;margin:6px 0 0"
    return _row(f'<p class="grey" style="{style}">{escape(foot.why)}{link}</p>')


def _row(inside: str) -> str:
    return f'<tr><td class="pad" style="padding:0 4px 10px">{inside}</td></tr>\n'


def _small(text: str, style: str) -> str:
    font = f"{_FONT};font-size:13px;line-height:1.5;color:#6b727d"
    return f'<p class="grey" style="{font};{style}">{escape(line(text))}</p>'
