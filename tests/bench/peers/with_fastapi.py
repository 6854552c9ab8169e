"""FastAPI with asyncpg, as its documentation has it: models, dependencies, a pool."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import asyncpg
from fastapi import Depends, FastAPI, HTTPException
from itsdangerous import BadData
from pydantic import BaseModel
from workload import POOL_SIZE, STILL, URL, WORK, owner


class Header(BaseModel):
    token: str = ""


class Page(BaseModel):
    perPage: int = 20
    curPage: int = 1


class Request(BaseModel):
    header: Header
    page: Page


class Envelope(BaseModel):
    appId: int
    req: Request


class Item(BaseModel):
    id: int
    name: str


class Rows(BaseModel):
    list: list[Item]


class Reply(BaseModel):
    code: int = 0
    message: str = "ok"
    data: Rows


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with asyncpg.create_pool(URL, min_size=POOL_SIZE, max_size=POOL_SIZE) as pool:
        app.state.pool = pool
        yield


app = FastAPI(lifespan=lifespan)


async def database() -> AsyncIterator[Any]:
    async with app.state.pool.acquire() as db:
        yield db


Database = Annotated[Any, Depends(database)]


async def publisher(envelope: Envelope, db: Database) -> int:
    try:
        publisher_id, hash = owner(envelope.req.header.token)
    except BadData:
        raise HTTPException(401) from None
    session = await db.fetchrow(WORK["session"], publisher_id, hash)
    if (
        session is None
        or session["ended_at"]
        or session["locked_at"]
        or session["expires_at"] < datetime.now(UTC)
    ):
        raise HTTPException(401)
    return publisher_id


@app.post("/still")
async def still(envelope: Envelope) -> Reply:
    return Reply(data=Rows(list=[Item(**item) for item in STILL]))


@app.post("/sites")
async def sites(
    envelope: Envelope, db: Database, publisher_id: Annotated[int, Depends(publisher)]
) -> Reply:
    rows = await db.fetch(WORK["sites"], publisher_id, envelope.req.page.perPage)
    return Reply(data=Rows(list=[Item(**row) for row in rows]))
