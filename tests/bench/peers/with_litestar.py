"""Litestar with asyncpg: msgspec structs, dependencies, a pool."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import asyncpg
from litestar import Litestar, post
from litestar.di import Provide
from litestar.exceptions import NotAuthorizedException
from msgspec import Struct
from workload import POOL_SIZE, STILL, URL, WORK, owner


class Header(Struct):
    token: str = ""


class Page(Struct):
    perPage: int = 20
    curPage: int = 1


class Request(Struct):
    header: Header
    page: Page


class Envelope(Struct):
    appId: int
    req: Request


class Item(Struct):
    id: int
    name: str


class Rows(Struct):
    list: list[Item]


class Reply(Struct):
    data: Rows
    code: int = 0
    message: str = "ok"


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    async with asyncpg.create_pool(URL, min_size=POOL_SIZE, max_size=POOL_SIZE) as pool:
        app.state.pool = pool
        yield


async def database() -> AsyncIterator[Any]:
    async with app.state.pool.acquire() as db:
        yield db


async def publisher(data: Envelope, db: Any) -> int:
    publisher_id, hash = owner(data.req.header.token)
    session = await db.fetchrow(WORK["session"], publisher_id, hash)
    if (
        session is None
        or session["ended_at"]
        or session["locked_at"]
        or session["expires_at"] < datetime.now(UTC)
    ):
        raise NotAuthorizedException
    return publisher_id


@post("/still", status_code=200)
async def still(data: Envelope) -> Reply:
    return Reply(data=Rows(list=[Item(**item) for item in STILL]))


@post("/sites", status_code=200, dependencies={"publisher_id": Provide(publisher)})
async def sites(data: Envelope, db: Any, publisher_id: int) -> Reply:
    rows = await db.fetch(WORK["sites"], publisher_id, data.req.page.perPage)
    return Reply(data=Rows(list=[Item(*row) for row in rows]))


app = Litestar(
    route_handlers=[still, sites], dependencies={"db": Provide(database)}, lifespan=[lifespan]
)
