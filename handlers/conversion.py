"""The door through which a brand's server reports an order without writing JSON."""

import asyncio
import re

import msgspec

import sql.orders.intake
from rpc import Brand, Code, Fault, Request, Response, door
from rpc.calls.context import RequestInfo
from rpc.calls.decode_errors import fault_of, is_unstorable
from rpc.calls.dispatch import MAX_TRIES
from rpc.calls.endpoints import envelope_response
from rpc.calls.transport import bearer_token
from schema.core.envelope import Reply, Rows
from schema.orders.order import OneConversion, OrderOutcome
from sql.core.clock import RETRYABLE
from sql.core.db import borrowed

PLUS_LOST = re.compile(r" (?=\d\d:?\d\d\Z)")
"""Where the + of an offset stood before a query's decoding made it a space."""


@door("/conversion", methods=("GET", "POST"))
async def conversion(visit: Request) -> Response:
    """Take an order of one item, as query or form; the same report again changes nothing."""
    given = await visit.form() if visit.method == "POST" else dict(visit.query)
    key = given.pop("key", "") or bearer_token(visit.headers)
    reported = understood(given)
    for _ in range(MAX_TRIES):
        try:
            return envelope_response(Reply(data=Rows([await taken(visit, key, reported)])))
        except RETRYABLE:
            await asyncio.sleep(0.05)
    raise Fault(Code.UNAVAILABLE, wait=1)


async def taken(visit: Request, key: str, reported: OneConversion) -> OrderOutcome:
    resources = visit.resources
    asked = RequestInfo(path="/conversion", token=key, ip=visit.ip)
    async with borrowed(resources.pool) as db, db.transaction():
        brand = await Brand.authorize(db, resources.clock.now(), resources, asked)
        [outcome] = await sql.orders.intake.take(
            db, brand.mid, [reported.order], ids=resources.ids, now=brand.now, by=brand.mcid
        )
    return outcome


def understood(given: dict[str, str]) -> OneConversion:
    """The parameters as an order. A blank one is as if it were left out."""
    if is_unstorable(given):
        raise Fault(Code.REQUEST_INVALID, "A parameter holds a character that cannot be kept (NUL)")
    filled = {name: value for name, value in given.items() if value or name == "order_id"}
    if "order_time" in filled:
        filled["order_time"] = PLUS_LOST.sub("+", filled["order_time"])
    try:
        return msgspec.convert(filled, OneConversion, strict=False)
    except msgspec.ValidationError as error:
        raise fault_of(error) from None
