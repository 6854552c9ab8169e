"""Notifies a publisher of broken links: by an event for each, and one mail for several."""

from datetime import datetime, timedelta

import sql.core.outbox
from rpc import Worker
from rpc.jobs.job import job_for
from schema.core.event import Event, EventType
from schema.tools.broken_link import BrokenMail
from schema.tools.broken_type import TITLES
from schema.tools.link_health import LinkHealth
from sql.network.link_check import DueLink

MAIL_AFTER = timedelta(minutes=15)
"""Links found within this time are reported in one mail."""


async def send_alert(ctx: Worker, link: DueLink, health: LinkHealth, now: datetime) -> None:
    """Write the event, and queue the mail unless one is waiting."""
    assert health.type is not None
    body = {
        "link_id": link.link_id,
        "status": "open",
        "reason_code": health.type.name.lower(),
        "note": TITLES[health.type],
        "uid1": link.uid1,
    }
    event = Event(link.publisher_id, EventType.LINK_BROKEN, body, link.site_id, link.mid)
    await sql.core.outbox.add(ctx.db, [event], now)
    payload = BrokenMail(link.publisher_id, now)
    key = f"broken-mail:{link.publisher_id}"
    await job_for(BrokenMail).later(ctx.db, payload, after=MAIL_AFTER, key=key)
