"""What every screen may need: uploads, and the countries there are."""

from datetime import timedelta

import sql.accounts.download
import sql.accounts.upload
import sql.network.download
import sql.network.upload
from handlers.flows.data_export import shown
from rpc import Code, Fault, Guest, Member, Worker, job, procedure, query
from rpc.calls.multipart import File, upload
from rpc.calls.reauth import forbid_impersonation
from rpc.outside.file_type import FileContent, identify_file
from rpc.security.tokens import UPLOAD
from schema.accounts.download import SILENT, Download, DownloadDel
from schema.accounts.upload import (
    BYTES_MOST,
    FILES_MOST,
    GUEST,
    GUEST_LOOSE_FOR,
    GUESTS_BYTES_MOST,
    GUESTS_FILES_MOST,
    LOOSE_FOR,
    TICKET_LASTS,
    GuestUploaded,
    StoredFile,
    Uploaded,
)
from schema.core.envelope import Listing, Nothing, Page
from schema.core.region import Region, RegionFilter, region_of, regions
from schema.core.rules import required
from sql.accounts.account import Login

SWEPT_AT_ONCE = 500
FULL = f"Your files are {FILES_MOST} or {BYTES_MOST // 1024 // 1024} MiB already: delete some first"
GUEST_FULL = "Too much has been uploaded from your network today; sign up first, and add your files afterwards"
GUESTS_FULL = "Too many people are signing up with files just now; sign up first, and add your files afterwards"


@query("/common/regions")
async def regions_(ctx: Guest, filter: RegionFilter) -> Listing[Region]:  # noqa: ARG001
    """The countries, each with its calling code, its currency and its provinces."""
    if filter.country is None:
        return Listing(regions(), len(regions()))
    found = region_of(filter.country)
    return Listing([found] if found else [], int(found is not None))


@upload("/common/upload")
async def upload_(ctx: Member, file: File) -> Uploaded:
    """Keep a file of the publisher's, to be used as a picture, a logo or a media kit."""
    await ctx.resources.shared_limits.upload.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    content = await identify_file(file.body)
    room = sql.accounts.upload.Usage(FILES_MOST, BYTES_MOST)
    full = Fault(Code.REQUEST_INVALID, FULL)
    kept = await put(ctx, ctx.publisher_id, content, room=room, full=full)
    return Uploaded(kept.url, file.called, kept.size)


@upload("/common/upload_not_logged")
async def upload_not_logged(ctx: Guest, file: File) -> GuestUploaded:
    """Keep a file of somebody who signs up; its ticket makes it theirs."""
    await ctx.resources.shared_limits.upload_guest.spend(ctx.db, ctx.request.ip, ctx.now)
    content = await identify_file(file.body)
    wait = await ctx.resources.shared_limits.upload_guest_bytes.wait(
        ctx.db, ctx.request.ip, ctx.now, amount=len(content.body)
    )
    if wait is not None:
        raise Fault(Code.TOO_MANY_REQUESTS, GUEST_FULL, wait=wait.total_seconds())
    ticket, hash = ctx.resources.tokens.make(UPLOAD, GUEST)
    handed = sql.accounts.upload.Ticket(hash, ctx.now + TICKET_LASTS)
    room = sql.accounts.upload.Usage(GUESTS_FILES_MOST, GUESTS_BYTES_MOST)
    full = Fault(Code.UNAVAILABLE, GUESTS_FULL, wait=GUEST_LOOSE_FOR.total_seconds())
    kept = await put(ctx, GUEST, content, room=room, full=full, ticket=handed)
    return GuestUploaded(kept.url, file.called, kept.size, ticket)


@query("/common/download_list")
async def download_list(ctx: Member, page: Page) -> Listing[Download]:
    """The files one asked for, the newest first, each with how far it is or how to fetch it."""
    of = Login(ctx.publisher_id, ctx.account.id)
    rows, total = await sql.accounts.download.page(ctx.db, of, page, ctx.now)
    return Listing([shown(ctx, row) for row in rows], total)


@procedure("/common/download_del")
async def download_del(ctx: Member, attributes: DownloadDel) -> None:
    """Delete a file one asked for, or all of them."""
    forbid_impersonation(ctx)
    if attributes.id is None and not attributes.clear_all:
        raise required("id")
    of, id = Login(ctx.publisher_id, ctx.account.id), attributes.id
    gone = await sql.accounts.download.drop(
        ctx.db, of, None if attributes.clear_all else id, ctx.now
    )
    if not gone and not attributes.clear_all:
        raise Fault(Code.NOT_FOUND)


@job("/common/sweep_downloads", every=timedelta(hours=1))
async def sweep_downloads(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001
    """Drop the files whose time is over, and give up those whose maker is gone."""
    await sql.network.download.fail_silent(ctx.db, ctx.now - SILENT)
    for over in await sql.network.download.drop_over(ctx.db, ctx.now, SWEPT_AT_ONCE):
        await ctx.resources.storage.remove(over.file)


@job("/common/sweep_files", every=timedelta(minutes=10))
async def sweep_files(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001
    """Drop files that nothing used for a day, and those of guests who did not sign up within an hour."""
    loose = await sql.network.upload.drop_loose(ctx.db, ctx.now - LOOSE_FOR, SWEPT_AT_ONCE)
    guests = await sql.accounts.upload.drop_old(
        ctx.db, GUEST, ctx.now - GUEST_LOOSE_FOR, SWEPT_AT_ONCE
    )
    for name in (*(file.name for file in loose), *(file.name for file in guests)):
        await ctx.resources.storage.remove(name)


async def put(
    ctx: Guest,
    owner: int,
    content: FileContent,
    *,
    room: sql.accounts.upload.Usage,
    full: Fault,
    ticket: sql.accounts.upload.Ticket | None = None,
) -> StoredFile:
    """Keep it where there is room; else raise `full`.

    The row comes first, so that the sweep finds what a crash leaves.
    """
    kept = StoredFile(content.name, content.kind, len(content.body))
    async with ctx.db.transaction():
        await sql.accounts.upload.hold(ctx.db, owner)
        used = await sql.accounts.upload.usage(ctx.db, owner)
        if used.files >= room.files or used.bytes + kept.size > room.bytes:
            raise full
        await sql.accounts.upload.add(ctx.db, owner, kept, ctx.now, ticket=ticket)
    try:
        await ctx.resources.storage.put(kept.name, content.body)
    except Fault:
        await sql.accounts.upload.remove(ctx.db, owner, kept.name)
        raise
    return kept
