"""Files by name: images for anyone who knows the name, everything else with a ticket."""

import re
from datetime import datetime
from urllib.parse import quote

import sql.accounts.audit
import sql.exports.download
import sql.orders.order_import
from rpc import Request, Response, endpoint
from rpc.security.signed_urls import Grant
from schema.accounts.account import NETWORK
from schema.accounts.upload import MEDIA_TYPES
from schema.exports.download import DOWNLOAD_TYPES
from sql.accounts.account import Login
from sql.core.db import Connection

NAME = re.compile(r"[A-Za-z0-9_-]{32}\.(jpg|png|webp|pdf|zip|csv|xlsx|parquet)")
IMMUTABLE = (b"cache-control", b"public, max-age=31536000, immutable")
POLICY = (b"content-security-policy", b"default-src 'none'; sandbox; frame-ancestors 'none'")
SAME_ORIGIN = (b"cross-origin-resource-policy", b"same-origin")


@endpoint("/files/{name}")
async def name(ctx: Request) -> Response:
    """Serve a file: images inline and cacheable, others as attachments while their ticket is valid."""
    match = NAME.fullmatch(ctx.path_param)
    if match is None:
        return not_found()
    grant = ctx.resources.signed_urls.read(
        ctx.query.get("ticket", ""), ctx.path_param, ctx.resources.clock.now()
    )
    if grant is not None and match[1] in DOWNLOAD_TYPES:
        return await download(ctx, grant, DOWNLOAD_TYPES[match[1]])
    if grant is None and match[1] in ("pdf", *DOWNLOAD_TYPES):
        return not_found()
    # Streamed, not held in memory: a hundred clients that ask for 5 MiB and do not read would take half a gigabyte.
    stream = await ctx.resources.storage.stream(ctx.path_param)
    if stream is None:
        return not_found()
    headers = [POLICY, SAME_ORIGIN]
    if grant is None:
        headers += [IMMUTABLE, (b"content-disposition", b"inline")]
    else:
        headers += [attachment(grant)]
    return Response(200, b"", headers, MEDIA_TYPES[match[1]].encode(), stream)


async def download(ctx: Request, grant: Grant, media_type: str) -> Response:
    """Serve a requested download, as long as the session that received the ticket is open."""
    now = ctx.resources.clock.now()
    async with ctx.resources.pool_for_calls.connection() as db:
        row = await find_reader(db, grant, now)
        stream = await ctx.resources.storage.stream(grant.file) if row else None
        if row is None or stream is None:
            return not_found()
        if ctx.method == "GET":
            await sql.accounts.audit.add(
                db,
                row.publisher_id,
                row.account_id,
                "/files/{name}",
                at=now,
                ip=ctx.ip,
                request_id="",
            )
    headers = [POLICY, SAME_ORIGIN, attachment(grant)]
    return Response(200, b"", headers, media_type.encode(), stream)


async def find_reader(db: Connection, grant: Grant, now: datetime) -> Login | None:
    """The account of the ticket's open session: the file's owner or, for an import's refused lines, an operator."""
    uid, session = grant.publisher_id, grant.session
    if uid == NETWORK and await sql.orders.order_import.has_refused_file(db, grant.file):
        return await sql.exports.download.find_session(db, uid, session, now)
    return await sql.exports.download.find_owner(db, uid, grant.file, session, now)


def attachment(grant: Grant) -> tuple[bytes, bytes]:
    disposition = f"attachment; filename*=UTF-8''{quote(grant.filename, safe='')}"
    return b"content-disposition", disposition.encode()


def not_found() -> Response:
    return Response(404, b"There is no such file, or its link has expired\n")
