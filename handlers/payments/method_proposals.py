"""Calls about payment methods that finance members propose and owners confirm."""

from uuid import uuid4

import sql.accounts.publisher
import sql.payments.method_proposal
import sql.payments.payment_method
from handlers.payments.method_details import (
    check_duplicate,
    complete_fields,
    decrypt_fields,
    encrypt_fields,
    get_method,
    store_method,
)
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import confirm, lock_credentials, require_reauth
from rpc.jobs.account_mail import notify_account, notify_team
from schema.accounts.permission import PAYEE_EDIT
from schema.core.envelope import Listing
from schema.payments.method_proposal import (
    PROPOSALS_MAX,
    MethodProposal,
    ProposalConfirm,
    ProposalRef,
    StoredProposal,
    associated_data,
)
from schema.payments.payee import METHOD_NAMES
from schema.payments.payment_method import MethodDraft, PaymentMethod
from sql.accounts.account import Login

TOO_MANY = f"{PROPOSALS_MAX} proposals wait for an owner already: withdraw one first"
PROPOSED_ALREADY = "`attributes.fields`: this account is proposed already"
OUTDATED = "The payment method was changed or deleted since this was proposed: decline it"
OTHER_ACCOUNT = "`attributes.account`: this is not the account that was proposed"


@query("/payments/proposals", permission="payee.propose")
async def proposals(ctx: Publisher) -> Listing[MethodProposal]:
    """List the payment methods that wait for an owner's confirmation, newest first."""
    rows = await sql.payments.method_proposal.list_waiting(ctx.db, ctx.publisher_id, ctx.now)
    listed = [row.to_wire(open_fields(ctx, row), ctx.account.id) for row in rows]
    return Listing(listed, len(listed))


@procedure(
    "/payments/method_propose",
    permission="payee.propose",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
)
async def method_propose(ctx: Publisher, attributes: MethodDraft) -> MethodProposal:
    """Propose a payment method, or a change of the one with the given id. An owner confirms it within 30 days.

    It ends if your role or your channels change, or you leave the team.
    """
    layout, uid, own = attributes.layout, ctx.publisher_id, Login(ctx.publisher_id, ctx.account.id)
    before = None if attributes.id is None else await get_method(ctx, attributes.id)
    fields = complete_fields(ctx, attributes, before)
    owner = await require_reauth(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, uid)
        row_key = str(uuid4())
        encrypted = encrypt_fields(ctx, layout, fields, associated_data(uid, row_key))
        await check_duplicate(ctx, encrypted, attributes.id)
        marks = encrypted.blind_indexes
        if await sql.payments.method_proposal.is_waiting(ctx.db, uid, marks, ctx.now):
            raise Fault(
                Code.REQUEST_INVALID, PROPOSED_ALREADY, field="attributes.fields", rule=Rule.TAKEN
            )
        waiting = await sql.payments.method_proposal.list_waiting(ctx.db, uid, ctx.now)
        if len(waiting) >= PROPOSALS_MAX:
            raise Fault(Code.REQUEST_INVALID, TOO_MANY)
        id = await sql.payments.method_proposal.add(
            ctx.db, own, attributes.id, layout, encrypted, ctx.now
        )
        row = await get_proposal(ctx, id)
        await log(ctx, row)
        await notify_team(
            ctx,
            uid,
            "method_proposed",
            proposer=row.proposed_by,
            what="add" if row.method_id is None else "change",
            kind=METHOD_NAMES[row.kind],
            payee=row.ending,
        )
    return row.to_wire(fields, own.account_id)


@procedure(
    "/payments/proposal_confirm",
    permission="payee.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.CHANGED_MEANWHILE],
    atomic=False,
    hashes=True,
)
async def proposal_confirm(ctx: Publisher, attributes: ProposalConfirm) -> PaymentMethod:
    """Confirm a proposed payment method: from then on it is as if you had saved it yourself, and waits as long."""
    uid = ctx.publisher_id
    await get_proposal(ctx, attributes.id)
    owner, passkey_since = await confirm(ctx, attributes)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, uid)
        proposal = await get_proposal(ctx, attributes.id)
        fields = open_fields(ctx, proposal)
        if not is_account(proposal, fields, attributes.account):
            field = "attributes.account"
            raise Fault(Code.REQUEST_INVALID, OTHER_ACCOUNT, field=field, rule=Rule.MISMATCH)
        row = None
        if proposal.method_id is not None:
            row = await sql.payments.payment_method.get(ctx.db, uid, proposal.method_id)
            if row is None or row.updated_at > proposal.created_at:
                raise Fault(Code.CHANGED_MEANWHILE, OUTDATED)
        after = await store_method(ctx, proposal.layout, fields, row, passkey_since)
        await sql.payments.method_proposal.remove(ctx.db, uid, proposal.id)
    return after.to_wire(fields, ctx.now)


@procedure("/payments/proposal_end", permission="payee.propose")
async def proposal_end(ctx: Publisher, attributes: ProposalRef) -> None:
    """Decline a proposed payment method, as an owner, or withdraw your own proposal."""
    proposal = await get_proposal(ctx, attributes.id)
    is_own = proposal.account_id == ctx.account.id
    if not is_own and PAYEE_EDIT not in ctx.permissions:
        raise Fault(Code.NOT_ALLOWED)
    if not await sql.payments.method_proposal.remove(ctx.db, ctx.publisher_id, proposal.id):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await log(ctx, proposal)
    if not is_own:
        await notify_account(
            ctx,
            Login(ctx.publisher_id, proposal.account_id),
            "method_declined",
            owner=ctx.account.nickname or ctx.account.username,
            kind=METHOD_NAMES[proposal.kind],
            payee=proposal.ending,
        )


async def get_proposal(ctx: Publisher, proposal_id: int) -> StoredProposal:
    """The publisher's own proposal with this id, which still waits."""
    proposal = await sql.payments.method_proposal.get(
        ctx.db, ctx.publisher_id, proposal_id, ctx.now
    )
    if proposal is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    return proposal


def open_fields(ctx: Publisher, row: StoredProposal) -> dict[str, str]:
    """The decrypted fields of a proposal."""
    return decrypt_fields(ctx, row.sealed, associated_data(ctx.publisher_id, row.row_key))


def is_account(proposal: StoredProposal, fields: dict[str, str], typed: str) -> bool:
    """Whether somebody typed the number or address of the proposed account, however it is spaced."""
    field = proposal.layout.identifying_field(fields)
    return field.clean(typed).casefold() == fields[field.name].casefold()


async def log(ctx: Publisher, proposal: StoredProposal) -> None:
    await record(
        ctx,
        Login(ctx.publisher_id, ctx.account.id),
        kind=proposal.kind,
        payee=proposal.ending,
        proposed_by=proposal.proposed_by,
    )
