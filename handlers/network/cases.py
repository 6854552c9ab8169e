"""Calls for the network's staff: cases that publishers have opened about orders."""

import sql.network.lists.order_case
from handlers.flows.cases import answering
from handlers.flows.filter_checks import find_mid
from rpc import Code, Operator, procedure, query
from schema.core.envelope import History, Page
from schema.network.order_case import (
    CaseAnswer,
    NetworkCase,
    NetworkCaseFilter,
    NetworkCaseInfo,
)
from schema.orders.order_case import CaseRef


@query("/network/cases", raises=[Code.BRAND_UNKNOWN])
async def cases(ctx: Operator, filter: NetworkCaseFilter, page: Page) -> History[NetworkCase]:
    """List cases about orders, those awaiting an answer first."""
    mid = await find_mid(ctx, filter.mcid)
    return await sql.network.lists.order_case.page(ctx.db, filter, mid, page)


@query("/network/case_info", permission="case.review")
async def case_info(ctx: Operator, attributes: CaseRef) -> NetworkCaseInfo:
    """Get a case with its steps and evidence."""
    return await answering.get_info(ctx, attributes.case_id)


@procedure("/network/case_answer", permission="case.review", raises=[Code.STATE_FORBIDS])
async def case_answer(ctx: Operator, attributes: CaseAnswer) -> NetworkCaseInfo:
    """Accept or reject a case, or ask its publisher for more; accepting changes the order and its figures."""
    return await answering.answer(ctx, attributes)
