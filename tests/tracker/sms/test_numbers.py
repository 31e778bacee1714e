"""Which numbers are texted, and which would cost more than anybody expects."""

import pytest

from tests.fakes.twilio import SERVICE, sms_settings
from tracker.settings import SmsSettings
from tracker.sms.numbers import NotTextable, check_number, countries

HOME = sms_settings("https://example.org", countries=("US", "GB", "DE"))


@pytest.mark.parametrize(
    "number",
    [
        "+12015550123",  # in the United States nobody can tell a mobile from a landline
        "+447400123456",
        "+442079460123",  # a landline: some can be texted, and Twilio says which cannot
        "+491701234567",
        "+447700900123",  # for films; no range that anybody has
    ],
)
def test_ordinary_telephones_are_texted(number: str) -> None:
    check_number(number, HOME)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("+870773111632", "satellite"),  # Inmarsat
        ("+881612345678", "satellite"),  # Iridium
        ("+8823456789012", "satellite"),
        ("+979123456789", "satellite"),  # premium, all over the world
        ("+80012345678", "satellite"),
        ("+19005550123", "premium"),
        ("+449098790123", "premium"),
        ("+499001234567", "premium"),
        ("+447012345678", "premium"),  # a personal number, which looks like a mobile
        ("+448451234567", "premium"),  # shared cost
        ("+18005551234", "premium"),
    ],
)
def test_numbers_that_cost_what_their_owner_likes_are_not(number: str, why: str) -> None:
    anywhere = SmsSettings()
    for settings in (HOME, anywhere):
        with pytest.raises(NotTextable, match=f"does not text {why}"):
            check_number(number, settings)


@pytest.mark.parametrize("number", ["+18765551234", "+12425551234", "+33612345678", "+14165550123"])
def test_numbers_of_other_countries_are_not_though_they_begin_alike(number: str) -> None:
    with pytest.raises(NotTextable, match="texts numbers of DE, GB, US only"):
        check_number(number, HOME)


def test_without_a_list_it_is_the_country_of_our_own_number() -> None:
    settings = sms_settings("https://example.org", countries=())
    assert countries(settings) == {"US"}
    check_number("+12015550123", settings)
    with pytest.raises(NotTextable):
        check_number("+447400123456", settings)


def test_a_messaging_service_has_no_country_so_they_must_be_named() -> None:
    with pytest.raises(ValueError, match="set countries"):
        sms_settings("https://example.org", from_number=None, messaging_service_sid=SERVICE, countries=())


@pytest.mark.parametrize("country", ["us", "USA", "", "U1"])
def test_a_country_is_two_capital_letters(country: str) -> None:
    with pytest.raises(ValueError, match="countries"):
        sms_settings("https://example.org", countries=[country])


def test_the_budget_has_an_end_unless_somebody_says_otherwise() -> None:
    assert SmsSettings().monthly_budget == 500
