"""Files of orders and of decisions, queued to be imported."""

from hashlib import sha256

import msgspec

import sql.orders.order_import
from handlers.flows.imports.decisions import check_header
from handlers.flows.imports.orders_file import split_rows
from handlers.flows.imports.preview import decode, preview
from handlers.flows.imports.stored_file import NETWORK, read_head, require_file
from rpc import Code, Fault, Operator
from rpc.calls.audit import record
from rpc.jobs.job import Job
from schema.core.errors import Flaw
from schema.network.order_import import (
    DecisionsImport,
    ImportKind,
    ImportOrders,
    OrderImport,
    OrdersImport,
)
from schema.orders.import_mapping import ImportFault, ImportMapping
from sql.accounts.account import Login


async def request_orders(
    ctx: Operator, attributes: OrdersImport, job: Job[ImportOrders]
) -> OrderImport:
    """Queue a file of orders. Raises REQUEST_INVALID for a mapping that cannot be, 20203 while the same is imported."""
    file = await require_file(ctx, attributes.file_url)
    proposal = preview(await read_head(ctx, file), attributes.mapping, None)
    if proposal.reason is not None:
        raise Flaw("mapping", proposal.reason.removeprefix("mapping: ")).to_fault()
    return await queue(ctx, ImportKind.ORDERS, attributes.name, file.name, attributes.mapping, job)


async def request_decisions(
    ctx: Operator, attributes: DecisionsImport, job: Job[ImportOrders]
) -> OrderImport:
    """Queue a file of decisions. Raises REQUEST_INVALID if it lacks a column, 20203 while the same is imported."""
    file = await require_file(ctx, attributes.file_url)
    lines = decode(await read_head(ctx, file)).splitlines(keepends=True)
    try:
        check_header(next(split_rows(lines, ","))[1])
    except ImportFault as fault:
        raise Flaw("file_url", f"cannot be read: {fault}").to_fault() from None
    return await queue(ctx, ImportKind.DECISIONS, attributes.name, file.name, None, job)


async def queue(
    ctx: Operator,
    kind: ImportKind,
    name: str,
    file: str,
    mapping: ImportMapping | None,
    job: Job[ImportOrders],
) -> OrderImport:
    form = msgspec.json.encode((kind, file, mapping), order="deterministic")
    id = await sql.orders.order_import.add(
        ctx.db,
        account_id=ctx.account.id,
        by=ctx.account.nickname or ctx.account.account,
        kind=kind,
        name=name,
        file=file,
        mapping=mapping,
        digest=sha256(form).digest(),
        now=ctx.now,
    )
    if id is None:
        raise Fault(Code.DOWNLOAD_DUPLICATE)
    await job.later(ctx.db, ImportOrders(id))
    await record(ctx, Login(NETWORK, ctx.account.id), kind=kind, name=name)
    row = await sql.orders.order_import.get(ctx.db, id)
    assert row is not None
    return row.to_wire()
