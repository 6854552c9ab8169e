"""FastAPI with SQLAlchemy on asyncpg, as their documentations have it: a report is what the rows add up to."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from fastapi import Depends, FastAPI, HTTPException
from itsdangerous import BadData
from pydantic import BaseModel
from sqlalchemy import BigInteger, Date, DateTime, Select, Text, Uuid, cast, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from workload import POOL_SIZE, URL, WORK, owner

STATUSES = ("Pending", "Approved", "Rejected")


class Base(DeclarativeBase):
    type_annotation_map: ClassVar[dict[type, Any]] = {
        int: BigInteger,
        str: Text,
        datetime: DateTime(timezone=True),
        UUID: Uuid,
    }


class Brand(Base):
    __tablename__ = "brand"
    mid: Mapped[int] = mapped_column(primary_key=True)
    mcid: Mapped[str]
    name: Mapped[str]


class Order(Base):
    __tablename__ = "conversion"
    publisher_id: Mapped[int] = mapped_column(primary_key=True)
    oid: Mapped[int] = mapped_column(primary_key=True)
    mid: Mapped[int]
    order_time: Mapped[datetime]
    status: Mapped[str]
    report_amount: Mapped[Decimal]
    report_comm: Mapped[Decimal]


class Click(Base):
    __tablename__ = "click"
    publisher_id: Mapped[int] = mapped_column(primary_key=True)
    click_time: Mapped[datetime] = mapped_column(primary_key=True)
    click_id: Mapped[UUID] = mapped_column(primary_key=True)
    mid: Mapped[int]
    verdict: Mapped[str]


class Header(BaseModel):
    token: str = ""


class Filter(BaseModel):
    start_date: date
    end_date: date
    group_by: list[Literal["date", "brand"]]


class Page(BaseModel):
    perPage: int = 20
    curPage: int = 1


class Request(BaseModel):
    header: Header
    filter: Filter
    page: Page


class Envelope(BaseModel):
    appId: int
    req: Request


class Figures(BaseModel):
    clicks: int = 0
    orders: int = 0
    sales: Decimal = Decimal("0.00")
    commission: Decimal = Decimal("0.00")
    pending_commission: Decimal = Decimal("0.00")
    approved_commission: Decimal = Decimal("0.00")
    rejected_commission: Decimal = Decimal("0.00")


Day = date


class Line(Figures):
    date: Day | None = None
    mcid: str | None = None
    brand_name: str | None = None


class Report(BaseModel):
    list: list[Line]
    total: int
    totals: Figures


class Reply(BaseModel):
    code: int = 0
    message: str = "ok"
    data: Report


engine = create_async_engine(
    URL.replace("postgresql://", "postgresql+asyncpg://"), pool_size=POOL_SIZE, max_overflow=0
)
sessions = async_sessionmaker(engine, expire_on_commit=False)
app = FastAPI()


async def database() -> AsyncIterator[AsyncSession]:
    async with sessions() as session:
        yield session


Database = Annotated[AsyncSession, Depends(database)]
SESSION = text(WORK["session"].replace("$1", ":publisher_id").replace("$2", ":hash"))


async def publisher(envelope: Envelope, db: Database) -> int:
    try:
        publisher_id, hash = owner(envelope.req.header.token)
    except BadData:
        raise HTTPException(401) from None
    found = await db.execute(SESSION, {"publisher_id": publisher_id, "hash": hash})
    session = found.one_or_none()
    if session is None or session.ended_at or session.expires_at < datetime.now(UTC):
        raise HTTPException(401)
    return publisher_id


@app.post("/reports/performance")
async def performance(
    envelope: Envelope, db: Database, publisher_id: Annotated[int, Depends(publisher)]
) -> Reply:
    asked = envelope.req.filter
    by_day = asked.group_by == ["date"]
    lines: dict[date | int, Line] = {}
    if by_day:
        for n in range((asked.end_date - asked.start_date).days + 1):
            day = asked.start_date + timedelta(days=n)
            lines[day] = Line(date=day)
    for row in await db.execute(orders(publisher_id, asked, by_day=by_day)):
        line = lines.setdefault(row.key, Line())
        line.orders, line.sales, line.commission = row.orders, row.sales, row.commission
        line.pending_commission = row.pending or line.pending_commission
        line.approved_commission = row.approved or line.approved_commission
        line.rejected_commission = row.rejected or line.rejected_commission
    for row in await db.execute(clicks(publisher_id, asked, by_day=by_day)):
        lines.setdefault(row.key, Line()).clicks = row.clicks
    if not by_day:
        for brand in await db.scalars(select(Brand).where(Brand.mid.in_(lines))):
            lines[brand.mid].mcid, lines[brand.mid].brand_name = brand.mcid, brand.name
    found = sorted(lines.values(), key=lambda line: line.date if by_day else line.mcid or "")
    totals = Figures(
        **{
            name: sum((getattr(line, name) for line in found), Figures.model_fields[name].default)
            for name in Figures.model_fields
        }
    )
    page = envelope.req.page
    first = (page.curPage - 1) * page.perPage
    shown = found[first : first + page.perPage]
    return Reply(data=Report(list=shown, total=len(found), totals=totals))


def orders(publisher_id: int, filter: Filter, *, by_day: bool) -> Select:
    key = cast(func.timezone("UTC", Order.order_time), Date) if by_day else Order.mid
    earned = func.sum(Order.report_comm)
    return (
        select(
            key.label("key"),
            func.count().label("orders"),
            func.sum(Order.report_amount).label("sales"),
            earned.label("commission"),
            *(earned.filter(Order.status == word).label(word.lower()) for word in STATUSES),
        )
        .where(
            Order.publisher_id == publisher_id,
            Order.order_time >= midnight(filter.start_date),
            Order.order_time < midnight(filter.end_date + timedelta(days=1)),
        )
        .group_by(key)
    )


def clicks(publisher_id: int, filter: Filter, *, by_day: bool) -> Select:
    key = cast(func.timezone("UTC", Click.click_time), Date) if by_day else Click.mid
    return (
        select(key.label("key"), func.count().label("clicks"))
        .where(
            Click.publisher_id == publisher_id,
            Click.click_time >= midnight(filter.start_date),
            Click.click_time < midnight(filter.end_date + timedelta(days=1)),
            Click.verdict == "valid",
        )
        .group_by(key)
    )


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
