"""The signed-in account: its profile, sign-in methods, data export and closing."""

import sql.accounts.account
import sql.accounts.audit
import sql.accounts.identity
import sql.accounts.login_directory
import sql.accounts.profile
import sql.brands.media_kit
from handlers.flows.accounts import data_export, oidc_sign_in, time_zone, two_step
from handlers.flows.accounts import profile as _profile
from handlers.flows.accounts.credentials import close_account
from handlers.flows.accounts.email_links import EMAIL_CHANGE, LANGUAGE, send_link
from handlers.flows.accounts.password import change_password, hash_new_password
from handlers.flows.owned_files import require_own_image
from rpc import Code, Fault, Member, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation, lock_credentials, require_password
from rpc.clicks.geo import country_of
from rpc.jobs.notify import notify_account
from rpc.mail.mailer import render
from schema.accounts.auth import email_login, mask_email
from schema.accounts.download import Download, MakeDownload
from schema.accounts.profile import AvatarEdit, MediaKitDraft, MediaKitRef, Profile, ProfileEdit
from schema.accounts.security import (
    AccountMail,
    AuditEntry,
    Close,
    EmailChange,
    EmailEdit,
    PasswordEdit,
)
from schema.accounts.social_login import ThirdBind, ThirdIdentity, ThirdUnbind
from schema.accounts.two_step import RecoveryCodes, TwoStepBegun, TwoStepConfirm, TwoStepEnd
from schema.core.envelope import History, Page, Rows
from schema.core.figures import RebuildFigures
from sql.accounts.account import Login


@query("/user/profile")
async def profile(ctx: Member) -> Profile:
    """Get the signed-in account, its publisher and its default channel."""
    return await _profile.get_profile(ctx)


@procedure("/user/edit", permission="account.edit")
async def edit(ctx: Member, attributes: ProfileEdit) -> None:
    """Edit the profile. After a change of time zone, all figures are recalculated in the background."""
    await _profile.change_profile(ctx, attributes, rebuild_figures)
    changed = [
        name for name in attributes.__struct_fields__ if getattr(attributes, name) is not None
    ]
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), changed=", ".join(changed))


@procedure("/user/avatar_edit")
async def avatar_edit(ctx: Member, attributes: AvatarEdit) -> None:
    """Set or remove the profile picture."""
    forbid_impersonation(ctx)
    if attributes.avatar:
        await require_own_image(ctx, "avatar", attributes.avatar)
    await sql.accounts.profile.set_avatar(
        ctx.db, ctx.publisher_id, ctx.account.id, attributes.avatar
    )


@procedure("/user/media_kit_edit", permission="account.edit")
async def media_kit_edit(ctx: Member, attributes: MediaKitDraft) -> None:
    """Add or replace a media kit, a file for brands about the publisher or one channel."""
    await _profile.save_media_kit(ctx, attributes)


@procedure("/user/media_kit_del", permission="account.edit")
async def media_kit_del(ctx: Member, attributes: MediaKitRef) -> None:
    """Delete a media kit."""
    if not await sql.brands.media_kit.remove(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.NOT_FOUND)


@procedure(
    "/user/password_edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.PASSWORD_INVALID, Code.CONFIRM_PASSWORD_WRONG],
    atomic=False,
    hashes=True,
)
async def password_edit(ctx: Member, attributes: PasswordEdit) -> None:
    """Change the password. Every other session ends."""
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.CONFIRM_PASSWORD_WRONG, field="attributes.confirm_password")
    owner = await require_password(ctx, attributes.old)
    hash = await hash_new_password(ctx, owner, attributes.password)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await change_password(ctx, owner, hash, keep=ctx.session_hash)


@procedure(
    "/user/email_edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.EMAIL_TAKEN],
    atomic=False,
    hashes=True,
)
async def email_edit(ctx: Member, attributes: EmailEdit) -> None:
    """Request a new email address. It takes effect once the link mailed to it is opened."""
    owner = await require_password(ctx, attributes.password)
    name = email_login(attributes.email)
    if await sql.accounts.login_directory.find(ctx.db, name):
        raise Fault(Code.EMAIL_TAKEN, field="attributes.email")
    await ctx.resources.shared_limits.mail.spend(ctx.db, name, ctx.now)
    login = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        change = EmailChange(
            login.publisher_id, login.account_id, attributes.email, owner.security_stamp
        )
        await send_email_link.later(ctx.db, change)
        await notify_account(
            ctx, login, "email_change", email=owner.email, new=mask_email(attributes.email)
        )
        await record(ctx, login, email=mask_email(attributes.email))


