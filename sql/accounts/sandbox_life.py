"""Orders of a sandbox on their way through life, what they came to, and the mails that were not sent."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from msgspec import Struct

from schema.accounts.sandbox import LifePath, LifeStage
from schema.payments.settlement import PayableSettlement
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.core.uuids import random_uuids


class StoredLife(Struct, frozen=True, kw_only=True):
    """An order in the sandbox, and the stage that it has reached."""

    life_id: int
    path: LifePath
    stage: LifeStage
    mid: int
    mcid: str
    brand_name: str
    currency: str
    link_id: int
    click_id: UUID
    order_id: str
    oid: int | None
    settlement_id: int | None
    payment_id: int | None
    created_at: datetime
    updated_at: datetime


async def next_id(db: Connection, publisher_id: int) -> int:
    """The number of the next order; the caller has locked the publisher."""
    query = text(
        "select coalesce(max(life_id), 0) + 1 from sandbox_life where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    number: int = await one_value(db, query)
    return number


async def add(db: Connection, publisher_id: int, life: StoredLife) -> None:
    query = text(
        """
        insert into sandbox_life (publisher_id, life_id, path, stage, mid, link_id, click_id, order_id, created_at,
                                  updated_at)
        values (:publisher_id, :life_id, :path, :stage, :mid, :link_id, :click_id, :order_id, :created_at, :updated_at)
        """,
        publisher_id=publisher_id,
        life_id=life.life_id,
        path=life.path,
        stage=life.stage,
        mid=life.mid,
        link_id=life.link_id,
        click_id=life.click_id,
        order_id=life.order_id,
        created_at=life.created_at,
        updated_at=life.updated_at,
    )
    await run(db, query)


async def update(db: Connection, publisher_id: int, life: StoredLife) -> None:
    """Record the stage that an order has reached, and the numbers of what it came to."""
    query = text(
        """
        update sandbox_life
           set stage = :stage, oid = :oid, settlement_id = :settlement_id, payment_id = :payment_id,
               updated_at = :updated_at
         where publisher_id = :publisher_id and life_id = :life_id
        """,
        publisher_id=publisher_id,
        life_id=life.life_id,
        stage=life.stage,
        oid=life.oid,
        settlement_id=life.settlement_id,
        payment_id=life.payment_id,
        updated_at=life.updated_at,
    )
    await run(db, query)


async def get(db: Connection, publisher_id: int, life_id: int) -> StoredLife | None:
    query = text(
        """
        select life_id, path, stage, brand.mid, mcid, brand.name as brand_name, currency, link_id, click_id, order_id,
               oid, settlement_id, payment_id, life.created_at, life.updated_at
          from sandbox_life life
          join brand on brand.mid = life.mid
         where publisher_id = :publisher_id and life_id = :life_id
        """,
        publisher_id=publisher_id,
        life_id=life_id,
    )
    return await maybe_row(db, query, StoredLife)


async def latest(db: Connection, publisher_id: int, most: int) -> list[StoredLife]:
    """The orders, the newest first."""
    query = text(
        """
        select life_id, path, stage, brand.mid, mcid, brand.name as brand_name, currency, link_id, click_id, order_id,
               oid, settlement_id, payment_id, life.created_at, life.updated_at
          from sandbox_life life
          join brand on brand.mid = life.mid
         where publisher_id = :publisher_id
         order by life_id desc limit :most
        """,
        publisher_id=publisher_id,
        most=most,
    )
    return await all_rows(db, query, StoredLife)


async def find_link(db: Connection, publisher_id: int, mid: int) -> int | None:
    """The link to a brand that a life before made."""
    query = text(
        """
        select max(life.link_id)
          from sandbox_life life
          join link on link.publisher_id = life.publisher_id and link.link_id = life.link_id
                   and link.deleted_at is null
         where life.publisher_id = :publisher_id and link.publisher_id = :publisher_id and life.mid = :mid
        """,
        publisher_id=publisher_id,
        mid=mid,
    )
    link_id: int | None = await one_value(db, query)
    return link_id


async def find_settlement(db: Connection, publisher_id: int, oid: int) -> int | None:
    """The settlement of an order's items."""
    query = text(
        """
        select max(settlement_id) from conversion_item
         where publisher_id = :publisher_id and oid = :oid and corrects is null
        """,
        publisher_id=publisher_id,
        oid=oid,
    )
    number: int | None = await one_value(db, query)
    return number


async def find_payment(db: Connection, publisher_id: int, settlement_id: int) -> int | None:
    """The payment that a settlement is in."""
    query = text(
        """
        select payment_id from settlement
         where publisher_id = :publisher_id and settlement_id = :settlement_id
        """,
        publisher_id=publisher_id,
        settlement_id=settlement_id,
    )
    number: int | None = await one_value(db, query)
    return number


async def make_payable(
    db: Connection, publisher_id: int, settlement_id: int, now: datetime
) -> Sequence[PayableSettlement]:
    """Make a settlement payable; returns it, unless it was before."""
    query = text(
        """
        update settlement set payable_at = :now
         where publisher_id = :publisher_id and settlement_id = :settlement_id and payable_at is null
        returning publisher_id, settlement_id, type, mid, amount, currency, note
        """,
        publisher_id=publisher_id,
        settlement_id=settlement_id,
        now=now,
    )
    return await all_rows(db, query, PayableSettlement)


class StoredMail(Struct, frozen=True, kw_only=True):
    mail_id: UUID
    recipient: str
    subject: str
    content: str
    created_at: datetime


async def add_mail(
    db: Connection, publisher_id: int, *, recipient: str, subject: str, content: str, now: datetime
) -> None:
    query = text(
        """
        insert into sandbox_mail (publisher_id, mail_id, recipient, subject, content, created_at)
        values (:publisher_id, :mail_id::uuid, :recipient, :subject, :content, :now)
        """,
        publisher_id=publisher_id,
        mail_id=random_uuids(1)[0],
        recipient=recipient,
        subject=subject,
        content=content,
        now=now,
    )
    await run(db, query)


async def latest_mails(db: Connection, publisher_id: int, most: int) -> list[StoredMail]:
    """The mails, the newest first."""
    query = text(
        """
        select mail_id, recipient, subject, content, created_at from sandbox_mail
         where publisher_id = :publisher_id
         order by created_at desc, mail_id limit :most
        """,
        publisher_id=publisher_id,
        most=most,
    )
    return await all_rows(db, query, StoredMail)


class LifeItem(Struct, frozen=True):
    item_id: str
    sale_amount: Decimal


async def items(db: Connection, publisher_id: int, oid: int) -> list[LifeItem]:
    """The items of an order as they were reported."""
    query = text(
        """
        select item_id, sale_amount from conversion_item
         where publisher_id = :publisher_id and oid = :oid and corrects is null
        """,
        publisher_id=publisher_id,
        oid=oid,
    )
    return await all_rows(db, query, LifeItem)
