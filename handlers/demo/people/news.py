"""Recent news of the demonstration's network: announcements, and banners above the dashboard."""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import sql.home.banner
import sql.network.notice
from handlers.demo.core.steps import Write
from handlers.demo.people import people
from rpc.process.resources import Resources
from schema.home.banner import BannerDraft
from schema.home.notice import NoticeDraft, NoticeKind
from sql.core.db import Connection


class DemoNotice(NamedTuple):
    days_ago: int
    kind: NoticeKind
    title: str
    body: str
    only_to_demo: bool = False


NOTICES = [
    DemoNotice(
        64,
        NoticeKind.SERVICE,
        "Two hours of maintenance on Sunday morning",
        "On Sunday from 4 am to 6 am (UTC) we move to faster machines.\n\n## What this means\n"
        "- Your links go on working, and every click is counted.\n"
        "- You cannot sign in during that time.\n- Reports catch up within minutes afterwards.",
    ),
    DemoNotice(
        41,
        NoticeKind.BRANDS,
        "Brands with automatic approval are marked now",
        "A brand that accepts every channel says so on its card. For all others, a message with your application"
        " helps the brand to decide.\n\n[Look through New Brands](/brands/find?status=0)",
    ),
    DemoNotice(
        20,
        NoticeKind.PRODUCT,
        "Compare any period with the year before",
        "In [Performance](/reports/performance) choose Compare, then the same days a year ago. The chart shows both,"
        " and the table says what changed.",
    ),
    DemoNotice(
        9,
        NoticeKind.PAYMENTS,
        "Holidays: send your payment details in time",
        "Banks are closed around the holidays. Look at your [payment method](/settings/payment) today: a new or"
        " changed one rests for up to three days before money can go there.",
    ),
    DemoNotice(
        4,
        NoticeKind.PAYMENTS,
        "Thank you for confirming your company's details",
        "We have looked at them, and all is in order. There is nothing for you to do.",
        only_to_demo=True,
    ),
    DemoNotice(
        1,
        NoticeKind.PRODUCT,
        "Help is here, and so is one search for everything",
        "Every page has its own article now: choose Help in the header.\n\n## One search\n"
        "Press **Ctrl K**, or the magnifier on a phone, and type:\n"
        "- the name of a brand or a channel\n- the number of an order, or its beginning\n"
        "- a note or an address of a link\n- the name of a page\n\n[All articles](/help)",
    ),
]
BANNER_FOR = timedelta(days=60)


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    """Write the announcements, each with its time, and the banner."""
    demo = await people.find(db)
    for days_ago, kind, title, body, only_to_demo in NOTICES:
        at = now - timedelta(days=days_ago, hours=3)
        uid = demo.uid if only_to_demo else None
        draft = NoticeDraft(uid=uid, kind=kind, title=title, body=body, published_at=at)
        await sql.network.notice.add(db, draft, at)
    banner = BannerDraft(
        title="Gift season is close",
        text="Brands that deliver before the holidays are in the catalogue.",
        link="/brands/find?status=0",
        link_label="Find brands",
        starts_at=now - timedelta(days=1),
        ends_at=now + BANNER_FOR,
    )
    await sql.home.banner.add(db, banner, now)
