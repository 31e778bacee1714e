"""What rewards bring to what runs on the clock: what a person won, and who got ahead of them."""

from tracker.feature import Rules
from tracker.rewards import messages
from tracker.rewards.shop.messages import REDEEMED

REWARDS = Rules(
    "rewards",
    kinds=(messages.ACHIEVEMENT, messages.OVERTAKEN, REDEEMED),
    checks=lambda table, _: messages.checks(table),
    wordings=lambda tools: messages.wordings(tools.table),
)
