"""Rewards and the wallet over HTTP."""

from bot.shop import requests, usecases
from bot.web.part import Route

ROUTES = (
    Route("GET", "/rewards", requests.ListRewards, usecases.list_rewards),
    Route("POST", "/rewards", requests.AddReward, usecases.add),
    Route("POST", "/rewards/undo", requests.UndoRedemption, usecases.undo),
    Route("GET", "/rewards/{reward}", requests.NameReward, usecases.show),
    Route("PATCH", "/rewards/{reward}", requests.EditReward, usecases.edit),
    Route("DELETE", "/rewards/{reward}", requests.NameReward, usecases.remove),
    Route("POST", "/rewards/{reward}/redeem", requests.NameReward, usecases.redeem),
    Route("POST", "/rewards/{reward}/undo", requests.UndoRedemption, usecases.undo),
    Route("GET", "/wallet", requests.ShowWallet, usecases.show_wallet),
)
