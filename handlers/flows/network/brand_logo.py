"""Brands' logos that are given by their address: fetched once, checked, and kept as files of ours."""

from collections.abc import Sequence

import sql.accounts.upload
import sql.brands.logo
from rpc import Operator, Worker
from rpc.files.file_type import identify_file
from rpc.jobs.job import job_for
from rpc.outbound.http_client import Forbidden, Unreachable
from schema.accounts.upload import FileKind, StoredFile
from sql.brands.logo import LogoFetch

NETWORK = 0
"""The owner of the files."""
MAX_REDIRECTS = 3


async def fetch_later(ctx: Operator, mids: Sequence[int]) -> None:
    """Queue the fetching of those brands' logos that are missing."""
    for wanted in await sql.brands.logo.missing(ctx.db, mids):
        key = f"logo-{wanted.mid}-{wanted.url}"
        await job_for(LogoFetch).later(ctx.db, wanted, key=key)


async def fetch(ctx: Worker, logo_fetch: LogoFetch) -> None:
    """Fetch a logo and keep it. Raises Unreachable for what may succeed later, and Fault for what is not a picture."""
    if logo_fetch not in await sql.brands.logo.missing(ctx.db, [logo_fetch.mid]):
        return
    try:
        response = await ctx.resources.http_client.get(logo_fetch.url, max_redirects=MAX_REDIRECTS)
    except Forbidden:
        return
    if response.status_code != 200:
        raise Unreachable(f"status {response.status_code}")
    content = await identify_file(response.content)
    if content.kind is not FileKind.IMAGE:
        return
    stored = StoredFile(content.name, content.kind, len(content.body))
    # The row comes first, so that the sweep finds what a crash leaves.
    await sql.accounts.upload.add(ctx.db, NETWORK, stored, ctx.now)
    await ctx.resources.storage.put(stored.name, content.body)
    await sql.brands.logo.put(ctx.db, logo_fetch, stored.url)
