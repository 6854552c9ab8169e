"""The passkeys of an account: listed, added, renamed and removed by its owner."""

from datetime import datetime
from secrets import token_bytes
from typing import Any

import sql.accounts.account
import sql.accounts.passkey
from handlers.flows.accounts.credentials import end_all_access
from handlers.flows.accounts.guarded_changes import record_change
from handlers.flows.accounts.memberships import record_everywhere
from handlers.flows.accounts.passkey_challenges import (
    give_out,
    known_to,
    not_accepted,
    redeem,
    require_relying_party,
)
from handlers.flows.accounts.two_step import verify_code
from rpc import Code, Fault, Member, Rule, procedure, query
from rpc.calls.reauth import (
    confirm,
    forbid_impersonation,
    lock_credentials,
    lock_session,
    require_reauth,
)
from rpc.clicks.user_agent import agent_name
from schema.accounts.passkey import (
    PASSKEYS_MAX,
    Attestation,
    Passkey,
    PasskeyAdd,
    PasskeyDraft,
    PasskeyOptions,
    PasskeyRemoval,
    Passkeys,
    device_of,
)
from schema.payments.guarded_change import ChangeKind, Waiting, counts_as_factor
from sql.accounts.account import Owner
from sql.accounts.passkey import NewPasskey
from sql.payments.guarded_change import ChangeRow

TOO_MANY = f"You already have {PASSKEYS_MAX} passkeys: remove one first"
EITHER = "Give either `attributes.credential` or `attributes.id`"
UNNAMED = "Passkey"


@query("/user/passkey_list", permission=None, narrowed="account")
async def passkey_list(ctx: Member) -> Passkeys:
    """List the account's passkeys, oldest first."""
    party = ctx.resources.relying_party
    rows = await sql.accounts.passkey.of_account(ctx.db, ctx.home)
    return Passkeys(rows=rows, rp_id=party.id if party else None)


@procedure(
    "/user/passkey_begin",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
    secret=True,
)
async def passkey_begin(ctx: Member, attributes: PasskeyAdd) -> PasskeyOptions:
    """Start adding a passkey. Returns the options for the browser, whose result goes to /user/passkey_save."""
    party = require_relying_party(ctx)
    owner = await require_reauth(ctx, attributes)
    of = ctx.home
    known = await known_to(ctx, of)
    if len(known) >= PASSKEYS_MAX:
        raise Fault(Code.REQUEST_INVALID, TOO_MANY)
    handle = await sql.accounts.passkey.set_user_handle(ctx.db, of, token_bytes(64))
    bound = {"session": ctx.session_hash.hex(), "stamp": owner.security_stamp}
    return await give_out(ctx, "add", bound, party.ask_new(handle, owner.email, known))


@procedure(
    "/user/passkey_save",
    permission=None,
    narrowed="account",
    raises=[Code.VERIFICATION_CODE_INVALID],
    atomic=False,
)
async def passkey_save(ctx: Member, attributes: PasskeyDraft) -> Passkey:
    """Add the passkey that the browser made, or rename one. Adding one ends every other session."""
    forbid_impersonation(ctx)
    if (attributes.id is None) == (attributes.credential is None):
        raise Fault(Code.REQUEST_INVALID, EITHER, field="attributes.id", rule=Rule.REQUIRED)
    if attributes.credential is not None:
        passkey_id = await add_passkey(ctx, attributes.credential, attributes.name)
    else:
        passkey_id = attributes.id or 0
        await rename_passkey(ctx, passkey_id, attributes.name)
    rows = await sql.accounts.passkey.of_account(ctx.db, ctx.home)
    return next(row for row in rows if row.id == passkey_id)


