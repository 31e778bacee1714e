"""Words that several features use."""

from datetime import timedelta

import pytest

from tracker.words import wait_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "1 second"),
        (0.2, "1 second"),
        (59.1, "60 seconds"),
        (120, "120 seconds"),
        (121, "3 minutes"),
        (7200, "120 minutes"),
        (7201, "3 hours"),
        (86_400, "24 hours"),
    ],
)
def test_nobody_is_told_to_come_back_too_early(seconds: float, text: str) -> None:
    assert wait_text(timedelta(seconds=seconds)) == text
