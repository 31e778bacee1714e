"""What Amazon posts about messages that came back, in every shape, and what others might post."""

import json
from typing import Any

import pytest

from bot.email.events import MOST_RECIPIENTS
from bot.email.sns import amazon_url
from tests.bot.email.conftest import TOKEN, Site, site_on
from tests.fakes.clock import HandClock
from tests.fakes.sns import CERTIFICATE, FakeTopic, signing_key
from tests.scheduler.channels.letters import ADA
from tracker.notify.stopped import Why
from tracker.settings import EmailSettings
from tracker.store.sqlite import SqliteTable


def bounce(kind: str = "Permanent", name: str = "notificationType", *addresses: str) -> dict[str, Any]:
    recipients = [
        {"emailAddress": one, "action": "failed", "status": "5.1.1", "diagnosticCode": "smtp; 550 5.1.1"}
        for one in addresses or (ADA,)
    ]
    told = {"bounceType": kind, "bounceSubType": "General", "bouncedRecipients": recipients}
    return {name: "Bounce", "bounce": told, "mail": {"messageId": "1", "destination": [ADA]}}


def complaint(name: str = "notificationType", kind: str | None = "abuse") -> dict[str, Any]:
    told = {"complainedRecipients": [{"emailAddress": ADA}], "complaintFeedbackType": kind}
    return {name: "Complaint", "complaint": told, "mail": {}}


async def posted(site: Site, body: object, token: str = TOKEN) -> int:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": "text/plain; charset=UTF-8"}  # as SNS does it
    async with site.client.post(f"{site.url}/email/events/{token}", data=raw, headers=headers) as answer:
        assert TOKEN not in await answer.text()
        return answer.status


@pytest.mark.parametrize("name", ["notificationType", "eventType"])
async def test_what_comes_back_for_good_stops_the_address_and_the_channel(
    site: Site, topic: FakeTopic, name: str
) -> None:
    assert await posted(site, topic.notice(bounce("Permanent", name))) == 200
    own = await site.channel()
    assert await site.why() is Why.BOUNCED
    assert (own.is_active, own.off_reason) == (False, "messages to this address came back")
    assert [one.kind.name for one in await site.told()] == ["channel-off"]


@pytest.mark.parametrize("name", ["notificationType", "eventType"])
async def test_so_does_a_complaint(site: Site, topic: FakeTopic, name: str) -> None:
    assert await posted(site, topic.notice(complaint(name))) == 200
    assert await site.why() is Why.COMPLAINED
    assert (await site.channel()).off_reason == "a message was reported there as unwanted"


async def test_an_event_without_its_envelope_is_not_believed(site: Site) -> None:
    """Nobody has signed it: raw message delivery has to be off."""
    assert await posted(site, complaint()) == 400
    assert await site.why() is None


@pytest.mark.parametrize(
    "event",
    [
        bounce("Transient"),
        bounce("Undetermined"),
        complaint(kind="not-spam"),
        {"eventType": "Delivery", "delivery": {}, "mail": {}},
        {"notificationType": "AmazonSnsSubscriptionSucceeded", "message": "…"},
    ],
)
async def test_what_is_temporary_or_good_news_changes_nothing(
    site: Site, topic: FakeTopic, event: dict[str, Any]
) -> None:
    assert await posted(site, topic.notice(event)) == 200
    assert (await site.why(), (await site.channel()).is_active) == (None, True)


async def test_addresses_of_nobody_are_stopped_too_in_any_spelling(site: Site, topic: FakeTopic) -> None:
    event = bounce("Permanent", "eventType", "Bob <Bob@Example.org>", "nonsense")
    assert await posted(site, topic.notice(event)) == 200
    assert await site.why("bob@example.org") is Why.BOUNCED
    assert (await site.channel()).is_active


async def test_twice_is_as_once(site: Site, topic: FakeTopic) -> None:
    for _ in range(2):
        assert await posted(site, topic.notice(bounce())) == 200
    assert len(await site.told()) == 1


@pytest.mark.parametrize("token", ["wrong", "é", TOKEN[:-1], f"{TOKEN}x"])
async def test_a_wrong_token_finds_nothing_here(site: Site, topic: FakeTopic, token: str) -> None:
    assert await posted(site, topic.notice(bounce()), token) == 404
    assert await site.why() is None


async def test_without_a_token_nothing_is_here(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with site_on(sqlite_table, clock, events_token=None) as site:
        assert await posted(site, b"{}") == 404


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\xff",
        b"null",
        b"[" * 100_000,
        [],
        {},
        {"Type": "Notification"},
        {"Type": "SubscriptionConfirmation"},
        {"Type": "SubscriptionConfirmation", "SubscribeURL": "http://["},
    ],
)
async def test_junk_is_refused(site: Site, junk: object) -> None:
    assert await posted(site, junk) == 400
    assert await site.why() is None


@pytest.mark.parametrize(
    "junk",
    [
        "not json",
        "[]",
        "[" * 100_000,
        {"notificationType": "Bounce", "bounce": {"bounceType": 3}},
        {"notificationType": "Bounce", "bounce": {"bounceType": "Permanent", "bouncedRecipients": [{}]}},
    ],
    ids=["text", "list", "deep", "wrong", "nobody"],
)
async def test_junk_is_refused_though_amazon_signed_it(site: Site, topic: FakeTopic, junk: object) -> None:
    assert await posted(site, topic.notice(junk)) == 400
    assert await site.why() is None


async def test_a_farewell_is_taken(site: Site, topic: FakeTopic) -> None:
    assert await posted(site, topic.farewell()) == 200


