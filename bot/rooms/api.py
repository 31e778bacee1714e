"""Rooms over HTTP."""

from bot.rooms import requests, usecases
from bot.web.part import Route

ROUTES = (
    Route("GET", "/rooms", requests.ListRooms, usecases.list_rooms),
    Route("POST", "/rooms", requests.CreateRoom, usecases.create),
    Route("POST", "/rooms/join", requests.JoinRoom, usecases.join),
    Route("GET", "/rooms/{room}", requests.NameRoom, usecases.show),
    Route("PATCH", "/rooms/{room}", requests.EditRoom, usecases.edit),
    Route("POST", "/rooms/{room}/leave", requests.NameRoom, usecases.leave),
    Route("POST", "/rooms/{room}/invite", requests.InviteToRoom, usecases.invite),
    Route("GET", "/rooms/{room}/messages", requests.ShowHistory, usecases.history),
    Route("POST", "/rooms/{room}/messages", requests.SayInRoom, usecases.say),
    Route("DELETE", "/rooms/{room}/messages", requests.NameMessage, usecases.take_back),
    Route("DELETE", "/rooms/{room}/messages/{message}", requests.NameMessage, usecases.take_back),
    Route("PATCH", "/rooms/{room}/messages", requests.CorrectMessage, usecases.correct),
    Route("PATCH", "/rooms/{room}/messages/{message}", requests.CorrectMessage, usecases.correct),
    Route("POST", "/rooms/{room}/messages/{message}/report", requests.ReportMessage, usecases.report),
    Route("GET", "/rooms/{room}/check-in", requests.NameRoom, usecases.show_check_in),
    Route("PATCH", "/rooms/{room}/check-in", requests.CheckInRoom, usecases.check_in),
    Route("POST", "/rooms/{room}/check-in/answers", requests.SayInRoom, usecases.answer),
    Route("POST", "/rooms/{room}/buddy", requests.SetBuddy, usecases.buddy),
    Route("POST", "/rooms/{room}/block", requests.BlockMember, usecases.block),
    Route("GET", "/blocked", requests.ListRooms, usecases.list_blocked),
    Route("POST", "/blocked/{member}/remove", requests.UnblockMember, usecases.unblock),
    Route("POST", "/rooms/{room}/messages/{message}/cheer", requests.NameMessage, usecases.cheer),
    Route("POST", "/rooms/{room}/share", requests.ShareWithRoom, usecases.share),
    Route("POST", "/rooms/{room}/unshare", requests.ShareWithRoom, usecases.unshare),
    Route("POST", "/rooms/{room}/unbridge", requests.NameRoom, usecases.hide_from_channel),
    Route("POST", "/rooms/{room}/remove", requests.NameMember, usecases.remove),
)
