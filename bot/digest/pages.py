"""The digest on pages: what the next one would say, and when it comes."""

from bot.digest import usecases, view
from bot.digest.requests import ChangeDigest
from bot.documents import Nothing
from bot.web.site.filling import filled_by
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart

DIGEST = "/digest"

EDIT = Form(
    "Your digest",
    "Save",
    first=("frequency", "time", "when_quiet"),
    labels={"frequency": "How often", "when_quiet": "Also when nothing has moved"},
    hints={"frequency": "A weekly one comes on Mondays", "time": "08:00, by your clock"},
    choices={
        "frequency": (("daily", "every day"), ("weekly", "every week"), ("off", "never")),
        "when_quiet": (("yes", "yes"), ("no", "no")),
    },
    filled=filled_by(
        usecases.show,
        Nothing,
        lambda found: {
            "frequency": found.digest.frequency,
            "time": found.digest.time,
            "when_quiet": "yes" if found.digest.when_quiet else "no",
        },
    ),
)

PAGES = PagesPart(
    menu=(MenuEntry("Digest", DIGEST, "d", "messages", rank=61),),
    pages=(
        Page(
            DIGEST,
            Nothing,
            usecases.show,
            view.preview,
            links=(Link("When it comes", f"{DIGEST}/edit"), Link("Messages", "/messages")),
        ),
    ),
    acts=(
        Act(
            f"{DIGEST}/edit",
            ChangeDigest,
            usecases.change,
            view.changed,
            DIGEST,
            form=EDIT,
            usages=(view.SWITCH_ON,),
        ),
    ),
)
