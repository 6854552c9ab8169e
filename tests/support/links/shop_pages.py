"""A brand whose pages answer as their paths say, and checks of links to them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tests.support.databases import earlier
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, SomeBrand, Someone
from tests.support.postbacks.receiver import Received, run_receiver

JOB = "/tools/check_links"
PAGE = b"<html><head><title>%s</title></head><body></body></html>"


class Shop:
    """A brand whose pages answer as their paths say."""

    def __init__(self, brand: SomeBrand, url: str, received: list[Received]) -> None:
        self.brand, self.url, self.received = brand, url, received


async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
    path, _, query = request.target.partition("?")
    status, more, body = 200, "", PAGE % b"A page"
    if path.startswith("/gone"):
        status = 404
    elif path.startswith("/withdrawn"):
        status = 410
    elif path.startswith("/soft"):
        body = PAGE % b"Page not found"
    elif path.startswith("/error"):
        status = 503
    elif path.startswith("/refused"):
        status = 403
    elif path.startswith("/home"):
        status, more = 302, f"Location: /?{query}\r\n"
    elif path.startswith("/lost"):
        status, more = 301, "Location: /page/new\r\n"
    elif path.startswith("/moved"):
        status, more = 301, f"Location: /page/new?{query}\r\n"
    elif path.startswith("/loop"):
        status, more = 302, f"Location: {request.target}\r\n"
    elif path.startswith("/inward"):
        status, more = 302, "Location: http://169.254.169.254/latest\r\n"
    elif path.startswith("/head") and request.method == "HEAD":
        status = 405
    head = f"HTTP/1.1 {status} S\r\nContent-Type: text/html\r\n{more}"
    head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode() + (b"" if request.method == "HEAD" else body))


@asynccontextmanager
async def open_shop(portal: Portal, who: Someone) -> AsyncIterator[Shop]:
    async with run_receiver(answer) as receiver:
        brand = await portal.brand(
            site_url=receiver.url, domains=[receiver.url.removeprefix("http://")]
        )
        await portal.join(who, brand)
        yield Shop(brand, receiver.url, receiver.received)


async def make(portal: Portal, who: Someone, shop: Shop, path: str) -> int:
    made = await portal.link(who, shop.brand, target_url=shop.url + path)
    link_id: int = made["link_id"]
    return link_id


async def check(portal: Portal, who: Someone, *, times: int = 2) -> None:
    """So many checks, ten minutes apart."""
    for _ in range(times):
        async with portal.db() as db:
            await db.execute(
                f"update link_check set next_check_at = $2, {earlier('found_at', '$3')}"
                " where publisher_id = $1", who.uid, portal.resources.clock.now(), timedelta(minutes=11),
            )  # fmt: skip
        await run_job(portal, JOB)


async def list_broken_links(portal: Portal, who: Someone, **filter: Any) -> list[Any]:
    found = await portal.ok("/tools/broken_links", who, filter=filter)
    assert found["total"] == len(found["list"])
    rows: list[Any] = found["list"]
    return rows


@dataclass
class Deciders:
    """Those whose decisions about a brand, a relationship or a channel change what its links are worth."""

    portal: Portal
    who: Someone
    shop: Shop

    async def status(self, status: str) -> None:
        await self._decide("/network/brand_status", mcid=self.shop.brand.mcid, status=status)

    async def save(self, **changes: Any) -> None:
        draft = {
            "mcid": self.shop.brand.mcid,
            "name": f"Brand {self.shop.brand.mcid}",
            "site_url": self.shop.url,
            "domains": [self.shop.url.removeprefix("http://")],
            "commission_groups": [{"name": "Standard", "pays": "percent", "value": "10"}],
            "currency": "GBP",
        }
        await self._decide("/network/brand_save", **draft | changes)

    async def leave(self) -> None:
        given = {"mcid": self.shop.brand.mcid, "site_id": self.who.site_id}
        await self.portal.ok("/brands/leave", self.who, attributes=given)

    async def end(self) -> None:
        site = {"uid": self.who.uid, "site_id": self.who.site_id, "mcid": self.shop.brand.mcid}
        await self._decide("/network/relationship_review", **site, status=4, reason="Over")

    async def disable(self) -> None:
        site = {"uid": self.who.uid, "site_id": self.who.site_id}
        await self._decide("/network/site_review", **site, status=3, reason="Not what it was")

    async def _decide(self, path: str, **attributes: Any) -> None:
        await self.portal.ok(path, await self.portal.operator(), attributes=attributes)
