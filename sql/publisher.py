"""Publishers: the tenants that own everything else."""

from datetime import datetime

from schema.account import Company
from sql.db import Connection, one_value, run, text


async def add(
    db: Connection,
    *,
    name: str,
    company: Company | None,
    referer_uid: int | None,
    now: datetime,
) -> int:
    """The uid of a new publisher."""
    query = text(
        """
        insert into publisher (name, company, referer_uid, created_at) values ($1, $2, $3, $4)
        returning publisher_id
        """,
        name,
        company,
        referer_uid,
        now,
    )
    publisher_id: int = await one_value(db, query)
    return publisher_id


async def exists(db: Connection, publisher_id: int) -> bool:
    query = text("select 1 from publisher where publisher_id = $1", publisher_id)
    return await one_value(db, query) is not None


async def lock(db: Connection, publisher_id: int) -> int | None:
    """Let one transaction at a time change the publisher's sites; its default site until now."""
    query = text(
        "select default_site_id from publisher where publisher_id = $1 for update", publisher_id
    )
    default_site_id: int | None = await one_value(db, query)
    return default_site_id


async def set_default_site(db: Connection, publisher_id: int, site_id: int | None) -> None:
    query = text(
        "update publisher set default_site_id = $2 where publisher_id = $1", publisher_id, site_id
    )
    await run(db, query)
