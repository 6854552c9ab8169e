"""What a new publisher begins with."""

import sql.account
import sql.publisher
import sql.site
from rpc import Code, Fault, Guest
from rpc.audit import note
from schema.auth import SignUp
from schema.site import SiteStatus
from sql.account import Login


async def join(ctx: Guest, attributes: SignUp, password_hash: str) -> Login:
    """Write all of it, or, if somebody else took a name first, nothing."""
    referer = attributes.referer_uid
    if referer is not None and not await sql.publisher.exists(ctx.db, referer):
        referer = None
    company = attributes.company
    uid = await sql.publisher.add(
        ctx.db,
        name=company.name if company else attributes.username,
        company=company,
        referer_uid=referer,
        now=ctx.now,
    )
    account_id = await sql.account.add(
        ctx.db,
        uid,
        username=attributes.username,
        email=attributes.email,
        password_hash=password_hash,
        now=ctx.now,
    )
    of = Login(uid, account_id)
    if not await sql.account.claim(ctx.db, attributes.logins, of):
        raise Fault(Code.REGISTRATION_FAILED)
    if attributes.site is not None:
        status = SiteStatus.of_new(ctx.parts.settings.site_review)
        site_id = await sql.site.add(ctx.db, uid, attributes.site, status=status, now=ctx.now)
        await sql.publisher.set_default_site(ctx.db, uid, site_id)
    await note(ctx, of)
    return of
