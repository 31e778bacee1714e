"""Messages as people read them: all of each, in pages that Discord takes."""

from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.messages import view
from bot.messages.documents import MessageList, MessageShown, message_document
from bot.messages.requests import PER_PAGE
from bot.slash.render import card
from tests.bot.slash.shown_scenes import names
from tests.bot.visits import OWNER, by_sms, layouts, reader
from tests.fakes.clock import START
from tests.tracker.notify.notes import waiting
from tracker.front_ends import FrontEnd
from tracker.notify.model import DeliveryStatus, DeliveryStep, OutboxItem

EARLIER = START - timedelta(minutes=1)
LONGEST = waiting(
    title="*" * 500,
    text="<@1> " * 5000,
    reason="~" * 500,
    trail=tuple(DeliveryStep(at=START, what="Retry: " + "_" * 500, channel="discord") for _ in range(30)),
)

items = st.builds(
    waiting,
    title=names,
    text=names | st.text(max_size=9000),
    reason=st.none() | names,
    status=st.sampled_from(DeliveryStatus),
    channel=st.none() | names,
    trail=st.lists(
        st.builds(DeliveryStep, at=st.just(START), what=names, channel=st.none() | names), max_size=14
    ).map(tuple),
)


def listed(*found: OutboxItem) -> MessageList:
    """Each with an id of its own."""
    told = [one.model_copy(update={"id": f"{number:032}"}) for number, one in enumerate(found)]
    return MessageList(
        messages=tuple(message_document(one, EARLIER) for one in told), total=len(told), page=0, pages=1
    )


def test_at_their_longest_all_cards_fit_and_nothing_of_the_text_is_lost() -> None:
    here, shown = reader(), MessageShown(message=message_document(LONGEST, EARLIER))
    layouts(here, view.messages(here, listed(*[LONGEST] * PER_PAGE)))
    said: list[str] = []
    while f"page {len(said) + 1} of" in (
        text := str(card(here, view.message(here, shown, len(said)), OWNER).to_components())
    ):
        layouts(here, view.message(here, shown, len(said)))
        said.append(text)
    assert sum(text.count("@1>") for text in said) == 5000


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=st.lists(items, min_size=1, max_size=PER_PAGE), page=st.integers(0, 5))
def test_nothing_that_others_wrote_becomes_layout(found: list[OutboxItem], page: int) -> None:
    here = reader()
    layouts(here, view.messages(here, listed(*found)))
    layouts(here, view.message(here, MessageShown(message=message_document(found[0], EARLIER)), page))
    layouts(here, view.together(here, listed(*found), page, "batch"))


def test_by_sms_messages_are_numbered_and_one_tells_why_it_came() -> None:
    item = waiting("wc", kind="goal-milestone", facts={"goal": "h2k7wd"})
    here = reader(FrontEnd.SMS)

    [line] = by_sms(here, view.messages(here, listed(item)))
    text, why, *_ = by_sms(here, view.message(here, MessageShown(message=message_document(item, EARLIER))))

    assert line.startswith("1. Reached wc: waits until ")
    assert text == "99 Woodcutting, at last."
    assert why == "Why: your goal h2k7wd passed a milestone."
