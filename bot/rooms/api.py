"""Rooms over HTTP."""

from bot.rooms import (
    bridging,
    check_ins,
    members,
    requests,
    server_channels,
    sharing,
    talking,
    usecases,
)
from bot.web.part import Route

ROUTES = (
    Route("GET", "/rooms", requests.ListRooms, usecases.list_rooms),
    Route("POST", "/rooms", requests.CreateRoom, usecases.create),
    Route("POST", "/rooms/join", requests.JoinRoom, usecases.join),
    Route("GET", "/rooms/{room}", requests.NameRoom, usecases.show),
    Route("PATCH", "/rooms/{room}", requests.EditRoom, usecases.edit),
    Route("POST", "/rooms/{room}/leave", requests.NameRoom, usecases.leave),
    Route("POST", "/rooms/{room}/invite", requests.InviteToRoom, usecases.invite),
    Route("GET", "/rooms/{room}/messages", requests.ShowHistory, talking.history),
    Route("POST", "/rooms/{room}/messages", requests.SayInRoom, talking.say),
    Route("DELETE", "/rooms/{room}/messages", requests.NameMessage, talking.take_back),
    Route("DELETE", "/rooms/{room}/messages/{message}", requests.NameMessage, talking.take_back),
    Route("PATCH", "/rooms/{room}/messages", requests.CorrectMessage, talking.correct),
    Route("PATCH", "/rooms/{room}/messages/{message}", requests.CorrectMessage, talking.correct),
    Route("POST", "/rooms/{room}/messages/{message}/report", requests.ReportMessage, talking.report),
    Route("GET", "/rooms/{room}/check-in", requests.NameRoom, check_ins.show_check_in),
    Route("PATCH", "/rooms/{room}/check-in", requests.CheckInRoom, check_ins.check_in),
    Route("POST", "/rooms/{room}/check-in/answers", requests.SayInRoom, check_ins.answer),
    Route("POST", "/rooms/{room}/buddy", requests.SetBuddy, members.buddy),
    Route("POST", "/rooms/{room}/block", requests.BlockMember, members.block),
    Route("GET", "/blocked", requests.ListRooms, members.list_blocked),
    Route("POST", "/blocked/{member}/remove", requests.UnblockMember, members.unblock),
    Route("POST", "/rooms/{room}/messages/{message}/cheer", requests.NameMessage, talking.cheer),
    Route("POST", "/rooms/{room}/share", requests.ShareWithRoom, sharing.share),
    Route("POST", "/rooms/{room}/unshare", requests.ShareWithRoom, sharing.unshare),
    Route("POST", "/rooms/{room}/unbridge", requests.NameRoom, bridging.hide_from_channel),
    Route("POST", "/rooms/{room}/remove", requests.NameMember, usecases.remove),
    Route("POST", "/servers/{guild}/room", server_channels.PickChannel, server_channels.show_in_channel),
    Route("POST", "/servers/{guild}/room/end", requests.ClearChannel, server_channels.clear_channel),
)
