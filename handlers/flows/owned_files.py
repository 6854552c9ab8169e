"""Checks that the files a call names are the publisher's own."""

from collections.abc import Sequence

import sql.accounts.upload
from rpc import Member
from schema.accounts.upload import PUBLISHED_KINDS, FileKind, StoredFile, file_names
from schema.channels.channel import Channel, MediaKit
from schema.core.errors import Flaw, Rule


async def require_own_files(ctx: Member, field: str, *urls: str) -> list[StoredFile]:
    """The publisher's own files with these URLs. Raises REQUEST_INVALID, naming the field, for any other URL."""
    wanted = file_names(urls)
    files = await own_files(ctx, urls)
    if not files.keys() >= set(wanted):
        raise Flaw(field, Rule.NOT_UPLOADED).to_fault()
    return [files[name] for name in wanted]


async def own_files(ctx: Member, urls: Sequence[str]) -> dict[str, StoredFile]:
    """The publisher's own files among these URLs, by name; they are marked as used."""
    names = file_names(urls)
    files = await sql.accounts.upload.touch(ctx.db, ctx.publisher_id, names, ctx.now)
    # A table that was uploaded to be read is no file to show.
    return {name: file for name, file in files.items() if file.kind in PUBLISHED_KINDS}


async def require_own_image(ctx: Member, field: str, url: str) -> None:
    """Raise REQUEST_INVALID, naming the field, unless the file is an image of the publisher's own."""
    [file] = await require_own_files(ctx, field, url)
    if file.kind is not FileKind.IMAGE:
        raise Flaw(field, Rule.NOT_AN_IMAGE).to_fault()


async def kits_with_sizes(ctx: Member, kits: Sequence[MediaKit]) -> list[MediaKit]:
    """The media kits, with the true sizes of their files."""
    files = await require_own_files(ctx, "media_kit", *(kit.file_url for kit in kits))
    return [
        MediaKit(kit.file_url, kit.name, file.size) for kit, file in zip(kits, files, strict=True)
    ]


async def check_logo(ctx: Member, channel: Channel) -> None:
    """Raise REQUEST_INVALID for a logo that is not an image uploaded by the publisher."""
    if channel.logo:
        await require_own_image(ctx, "logo", channel.logo)
