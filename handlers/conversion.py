"""The endpoint through which a brand's server reports an order without JSON."""

import asyncio
import re

import msgspec

import sql.orders.intake
from rpc import Brand, Code, Fault, Request, Response, door
from rpc.calls.context import RequestInfo
from rpc.calls.decoding.body import is_unstorable
from rpc.calls.decoding.fault import fault_of
from rpc.calls.dispatch import MAX_TRIES
from rpc.calls.endpoints import envelope_response
from rpc.calls.transport import bearer_token
from schema.core.envelope import Reply, Rows
from schema.orders.order import OneConversion, OrderOutcome
from sql.core.clock import RETRYABLE
from sql.core.db import pooled_connection

LOST_PLUS = re.compile(r" (?=\d\d:?\d\d\Z)")
"""Where an offset's + was, which decoding the query turned into a space."""


@door("/conversion", methods=("GET", "POST"))
async def conversion(request: Request) -> Response:
    """Report an order of one item by query or form. Repeating a report changes nothing."""
    params = await request.form() if request.method == "POST" else dict(request.query)
    key = params.pop("key", "") or bearer_token(request.headers)
    reported = decode_order(params)
    for _ in range(MAX_TRIES):
        try:
            return envelope_response(Reply(data=Rows([await take_order(request, key, reported)])))
        except RETRYABLE:
            await asyncio.sleep(0.05)
    raise Fault(Code.UNAVAILABLE, wait=1)


async def take_order(request: Request, key: str, reported: OneConversion) -> OrderOutcome:
    resources = request.resources
    info = RequestInfo(path="/conversion", token=key, ip=request.ip)
    async with pooled_connection(resources.pool) as db, db.transaction():
        brand = await Brand.authorize(db, resources.clock.now(), resources, info)
        [outcome] = await sql.orders.intake.ingest(
            db,
            brand.mid,
            [reported.reported_order],
            ids=resources.ids,
            now=brand.now,
            by=brand.mcid,
        )
    return outcome


def decode_order(params: dict[str, str]) -> OneConversion:
    """The parameters as an order; a blank one counts as left out."""
    if is_unstorable(params):
        raise Fault(
            Code.REQUEST_INVALID, "A parameter contains a character that cannot be stored (NUL)"
        )
    present = {name: value for name, value in params.items() if value or name == "order_id"}
    if "order_time" in present:
        present["order_time"] = LOST_PLUS.sub("+", present["order_time"])
    try:
        return msgspec.convert(present, OneConversion, strict=False)
    except msgspec.ValidationError as error:
        raise fault_of(error, kind=OneConversion) from None
