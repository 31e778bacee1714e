"""`/operator`: how this Questlog works, and the doctor. To everybody else there is no such page."""

from bot.config import Loaded
from bot.doctor import examine
from bot.documents import Nothing
from bot.operator import usecases, view
from bot.operator.documents import DoctorCheck, Examined
from bot.visit import Visit
from bot.web.site.part import Act, Link, MenuEntry, Page, PagesPart

OPERATOR = "/operator"


async def examined(here: Visit, _: Nothing) -> Examined:
    """The settings are those that this process was started with: where they stand is nothing to check."""
    usecases.check_operator(here)
    services = here.services
    findings = await examine(lambda: Loaded(services.settings, ("this process",)), services.clock)
    return Examined(
        checks=tuple(
            DoctorCheck(name=one.name, state=one.state, found=one.found, advice=one.advice)
            for one in findings
        )
    )


PAGES = PagesPart(
    menu=(MenuEntry("This Questlog", OPERATOR, "", "operator", rank=70, for_operators=True),),
    pages=(
        Page(
            OPERATOR,
            Nothing,
            usecases.show,
            view.workings,
            links=(Link("Call the doctor", f"{OPERATOR}/doctor", posts=True),),
        ),
    ),
    # A POST, because the doctor logs in to Discord, Twilio and the like.
    acts=(Act(f"{OPERATOR}/doctor", Nothing, examined, view.examined, OPERATOR, shows_answer=True),),
)
