"""What an e-mail looks like to those who read it: parsed again by the standard library."""

import re
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.channels.channel import Message, Part
from scheduler.channels.email.html import MOST_CARDS
from scheduler.channels.email.message import MARK, RECIPIENT, UNSUBSCRIBE, Letterhead, email_of
from scheduler.channels.email.text import LONGEST_SUBJECT, line, subject_of
from scheduler.channels.picture import Picture
from tests.fakes.clock import START
from tests.scheduler.channels.letters import ADA, HEAD, URL
from tests.scheduler.channels.messages import message, part

CHART = Picture(b"\x89PNG\r\n\x1a\nnot really", 'From "9m" to 13m & on track')


def written(
    *parts: Part, head: Letterhead = HEAD, note: str | None = None, person: str = "anna", to: str = ADA
) -> bytes:
    told = message(*parts)
    return email_of(head, Message(told.id, told.parts, note), to, START, person=person).as_bytes()


def read(raw: bytes) -> EmailMessage:
    return BytesParser(EmailMessage, policy=default).parsebytes(raw)


def body(mail: EmailMessage, kind: str) -> str:
    found = mail.get_body((kind,))
    assert isinstance(found, EmailMessage)
    return str(found.get_content())


class Reading(HTMLParser):
    """The words of a page, its tags and their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_it_has_text_and_html_and_says_from_whom_to_whom_and_when() -> None:
    mail = read(written())
    assert [one.get_content_type() for one in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]
    assert (mail["from"], mail["to"]) == ("Questlog <questlog@example.org>", ADA)
    assert parsedate_to_datetime(mail["date"]) == START
    assert mail["auto-submitted"] == "auto-generated"
    for kind in ("plain", "html"):
        assert "99 Woodcutting, at last ★" in body(mail, kind)


def test_the_subject_is_the_title_or_the_first_of_several() -> None:
    assert read(written(part("a")))["subject"] == "Reached a"
    assert read(written(part("a"), part("b"), part("c")))["subject"] == "Reached a, and 2 more"


def test_a_title_adds_no_header() -> None:
    mail = read(written(part(title="Hi\r\nBcc: eve@example.org\n\n<b>body</b>")))
    assert mail["subject"] == "Hi Bcc: eve@example.org <b>body</b>"
    assert mail["bcc"] is None


def test_the_same_message_has_the_same_id_and_another_one_another() -> None:
    assert read(written(part("a")))["message-id"] == read(written(part("a")))["message-id"]
    assert read(written(part("a")))["message-id"] != read(written(part("b")))["message-id"]
    assert read(written(part(id="0af3")))["message-id"] == "<0af3@example.org>"


def test_there_is_a_way_out_with_one_click_which_is_signed() -> None:
    mail = read(written())
    link = str(mail["list-unsubscribe"]).strip("<>")
    assert link.startswith(f"{URL}unsubscribe?token=")
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert HEAD.signer.said(UNSUBSCRIBE, link.partition("token=")[2]) == ("anna", ADA)
    assert HEAD.signer.said(RECIPIENT, mail[MARK]) == (ADA,)
    assert f"Unsubscribe: {link}" in body(mail, "plain")
    assert ("href", link) in Reading(body(mail, "html")).attributes


def test_the_way_out_is_on_one_line_however_long_the_address_is() -> None:
    long = f"{'a' * 60}@{'b' * 60}.{'c' * 60}.example.org"
    raw = written(to=long)
    [found] = [row for row in raw.split(b"\r\n") if row.startswith(b"List-Unsubscribe:")]
    assert found.endswith(b">")
    assert f"To: {long}".encode() in raw.split(b"\r\n")


def test_without_a_public_address_there_is_no_link_but_words() -> None:
    mail = read(written(head=Letterhead("Questlog", "q@example.org", HEAD.signer)))
    assert mail["list-unsubscribe"] is None
    assert mail["list-unsubscribe-post"] is None
    assert "switch e-mail off in Questlog" in body(mail, "plain")
    assert "<a " not in body(mail, "html")


def test_whoever_has_no_account_reads_that_somebody_gave_their_address() -> None:
    assert "somebody gave this address" in body(read(written(person="")), "plain")


def test_what_is_late_and_why_it_comes_by_e_mail_are_said() -> None:
    mail = read(written(part(late="was meant for 08:00"), note="Discord could not be reached."))
    for kind in ("plain", "html"):
        assert "was meant for 08:00" in body(mail, kind)
        assert "Discord could not be reached." in body(mail, kind)


@pytest.mark.parametrize(
    ("percent", "widths"),
    [
        ("59.7", ["59%", "41%"]),
        ("99.9", ["99%", "1%"]),
        ("100", ["100%"]),
        ("-3", ["100%"]),
        ("140", ["100%"]),
    ],
)
def test_the_bar_is_full_only_when_the_goal_is_reached(percent: str, widths: list[str]) -> None:
    page = body(read(written(part(kind="goal-change", facts={"percent": percent}))), "html")
    assert re.findall(r'<td width="(\d+%)" class="(?:done|rest)"', page) == widths
    assert f"{float(percent):g} %" in Reading(page).text


@pytest.mark.parametrize("percent", ["nan", "inf", "soon"])
def test_a_share_that_is_none_has_no_bar(percent: str) -> None:
    assert " %<" not in body(read(written(part(kind="goal-change", facts={"percent": percent}))), "html")


def test_a_picture_is_inside_the_message_with_its_words() -> None:
    told = message(part("a"), part("b"))
    mail = read(email_of(HEAD, told, ADA, START, pictures={"id-of-b": CHART}).as_bytes())
    assert [one.get_content_type() for one in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    picture = list(mail.walk())[-1]
    page = Reading(body(mail, "html"))
    assert picture.get_content() == CHART.png
    assert picture["content-disposition"] == 'inline; filename="chart-1.png"'
    assert ("src", f"cid:{str(picture['content-id']).strip('<>')}") in page.attributes
    assert ("alt", CHART.words) in page.attributes


def test_nothing_is_fetched_and_nothing_runs() -> None:
    nasty = '<img src="http://example.org/x"><script>alert(1)</script>'
    page = Reading(body(read(written(part(title=nasty, text=nasty, late=nasty), note=nasty)), "html"))
    assert {"img", "script", "link", "iframe"}.isdisjoint(page.tags)
    assert [value for name, value in page.attributes if name in ("src", "background")] == []
    assert page.words.count(nasty) == 5  # the title twice, and each of the others


def test_paragraphs_and_lines_stay() -> None:
    page = body(read(written(part(text="one\ntwo\n\n\nthree"))), "html")
    assert "one<br>two</p>" in page
    assert ">three</p>" in page


def test_of_very_many_the_last_are_named_and_the_text_has_them_all() -> None:
    parts = [part(str(number), text=f"told {number}.") for number in range(MOST_CARDS + 5)]
    mail = read(written(*parts))
    html, plain = body(mail, "html"), body(mail, "plain")
    assert "And 5 more" in html
    assert "Reached 34" in html
    assert "told 34." not in html
    assert "told 34." in plain


texts = st.text(st.characters(), max_size=300)


@given(
    title=texts,
    text=texts,
    late=st.none() | texts,
    note=st.none() | texts,
    name=st.text(st.characters(), max_size=64),
)
def test_whatever_things_are_called_it_is_one_message_with_one_subject(
    title: str, text: str, late: str | None, note: str | None, name: str
) -> None:
    told = part(title=title, text=text, late=late)
    head = Letterhead(name, HEAD.address, HEAD.signer, URL)
    raw = written(told, head=head, note=note)
    mail = read(raw)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert mail.defects == []
    assert len(mail.get_all("subject", [])) == 1
    assert str(mail["subject"]) == subject_of(message(told))
    assert mail["from"].addresses[0].addr_spec == HEAD.address
    # The library reads a space between two encoded words of a name, where there is none.
    shown = mail["from"].addresses[0].display_name
    assert shown.replace(" ", "") == line(name).replace(" ", "")
    assert len(subject_of(message(told))) <= LONGEST_SUBJECT
    assert [one.get_content_type() for one in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]
    assert {"script", "img"}.isdisjoint(Reading(body(mail, "html")).tags)
