"""Reports as mail servers write them, about a message that Questlog sent."""

from email.message import EmailMessage

from scheduler.channels.email.message import Letterhead, email_of
from tests.fakes.clock import START
from tests.scheduler.channels.letters import ADA
from tests.scheduler.channels.messages import message
from tracker.signing import Signer


def sent(signer: Signer, to: str = ADA) -> EmailMessage:
    return email_of(Letterhead("Questlog", "q@example.org", signer), message(), to, START)


def bounced(
    mail: EmailMessage, status: str = "5.1.1", said: str = "550 5.1.1", action: str = "failed"
) -> bytes:
    """RFC 3464, with the headers of the message, as Postfix has it."""
    headers = mail.as_bytes().partition(b"\r\n\r\n")[0]
    return b"\r\n".join(
        [
            b"From: MAILER-DAEMON@mail.example.org",
            b"To: q@example.org",
            b"Subject: Undelivered Mail Returned to Sender",
            b"MIME-Version: 1.0",
            b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
            b"",
            b"--b",
            b"Content-Type: text/plain",
            b"",
            b"I am sorry.",
            b"--b",
            b"Content-Type: message/delivery-status",
            b"",
            b"Reporting-MTA: dns; mail.example.org",
            b"Arrival-Date: Fri, 01 Jan 2100 00:00:00 +0000",
            b"",
            b"Final-Recipient: rfc822; elsewhere@example.net",
            f"Action: {action}".encode(),
            f"Status: {status}".encode(),
            f"Diagnostic-Code: smtp; {said}".encode(),
            b"",
            b"--b",
            b"Content-Type: text/rfc822-headers",
            b"",
            headers,
            b"",
            b"--b--",
            b"",
        ]
    )


def unwanted(mail: EmailMessage, kind: str = "abuse") -> bytes:
    """RFC 5965, with the message."""
    return b"\r\n".join(
        [
            b"From: <abusedesk@example.com>",
            b"MIME-Version: 1.0",
            b'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
            b"",
            b"--b",
            b"Content-Type: text/plain",
            b"",
            b"This is an abuse report.",
            b"--b",
            b"Content-Type: message/feedback-report",
            b"",
            f"Feedback-Type: {kind}".encode(),
            b"User-Agent: SomeGenerator/1.0",
            b"Version: 1",
            b"Original-Rcpt-To: redacted@example.com",
            b"",
            b"--b",
            b"Content-Type: message/rfc822",
            b"Content-Disposition: inline",
            b"",
            mail.as_bytes(),
            b"",
            b"--b--",
            b"",
        ]
    )
