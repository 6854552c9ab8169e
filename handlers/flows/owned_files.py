"""Checks that the files a call names are the publisher's own."""

from collections.abc import Sequence

import sql.accounts.upload
from rpc import Member
from schema.accounts.upload import FileKind, StoredFile, file_names
from schema.brands.site import Channel, MediaKit
from schema.core.errors import Flaw

NOT_YOURS = "is not one of your files: upload it first"
NOT_AN_IMAGE = "must be an image"


async def require_own_files(ctx: Member, field: str, *urls: str) -> list[StoredFile]:
    """The publisher's files of these URLs. Raises REQUEST_INVALID naming the field for any other."""
    wanted = file_names(urls)
    files = await sql.accounts.upload.touch(ctx.db, ctx.publisher_id, wanted, ctx.now)
    if not files.keys() >= set(wanted):
        raise Flaw(field, NOT_YOURS).to_fault()
    return [files[name] for name in wanted]


async def require_own_image(ctx: Member, field: str, url: str) -> None:
    """Raises REQUEST_INVALID naming the field unless it is an image of the publisher's."""
    [file] = await require_own_files(ctx, field, url)
    if file.kind is not FileKind.IMAGE:
        raise Flaw(field, NOT_AN_IMAGE).to_fault()


async def kits_with_sizes(ctx: Member, kits: Sequence[MediaKit]) -> list[MediaKit]:
    """The media kits, with the true sizes of their files."""
    files = await require_own_files(ctx, "media_kit", *(kit.file_url for kit in kits))
    return [
        MediaKit(kit.file_url, kit.name, file.size) for kit, file in zip(kits, files, strict=True)
    ]


async def check_logo(ctx: Member, channel: Channel) -> None:
    """Raises REQUEST_INVALID for a logo that is not an image the publisher uploaded."""
    if channel.logo:
        await require_own_image(ctx, "logo", channel.logo)
