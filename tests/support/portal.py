"""The portal for a test: calls over HTTP, accounts, and a worker (server.py serves it)."""

import contextlib
import itertools
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import httpx2

import sql.accounts.session
import sql.brands.brand_key
from handlers._registry import registry
from rpc.calls.registry import Registry
from rpc.jobs.job import Job
from rpc.jobs.worker import attempt
from rpc.process.resources import Resources
from rpc.security.tokens import BRAND_KEY, SESSION
from tests.support.clicks.agents import any_firefox
from tests.support.client import PASSWORD, Client, SomeBrand, Someone

_numbers = itertools.count(1)


def unique(word: str) -> str:
    """A name no other test has, also not one of another run against the same database."""
    return f"{word}-{os.getpid()}-{next(_numbers)}"


@dataclass
class Portal(Client):
    """A running server, and the resources behind it for arranging what has no call."""

    resources: Resources
    registry: Registry = registry
    _operator: Someone | None = None

    @asynccontextmanager
    async def db(self) -> AsyncIterator[Any]:
        """A connection of the portal's own, for arranging and looking behind the scenes."""
        async with self.resources.pool.acquire() as db:
            yield db

    async def value(self, query: str, *values: Any) -> Any:
        """One value of the database."""
        async with self.db() as db:
            return await db.fetchval(query, *values)

    async def work(self, *, links: bool = False) -> None:
        """Run every job that is due, each in a start of its own, as a worker would.

        The check of links is left out unless `links`: it would ask for the targets of all other tests.
        """
        while True:
            async with self.db() as db:
                row = await db.fetchrow(
                    "update pgqueuer set status = 'picked' where id = ("
                    " select id from pgqueuer where status = 'queued' and execute_after <= now()"
                    " and ($1 or entrypoint <> '/tools/check_links')"
                    " order by id limit 1 for update skip locked)"
                    " returning id, entrypoint, payload, execute_after, headers",
                    links,
                )
            if row is None:
                return
            with contextlib.suppress(Exception):
                headers = json.loads(row["headers"] or "null")
                taken: Any = SimpleNamespace(**dict(row) | {"headers": headers})
                await attempt(self.registry.find(row["entrypoint"], Job), self.resources, taken)
            async with self.db() as db:
                await db.execute("delete from pgqueuer where id = $1", row["id"])

    async def someone(self, *, site: bool = True, role: str = "owner", **publisher: Any) -> Someone:
        """A new account, signed in, of a new publisher, with an approved default site unless told otherwise."""
        name = unique(role)
        values = {
            "name": name,
            "time_zone": "UTC",
            "currency": "GBP",
            "currency_chosen": True,
            **publisher,
        }
        async with self.db() as db, db.transaction():
            uid = 0
            if role != "operator":
                columns = ", ".join(values)
                parameters = ", ".join(f"${n}" for n in range(1, len(values) + 1))
                uid = await db.fetchval(
                    f"insert into publisher ({columns}) values ({parameters}) returning publisher_id",
                    *values.values(),
                )
            account_id, token = await self.add_account(db, uid, name, role)
        site_id = await self.site(uid, default=True) if site and role != "operator" else None
        return Someone(
            token=token,
            uid=uid,
            account_id=account_id,
            site_id=site_id,
            username=name,
            email=f"{name}@example.com",
        )

    async def member(
        self,
        of: Someone,
        role: str,
        *,
        site_ids: list[int] | None = None,
        with_money: bool = True,
    ) -> Someone:
        """Another member of somebody's publisher, signed in, who sees all channels or some, with money or without."""
        name = unique(role)
        async with self.db() as db, db.transaction():
            account_id, token = await self.add_account(db, of.uid, name, role)
            await db.execute(
                "update account set site_ids = $3, with_money = $4 where publisher_id = $1 and account_id = $2",
                *(of.uid, account_id, site_ids, with_money),
            )
        return Someone(
            token=token,
            uid=of.uid,
            account_id=account_id,
            site_id=of.site_id,
            username=name,
            email=f"{name}@example.com",
        )

    async def add_account(self, db: Any, uid: int, name: str, role: str) -> tuple[int, str]:
        """A new account of a publisher, and the token of its session."""
        now = self.resources.clock.now()
        account_id = await db.fetchval(
            "insert into account (publisher_id, username, email, password_hash, role,"
            " email_verified_at) values ($1, $2, $3, $4, $5, $6) returning account_id",
            uid,
            name,
            f"{name}@example.com",
            await hash_of_password(self.resources),
            role,
            now,
        )
        for login in (f"u:{name}", f"e:{name}@example.com"):
            await db.execute(
                "insert into login_directory values ($1, $2, $3)", login, uid, account_id
            )
        token, hash = self.resources.tokens.make(SESSION, uid)
        await sql.accounts.session.add(
            db,
            uid,
            account_id,
            hash=hash,
            idle=timedelta(hours=2),
            expires_at=now + timedelta(hours=24),
            user_agent="test",
            ip="127.0.0.1",
            now=now,
            security_stamp=0,
        )
        return account_id, token

    async def site(self, uid: int, *, default: bool = False, status: int = 1) -> int:
        """A new site of a publisher."""
        async with self.db() as db:
            site_id = await db.fetchval(
                "insert into site (publisher_id, name, channel_type, channel_platform, medium_id,"
                " promotion_methods, website, status)"
                " values ($1, $2, 1, 'Own website', 1, '{1}', 'https://blog.example', $3)"
                " returning site_id",
                uid,
                unique("site"),
                status,
            )
            if default:
                await db.execute(
                    "update publisher set default_site_id = $2 where publisher_id = $1",
                    uid,
                    site_id,
                )
        assert isinstance(site_id, int)
        return site_id

    async def operator(self) -> Someone:
        """One of the staff, the same until a test ends its session: each more would be mailed every case."""
        known = self._operator
        if known is None or (await self.post("/staff/list", known)).code != 0:
            known = self._operator = await self.new_operator()
        return known

    async def new_operator(self) -> Someone:
        """One of the staff for a test that changes the account itself, or ends its sessions."""
        return await self.someone(site=False, role="operator")

    async def brand(self, **draft: Any) -> SomeBrand:
        """A new brand, online and open to all, saved by an operator, and the key of its server."""
        mcid = draft.pop("mcid", None) or unique("brand")
        whole = {
            "mcid": mcid,
            "name": f"Brand {mcid}",
            "site_url": f"https://{mcid}.example",
            "domains": [f"{mcid}.example", f"*.{mcid}.example"],
            "commission_groups": [{"name": "Standard", "pays": "percent", "value": "10"}],
            "currency": "GBP",
            **draft,
        }
        saved = await self.ok("/network/brand_save", await self.operator(), attributes=whole)
        token, hash = self.resources.tokens.make(BRAND_KEY, saved["mid"])
        async with self.db() as db:
            await sql.brands.brand_key.replace(db, saved["mid"], hash, self.resources.clock.now())
        return SomeBrand(mcid=mcid, mid=saved["mid"], token=token)

    async def join(self, who: Someone, brand: SomeBrand, *, site_id: int | None = None) -> None:
        """The site (the default one) and the brand work together."""
        async with self.db() as db:
            await db.execute(
                "insert into relationship (publisher_id, site_id, mid, status, applied_at, decided_at)"
                " values ($1, $2, $3, 2, $4, $4)",
                who.uid,
                site_id or who.site_id,
                brand.mid,
                self.resources.clock.now() - timedelta(days=400),
            )

    async def link(self, who: Someone, brand: SomeBrand, **attributes: Any) -> dict[str, Any]:
        """A tracking link of a joined brand."""
        target = {"mcid": brand.mcid, "target_url": f"https://{brand.mcid}.example/p/1"}
        made: dict[str, Any] = await self.ok(
            "/tools/link_code", who, attributes={**target, **attributes}
        )
        return made

    async def click(self, code: str, *, agent: str = "", query: str = "") -> str:
        """Visit a link as a browser does; the click_ref that the target was given."""
        response = await self.http.get(
            f"/track/{code}{query}",
            headers={"user-agent": agent or any_firefox()},
            follow_redirects=False,
        )
        assert response.status_code == 302, response.text
        return httpx2.URL(response.headers["location"]).params["click_ref"]


_hash: list[str] = []


async def hash_of_password(resources: Resources) -> str:
    """The one hash that all test accounts share, because making one takes time."""
    if not _hash:
        _hash.append(await resources.passwords.hash(PASSWORD))
    return _hash[0]
