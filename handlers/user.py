"""The signed-in account, how it signs in, and its publisher's figures in another time zone."""

import sql.accounts.account
import sql.accounts.audit
import sql.accounts.download
import sql.accounts.identity
import sql.accounts.profile
import sql.accounts.session
import sql.brands.media_kit
import sql.figures.rebuild
from handlers.flows import data_export, oidc_sign_in, two_step
from handlers.flows import profile as _profile
from handlers.flows.email_links import LANGUAGE, TO_MOVE, send
from handlers.flows.owned_files import own_image
from handlers.flows.password import change, new_hash
from rpc import Code, Fault, Member, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation, require_password
from rpc.clicks.geo import country_of
from rpc.jobs.notify import notify_account
from rpc.outside.mailer import render
from schema.accounts.auth import email_login, masked
from schema.accounts.download import Download, Making
from schema.accounts.profile import AvatarEdit, MediaKitDraft, MediaKitRef, Profile, ProfileEdit
from schema.accounts.security import (
    AuditEntry,
    Close,
    EmailChange,
    EmailEdit,
    Mailing,
    PasswordEdit,
)
from schema.accounts.social_login import ThirdBind, ThirdIdentity, ThirdUnbind
from schema.accounts.two_step import RecoveryCodes, TwoStepBegun, TwoStepConfirm, TwoStepEnd
from schema.core.envelope import History, Page, Rows
from schema.core.figures import Rebuild
from sql.accounts.account import Login


@query("/user/profile")
async def profile(ctx: Member) -> Profile:
    """The account that is signed in, its publisher and its default site."""
    return await _profile.whole(ctx)


@procedure("/user/edit")
async def edit(ctx: Member, attributes: ProfileEdit) -> None:
    """Change what one says of oneself; another time zone has the figures counted anew."""
    ctx.allow("account.edit")
    await _profile.change(ctx, attributes, rebuild_figures)
    given = [name for name in attributes.__struct_fields__ if getattr(attributes, name) is not None]
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), changed=", ".join(given))


@procedure("/user/avatar_edit")
async def avatar_edit(ctx: Member, attributes: AvatarEdit) -> None:
    """Choose another picture of oneself, or none."""
    if attributes.avatar:
        await own_image(ctx, "avatar", attributes.avatar)
    await sql.accounts.profile.set_avatar(
        ctx.db, ctx.publisher_id, ctx.account.id, attributes.avatar
    )


@procedure("/user/media_kit_edit")
async def media_kit_edit(ctx: Member, attributes: MediaKitDraft) -> None:
    """Show brands a file about oneself or one channel: a new one, or in place of another."""
    ctx.allow("account.edit")
    await _profile.put_kit(ctx, attributes)


@procedure("/user/media_kit_del")
async def media_kit_del(ctx: Member, attributes: MediaKitRef) -> None:
    """No longer show a file to brands."""
    ctx.allow("account.edit")
    if not await sql.brands.media_kit.remove(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.NOT_FOUND)


@procedure(
    "/user/password_edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.PASSWORD_INVALID, Code.CONFIRM_PASSWORD_WRONG],
    atomic=False,
    hashes=True,
)
async def password_edit(ctx: Member, attributes: PasswordEdit) -> None:
    """Choose another password; it ends every session but this one."""
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.CONFIRM_PASSWORD_WRONG, field="attributes.confirm_password")
    owner = await require_password(ctx, attributes.old)
    hash = await new_hash(ctx, owner, attributes.password)
    async with ctx.db.transaction():
        await change(ctx, owner, hash, but=ctx.session_hash)


@procedure(
    "/user/email_edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.EMAIL_TAKEN],
    atomic=False,
    hashes=True,
)
async def email_edit(ctx: Member, attributes: EmailEdit) -> None:
    """Ask for another e-mail address: it is the account's once the link that goes there is opened."""
    owner = await require_password(ctx, attributes.password)
    login = email_login(attributes.email)
    if await sql.accounts.account.find(ctx.db, login):
        raise Fault(Code.EMAIL_TAKEN, field="attributes.email")
    await ctx.resources.shared_limits.mail.spend(ctx.db, login, ctx.now)
    of = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        change = EmailChange(of.publisher_id, of.account_id, attributes.email)
        await send_email_link.later(ctx.db, change)
        await notify_account(
            ctx, of, "email_change", email=owner.email, new=masked(attributes.email)
        )
        await record(ctx, of, email=masked(attributes.email))


@query("/user/third_list")
async def third_list(ctx: Member) -> Rows[ThirdIdentity]:
    """The providers by which the account can be signed in to."""
    return Rows(
        await sql.accounts.identity.of_account(ctx.db, Login(ctx.publisher_id, ctx.account.id))
    )


@procedure(
    "/user/third_bind",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.THIRD_PARTY_UNKNOWN, Code.USER_ALREADY_BOUND],
    atomic=False,
    hashes=True,
)
async def third_bind(ctx: Member, attributes: ThirdBind) -> None:
    """Let a provider sign the account in, with what it sent the browser back with."""
    owner = await require_password(ctx, attributes.password)
    person, _ = await oidc_sign_in.returned(ctx, attributes)
    async with ctx.db.transaction():
        await oidc_sign_in.bind(ctx, owner, oidc_sign_in.identity_of(person))


