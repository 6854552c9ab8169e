"""The columns of exported reports, except those whose statements are written column by column."""

from collections.abc import Iterator, Sequence

from schema.core.figures import Figures
from schema.exports.export import Column, ColumnKind
from schema.reports.report import BEFORE, CHANGE

TEXT, INTEGER, AMOUNT = ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.AMOUNT
TIME, FLAG = ColumnKind.TIME, ColumnKind.FLAG
LINKS = [
    Column("link_id", INTEGER, "Link number"),
    Column("code", TEXT, "Code"),
    Column("path", TEXT, "Custom path"),
    Column("tracking_url", TEXT, "Tracking link"),
    Column("tracking_url_short", TEXT, "Short link"),
    Column("mcid", TEXT, "Brand ID"),
    Column("brand_name", TEXT, "Brand"),
    Column("site_id", INTEGER, "Channel number"),
    Column("target_url", TEXT, "Target URL"),
    Column("fallback_url", TEXT, "Fallback"),
    *(Column(f"uid{n}", TEXT, f"Label {n}") for n in range(1, 6)),
    Column("note", TEXT, "Note"),
    Column("coupon", TEXT, "Coupon"),
    Column("retired", FLAG, "Retired"),
    Column("clicks", INTEGER, "Clicks"),
    Column("orders", INTEGER, "Orders"),
    Column("commission", AMOUNT, "Commission"),
    Column("currency", TEXT, "Currency"),
    Column("created_at", TIME, "Created"),
]
PAYMENTS = [
    Column("payment_id", INTEGER, "Payment"),
    Column("request_date", TIME, "Requested"),
    Column("expected_date", ColumnKind.DAY, "Expected"),
    Column("sent_date", TIME, "Sent"),
    Column("paid_date", TIME, "Paid"),
    Column("method", TEXT, "Method"),
    Column("payee", TEXT, "Paid to"),
    Column("gross", AMOUNT, "Before fee and VAT"),
    Column("fee", AMOUNT, "Fee"),
    Column("vat", AMOUNT, "VAT"),
    Column("net", AMOUNT, "Net"),
    Column("currency", TEXT, "Currency"),
    Column("payout_amount", AMOUNT, "Payout amount", "payout_currency"),
    Column("payout_currency", TEXT, "Payout currency"),
    Column("rate", ColumnKind.RATE, "Exchange rate"),
    Column("status", TEXT, "Status"),
    Column("scheduled", FLAG, "Scheduled"),
    Column("failure_reason", TEXT, "Reason"),
    Column("trace_id", TEXT, "Bank reference"),
    Column("invoice", TEXT, "Invoice number"),
    Column("credit_note", TEXT, "Credit note number"),
    Column("batch_id", INTEGER, "Batch"),
]
SETTLEMENTS = [
    Column("settlement_id", INTEGER, "Settlement"),
    Column("mcid", TEXT, "Brand ID"),
    Column("brand_name", TEXT, "Brand"),
    Column("period", TEXT, "Month"),
    Column("type", TEXT, "Type"),
    Column("amount", AMOUNT, "Amount"),
    Column("currency", TEXT, "Currency"),
    Column("orders", INTEGER, "Orders"),
    Column("items", INTEGER, "Items"),
    Column("state", TEXT, "Status"),
    Column("payment_id", INTEGER, "Payment"),
    Column("note", TEXT, "Note"),
    Column("created_at", TIME, "Created"),
    Column("payable_at", TIME, "Can be withdrawn"),
    Column("paid_at", TIME, "Paid"),
]
DELIVERIES = [
    Column("id", TEXT, "Delivery"),
    Column("postback_id", INTEGER, "Postback"),
    Column("event_id", TEXT, "Event id"),
    Column("event_type", INTEGER, "Event type"),
    Column("oid", INTEGER, "Our number"),
    Column("attempt", INTEGER, "Attempts"),
    Column("method", TEXT, "Method"),
    Column("url", TEXT, "Address"),
    Column("request_body", TEXT, "Body"),
    Column("status_code", INTEGER, "Status"),
    Column("ms", INTEGER, "Time in ms"),
    Column("error", TEXT, "Error"),
    Column("state", TEXT, "State"),
    Column("next_attempt_at", TIME, "Next attempt"),
    Column("test", FLAG, "Test"),
    Column("created_at", TIME, "Event time"),
]
BOOKS = [
    Column("class", TEXT, "Result"),
    Column("reasons", TEXT, "Why"),
    Column("note", TEXT, "Details"),
    Column("line", INTEGER, "Line of the file"),
    Column("lines", INTEGER, "Lines"),
    Column("order_id", TEXT, "Order number"),
    Column("click_ref", TEXT, "Click reference"),
    Column("mcid", TEXT, "Brand ID"),
    Column("brand_name", TEXT, "Brand"),
    Column("oid", INTEGER, "Our number"),
    Column("own_day", ColumnKind.DAY, "Day in the file"),
    Column("own_amount", AMOUNT, "Amount in the file", "own_currency"),
    Column("own_currency", TEXT, "Currency in the file"),
    Column("order_time", TIME, "Recorded time"),
    Column("amount", AMOUNT, "Recorded amount"),
    Column("currency", TEXT, "Recorded currency"),
    Column("status", TEXT, "Status"),
]
TITLES = {
    "date": "Day",
    "week": "Week",
    "month": "Month",
    "mcid": "Brand ID",
    "brand_name": "Brand",
    "site_id": "Channel number",
    "site_name": "Channel",
    "link_id": "Link number",
    "link_code": "Link",
    "link_note": "Link note",
    "link_brand_name": "Brand of the link",
    **{f"uid{n}": f"Label {n}" for n in range(1, 6)},
    "country": "Country",
    "device": "Device",
    "offer_type": "Offer type",
    "page": "Page",
    "placement": "Placement",
    "hour": "Hour of the day",
    "clicks": "Clicks",
    "orders": "Orders",
    "sales": "Sales",
    "commission": "Commission",
    "pending_commission": "Pending",
    "approved_commission": "Approved",
    "rejected_commission": "Rejected",
    "paid_commission": "Paid",
    "bonus": "Bonus",
    "pending_orders": "Pending orders",
    "approved_orders": "Approved orders",
    "rejected_orders": "Rejected orders",
    "cr": "Conversion",
    "epc": "EPC",
    "aov": "Order value",
    "approval_rate": "Approval rate",
    "currency": "Currency",
}
"""The titles of columns, as on the screen of the performance report."""
DAYS, NUMBERS = ("date", "week", "month"), ("site_id", "link_id", "hour")
SHARES = ("cr", "approval_rate")
COMPARED = {BEFORE: "{} (previous)", CHANGE: "{} (change)"}


def performance_columns(groups: Sequence[str], *, compared: bool) -> Iterator[Column]:
    """Yield the groups of a performance report, then its figures, each followed by its earlier value if `compared`."""
    for name in groups:
        yield Column(name, kind_of_group(name), TITLES[name])
    for name in Figures.__struct_fields__:
        column = Column(name, kind_of_figure(name), TITLES[name])
        yield column
        if compared and column.kind is not TEXT:
            for each, title in COMPARED.items():
                yield Column(f"{name}_{each}", column.kind, title.format(column.title))


def kind_of_group(name: str) -> ColumnKind:
    if name in DAYS:
        return ColumnKind.DAY
    return INTEGER if name in NUMBERS else TEXT


def kind_of_figure(name: str) -> ColumnKind:
    if name == "clicks" or name.endswith("orders"):
        return INTEGER
    if name == "currency":
        return TEXT
    if name in SHARES:
        return ColumnKind.SHARE
    return ColumnKind.RATE if name == "epc" else AMOUNT
