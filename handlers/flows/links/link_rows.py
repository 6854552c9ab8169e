"""Links as their publisher sees them."""

from collections.abc import Mapping, Sequence

from rpc import Publisher
from rpc.files.qr_code import link_qr
from schema.clicks.link import Link
from schema.core.money import ZERO, round_money
from sql.clicks.link import LinkRow
from sql.reports.link_totals import LinkTotals


def link_urls(public_url: str, code: str, path: str | None) -> tuple[str, str]:
    """A link's long and short address."""
    name = path or code
    return f"{public_url}/track/{name}", f"{public_url}/s/{name}"


def to_links(
    ctx: Publisher, rows: Sequence[LinkRow], totals: Mapping[int, LinkTotals]
) -> list[Link]:
    """In a thread, because of the QR codes."""
    return [to_link(ctx, row, totals[row.link_id]) for row in rows]


def to_link(ctx: Publisher, row: LinkRow, totals: LinkTotals) -> Link:
    long, short = link_urls(ctx.resources.settings.public_url, row.code, row.path)
    currency = ctx.account.currency
    return Link(
        link_id=row.link_id,
        code=row.path or row.code,
        mcid=row.mcid,
        brand_name=row.brand_name,
        site_id=row.site_id,
        target_url=row.target_url,
        fallback_url=row.fallback_url,
        tracking_url=long,
        tracking_url_short=short,
        qr=link_qr(short),
        uid1=row.uid1,
        uid2=row.uid2,
        uid3=row.uid3,
        uid4=row.uid4,
        uid5=row.uid5,
        note=row.note,
        coupon=row.coupon,
        retired=row.retired,
        clicks=totals.clicks,
        orders=totals.orders,
        commission=round_money(totals.commission or ZERO, currency),
        currency=currency,
        created_at=row.created_at,
    )
