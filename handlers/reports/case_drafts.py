"""Cases that agents prepare: checked as if they were opened, and opened by a person alone."""

from functools import partial

import msgspec

import sql.accounts.publisher
import sql.orders.case_draft
from handlers.reports.case_opening import open_cases
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.agent_request import try_out
from schema.core.envelope import Listing
from schema.orders.order_case import CaseDraft
from schema.orders.prepared_case import DRAFTS_MAX, DraftRef, DraftSaved, PreparedCase
from sql.accounts.account import Login

PAGE = "/reports/cases"
NO_FILES = "must be empty: a person adds the files when they open the case"


@procedure(
    "/reports/case_draft",
    permission="case.edit",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS],
    agents="write",
)
async def case_draft(ctx: Publisher, attributes: CaseDraft) -> DraftSaved:
    """Prepare a case, which a person completes and opens on the page Cases. It is kept for 30 days.

    What cannot be opened is refused, as by /reports/case_open. Nothing is sent to the network.
    """
    if attributes.evidence:
        field, rule = "attributes.evidence", Rule.NOT_APPLICABLE
        raise Fault(Code.REQUEST_INVALID, field=field, rule=rule, why=NO_FILES)
    [opened] = await try_out(ctx.db, partial(open_cases, ctx, [attributes]))
    if isinstance(opened, Fault):
        raise opened
    if not opened.is_new:
        text = f"{Code.STATE_FORBIDS.message}: it has an open case already: {opened.case_id}"
        raise Fault(Code.STATE_FORBIDS, text, field="attributes.kind")
    uid = ctx.publisher_id
    await sql.accounts.publisher.lock(ctx.db, uid)
    of = Login(uid, ctx.account.id)
    id = await sql.orders.case_draft.add(ctx.db, of, ctx.agent, attributes, ctx.now)
    drafts = await sql.orders.case_draft.list_recent(ctx.db, uid, ctx.now, account_id=None)
    if len(drafts) > DRAFTS_MAX:
        limit, rule = f"{DRAFTS_MAX} drafts", Rule.FULL
        raise Fault(Code.REQUEST_INVALID, field="attributes.kind", rule=rule, limit=limit)
    return DraftSaved(id, f"{ctx.resources.settings.public_url}{PAGE}")


@query("/reports/case_draft_list", permission="case.edit", narrowed="channels")
async def case_draft_list(ctx: Publisher) -> Listing[PreparedCase]:
    """List the cases that agents have prepared, newest first. Who sees some channels is shown their own."""
    stored = await sql.orders.case_draft.list_recent(
        ctx.db, ctx.publisher_id, ctx.now, account_id=own_only(ctx)
    )
    rows = [
        PreparedCase(
            id=each.id,
            agent=each.agent,
            created_at=each.created_at,
            **{
                name: value
                for name, value in msgspec.structs.asdict(each.draft).items()
                if name != "evidence"
            },
        )
        for each in stored
    ]
    return Listing(rows, len(rows))


@procedure("/reports/case_draft_del", permission="case.edit", narrowed="channels")
async def case_draft_del(ctx: Publisher, attributes: DraftRef) -> None:
    """Delete a case that an agent has prepared."""
    if not await sql.orders.case_draft.remove(
        ctx.db, ctx.publisher_id, attributes.id, account_id=own_only(ctx)
    ):
        raise Fault(Code.NOT_FOUND, field="attributes.id")


def own_only(ctx: Publisher) -> int | None:
    """The account whose drafts a member sees who does not see all channels; None for all others."""
    return None if ctx.site_ids is None else ctx.account.id
