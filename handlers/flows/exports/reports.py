"""The reports that can be exported, with their filters and where their rows come from."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from handlers.flows.exports import (
    clicks,
    deliveries,
    links,
    payments,
    performance,
    settlements,
    transactions,
)
from handlers.flows.exports.rows import ExportRows
from handlers.flows.reports.report_queries import Reader
from rpc.calls.decoding.fault import fault_of
from schema.clicks.click import ClickFilter
from schema.clicks.link import LinkFilter
from schema.payments.payment import PaymentFilter
from schema.payments.settlement import SettlementFilter
from schema.reports.export import ExportReport
from schema.reports.report import PerformanceFilter, TransactionFilter
from schema.tools.delivery import DeliveryFilter


@dataclass(frozen=True)
class Export:
    """A report that can be exported. `open_rows` raises the Faults of its call."""

    filter: type[msgspec.Struct]
    open_rows: Callable[[Reader, Any], Awaitable[ExportRows]]
    permission: str = "report.read"

    def read_filter(self, raw: dict[str, Any]) -> Any:
        """The filter as its call would decode it, or its refusal."""
        try:
            return msgspec.convert(raw, self.filter, strict=True)
        except msgspec.ValidationError as error:
            raise fault_of(error, ".req.attributes.filter", kind=self.filter) from None


EXPORTS = {
    ExportReport.PERFORMANCE: Export(PerformanceFilter, performance.open_rows),
    ExportReport.TRANSACTIONS: Export(TransactionFilter, transactions.open_rows),
    ExportReport.CLICKS: Export(ClickFilter, clicks.open_rows),
    ExportReport.LINKS: Export(LinkFilter, links.open_rows),
    ExportReport.PAYMENTS: Export(PaymentFilter, payments.open_rows, "payment.read"),
    ExportReport.SETTLEMENTS: Export(SettlementFilter, settlements.open_rows, "payment.read"),
    ExportReport.DELIVERIES: Export(DeliveryFilter, deliveries.open_rows, "postback.edit"),
}
FILTERS = [export.filter for export in EXPORTS.values()]