@procedure(
    "/user/third_unbind",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.THIRD_PARTY_UNKNOWN],
    atomic=False,
    hashes=True,
)
async def third_unbind(ctx: Member, attributes: ThirdUnbind) -> None:
    """A provider no longer signs the account in."""
    owner = await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await oidc_sign_in.unbind(ctx, owner, attributes.provider)


@procedure("/user/two_step_begin", secret=True)
async def two_step_begin(ctx: Member) -> TwoStepBegun:
    """A secret for an authenticator app; nothing changes until a code of it is given."""
    forbid_impersonation(ctx)
    return await two_step.begin(ctx)


@procedure(
    "/user/two_step_confirm",
    raises=[Code.VERIFICATION_CODE_INVALID],
    atomic=False,
    secret=True,
)
async def two_step_confirm(ctx: Member, attributes: TwoStepConfirm) -> RecoveryCodes:
    """Ask for a code at every sign-in from now on; the answer's recovery codes are shown this once."""
    forbid_impersonation(ctx)
    return await two_step.confirm(ctx, attributes.otp)


@procedure("/user/two_step_end", raises=[Code.LOGIN_PASSWORD_INVALID], atomic=False, hashes=True)
async def two_step_end(ctx: Member, attributes: TwoStepEnd) -> None:
    """Ask for no code any more."""
    await two_step.end(ctx, await require_password(ctx, attributes.password))


@procedure("/user/export", raises=[Code.DOWNLOAD_DUPLICATE])
async def export(ctx: Member) -> Download:
    """Ask for a copy of all data that are one's own; /common/download_list tells how far it is."""
    return await data_export.ask(ctx, make_export)


@procedure("/user/close", raises=[Code.LOGIN_PASSWORD_INVALID], atomic=False, hashes=True)
async def close(ctx: Member, attributes: Close) -> None:
    """Close the account for good: nobody signs in to it any more, and its names stay taken."""
    ctx.allow("account.edit")
    owner = await require_password(ctx, attributes.password)
    of = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        await sql.accounts.account.close(ctx.db, of, ctx.now)
        await sql.accounts.session.end_all(ctx.db, of.publisher_id, of.account_id, ctx.now)
        await sql.accounts.download.drop(ctx.db, of, None, ctx.now)
        await record(ctx, of)
        await notify_account(ctx, of, "account_closed")


@query("/user/audit")
async def audit(ctx: Member, page: Page) -> History[AuditEntry]:
    """What was done with the account, by its owner and by the network's staff, the newest first."""
    found = await sql.accounts.audit.of_account(ctx.db, ctx.publisher_id, ctx.account.id, page)
    return History([entry.to_wire(country_of) for entry in found.rows], found.total, found.next)


@job("/user/send_email_link", attempts=5, atomic=False)
async def send_email_link(ctx: Worker, attributes: EmailChange) -> None:
    """Mail the link that proves the address an account is to have."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.closed_at:
        return
    email = attributes.email
    await send(ctx, owner, TO_MOVE, to=email, payload={"email": email})


@job("/user/send_mail", attempts=5, atomic=False)
async def send_mail(ctx: Worker, attributes: Mailing) -> None:
    """Tell an account by mail what was changed."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None:
        return
    known = {
        "name": owner.name,
        "when": attributes.when,
        "portal": ctx.resources.settings.public_url,
    }
    message = render(attributes.mail, LANGUAGE, known | attributes.values)
    await ctx.resources.mailer.send(attributes.email or owner.email, message, now=ctx.now)


@job("/user/make_export", attempts=data_export.ATTEMPTS, atomic=False)
async def make_export(ctx: Worker, attributes: Making) -> None:
    """Make the copy that was asked for, and tell by mail that it is there."""
    of = await data_export.make(ctx, attributes)
    if of is not None:
        mail = Mailing(
            of.publisher_id, of.account_id, "export_ready", {}, ctx.resources.clock.now()
        )
        await send_mail.later(ctx.db, mail)


@job("/user/rebuild_figures", attempts=5, atomic=False)
async def rebuild_figures(ctx: Worker, attributes: Rebuild) -> None:
    """Count a publisher's figures anew in a time zone, which is the publisher's from then on.

    Orders and clicks keep coming meanwhile; they wait only while the new figures take the old ones' place.
    """
    uid, zone = attributes.publisher_id, attributes.time_zone
    months = await sql.figures.rebuild.span(ctx.db, uid)
    await sql.figures.rebuild.started(ctx.db, uid, zone, len(months), ctx.now)
    await sql.figures.rebuild.clear(ctx.db, uid)
    counted = {}
    for done, month in enumerate(months, 1):
        async with ctx.db.transaction(isolation="repeatable_read"):
            counted[month] = await sql.figures.rebuild.count(ctx.db, uid, zone, month)
        await sql.figures.rebuild.came_to(ctx.db, uid, done)
    async with ctx.db.transaction():
        await sql.figures.rebuild.switch(ctx.db, uid, zone, counted)
        await sql.figures.rebuild.finished(ctx.db, uid, ctx.now)
