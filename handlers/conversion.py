"""The endpoint through which a brand's server reports an order without JSON."""

import asyncio
import re

import msgspec

import sql.orders.intake
from rpc import Brand, Code, Fault, Request, Response, endpoint
from rpc.calls.context import RequestInfo
from rpc.calls.decoding.body import is_unstorable
from rpc.calls.decoding.fault import fault_of
from rpc.calls.dispatch import MAX_TRIES
from rpc.calls.endpoints import envelope_response
from rpc.calls.transport import bearer_token
from rpc.monitoring.metrics import ORDER_FIGURES
from schema.core.envelope import Reply, Results
from schema.orders.order import OneConversion, OrderOutcome
from sql.core.clock import RETRYABLE
from sql.core.db import pooled_connection

LOST_PLUS = re.compile(r" (?=\d\d:?\d\d\Z)")
"""A space in place of the + of a UTC offset: decoding a query string turns every + into a space."""
ITEM_PATH = re.compile(r"`items(?:\[0\])?\.")
"""The path of an item's field in an error's reason. This endpoint has parameters in place of such paths."""


@endpoint("/conversion", methods=("GET", "POST"))
async def conversion(request: Request) -> Response:
    """Report an order of one item with query parameters or a form. Repeating a report changes nothing.

    If a parameter is sent more than once, the last value counts; a warning names the parameter if the values differ.
    """
    sent = await request.form() if request.method == "POST" else request.query_pairs
    params = dict(pair for pair in sent if pair[1] or pair[0] == "order_id")
    repeated = find_repeated(sent)
    key = params.pop("key", "") or bearer_token(request.headers)
    reported = decode_order(params)
    for _ in range(MAX_TRIES):
        try:
            outcome = await take_order(request, key, reported)
            warned = msgspec.structs.replace(outcome, warnings=[*repeated, *outcome.warnings])
            return envelope_response(Reply(data=Results([warned])))
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
            zone=resources.network_time_zone,
            by=brand.mcid,
        )
    ORDER_FIGURES.observe((resources.clock.now() - brand.now).total_seconds(), "call")
    return name_parameters(outcome)


def name_parameters(outcome: OrderOutcome) -> OrderOutcome:
    """The outcome with request parameters in its messages instead of paths such as `items[0].amount`."""
    return msgspec.structs.replace(
        outcome,
        reason=outcome.reason and ITEM_PATH.sub("`", outcome.reason),
        warnings=[ITEM_PATH.sub("`", warning) for warning in outcome.warnings],
    )


def find_repeated(sent: list[tuple[str, str]]) -> list[str]:
    """Yield a warning for each parameter that was sent with several values, except `key`."""
    values: dict[str, set[str]] = {}
    for name, value in sent:
        values.setdefault(name, set()).add(value)
    return [
        f"`{name}` was sent more than once, with different values: the last one counts"
        for name, given in values.items()
        if len(given - {""}) > 1 and name != "key"
    ]


def decode_order(params: dict[str, str]) -> OneConversion:
    """Parse the parameters as an order; blank ones have been left out already."""
    if is_unstorable(params):
        raise Fault(
            Code.REQUEST_INVALID, "A parameter contains a character that cannot be stored (NUL)"
        )
    present = dict(params)
    if "order_time" in present:
        present["order_time"] = LOST_PLUS.sub("+", present["order_time"])
    try:
        return msgspec.convert(present, OneConversion, strict=False)
    except msgspec.ValidationError as error:
        raise fault_of(error, kind=OneConversion) from None
