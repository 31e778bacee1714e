"""`POST /sms/status`: Twilio reports what became of a message."""

from collections.abc import Mapping

from aiohttp import web

from bot.services import Services
from bot.sms.signature import signed_form
from bot.web.available import available
from bot.web.running import RunningServices
from scheduler.channels.opening import SMS_STATUS_PATH
from scheduler.channels.sms.reports import SmsReport, SmsReports

LONGEST_CODE = 9
"""Digits; Twilio's have five."""


def status_routes(running: RunningServices) -> list[web.RouteDef]:
    async def status(request: web.Request) -> web.Response:
        services = running.services()
        form = await signed_form(request, services.settings)
        await _reports(services).take(_report(form))
        return web.Response(status=204)

    return [web.post(SMS_STATUS_PATH, available(status))]


def _reports(services: Services) -> SmsReports:
    return SmsReports(
        services.table,
        services.clock,
        services.stop_channel,
        services.settings.sms.from_number,
    )


def _report(form: Mapping[str, str]) -> SmsReport:
    code = form.get("ErrorCode", "")
    known = len(code) <= LONGEST_CODE and code.isascii() and code.isdigit()
    return SmsReport(
        sid=form.get("MessageSid", ""),
        status=form.get("MessageStatus", ""),
        error_code=int(code) if known else None,
        address=form.get("To", ""),
    )
