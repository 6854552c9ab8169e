"""How the account signs in: its password, its email address, and the providers connected to it."""

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.oidc_identity
from handlers.flows.accounts.account_mail import RETRIES
from handlers.flows.accounts.credentials import end_all_access
from handlers.flows.accounts.email_links import EMAIL_CHANGE, send_link
from handlers.flows.accounts.memberships import record_everywhere
from handlers.flows.accounts.oidc_identity import bind, identify, ticket_for
from handlers.flows.accounts.password import change_password, hash_new_password
from rpc import Code, Fault, Member, Worker, job, procedure, query
from rpc.calls.reauth import lock_credentials, require_reauth
from rpc.jobs.account_mail import notify_account
from schema.accounts.auth import email_login, mask_email
from schema.accounts.oidc_sign_in import ThirdBind, ThirdIdentity, ThirdUnbind
from schema.accounts.security import EmailChange, EmailEdit, PasswordEdit
from schema.core.envelope import Results
from sql.accounts.account import Login


@procedure(
    "/user/password_edit",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.PASSWORD_INVALID, Code.CONFIRM_PASSWORD_WRONG],
    atomic=False,
    hashes=True,
)
async def password_edit(ctx: Member, attributes: PasswordEdit) -> None:
    """Change the password. Every other session ends."""
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.CONFIRM_PASSWORD_WRONG, field="attributes.confirm_password")
    owner = await require_reauth(ctx, attributes)
    hash = await hash_new_password(ctx, owner, attributes.password)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await change_password(ctx, owner, hash, keep=ctx.session_key)


@procedure(
    "/user/email_edit",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.EMAIL_TAKEN],
    atomic=False,
    hashes=True,
)
async def email_edit(ctx: Member, attributes: EmailEdit) -> None:
    """Request a new email address. It takes effect once the link mailed to it is opened."""
    owner = await require_reauth(ctx, attributes)
    name = email_login(attributes.email)
    holder = await sql.accounts.login_directory.find_holder(ctx.db, name)
    is_former = holder == Login(owner.publisher_id, owner.account_id) and name != email_login(
        owner.email
    )
    if holder is not None and not is_former:
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
        await record_everywhere(ctx, login, email=mask_email(attributes.email))


@query("/user/third_list", permission=None, narrowed="account")
async def third_list(ctx: Member) -> Results[ThirdIdentity]:
    """List the providers connected to the account."""
    return Results(await sql.accounts.oidc_identity.of_account(ctx.db, ctx.home))


@procedure(
    "/user/third_bind",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.THIRD_PARTY_UNKNOWN, Code.USER_ALREADY_BOUND],
    atomic=False,
    hashes=True,
)
async def third_bind(ctx: Member, attributes: ThirdBind) -> None:
    """Connect a provider to the account, with the code it returned."""
    owner = await require_reauth(ctx, attributes)
    person, _ = await identify(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await bind(ctx, owner, ticket_for(person))


@procedure(
    "/user/third_unbind",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.THIRD_PARTY_UNKNOWN],
    atomic=False,
    hashes=True,
)
async def third_unbind(ctx: Member, attributes: ThirdUnbind) -> None:
    """Disconnect a provider from the account."""
    owner = await require_reauth(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        of = Login(owner.publisher_id, owner.account_id)
        if not await sql.accounts.oidc_identity.unbind(ctx.db, of, attributes.provider):
            raise Fault(Code.THIRD_PARTY_UNKNOWN)
        stamp = await sql.accounts.account.renew_stamp(ctx.db, of)
        # Sessions opened with this provider end, and tickets for a second step: all except the caller's session.
        await end_all_access(ctx, owner, stamp, keep=ctx.session_key)
        configured = ctx.resources.oidc.providers.get(attributes.provider)
        label = configured.label if configured else attributes.provider
        await record_everywhere(ctx, of, provider=label)
        await notify_account(ctx, of, "third_unbound", provider=label)


@job("/user/send_email_link", retries=RETRIES, atomic=False)
async def send_email_link(ctx: Worker, attributes: EmailChange) -> None:
    """Mail the link that confirms an account's new email address."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.closed_at or owner.security_stamp != attributes.security_stamp:
        return
    email = attributes.email
    await send_link(ctx, owner, EMAIL_CHANGE, to=email, payload={"email": email})
