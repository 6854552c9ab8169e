"""Calls for the network's staff: the companies through which the network pays."""

import sql.network.payments.legal_entity
from handlers.network.stale_save import refuse_stale
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import Results
from schema.network.payout import EntityDraft
from schema.payments.legal_entity import LegalEntity
from sql.accounts.account import Login


@procedure("/network/entity_save", permission="entity.edit", raises=[Code.CHANGED_MEANWHILE])
async def entity_save(ctx: Operator, attributes: EntityDraft) -> Results[LegalEntity]:
    """Save one of the network's paying companies. Returns all of them."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    if attributes.entity_id is not None and attributes.was is not None:
        stored = await sql.network.payments.legal_entity.lock(ctx.db, attributes.entity_id)
        if stored is not None:
            refuse_stale(attributes.was, attributes, stored)
    if await sql.network.payments.legal_entity.save(ctx.db, attributes, ctx.now) is None:
        raise Fault(Code.NOT_FOUND, field="attributes.entity_id")
    await record(ctx, Login(0, ctx.account.id), name=attributes.name)
    return Results(await sql.network.payments.legal_entity.all_entities(ctx.db))


@query("/network/entities", permission="entity.edit")
async def entities(ctx: Operator) -> Results[LegalEntity]:
    """List the network's paying companies."""
    return Results(await sql.network.payments.legal_entity.all_entities(ctx.db))
