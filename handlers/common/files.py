"""File uploads, by publishers and by guests during sign-up."""

from datetime import timedelta

import sql.accounts.upload
import sql.network.unused_upload
from rpc import Code, Fault, Guest, Member, Worker, job
from rpc.calls.multipart import File, upload
from rpc.files.file_type import FileContent, identify_file
from rpc.security.tokens import UPLOAD
from schema.accounts.upload import (
    BYTES_MAX,
    FILES_MAX,
    GUEST_BYTES_MAX,
    GUEST_FILES_MAX,
    GUEST_PUBLISHER,
    TICKET_LIFETIME,
    UNUSED_FILE_LIFETIME,
    UNUSED_GUEST_FILE_LIFETIME,
    GuestUploaded,
    StoredFile,
    Uploaded,
)
from schema.core.envelope import Nothing

SWEEP_BATCH = 500
STORAGE_FULL = (
    f"You already have {FILES_MAX} files or {BYTES_MAX // 1024 // 1024} MiB: delete some first"
)
GUEST_QUOTA_USED = "Too much has been uploaded from your network today; sign up first, and add your files afterwards"
GUEST_STORAGE_FULL = "Too many people are signing up with files just now; sign up first, and add your files afterwards"


@upload("/common/upload", permission=None, narrowed="channels")
async def upload_(ctx: Member, file: File) -> Uploaded:
    """Upload a file to use as a picture, a logo or a media kit."""
    await ctx.resources.shared_limits.upload.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    content = await identify_file(file.body)
    quota = sql.accounts.upload.Usage(FILES_MAX, BYTES_MAX)
    full = Fault(Code.REQUEST_INVALID, STORAGE_FULL)
    stored = await store_file(ctx, ctx.publisher_id, content, quota=quota, full=full)
    return Uploaded(stored.url, file.name, stored.size)


@upload("/common/upload_not_logged", limit="upload_guest")
async def upload_not_logged(ctx: Guest, file: File) -> GuestUploaded:
    """Upload a file during sign-up. The returned ticket assigns it to the new publisher."""
    content = await identify_file(file.body)
    wait = await ctx.resources.shared_limits.upload_guest_bytes.try_spend(
        ctx.db, ctx.request.network, ctx.now, amount=len(content.body)
    )
    if wait is not None:
        raise Fault(Code.TOO_MANY_REQUESTS, GUEST_QUOTA_USED, wait=wait.total_seconds())
    ticket, hash = ctx.resources.tokens.make(UPLOAD, GUEST_PUBLISHER)
    upload_ticket = sql.accounts.upload.UploadTicket(hash, ctx.now + TICKET_LIFETIME)
    quota = sql.accounts.upload.Usage(GUEST_FILES_MAX, GUEST_BYTES_MAX)
    retry_after = UNUSED_GUEST_FILE_LIFETIME.total_seconds()
    full = Fault(Code.UNAVAILABLE, GUEST_STORAGE_FULL, wait=retry_after)
    stored = await store_file(
        ctx, GUEST_PUBLISHER, content, quota=quota, full=full, ticket=upload_ticket
    )
    return GuestUploaded(stored.url, file.name, stored.size, ticket)


@job("/common/sweep_files", every=timedelta(minutes=10))
async def sweep_files(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001
    """Delete files that have been unused for a day, and those of guests who did not sign up within an hour."""
    unused = await sql.network.unused_upload.remove_unused(
        ctx.db, ctx.now - UNUSED_FILE_LIFETIME, SWEEP_BATCH
    )
    guests = await sql.accounts.upload.remove_guests(
        ctx.db, ctx.now - UNUSED_GUEST_FILE_LIFETIME, SWEEP_BATCH
    )
    for name in (*(file.name for file in unused), *(file.name for file in guests)):
        await ctx.resources.storage.remove(name)


async def store_file(
    ctx: Guest,
    owner: int,
    content: FileContent,
    *,
    quota: sql.accounts.upload.Usage,
    full: Fault,
    ticket: sql.accounts.upload.UploadTicket | None = None,
) -> StoredFile:
    """Store a file within the owner's quota, or raise `full`.

    The database row is written first, so that sweep_files() also deletes a file left behind by a crash.
    """
    stored = StoredFile(content.name, content.kind, len(content.body))
    async with ctx.db.transaction():
        await sql.accounts.upload.lock(ctx.db, owner)
        used = await sql.accounts.upload.get_usage(ctx.db, owner, of_guests=ticket is not None)
        if used.files >= quota.files or used.bytes + stored.size > quota.bytes:
            raise full
        await sql.accounts.upload.add(ctx.db, owner, stored, ctx.now, ticket=ticket)
    try:
        await ctx.resources.storage.put(stored.name, content.body)
    except Fault:
        await sql.accounts.upload.remove(ctx.db, owner, stored.name)
        raise
    return stored
