"""What kind of page an address leads to: of a hundred habits one page is like the others."""

import re

from bot.features import FEATURES
from bot.web.site.tables import Tables

_TABLES = Tables(FEATURES)
PAGES = frozenset(one.path for one in _TABLES.pages)
FILES = frozenset(one.path for one in _TABLES.files)
ACTS = frozenset(one.path for one in _TABLES.acts)
_KINDS = sorted(PAGES | FILES | ACTS, key=lambda path: path.count("{"))
_PATTERNS = [(path, re.compile(re.sub(r"\{\w+\}", "[^/]+", path))) for path in _KINDS]


def kind_of(path: str) -> str:
    """`/habits/{habit}` of `/habits/01M7…?page=2`."""
    at = path.partition("?")[0]
    return next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(at)), at)
