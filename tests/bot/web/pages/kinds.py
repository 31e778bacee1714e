"""What kind of page an address leads to: of a hundred habits one page is like the others."""

import re

from bot.features import FEATURES
from bot.web.site.tables import Tables
from bot.web.there import GUILD

_TABLES = Tables(FEATURES)
_THERE = f"{{{GUILD}}}"
_EVERY_PAGE = {one.path for one in _TABLES.pages}
PAGES = frozenset(path for path in _EVERY_PAGE if _THERE not in path)
SERVER_PAGES = frozenset(_EVERY_PAGE - PAGES)
"""Where Discord has to answer: those of one of its servers."""
FILES = frozenset(one.path for one in _TABLES.files)
FORMS = {one.path for one in _TABLES.acts} | {"/confirm", "/login", "/login/link", "/logout"}
"""Where forms of pages lead."""
_KINDS = sorted(_EVERY_PAGE | FILES | FORMS, key=lambda path: path.count("{"))
_PATTERNS = [(path, re.compile(re.sub(r"\{\w+\}", "[^/]+", path))) for path in _KINDS]


def kind_of(path: str) -> str:
    """`/habits/{habit}` of `/habits/01M7…?page=2`."""
    at = path.partition("?")[0]
    return next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(at)), at)
