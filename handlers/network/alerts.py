"""Alerts over the whole network, and the staff's tasks about those that only the network or the brand can solve."""

import msgspec

import sql.network.alert_task
import sql.network.lists.alert
from handlers.flows.filter_checks import find_mid
from handlers.network.stale_save import refuse_stale
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from schema.accounts.account import NETWORK
from schema.core.envelope import CursorPage, Page
from schema.core.errors import Rule
from schema.network.alert import (
    AlertGroup,
    AlertGroupRef,
    AlertTaskSet,
    NetworkAlert,
    NetworkAlertFilter,
    NetworkAlertInfo,
)
from sql.accounts.account import Login


@query("/network/alerts", permission="alert.review", raises=[Code.BRAND_UNKNOWN], heavy=True)
async def alerts(ctx: Operator, filter: NetworkAlertFilter, page: Page) -> CursorPage[NetworkAlert]:
    """List the alerts of all publishers, grouped by brand, kind and cause; groups of several publishers come first."""
    return await find_groups(ctx, filter, page)


@query("/network/alert_info", permission="alert.review")
async def alert_info(ctx: Operator, attributes: AlertGroupRef) -> NetworkAlertInfo:
    """Get a group of alerts of one brand, kind and cause, with the publishers concerned."""
    return await get_info(ctx, attributes.key)


@procedure("/network/alert_task", permission="alert.review", raises=[Code.CHANGED_MEANWHILE])
async def alert_task(ctx: Operator, attributes: AlertTaskSet) -> NetworkAlertInfo:
    """Set the network's task about alerts of a brand, with a note that their publishers read."""
    key, group = attributes.key, AlertGroup.parse(attributes.key)
    await sql.network.alert_task.lock(ctx.db, group.mid)
    before = await get_info(ctx, key)
    if not group.mid:
        raise Fault(Code.REQUEST_INVALID, field="attributes.key", rule=Rule.NOT_APPLICABLE)
    if before.task is not None:
        refuse_stale(attributes.was, attributes, before.task)
    note = attributes.note.strip()
    await sql.network.alert_task.put(
        ctx.db, group.mid, group.kind, group.cause, attributes.state, note, ctx.now
    )
    await record(
        ctx,
        Login(NETWORK, ctx.account.id),
        operator_id=ctx.account.id,
        mcid=before.mcid or "",
        kind=before.kind.name.lower(),
        status=attributes.state,
        reason=note,
    )
    return await get_info(ctx, key)


async def get_info(ctx: Operator, key: str) -> NetworkAlertInfo:
    """A group of alerts with its publishers. Raises NOT_FOUND, even for a group whose last alert is closed."""
    found = await find_groups(ctx, NetworkAlertFilter(key=key), Page())
    if not found.rows:
        raise Fault(Code.NOT_FOUND, field="attributes.key")
    of_group = await sql.network.lists.alert.of_group(ctx.db, AlertGroup.parse(key))
    return NetworkAlertInfo(**msgspec.structs.asdict(found.rows[0]), of_publishers=of_group)


async def find_groups(
    ctx: Operator, filter: NetworkAlertFilter, page: Page
) -> CursorPage[NetworkAlert]:
    mid = await find_mid(ctx, filter.mcid)
    return await sql.network.lists.alert.page(
        ctx.db, filter, mid, page, currency=ctx.account.currency, today=ctx.now.date()
    )
