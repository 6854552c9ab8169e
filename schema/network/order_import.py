"""Files of orders and of decisions that the network's staff import, their progress and their refused lines."""

from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.accounts.download import DownloadStatus
from schema.core.scalar import At, Id, Text255
from schema.orders.import_mapping import Delimiter, ImportMapping, RefusedLine
from schema.orders.order import ItemStatus, Reason

ORDERS_FILE_BYTES_MAX = 20 * 1024 * 1024
"""Of a file of orders, about 250,000 lines; larger ones are for `portal import-orders`."""
ORDERS_BYTES_MAX = 1024 * 1024 * 1024
"""Of the files of orders that wait to be imported or to be deleted."""
ORDERS_FILES_MAX = 500
PREVIEW_ROWS = 10
PREVIEW_BYTES = 256 * 1024
"""How much of a file is read for its preview."""
DECISIONS_AT_ONCE = 500
"""Lines of a file of decisions in one transaction."""


class ImportKind(StrEnum):
    ORDERS = "orders"
    """Orders as a brand reports them."""
    DECISIONS = "decisions"
    """Orders approved or rejected, a line for each."""


class OrdersFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`file_url` comes from /network/orders_file; without a mapping, one is proposed."""

    file_url: Text255
    mapping: ImportMapping | None = None
    delimiter: Delimiter | None = None


class PreviewRow(Struct, frozen=True, kw_only=True):
    """A line of the file, and why it would be refused; its brand and link are looked up by the import alone."""

    line: int
    cells: list[str]
    order_id: str
    reason: str | None


class ImportPreview(Struct, frozen=True, kw_only=True):
    """`mapping` is the given one, or one proposed by the names of the columns; `reason` says what it lacks."""

    columns: list[str]
    mapping: ImportMapping
    reason: str | None
    rows: list[PreviewRow] = field(name="list")


class OrdersImport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`name` is the file's, as /network/orders_file returned it."""

    file_url: Text255
    name: Annotated[str, Meta(min_length=1, max_length=255)]
    mapping: ImportMapping


class DecisionsImport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """CSV with the columns `status` and `oid`, or `mcid` and `order_id`; `reason_code` is needed to reject."""

    file_url: Text255
    name: Annotated[str, Meta(min_length=1, max_length=255)]


class OrderImport(Struct, frozen=True, kw_only=True):
    """`lines` of `total` have been read; `sales` are the amounts of accepted lines by currency."""

    id: int
    kind: ImportKind
    name: str
    status: DownloadStatus
    lines: int
    total: int
    created: int
    updated: int
    unchanged: int
    refused: int
    sales: dict[str, Decimal]
    error: str | None
    mapping: ImportMapping | None
    by: str
    created_at: At
    ended_at: At | None


class OrderImportInfo(OrderImport, frozen=True, kw_only=True):
    """`refused_url` opens the refused lines as CSV for ten minutes, for this session only."""

    refused_url: str | None


class ImportRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class ImportOrders(Struct, frozen=True):
    """The payload of the job that imports a file."""

    import_id: int


class Decision(Struct, frozen=True, kw_only=True):
    """A line of a file of decisions."""

    status: ItemStatus
    oid: Id | None = None
    mcid: str = ""
    order_id: str = ""
    reason_code: Reason | None = None


class ImportResult(Struct, frozen=True, kw_only=True):
    """Lines read are lines imported plus lines refused; orders are counted by outcome."""

    lines: int
    created: int
    updated: int
    unchanged: int
    refused: list[RefusedLine]
    sales: dict[str, Decimal]
