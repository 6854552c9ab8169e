"""Coupons in each phase, links with a coupon, and retired links."""

from datetime import date, datetime, timedelta
from functools import partial

import sql.brands.brand
import sql.brands.coupon
from handlers.demo.core.steps import Write
from handlers.demo.people import people
from rpc.process.resources import Resources
from schema.brands.coupon import CouponDraft
from sql.core.db import Connection, run, text

RETIRED_UID = "footer"
"""The label of the links that were retired some weeks ago."""
RETIRED_AGO = timedelta(days=40)
WITH_COUPON = {"harrow-and-hearth": "HEARTH10", "loomfield": "LOOM15", "leaf-and-kettle": "TEATIME"}
"""The coupon that a brand's first link promotes, by brand."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    uid = (await people.find(db)).uid
    drafts = coupons(uid, now.date())
    mids = await sql.brands.brand.of_mcids(db, [draft.mcid for draft in drafts])
    for draft in drafts:
        if draft.mcid in mids:
            coupon = draft.replace(None)
            await sql.brands.coupon.save(db, mids[draft.mcid].mid, draft.code, coupon, now)
    for mcid, code in WITH_COUPON.items():
        await set_coupon(db, uid, mcid, code)
    query = text(
        """
        update link set retired_at = :retired_at
         where publisher_id = :uid and uid1 = :uid1 and retired_at is null and created_at < :retired_at
        """,
        uid=uid,
        uid1=RETIRED_UID,
        retired_at=now - RETIRED_AGO,
    )
    await run(db, query)


def coupons(uid: int, today: date) -> list[CouponDraft]:
    """Coupons: one for the publisher alone, one that begins later, one that expires soon, and one that has expired."""
    return [
        CouponDraft(
            mcid="loomfield",
            code="KETTLE20",
            description="20% off knitwear for readers of Kettle and Keel",
            uid=uid,
        ),
        CouponDraft(
            mcid="leaf-and-kettle",
            code="WINTERLEAF",
            description="A free tin with every order over 40 GBP",
            starts_at=today + timedelta(days=10),
            ends_at=today + timedelta(days=41),
        ),
        CouponDraft(
            mcid="harrow-and-hearth",
            code="LASTWEEK",
            description="15% off furniture",
            starts_at=today - timedelta(days=20),
            ends_at=today + timedelta(days=5),
        ),
        CouponDraft(
            mcid="saltmarsh-botanics",
            code="SUMMERSKIN",
            description="Two for one on sun care",
            starts_at=today - timedelta(days=150),
            ends_at=today - timedelta(days=60),
        ),
    ]


async def set_coupon(db: Connection, uid: int, mcid: str, code: str) -> None:
    query = text(
        """
        update link set coupon = :code
         where publisher_id = :uid and link_id = (
               select min(link.link_id) from link join brand on brand.mid = link.mid
                where link.publisher_id = :uid and brand.mcid = :mcid)
        """,
        uid=uid,
        mcid=mcid,
        code=code,
    )
    await run(db, query)