@procedure(
    "/user/passkey_del",
    permission=None,
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.VERIFICATION_CODE_INVALID],
    atomic=False,
    hashes=True,
)
async def passkey_del(ctx: Member, attributes: PasskeyRemoval) -> Waiting:
    """Remove a passkey: at once with a passkey of three days or a code, otherwise after 72 hours.

    Then every other session ends; you can still sign in with the password. For three days it can be put back, or kept
    before it is gone. A passkey younger than that goes at once.
    """
    owner, passkey_since = await confirm(ctx, attributes)
    of, by_code = ctx.home, attributes.otp is not None
    if by_code:
        await verify_code(ctx, owner, attributes.otp)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        former = await sql.accounts.passkey.snapshot(ctx.db, of, attributes.id)
        if former is None:
            raise Fault(Code.NOT_FOUND, field="attributes.id")
        is_old = counts_as_factor(datetime.fromisoformat(former["created_at"]), ctx.now)
        now = by_code or not is_old or counts_as_factor(passkey_since, ctx.now)
        if now:
            await sql.accounts.passkey.remove(ctx.db, of, attributes.id)
            await end_others(ctx, owner)
        await record_everywhere(ctx, of, result="ok" if now else "waits", passkey=former["name"])
        change = await guard(
            ctx,
            attributes.id,
            ChangeKind.PASSKEY_REMOVED,
            before=former["name"],
            former=former,
            applied=now,
        )
    return Waiting(waits_until=None if now else change.waits_until)


async def add_passkey(ctx: Member, attestation: Attestation, name: str | None) -> int:
    """Add a passkey made for a challenge of this session. Returns its id.

    Raises 20060 for another session's challenge, or if the account's credentials have changed since it was given out.
    """
    party = require_relying_party(ctx)
    challenge = await redeem(ctx, attestation.client_data)
    registered = party.register(attestation)
    session = ctx.session_hash.hex()
    if registered is None or challenge.purpose != "add" or challenge.bound["session"] != session:
        raise not_accepted()
    agent = agent_name(ctx.request.user_agent)
    device = device_of(registered.aaguid, attestation.transports, agent)
    passkey = NewPasskey(
        credential_id=registered.credential_id,
        credential=registered.credential,
        name=name or device or UNNAMED,
        device=device,
        transports=attestation.transports,
        synced=registered.synced,
        counter=registered.counter,
    )
    async with ctx.db.transaction():
        owner = await lock_session(ctx)
        if owner.security_stamp != challenge.bound["stamp"]:
            raise not_accepted()
        passkey_id = await sql.accounts.passkey.add(ctx.db, ctx.home, passkey, ctx.now)
        if passkey_id is None:
            raise not_accepted()
        await end_others(ctx, owner)
        await record_everywhere(ctx, ctx.home, passkey=passkey.name)
        await guard(ctx, passkey_id, ChangeKind.PASSKEY_ADDED, after=passkey.name)
    return passkey_id


async def rename_passkey(ctx: Member, passkey_id: int, name: str | None) -> None:
    if name is None:
        raise Fault(Code.REQUEST_INVALID, field="attributes.name", rule=Rule.REQUIRED)
    if not await sql.accounts.passkey.rename(ctx.db, ctx.home, passkey_id, name):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record_everywhere(ctx, ctx.home, passkey=name)


async def end_others(ctx: Member, owner: Owner) -> None:
    """Renew the account's security stamp, which ends every session but the caller's."""
    stamp = await sql.accounts.account.renew_stamp(ctx.db, ctx.home)
    await end_all_access(ctx, owner, stamp, keep=ctx.session_key)


async def guard(
    ctx: Member,
    passkey_id: int,
    kind: ChangeKind,
    *,
    before: str | None = None,
    after: str | None = None,
    former: dict[str, Any] | None = None,
    applied: bool = True,
) -> ChangeRow:
    """Let a passkey that was added or removed be undone, or its removal be stopped before, for three days."""
    of = ctx.home
    return await record_change(
        ctx,
        of.publisher_id,
        kind,
        f"passkey:{of.account_id}:{passkey_id}",
        account_id=of.account_id,
        subject_id=of.account_id,
        applied=applied,
        before=before,
        after=after,
        former=former,
    )
