"""A decision of the network's staff about a channel."""

import sql.accounts.publisher
import sql.brands.site
from rpc import Code, Fault, Operator
from rpc.calls.audit import record
from schema.brands.site import SiteStatus
from schema.network.site import SiteReview
from sql.accounts.account import Login


async def review_site(ctx: Operator, review: SiteReview) -> None:
    """Save the decision, and write it into the publisher's log."""
    uid, site_id, status = review.uid, review.site_id, review.status
    await sql.accounts.publisher.lock(ctx.db, uid)
    reason = None if status is SiteStatus.APPROVED else review.reason
    if not await sql.brands.site.review(ctx.db, uid, site_id, status=status, reason=reason):
        raise Fault(Code.NOT_FOUND)
    who = Login(uid, 0)
    change = {"site": str(site_id), "status": status.name.lower()}
    await record(ctx, who, operator_id=ctx.account.id, **change)
