"""Files by their names: images for whoever knows one, all else by a ticket."""

import re
from urllib.parse import quote

from rpc import Answer, Door, door
from schema.upload import MEDIA_TYPES

NAME = re.compile(r"[A-Za-z0-9_-]{32}\.(jpg|png|webp|pdf)")
IMMUTABLE = (b"cache-control", b"public, max-age=31536000, immutable")
POLICY = (b"content-security-policy", b"default-src 'none'; sandbox; frame-ancestors 'none'")
SAME_ORIGIN = (b"cross-origin-resource-policy", b"same-origin")


@door("/files/{name}")
async def name(ctx: Door) -> Answer:
    """A file: an image inline and for ever, a document as an attachment while its ticket lasts."""
    found = NAME.fullmatch(ctx.rest)
    if found is None:
        return unknown()
    image = found[1] != "pdf"
    leave = ctx.parts.tickets.read(ctx.query.get("ticket", ""), ctx.rest, ctx.parts.clock.now())
    if not image and leave is None:
        return unknown()
    body = await ctx.parts.storage.get(ctx.rest)
    if body is None:
        return unknown()
    headers = [POLICY, SAME_ORIGIN]
    if leave is None:
        headers += [IMMUTABLE, (b"content-disposition", b"inline")]
    else:
        called = f"attachment; filename*=UTF-8''{quote(leave.called, safe='')}"
        headers += [(b"content-disposition", called.encode())]
    return Answer(200, body, headers, MEDIA_TYPES[found[1]].encode())


def unknown() -> Answer:
    return Answer(404, b"There is no such file, or its link ran out\n")
