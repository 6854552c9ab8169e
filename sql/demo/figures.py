"""The brands' figures, which a job keeps from then on."""

from datetime import timedelta

import sql.network_brand
from schema.brand_figures import figures
from sql.db import Connection
from sql.demo.portal import Portal

DAYS = timedelta(days=90)


async def make(db: Connection, portal: Portal) -> None:
    earned = await sql.network_brand.earned(db, portal.clock.now().date() - DAYS)
    rates = await sql.network_brand.latest_rates(db)
    await sql.network_brand.keep(db, list(figures(earned, rates)))
