"""The ways in which a brand's server reports an order."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from tests.soak.support.caller import Caller, CallResult

Report = Callable[[Caller, str, Any], Awaitable[CallResult]]
"""Reports an order under a brand's key."""


async def by_call(caller: Caller, key: str, order: Any) -> CallResult:
    """As one with up to a thousand orders at once does."""
    return await caller.post("/network/conversions", key, attributes={"orders": [order]})


async def by_door(caller: Caller, key: str, order: Any) -> CallResult:
    """As one that knows no JSON does, an order of one item."""
    [item] = order["items"]
    given = {"key": key, **order, **item}
    del given["items"]
    return await caller.get(f"/conversion?{urlencode(given)}")