@pytest.mark.parametrize(("status", "answered"), [(200, 200), (500, 502)])
async def test_a_subscription_is_confirmed_where_the_settings_lead(
    site: Site, topic: FakeTopic, status: int, answered: int
) -> None:
    topic.status = status
    assert await posted(site, topic.confirmation()) == answered
    assert topic.asked == ["Action=ConfirmSubscription"]


async def test_nothing_else_is_fetched(site: Site, topic: FakeTopic) -> None:
    async with FakeTopic(topic.clock).running() as elsewhere:
        assert await posted(site, topic.confirmation(SubscribeURL=f"{elsewhere.url}/")) == 403
        mine = topic.notice(bounce(), SigningCertURL=elsewhere.url + CERTIFICATE)
        assert await posted(site, mine) == 403
    assert (elsewhere.asked, elsewhere.certificates) == ([], 0)


@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize("more", [{}, {"Subject": "Amazon SES Email Event"}])
async def test_both_kinds_of_signatures_are_known(
    site: Site, topic: FakeTopic, version: str, more: dict[str, str]
) -> None:
    assert await posted(site, topic.notice(bounce(), SignatureVersion=version, **more)) == 200
    assert await site.why() is Why.BOUNCED


@pytest.mark.parametrize(
    "change",
    [
        {"Message": json.dumps(complaint())},
        {"MessageId": "3"},
        {"Subject": "another"},
        {"Timestamp": "2027-01-01T00:00:00.000Z"},
        {"SignatureVersion": "1"},
        {"Signature": ""},
        {"Signature": "AAAA"},
        {"Signature": "not base64"},
        {"SigningCertURL": "https://example.org/SimpleNotificationService-1.pem"},
        {"SigningCertURL": "nonsense://["},
        {"TopicArn": "arn:aws:sns:us-east-1:999999999999:bounces"},
    ],
    ids=lambda change: next(iter(change)),
)
async def test_what_amazon_did_not_sign_is_not_believed(
    site: Site, topic: FakeTopic, change: dict[str, str]
) -> None:
    assert await posted(site, {**topic.notice(bounce()), **change}) == 403
    assert (await site.why(), topic.asked) == (None, [])


async def test_the_signature_of_another_key_is_not_believed(site: Site, topic: FakeTopic) -> None:
    said = {"Type": "Notification", "Message": json.dumps(bounce())}
    assert await posted(site, topic.signed(said, signing_key(1))) == 403


async def test_amazon_s_signature_for_somebody_else_s_topic_is_not_believed(
    site: Site, topic: FakeTopic
) -> None:
    theirs = topic.notice(bounce(), TopicArn="arn:aws:sns:us-east-1:999999999999:bounces")
    assert await posted(site, theirs) == 403
    assert await posted(site, topic.confirmation(TopicArn=theirs["TopicArn"])) == 403
    assert (await site.why(), topic.asked) == (None, [])


async def test_what_somebody_kept_for_long_is_not_believed(
    site: Site, topic: FakeTopic, clock: HandClock
) -> None:
    old = topic.notice(bounce())
    clock.advance(24 * 3600 + 1)
    assert await posted(site, old) == 403
    assert await site.why() is None


async def test_a_path_that_holds_no_certificate_of_amazon_s_is_not_fetched(
    site: Site, topic: FakeTopic
) -> None:
    for path in ("/", "/other.pem", f"{CERTIFICATE}?x=1", f"/x{CERTIFICATE}"):
        assert await posted(site, topic.notice(bounce(), SigningCertURL=topic.url + path)) == 403
    assert (topic.certificates, topic.asked) == (0, [])


async def test_the_certificate_is_fetched_once(site: Site, topic: FakeTopic) -> None:
    for _ in range(3):
        assert await posted(site, topic.notice(bounce())) == 200
    assert topic.certificates == 1


@pytest.mark.parametrize(
    "pem", ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
async def test_a_certificate_that_is_none_proves_nothing(site: Site, topic: FakeTopic, pem: str) -> None:
    topic.pem = pem
    assert await posted(site, topic.notice(bounce())) == 403


async def test_one_event_stops_no_more_addresses_than_one_message_has(site: Site, topic: FakeTopic) -> None:
    many = [f"p{number}@example.org" for number in range(MOST_RECIPIENTS + 1)]
    assert await posted(site, topic.notice(bounce("Permanent", "eventType", *many))) == 400
    assert await site.why(many[0]) is None
    assert await posted(site, topic.notice(bounce("Permanent", "eventType", *many[1:]))) == 200
    assert await site.why(many[-1]) is Why.BOUNCED


@pytest.mark.parametrize(
    ("url", "trusted"),
    [
        ("https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription", True),
        ("https://sns.cn-north-1.amazonaws.com.cn/?x", True),
        ("http://sns.us-east-1.amazonaws.com/", False),
        ("https://sns.us-east-1.amazonaws.com:8443/", False),
        ("https://me@sns.us-east-1.amazonaws.com/", False),
        ("https://sns.us-east-1.amazonaws.com.example.org/", False),
        ("https://example.org/sns.us-east-1.amazonaws.com", False),
        ("https://sns.a.b.amazonaws.com/", False),
        ("https://bucket.s3.amazonaws.com/", False),
        ("https://127.0.0.1/", False),
        ("/relative", False),
    ],
)
def test_only_amazon_s_own_addresses_are_trusted(url: str, *, trusted: bool) -> None:
    assert (amazon_url(url, EmailSettings()) is not None) is trusted
