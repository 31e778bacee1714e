"""A message as a telephone shows it."""

from dataclasses import replace

from scheduler.channels.sms.text import sms_text
from tests.scheduler.channels.messages import message, part


def test_parts_are_apart_and_each_has_its_title() -> None:
    told = message(part("a", text="99 Woodcutting"), part("b", text="50 Fishing"))
    assert sms_text(told) == "Reached a\n99 Woodcutting\n\nReached b\n50 Fishing"


def test_a_title_that_the_text_says_is_left_out() -> None:
    assert sms_text(message(part(title="Gym!", text="Time for the gym."))) == "Time for the gym."


def test_what_comes_late_says_so_and_why_it_comes_here_is_said_at_the_end() -> None:
    late = "was meant for 08:00"
    told = message(part("a", text="Go.", late=late), part("b", text="Reached b.", late=late))
    assert sms_text(replace(told, note="Discord does not answer.")) == (
        "Reached a (was meant for 08:00)\nGo.\n\nReached b. (was meant for 08:00)\n\nDiscord does not answer."
    )


def test_nothing_goes_that_is_not_seen_and_no_title_has_two_lines() -> None:
    told = part(
        title="Two\r\nlines\x07", text="a\tb\u202e\ud800 \n\n\n\n c\u2028d \x1b[31m\U0001f468\u200d\U0001f469"
    )
    assert sms_text(message(told)) == "Two lines\na b\n\nc d [31m\U0001f468\u200d\U0001f469"


def test_an_empty_text_leaves_the_title() -> None:
    assert sms_text(message(part(text=" \n "))) == "Reached a"
