"""Whether files that a call names are the publisher's own."""

from collections.abc import Sequence

import sql.accounts.upload
from rpc import Member
from schema.accounts.upload import FileKind, StoredFile, names
from schema.brands.site import Channel, MediaKit
from schema.core.errors import Flaw

NOT_YOURS = "is none of your files: upload it first"
NOT_AN_IMAGE = "must be an image"


async def own(ctx: Member, field: str, *urls: str) -> list[StoredFile]:
    """The publisher's files of these URLs. Raises REQUEST_INVALID naming the field for any other."""
    wanted = names(urls)
    found = await sql.accounts.upload.use(ctx.db, ctx.publisher_id, wanted, ctx.now)
    if not found.keys() >= set(wanted):
        raise Flaw(field, NOT_YOURS).fault()
    return [found[name] for name in wanted]


async def own_image(ctx: Member, field: str, url: str) -> None:
    """Raises REQUEST_INVALID naming the field for what is no image of the publisher's."""
    [file] = await own(ctx, field, url)
    if file.kind is not FileKind.IMAGE:
        raise Flaw(field, NOT_AN_IMAGE).fault()


async def own_kits(ctx: Member, kits: Sequence[MediaKit]) -> list[MediaKit]:
    """Media kits with the sizes that their files really have."""
    files = await own(ctx, "media_kit", *(kit.file_url for kit in kits))
    return [
        MediaKit(kit.file_url, kit.name, file.size) for kit, file in zip(kits, files, strict=True)
    ]


async def own_logo(ctx: Member, channel: Channel) -> None:
    """Raises REQUEST_INVALID for a logo that is not an image the publisher uploaded; none is allowed elsewhere."""
    if channel.logo:
        await own_image(ctx, "logo", channel.logo)
