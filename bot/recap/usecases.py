"""Looking back: words in, a document out."""

from bot.documents import reading
from bot.recap.documents import RecapDocument, recap_document
from bot.recap.requests import LookBack
from bot.visit import Visit
from tracker.life.recap.period import parse_period
from tracker.life.recap.reading import look_back


async def look(visit: Visit, ask: LookBack) -> RecapDocument:
    with reading("period"):
        period = parse_period(ask.period, visit.today)
    found = await look_back(visit.services.table, visit.person, period, visit.now)
    return recap_document(found, shared=ask.shared)
