"""What of the demonstration concerns every publisher: the address of its shops, which another PORT changes."""

import sql.core.installation_key
from sql.core.db import Connection, one_value, run, text
from sql.demo.catalogue.address import DEMO_PATH, domain

ADDRESS_KEY = "demo-address"


async def update_addresses(db: Connection, public_url: str) -> None:
    """Lead brands and links to the portal's address of today, if it was another one when they were made."""
    before = (await sql.core.installation_key.get(db, ADDRESS_KEY, public_url.encode())).decode()
    if before == public_url:
        return
    old, new = before + DEMO_PATH, public_url + DEMO_PATH
    async with db.transaction():
        brands = text(
            """
            update brand set site_url = $2 || substr(site_url, length($1) + 1),
                             domains = array_replace(domains, $3, $4)
             where starts_with(site_url, $1)
            """,
            *(old, new, domain(before), domain(public_url)),
        )
        await run(db, brands)
        publishers = await one_value(
            db, text("select array_agg(publisher_id) from publisher where publisher_id > 0")
        )
        links = text(
            """
            update link set target_url = $2 || substr(target_url, length($1) + 1)
             where publisher_id = any($3) and starts_with(target_url, $1)
            """,
            *(old, new, publishers or []),
        )
        await run(db, links)
        await run(
            db,
            text(
                "update kept_key set value = $2 where name = $1", ADDRESS_KEY, public_url.encode()
            ),
        )
