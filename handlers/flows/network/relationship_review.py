"""A decision of the network's staff about a channel that wants to promote a brand, or does so already."""

import sql.accounts.profile
import sql.brands.brand
import sql.brands.relationship
import sql.core.outbox
from rpc import Code, Fault, Operator
from rpc.jobs.notify import notify_account
from schema.brands.brand import Relation
from schema.network.relationship import RelationshipReview


async def review_application(ctx: Operator, review: RelationshipReview) -> None:
    """Save the decision; if it changes anything, publish it as an event and mail those who want to know."""
    uid, site_id, status = review.uid, review.site_id, review.status
    brand = (await sql.brands.brand.of_mcids(ctx.db, [review.mcid])).get(review.mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    before = await sql.brands.relationship.lock(ctx.db, uid, site_id, brand.mid)
    if before in (None, Relation.NONE):
        raise Fault(Code.NOT_FOUND)
    reason = None if status is Relation.JOINED else review.reason
    await sql.brands.relationship.decide(
        ctx.db, uid, site_id, brand.mid, status=status, reason=reason, now=ctx.now
    )
    if before is status:
        return
    event = brand.relationship_event(uid, site_id, before, status, reason or "")
    await sql.core.outbox.add(ctx.db, [event], ctx.now)
    decision = {"brand": brand.name, "mcid": brand.mcid, "decision": status.name.lower()}
    for login in await sql.accounts.profile.subscribed_accounts(ctx.db, uid, "brands"):
        await notify_account(ctx, login, "relationship", **decision, reason=reason or "")
