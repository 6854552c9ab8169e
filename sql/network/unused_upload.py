"""Unused uploaded files of all publishers."""

from datetime import datetime

from msgspec import Struct

from sql.core.db import Connection, all_rows, text


class UnusedFile(Struct, frozen=True):
    publisher_id: int
    name: str


async def remove_unused(db: Connection, before: datetime, most: int) -> list[UnusedFile]:
    """Delete the rows of unused files that have not been touched since `before`; returns them.

    A file put to use meanwhile is touched, so that PostgreSQL checks its changed row again and keeps it.
    """
    query = text(
        """
        delete from upload
         where touched_at < :before
           and (publisher_id, name) in (
               select publisher_id, name from upload as file
                where touched_at < :before
                  and not exists (select from account where account.publisher_id = file.publisher_id
                                     and avatar = '/files/' || name)
                  and not exists (select from site where site.publisher_id = file.publisher_id
                                     and logo = '/files/' || file.name and deleted_at is null)
                  and not exists (select from brand where file.publisher_id = 0
                                     and brand.logo = '/files/' || file.name)
                  and not exists (select from case_step
                                   where case_step.publisher_id = file.publisher_id
                                     and '/files/' || file.name = any(case_step.evidence))
                  and not exists (
                      select from media_kit as kit
                        left join site on site.publisher_id = kit.publisher_id
                                      and site.site_id = kit.site_id
                       where kit.publisher_id = file.publisher_id
                         and kit.file_url = '/files/' || file.name and deleted_at is null)
                order by touched_at limit :most)
        returning publisher_id, name
        """,
        before=before,
        most=most,
    )
    return await all_rows(db, query, UnusedFile)
