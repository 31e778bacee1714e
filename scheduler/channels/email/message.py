"""A message as an e-mail: text and HTML side by side, its pictures inside, and a way out in every one."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from email.headerregistry import Address, AddressHeader
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime

from email_validator import EmailNotValidError, validate_email

from scheduler.channels.channel import Message
from scheduler.channels.email.html import Foot, InlinePicture, html_of
from scheduler.channels.email.text import line, subject_of, text_of
from scheduler.channels.picture import Picture
from tracker.frozen import frozen
from tracker.signing import Signer

UNSUBSCRIBE, RECIPIENT = "unsubscribe", "recipient"
"""What links and marks are signed for."""
MARK = "Questlog-Recipient"
"""A signed header. Reports about a message give it back, and so name the address that we wrote to."""

_VERBATIM = frozenset({"to", "message-id", "list-unsubscribe", MARK.lower()})
_PLAIN_NAME = re.compile(r"[A-Za-z0-9 ]*")
_WORD_BYTES = 45
"""So many fit into one encoded word, of 75 characters at most."""


class _Policy(EmailPolicy):
    """Lines of 7 bits, which every server takes. The library alone breaks addresses, and loses spaces."""

    def fold_binary(self, name: str, value: str) -> bytes:
        match name.lower():
            case "subject":
                shown = str(value) if value.isascii() and "=?" not in value else _encoded(value)
            case "from" if isinstance(value, AddressHeader):
                shown = _sender(value.addresses[0])
            case known if known in _VERBATIM:
                shown = str(value)
            case _:
                return super().fold_binary(name, value)
        return f"{name}: {shown}{self.linesep}".encode("ascii")


def _sender(sender: Address) -> str:
    name = sender.display_name
    return f"{name if _PLAIN_NAME.fullmatch(name) else _encoded(name)} <{sender.addr_spec}>".lstrip()


def _encoded(text: str) -> str:
    """As RFC 2047 has it: each word of whole characters, on a line of its own."""
    words = [b""]
    for letter in text:
        piece = letter.encode()
        if len(words[-1]) + len(piece) > _WORD_BYTES:
            words.append(b"")
        words[-1] += piece
    return "\r\n ".join(f"=?utf-8?b?{b64encode(word).decode()}?=" for word in words)


POLICY = _Policy(linesep=SMTP.linesep, cte_type="7bit")


@frozen
class Letterhead:
    """What stands on every e-mail of this Questlog."""

    name: str
    address: str
    signer: Signer
    public_url: str | None = None
    """Without it there is no link that the internet could open."""

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]

    def link(self, person: str, to: str) -> str | None:
        if self.public_url is None:
            return None
        return f"{self.public_url.rstrip('/')}/unsubscribe?token={self.signer.token(UNSUBSCRIBE, person, to)}"


def plain_address(text: str) -> str:
    """The address in letters that every server takes, or ValueError, whose text does not repeat it."""
    try:
        found = validate_email(text, check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError:
        raise ValueError("it is no e-mail address") from None
    if found.ascii_email is None:
        raise ValueError("only plain letters can stand before its @")
    return found.ascii_email


def email_of(
    head: Letterhead,
    message: Message,
    to: str,
    now: datetime,
    *,
    person: str = "",
    pictures: Mapping[str, Picture] | None = None,
) -> EmailMessage:
    """`to` is a plain address; `pictures` are by the id of their part."""
    mail, subject, link = EmailMessage(POLICY), subject_of(message), head.link(person, to)
    mail["From"] = Address(line(head.name), addr_spec=head.address)
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{_id(message)}@{head.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail[MARK] = head.signer.token(RECIPIENT, to)
    if link is not None:
        mail["List-Unsubscribe"] = f"<{link}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    foot = Foot(_why(person, link), link)
    mail.set_content(text_of(message, foot.why, foot.link))
    _add_html(mail, message, foot, pictures or {}, head.domain)
    return mail


def _add_html(
    mail: EmailMessage, message: Message, foot: Foot, pictures: Mapping[str, Picture], domain: str
) -> None:
    cids = {part: f"chart-{number}@{domain}" for number, part in enumerate(pictures, 1)}
    shown = {part: InlinePicture(cids[part], picture.words) for part, picture in pictures.items()}
    mail.add_alternative(html_of(message, str(mail["Subject"]), foot, shown), subtype="html")
    html = mail.get_body(("html",))
    for part, picture in pictures.items():
        if isinstance(html, EmailMessage):
            name = f"{cids[part].partition('@')[0]}.png"
            html.add_related(
                picture.png, "image", "png", cid=f"<{cids[part]}>", disposition="inline", filename=name
            )


def _id(message: Message) -> str:
    """The same for a repetition, so that a mail client can tell that it has the message already."""
    return message.id if message.id.isalnum() and message.id.isascii() else _hash(message.id)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _why(person: str, link: str | None) -> str:
    if not person:
        return "You get this because somebody gave this address to Questlog. If it was not you, ignore it."
    stop = "" if link else " To stop that, switch e-mail off in Questlog."
    return f"You get this because you chose to hear from Questlog at this address.{stop}"
