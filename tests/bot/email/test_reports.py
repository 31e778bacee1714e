"""Reports of mail servers: which of them stop an address, and whose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.email.reports import MOST_PARTS, read_report
from scheduler.channels.email.message import MARK, RECIPIENT
from tests.bot.email.returned import bounced, sent, unwanted
from tests.scheduler.channels.letters import ADA
from tracker.notify.stopped import Why
from tracker.signing import Signer

SIGNER = Signer(b"a key of a test")


@pytest.mark.parametrize(
    ("status", "said", "why"),
    [
        ("5.1.1", "550 5.1.1 unknown", Why.BOUNCED),
        ("5.0.0", "550 5.1.1 unknown", Why.BOUNCED),
        ("5.0.0", "550 No such user here", Why.BOUNCED),
        ("5.2.2", "552 5.2.2 full", None),
        ("5.7.1", "554 5.7.1 spam", None),
        ("5.4.7", "delivery time expired", None),
        ("4.4.1", "no answer", None),
        ("", "", None),
    ],
)
def test_only_a_mailbox_that_is_not_there_is_stopped(status: str, said: str, why: Why | None) -> None:
    report = read_report(bounced(sent(SIGNER), status, said))
    assert report is not None
    assert report.why is why


def test_what_is_only_late_stops_nothing() -> None:
    report = read_report(bounced(sent(SIGNER), action="delayed"))
    assert report is not None
    assert report.why is None


@pytest.mark.parametrize(
    ("kind", "why"),
    [("abuse", Why.COMPLAINED), ("fraud", Why.COMPLAINED), ("not-spam", None), ("virus", None)],
)
def test_a_report_of_what_was_unwanted_stops_it(kind: str, why: Why | None) -> None:
    report = read_report(unwanted(sent(SIGNER), kind))
    assert report is not None
    assert report.why is why


@pytest.mark.parametrize("report", [bounced, unwanted])
def test_the_mark_names_the_address_that_we_wrote_to(report: object) -> None:
    assert callable(report)
    found = read_report(report(sent(SIGNER)))
    assert found is not None
    assert [SIGNER.said(RECIPIENT, mark) for mark in found.marks] == [(ADA,)]


def test_a_report_without_a_mark_names_nobody() -> None:
    mail = sent(SIGNER)
    del mail[MARK]
    found = read_report(bounced(mail))
    assert found is not None
    assert found.marks == ()


@pytest.mark.parametrize("raw", [b"", b"Subject: I am on holiday\r\n\r\nBack on Monday.", b"\xff\x00" * 100])
def test_other_mail_is_no_report(raw: bytes) -> None:
    assert read_report(raw) is None


@pytest.mark.parametrize(
    "layer",
    [b"Content-Type: message/rfc822\r\n\r\n", b'Content-Type: multipart/report; boundary="b"\r\n\r\n--b\r\n'],
)
def test_parts_within_parts_without_end_are_no_report(layer: bytes) -> None:
    whole = bounced(sent(SIGNER))
    assert read_report(layer * 3000 + whole) is None
    assert read_report(layer * (MOST_PARTS // 2) + whole) is not None


WHOLE = bounced(sent(SIGNER))


@given(st.integers(0, len(WHOLE)), st.integers(0, len(WHOLE)), st.binary(max_size=20))
def test_a_report_in_any_state_is_read_without_a_fault(start: int, end: int, junk: bytes) -> None:
    read_report(WHOLE[:start] + junk + WHOLE[end:])
