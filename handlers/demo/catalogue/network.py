"""The part of the demonstration that concerns every publisher: its shops' address, which changes with PORT."""

import sql.core.installation_key
from handlers.demo.catalogue.address import DEMO_PATH, domain
from sql.core.db import Connection, one_value, run, text

ADDRESS_KEY = "demo-address"


async def update_addresses(db: Connection, public_url: str) -> None:
    """Change brands and links to the portal's current address, if it was another one when they were created."""
    before = (await sql.core.installation_key.get(db, ADDRESS_KEY, public_url.encode())).decode()
    if before == public_url:
        return
    old, new = before + DEMO_PATH, public_url + DEMO_PATH
    async with db.transaction():
        brands = text(
            """
            update brand set site_url = :new || substr(site_url, length(:old) + 1),
                             domains = array_replace(domains, :old_domain, :new_domain)
             where starts_with(site_url, :old)
            """,
            old=old,
            new=new,
            old_domain=domain(before),
            new_domain=domain(public_url),
        )
        await run(db, brands)
        publisher_ids = await one_value(
            db, text("select array_agg(publisher_id) from publisher where publisher_id > 0")
        )
        links = text(
            """
            update link set target_url = :new || substr(target_url, length(:old) + 1)
             where publisher_id = any(:publisher_ids) and starts_with(target_url, :old)
            """,
            old=old,
            new=new,
            publisher_ids=publisher_ids or [],
        )
        await run(db, links)
        await run(
            db,
            text(
                "update kept_key set value = :public_url where name = :name",
                name=ADDRESS_KEY,
                public_url=public_url.encode(),
            ),
        )
