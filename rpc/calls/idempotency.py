"""A write under an idempotency key: done once, and answered the same way each time it is asked for."""

from hashlib import sha256
from typing import Any

import sql.core.idempotency
from rpc.calls.codec import encode_reply, without_header
from rpc.calls.context import Guest
from rpc.calls.entries import Procedure
from schema.core.errors import Code, Fault


async def run_once(
    procedure: Procedure,
    context: Guest,
    arguments: dict[str, Any],
    names: frozenset[str],
    raw: bytes,
) -> bytes:
    """The encoded answer of a call, kept for a day if the caller gave it a key.

    Raises IDEMPOTENCY_KEY_REUSED for another body, and UNAVAILABLE while the first one is still at work.
    A refusal is not kept: what refused it may be mended. Nor are answers that hold a secret.
    """
    client_key = context.request.idempotency_key
    if client_key is None or procedure.secret:
        return encode_reply(await procedure(context, arguments), names)
    db, owner, key = context.db, context.owner, f"{context.key_scope}:{client_key}"
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
        answer = encode_reply(await procedure(context, arguments), names)
    except BaseException:
        if not procedure.atomic:  # else the claim is undone with the transaction
            await sql.core.idempotency.release(db, owner, key)
        raise
    await sql.core.idempotency.keep(db, owner, key, answer)
    return answer
