"""Media kits: files for brands to read about a publisher or one of its channels."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.channels.channel import MediaKit
from schema.core.scalar import At
from sql.core.db import Connection, all_rows, one_value, run, text


class MediaKitRow(Struct, frozen=True):
    """A media kit's row."""

    id: int
    site_id: int | None
    file_url: str
    name: str
    size: int
    created_at: At


async def of_publisher(db: Connection, publisher_id: int) -> list[MediaKitRow]:
    """All of a publisher's media kits, newest first, without those of deleted channels."""
    query = text(
        """
        select media_kit_id as id, kit.site_id, file_url, kit.name, size, kit.created_at
          from media_kit as kit
          left join site on site.publisher_id = kit.publisher_id and site.site_id = kit.site_id
         where kit.publisher_id = :publisher_id and deleted_at is null
         order by media_kit_id desc
        """,
        publisher_id=publisher_id,
    )
    return await all_rows(db, query, MediaKitRow)


async def add(
    db: Connection, publisher_id: int, site_id: int | None, kits: Sequence[MediaKit], now: datetime
) -> None:
    query = text(
        """
        insert into media_kit (publisher_id, site_id, file_url, name, size, created_at)
        select :publisher_id, :site_id, file_url, name, size, :now
          from unnest(:file_urls::text[], :names::text[], :sizes::bigint[]) as given (file_url, name, size)
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        file_urls=[kit.file_url for kit in kits],
        names=[kit.name for kit in kits],
        sizes=[kit.size for kit in kits],
        now=now,
    )
    await run(db, query)


async def replace(
    db: Connection, publisher_id: int, id: int, kit: MediaKit, site_id: int | None
) -> bool:
    """Replace a media kit's file, name and channel. False if there is no such media kit."""
    query = text(
        """
        update media_kit set file_url = :file_url, name = :name, size = :size, site_id = :site_id
         where publisher_id = :publisher_id and media_kit_id = :media_kit_id
        """,
        publisher_id=publisher_id,
        media_kit_id=id,
        file_url=kit.file_url,
        name=kit.name,
        size=kit.size,
        site_id=site_id,
    )
    return bool(await run(db, query))


async def remove(db: Connection, publisher_id: int, id: int) -> bool:
    """Remove a media kit. False if there is no such media kit."""
    query = text(
        "delete from media_kit where publisher_id = :publisher_id and media_kit_id = :media_kit_id",
        publisher_id=publisher_id,
        media_kit_id=id,
    )
    return bool(await run(db, query))


async def clear(db: Connection, publisher_id: int, site_id: int) -> None:
    """Remove the media kits of one channel."""
    query = text(
        "delete from media_kit where publisher_id = :publisher_id and site_id = :site_id",
        publisher_id=publisher_id,
        site_id=site_id,
    )
    await run(db, query)


async def count(db: Connection, publisher_id: int) -> int:
    query = text(
        "select count(*) from media_kit where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    number: int = await one_value(db, query)
    return number
