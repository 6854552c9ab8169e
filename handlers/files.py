"""Files by their names: images for whoever knows one, all else by a ticket."""

import re
from urllib.parse import quote

import sql.accounts.audit
import sql.accounts.download
from rpc import Request, Response, door
from rpc.security.signed_urls import Grant
from schema.accounts.upload import MEDIA_TYPES

NAME = re.compile(r"[A-Za-z0-9_-]{32}\.(jpg|png|webp|pdf|zip)")
IMMUTABLE = (b"cache-control", b"public, max-age=31536000, immutable")
POLICY = (b"content-security-policy", b"default-src 'none'; sandbox; frame-ancestors 'none'")
SAME_ORIGIN = (b"cross-origin-resource-policy", b"same-origin")


@door("/files/{name}")
async def name(ctx: Request) -> Response:
    """A file: an image inline and for ever, all else as an attachment while its ticket lasts."""
    found = NAME.fullmatch(ctx.path_param)
    if found is None:
        return unknown()
    leave = ctx.resources.signed_urls.read(
        ctx.query.get("ticket", ""), ctx.path_param, ctx.resources.clock.now()
    )
    if leave is not None and found[1] == "zip":
        return await download(ctx, leave)
    if leave is None and found[1] in ("pdf", "zip"):
        return unknown()
    body = await ctx.resources.storage.get(ctx.path_param)
    if body is None:
        return unknown()
    headers = [POLICY, SAME_ORIGIN]
    if leave is None:
        headers += [IMMUTABLE, (b"content-disposition", b"inline")]
    else:
        headers += [attached(leave)]
    return Response(200, body, headers, MEDIA_TYPES[found[1]].encode())


async def download(ctx: Request, grant: Grant) -> Response:
    """A file that somebody asked for, while the session lives that was given the ticket."""
    now = ctx.resources.clock.now()
    async with ctx.resources.pool_for_calls.connection() as db:
        of = await sql.accounts.download.fetched(
            db, grant.publisher_id, grant.file, grant.session, now
        )
        stream = await ctx.resources.storage.stream(grant.file) if of else None
        if of is None or stream is None:
            return unknown()
        if ctx.method == "GET":
            await sql.accounts.audit.add(
                db,
                of.publisher_id,
                of.account_id,
                "/files/{name}",
                at=now,
                ip=ctx.ip,
                request_id="",
            )
    headers = [POLICY, SAME_ORIGIN, attached(grant)]
    return Response(200, b"", headers, b"application/zip", stream)


def attached(grant: Grant) -> tuple[bytes, bytes]:
    called = f"attachment; filename*=UTF-8''{quote(grant.filename, safe='')}"
    return b"content-disposition", called.encode()


def unknown() -> Response:
    return Response(404, b"There is no such file, or its link ran out\n")
