"""What every screen may need: uploads, downloads, API tokens and the list of countries."""

from datetime import timedelta

import sql.accounts.api_token
import sql.accounts.download
import sql.accounts.upload
import sql.network.download
import sql.network.unused_upload
from handlers.flows.accounts import api_token
from handlers.flows.accounts.download import fail_without_job, retry_download, to_download
from handlers.flows.accounts.terms import terms_of
from rpc import Code, Fault, Guest, Member, Publisher, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.multipart import File, upload
from rpc.calls.reauth import forbid_impersonation
from rpc.files.file_type import FileContent, identify_file
from rpc.security.tokens import UPLOAD
from schema.accounts.api_token import ApiToken, TokenDraft, TokenMade, TokenRef
from schema.accounts.download import STALL_TIMEOUT, Download, DownloadDel, DownloadRef
from schema.accounts.terms import Terms
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
from schema.core.envelope import History, Listing, Nothing, Page
from schema.core.region import Region, RegionFilter, find_region, regions
from schema.core.rules import missing_field
from sql.accounts.account import Login

SWEEP_BATCH = 500
STORAGE_FULL = (
    f"You already have {FILES_MAX} files or {BYTES_MAX // 1024 // 1024} MiB: delete some first"
)
GUEST_QUOTA_USED = "Too much has been uploaded from your network today; sign up first, and add your files afterwards"
GUEST_STORAGE_FULL = "Too many people are signing up with files just now; sign up first, and add your files afterwards"


@query("/common/regions")
async def regions_(ctx: Guest, filter: RegionFilter) -> Listing[Region]:  # noqa: ARG001
    """List countries with their calling codes, currencies and provinces."""
    if filter.country is None:
        return Listing(regions(), len(regions()))
    region = find_region(filter.country)
    return Listing([region] if region else [], int(region is not None))


@query("/common/terms")
async def terms(ctx: Guest) -> Terms:
    """Get the terms that publishers agree to when they sign up."""
    return terms_of(ctx.resources.settings)


@upload("/common/upload")
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


@query("/common/download_list")
async def download_list(ctx: Member, page: Page) -> History[Download]:
    """List requested downloads with their progress or their link, newest first."""
    login = Login(ctx.publisher_id, ctx.account.id)
    rows, total, following = await sql.accounts.download.page(ctx.db, login, page, ctx.now)
    return History([to_download(ctx, row) for row in rows], total, following)


@procedure("/common/download_del")
async def download_del(ctx: Member, attributes: DownloadDel) -> None:
    """Delete one requested download, or all of them."""
    forbid_impersonation(ctx)
    if not attributes.id and not attributes.clear_all:
        raise missing_field("id")
    login, id = Login(ctx.publisher_id, ctx.account.id), attributes.id
    deleted = await sql.accounts.download.expire(
        ctx.db, login, None if attributes.clear_all else id, ctx.now
    )
    if not deleted and not attributes.clear_all:
        raise Fault(Code.NOT_FOUND, field="attributes.id")


@procedure("/common/download_retry", raises=[Code.DOWNLOAD_DUPLICATE])
async def download_retry(ctx: Member, attributes: DownloadRef) -> Download:
    """Retry a download that failed; any other stays as it is."""
    return await retry_download(ctx, attributes.id)


@procedure(
    "/common/gen_token",
    permission="account.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.SITE_INVALID],
    atomic=False,
    hashes=True,
    secret=True,
)
async def gen_token(ctx: Publisher, attributes: TokenDraft) -> TokenMade:
    """Create an API token for scripts, or give one a new secret. The token is shown only once."""
    return await api_token.save(ctx, attributes)


@query("/common/token_list")
async def token_list(ctx: Publisher) -> Listing[ApiToken]:
    """List the valid API tokens, newest first. Their secrets are not stored."""
    tokens = await sql.accounts.api_token.list_live(ctx.db, ctx.publisher_id, ctx.now)
    return Listing(tokens, len(tokens))


@procedure("/common/token_del", permission="account.edit")
async def token_del(ctx: Publisher, attributes: TokenRef) -> None:
    """Revoke an API token. Calls made with it are refused from then on."""
    if not await sql.accounts.api_token.revoke(ctx.db, ctx.publisher_id, attributes.id, ctx.now):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), token_id=str(attributes.id))


@job("/common/sweep_downloads", every=timedelta(hours=1))
async def sweep_downloads(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001
    """Delete expired downloads, and fail those whose worker has died."""
    await sql.network.download.fail_stalled(ctx.db, ctx.now - STALL_TIMEOUT)
    for expired in await sql.network.download.remove_expired(ctx.db, ctx.now, SWEEP_BATCH):
        await ctx.resources.storage.remove(expired.file)


@job("/common/fail_abandoned", every=timedelta(minutes=1))
async def fail_abandoned(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Fail the downloads that no job is going to make, so that they can be requested again."""
    await fail_without_job(ctx)


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

    The row comes first, so that the sweep finds what a crash leaves.
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