@query("/user/third_list")
async def third_list(ctx: Member) -> Rows[ThirdIdentity]:
    """List the providers connected to the account."""
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
    """Connect a provider to the account, with the code it returned."""
    owner = await require_password(ctx, attributes.password)
    person, _ = await oidc_sign_in.identify(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await oidc_sign_in.bind(ctx, owner, oidc_sign_in.ticket_for(person))


@procedure(
    "/user/third_unbind",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.THIRD_PARTY_UNKNOWN],
    atomic=False,
    hashes=True,
)
async def third_unbind(ctx: Member, attributes: ThirdUnbind) -> None:
    """Disconnect a provider from the account."""
    owner = await require_password(ctx, attributes.password)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await oidc_sign_in.unbind(ctx, owner, attributes.provider)


@procedure("/user/two_step_begin", secret=True)
async def two_step_begin(ctx: Member) -> TwoStepBegun:
    """Get a secret for an authenticator app. Two-step sign-in is off until a code confirms it."""
    forbid_impersonation(ctx)
    return await two_step.begin(ctx)


@procedure(
    "/user/two_step_confirm",
    raises=[Code.VERIFICATION_CODE_INVALID],
    atomic=False,
    secret=True,
)
async def two_step_confirm(ctx: Member, attributes: TwoStepConfirm) -> RecoveryCodes:
    """Turn on two-step sign-in. The returned recovery codes are shown only this once."""
    forbid_impersonation(ctx)
    return await two_step.confirm(ctx, attributes.otp)


@procedure("/user/two_step_end", raises=[Code.LOGIN_PASSWORD_INVALID], atomic=False, hashes=True)
async def two_step_end(ctx: Member, attributes: TwoStepEnd) -> None:
    """Turn off two-step sign-in."""
    await two_step.end(ctx, await require_password(ctx, attributes.password))


@procedure("/user/export", raises=[Code.DOWNLOAD_DUPLICATE])
async def export(ctx: Member) -> Download:
    """Request a copy of all your data. /common/download_list shows its progress."""
    return await data_export.request_export(ctx, make_export)


@procedure(
    "/user/close",
    permission="account.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def close(ctx: Member, attributes: Close) -> None:
    """Close the account permanently. Nobody can sign in to it again, and its username and email stay reserved."""
    await close_account(ctx, await require_password(ctx, attributes.password))


@query("/user/audit")
async def audit(ctx: Member, page: Page) -> History[AuditEntry]:
    """List what the owner and the network's staff did in the account, and who failed to sign in, newest first."""
    history = await sql.accounts.audit.of_account(ctx.db, ctx.publisher_id, ctx.account.id, page)
    return History(
        [entry.to_wire(country_of) for entry in history.rows], history.total, history.next
    )


@job("/user/send_email_link", attempts=5, atomic=False)
async def send_email_link(ctx: Worker, attributes: EmailChange) -> None:
    """Mail the link that confirms an account's new email address."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.closed_at or owner.security_stamp != attributes.security_stamp:
        return
    email = attributes.email
    await send_link(ctx, owner, EMAIL_CHANGE, to=email, payload={"email": email})


@job("/user/send_mail", attempts=5, atomic=False)
async def send_mail(ctx: Worker, attributes: AccountMail) -> None:
    """Notify an account by mail of a change."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None:
        return
    values = {
        "name": owner.name,
        "when": attributes.time_text,
        "portal": ctx.resources.settings.public_url,
    }
    message = render(attributes.mail, LANGUAGE, values | attributes.values)
    await ctx.resources.mailer.send(attributes.email or owner.email, message, now=ctx.now)


@job("/user/make_export", attempts=data_export.ATTEMPTS, atomic=False)
async def make_export(ctx: Worker, attributes: MakeDownload) -> None:
    """Build a requested copy of an account's data, and mail its owner when it is ready."""
    login = await data_export.build(ctx, attributes)
    if login is not None:
        mail = AccountMail(
            login.publisher_id, login.account_id, "export_ready", {}, ctx.resources.clock.now()
        )
        await send_mail.later(ctx.db, mail)


@job("/user/rebuild_figures", attempts=5, atomic=False)
async def rebuild_figures(ctx: Worker, attributes: RebuildFigures) -> None:
    """Recalculate a publisher's figures in another time zone, then switch to it. Orders and clicks continue."""
    await time_zone.rebuild(ctx, attributes.publisher_id, attributes.time_zone)
