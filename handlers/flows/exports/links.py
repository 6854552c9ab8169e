"""Links as a file, with their results so far."""

import sql.clicks.link
import sql.reports.link_totals
from handlers.flows.exports.rows import ExportRows, Write, encode_lines
from handlers.flows.filter_checks import check_sites, find_mids
from handlers.flows.links.link_rows import link_urls
from handlers.flows.reports.report_queries import Reader
from schema.clicks.link import LinkFilter
from schema.core.money import round_money
from schema.reports.export import Column, ColumnKind
from sql.clicks.link import LinkRow
from sql.reports.link_totals import LinkTotals

TEXT, INTEGER = ColumnKind.TEXT, ColumnKind.INTEGER
COLUMNS = [
    Column("link_id", INTEGER),
    Column("code", TEXT),
    Column("path", TEXT),
    Column("tracking_url", TEXT),
    Column("tracking_url_short", TEXT),
    Column("mcid", TEXT),
    Column("brand_name", TEXT),
    Column("site_id", INTEGER),
    Column("target_url", TEXT),
    Column("fallback_url", TEXT),
    *(Column(f"uid{n}", TEXT) for n in range(1, 6)),
    Column("note", TEXT),
    Column("coupon", TEXT),
    Column("retired", ColumnKind.FLAG),
    Column("clicks", INTEGER),
    Column("orders", INTEGER),
    Column("commission", ColumnKind.AMOUNT),
    Column("currency", TEXT),
    Column("created_at", ColumnKind.TIME),
]


async def open_rows(reader: Reader, filter: LinkFilter) -> ExportRows:
    """The links that /tools/links lists."""
    await find_mids(reader, [filter.mcid] if filter.mcid else [], "filter.mcid")
    await check_sites(reader, [filter.site_id] if filter.site_id else [], "filter.site_id")

    async def send(write: Write) -> int:
        count = 0
        async for rows in sql.clicks.link.stream_rows(reader.db, reader.publisher_id, filter):
            totals = await sql.reports.link_totals.of_links(
                reader.db, reader.publisher_id, [row.link_id for row in rows]
            )
            await write(encode_lines([values(reader, row, totals[row.link_id]) for row in rows]))
            count += len(rows)
        return count

    expected = await sql.clicks.link.count(reader.db, reader.publisher_id, filter)
    return ExportRows(COLUMNS, expected, send)


def values(reader: Reader, row: LinkRow, totals: LinkTotals) -> list[object]:
    """A link's values, in the order of the columns."""
    return [
        row.link_id,
        row.path or row.code,
        row.path or "",
        *link_urls(reader.public_url, row.code, row.path),
        row.mcid,
        row.brand_name,
        row.site_id,
        row.target_url,
        row.fallback_url or "",
        *(getattr(row, f"uid{n}") for n in range(1, 6)),
        row.note,
        row.coupon,
        row.retired,
        totals.clicks,
        totals.orders,
        round_money(totals.commission, reader.currency),
        reader.currency,
        row.created_at,
    ]
