"""The database of the comparison: a server of its own that keeps what it commits, and a small network in it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from secrets import token_hex
from typing import NamedTuple

import asyncpg

import sql.clicks.click
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from rpc.security.tokens import SESSION
from sql.server import embedded
from sql.server.migrate import migrate
from tests.bench.machine import FOLDER

KEY = "bench-0123456789-abcdefghijklmnopqrst"
SESSIONS, SITES = 64, 10
PUBLISHERS, LINKS_OF_EACH, BRANDS = 100, 10, 20


class Seeded(NamedTuple):
    """What is in the database, and where it is."""

    url: str
    tokens: list[str]
    codes: list[str]
    owners: list[int]
    """The publisher of each code."""


@asynccontextmanager
async def seed_database() -> AsyncIterator[Seeded]:
    """A new database in a server of its own, dropped when the block ends."""
    folder = embedded.cluster_folder(FOLDER, chosen=False)
    server = await asyncio.to_thread(embedded.start, folder)
    name = f"bench_{token_hex(4)}"
    await execute(server, f"create database {name}")
    url = server.replace("/portal?", f"/{name}?")
    try:
        await asyncio.to_thread(migrate, url)
        settings = Settings.from_environment(environment(url))
        async with open_resources(settings, url) as resources:
            made = Seeded(url, await sessions(resources), *await links(resources))
            await execute(url, "analyze")  # as its server would by itself, a minute later
        yield made
    finally:
        await execute(server, f"drop database {name} with (force)")
        await asyncio.to_thread(embedded.stop, folder)


def environment(url: str) -> dict[str, str]:
    """The settings of a portal that is measured."""
    return {
        "DATABASE_URL": url,
        "SECRET_KEY": KEY,
        "DATA_DIR": str(FOLDER / "data"),
        "LOG_LEVEL": "warning",
        "DEMO": "0",
        "SESSION_RATE": "100000/100000",
    }


async def execute(url: str, statement: str) -> None:
    db = await asyncpg.connect(url)
    await db.execute(statement)
    await db.close()


async def sessions(resources: Resources) -> list[str]:
    """Tokens of one signed-in publisher with ten sites."""
    now = resources.clock.now()
    async with resources.pool.acquire() as db:
        uid = await db.fetchval(
            "insert into publisher (name) values ('Bench') returning publisher_id"
        )
        await add_sites(db, uid, SITES)
        account_id = await db.fetchval(
            "insert into account (publisher_id, username, email, password_hash, role,"
            " email_verified_at) values ($1, 'bench', 'bench@example.com', '-', 'owner', $2)"
            " returning account_id",
            uid,
            now,
        )
        made = [resources.tokens.make(SESSION, uid) for _ in range(SESSIONS)]
        await db.executemany(
            "insert into session (publisher_id, account_id, hash, idle, expires_at, last_seen,"
            " created_at) values ($1, $2, $3, $4, $5, $6, $6)",
            [
                (uid, account_id, hash, timedelta(hours=2), now + timedelta(days=1), now)
                for _, hash in made
            ],
        )
    return [token for token, _ in made]


async def links(resources: Resources) -> tuple[list[str], list[int]]:
    """Codes and owners of links whose clicks count: online brands, joined by approved sites."""
    async with resources.pool.acquire() as db:
        await sql.clicks.click.ensure_months(db, resources.clock.now().date())
        mids = [
            row["mid"]
            for row in await db.fetch(
                "insert into brand (mcid, name, site_url, domains, description, categories, country,"
                " regions, currency, offer_type, brand_type, cookie_days, validation_days, payment_days,"
                " deep_link, approval, status, click_param, forbidden_words, promotion_methods, contact,"
                " commission, commission_rank, words, created_at, updated_at)"
                " select 'bench' || n, 'Bench ' || n, 'https://bench' || n || '.example',"
                " array['bench' || n || '.example'], '', '{}', 'GB', '{}', 'GBP', 'CPS', 1, 30, 30, 30,"
                " true, 'auto', 'online', 'click_ref', '{}', '{}', '', '10 %', 10, '', now(), now()"
                " from generate_series(1, $1::int) as n returning mid",
                BRANDS,
            )
        ]
        codes, owners = [], []
        for _ in range(PUBLISHERS):
            uid = await db.fetchval("insert into publisher default values returning publisher_id")
            [site_id] = await add_sites(db, uid, 1)
            own = mids[uid % 2 :: 2]
            await db.execute(
                "insert into relationship (publisher_id, site_id, mid, status, applied_at, decided_at)"
                " select $1, $2, mid, 2, now(), now() from unnest($3::bigint[]) as mid",
                uid,
                site_id,
                own,
            )
            added = [resources.ids.make_code(uid) for _ in range(LINKS_OF_EACH)]
            await db.execute(
                "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
                " select $1, code, $2, brand.mid, site_url || '/p/1', now()"
                " from unnest($3::text[], $4::bigint[]) as given (code, mid)"
                " join brand on brand.mid = given.mid",
                uid,
                site_id,
                added,
                own[:LINKS_OF_EACH],
            )
            codes += added
            owners += [uid] * len(added)
    return codes, owners


async def add_sites(db: asyncpg.Connection, uid: int, count: int) -> list[int]:
    rows = await db.fetch(
        "insert into site (publisher_id, name, channel_type, channel_platform, medium_id,"
        " promotion_methods, website, status) select $1, 'Channel ' || n, 1, 'Own website', 1, '{1}',"
        " 'https://blog.example', 1 from generate_series(1, $2::int) as n returning site_id",
        uid,
        count,
    )
    return [row["site_id"] for row in rows]
