"""The moon as a feature: small, whole, and found by every front end through the one list.

docs/architecture.md shows these files as its example.
"""

from bot.feature import Feature

MOON = Feature(
    "moon",
    "tests.toy.moon",
    {"moon": "Say how the moon looks."},
    behind="tests.toy.moon.rules:RULES",
)
