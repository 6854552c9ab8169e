"""A write with an idempotency key: carried out once, with the same reply each time it is repeated."""

from hashlib import sha256
from typing import Any

import sql.core.idempotency
from rpc.calls.codec import encode_reply, show_to, without_header
from rpc.calls.context import Guest
from rpc.calls.registry_entry import Procedure
from schema.core.errors import Code, Fault


async def run_once(
    procedure: Procedure,
    context: Guest,
    arguments: dict[str, Any],
    names: frozenset[str],
    raw: bytes,
) -> bytes:
    """The encoded reply of a call, stored for a day if the caller sent a key.

    Raises IDEMPOTENCY_KEY_REUSED for another body, and UNAVAILABLE while the first request is still running.
    A refusal is not stored, because its cause may be corrected; nor is a reply that holds a secret. A guest's
    key is ignored: two guests who choose the same one cannot be told apart.
    """
    client_key = context.request.idempotency_key
    if client_key is None or procedure.secret or type(context) is Guest:
        data = await procedure(context, arguments)
        return encode_reply(show_to(context, procedure, data, names), names)
    # What an app asks for must not answer the call itself, nor another app.
    scope = f"A{context.grant_id}" if procedure.asks_person(context) else context.key_scope
    db, owner, key = context.db, context.owner, f"{scope}:{client_key}"
    digest = sha256(procedure.path.encode() + b"\n" + without_header(raw)).digest()
    previous = await sql.core.idempotency.claim(
        db, owner, key, path=procedure.path, body_hash=digest, now=context.now
    )
    if previous is not None:
        if previous.body_hash != digest:
            raise Fault(Code.IDEMPOTENCY_KEY_REUSED)
        if previous.answer is None:
            raise Fault(Code.UNAVAILABLE, wait=1)
        return previous.answer
    try:
        data = await procedure(context, arguments)
        reply = encode_reply(show_to(context, procedure, data, names), names)
    except BaseException:
        if not procedure.atomic:  # otherwise the transaction undoes the claim
            await sql.core.idempotency.release(db, owner, key)
        raise
    await sql.core.idempotency.store_answer(db, owner, key, reply)
    return reply
