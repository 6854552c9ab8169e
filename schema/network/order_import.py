"""Files of orders and of decisions that the network's staff import, their progress and their refused lines."""

from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.scalar import At, Id, Text255
from schema.core.table_file import Encoding
from schema.exports.download import DownloadStatus
from schema.orders.import_mapping import Delimiter, ImportMapping
from schema.orders.import_order_rows import DoubtfulLine, LineRefusal
from schema.orders.order import ItemStatus, Reason

ORDERS_FILE_BYTES_MAX = 20 * 1024 * 1024
"""The size limit of a file of orders, about 250,000 lines; larger files are for `portal import-orders`."""
ORDERS_BYTES_MAX = 1024 * 1024 * 1024
"""The total size limit, in bytes, of order files that wait to be imported or deleted."""
ORDERS_FILES_MAX = 500
PREVIEW_ROWS = 10
PREVIEW_BYTES = 2 * 1024 * 1024
"""How much of a file is read for its preview, about 25,000 lines; the import examines all lines."""
PREVIEW_REFUSED = 20
"""The maximum number of refused lines that a preview shows."""
DECISIONS_AT_ONCE = 500
"""How many lines of a file of decisions one transaction handles."""
PREVIEW_TITLES = 5
"""How many of the lines above a file's header an import's preview shows."""
PREVIEW_CELL_LENGTH = 100
"""How many characters of a cell an import's preview shows."""


class ImportKind(StrEnum):
    ORDERS = "orders"
    """Orders as a brand reports them."""
    DECISIONS = "decisions"
    """Decisions that approve or reject orders, one per line."""


class OrdersFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An uploaded file of orders to preview.

    `file_url` comes from /network/orders_file; without a mapping, one is proposed.
    """

    file_url: Text255
    mapping: ImportMapping | None = None
    delimiter: Delimiter | None = None


class PreviewRow(Struct, frozen=True, kw_only=True):
    """A line of the file, and why it would be refused; only the import looks up its brand and link."""

    line: int
    cells: list[str]
    order_id: str
    reason: str | None


class FieldReading(Struct, frozen=True, kw_only=True):
    """How a field is read: its column (null if every row has one value), and an example cell as written and as read."""

    field: str
    column: str | None
    cell: str
    value: str


class StatusReading(Struct, frozen=True, kw_only=True):
    """A word in the file for a status, and the status it means; null if it is unknown, so that its rows are refused."""

    word: str
    status: ItemStatus | None


class ImportQuestion(Struct, frozen=True, kw_only=True):
    """A question that the file leaves open about a field, and the possible `choices`.

    `why` says what has to be chosen: a column, or one of `decimal_signs`, `date_order`, `statuses` of the mapping.
    """

    field: str
    why: str
    choices: list[str]


class ImportSummary(Struct, frozen=True, kw_only=True):
    """What an import of these lines would do, apart from brands and links, which only the import looks up.

    `sales` are the amounts of accepted lines by currency, `rejected` the part of them from Rejected items. `repeats`
    counts lines that duplicate another line of their order; their amounts count again. `whole` is false if the file
    continues.
    """

    whole: bool
    lines: int
    orders: int
    sales: dict[str, Decimal]
    rejected: dict[str, Decimal]
    repeats: int
    refused: int
    refused_lines: list[LineRefusal]


class ImportPreview(Struct, frozen=True, kw_only=True):
    """How the import would read a file of orders.

    `mapping` is the given one, or one proposed from the names of the columns; `reason` says what it lacks. `reading` is
    the mapping with everything found in the file; `shop` names a known export, `titles` are lines above the header,
    `notes` are worth knowing. Nothing is imported until the `questions` are answered, except those about words of
    `statuses`: rows with an unknown word are refused. `summary` is null while the mapping cannot be used.
    """

    columns: list[str]
    mapping: ImportMapping
    reason: str | None
    rows: list[PreviewRow] = field(name="list")
    reading: ImportMapping
    shop: str | None
    titles: list[str]
    notes: list[str]
    fields: list[FieldReading]
    statuses: list[StatusReading]
    questions: list[ImportQuestion]
    summary: ImportSummary | None


class OrdersImport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file to import: `name` is its name, as /network/orders_file returned it."""

    file_url: Text255
    name: Annotated[str, Meta(min_length=1, max_length=255)]
    mapping: ImportMapping


class DecisionsImport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A CSV file with the columns `status` and `oid`, or `mcid` and `order_id`; rejecting requires `reason_code`."""

    file_url: Text255
    name: Annotated[str, Meta(min_length=1, max_length=255)]


class DecisionsFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An uploaded file of decisions to preview. `file_url` comes from /network/orders_file."""

    file_url: Text255


class DecisionsPreview(Struct, frozen=True, kw_only=True):
    """How a file of decisions is read, and how many lines approve, reject and are refused.

    Only the import looks up the orders. `titles` are lines above the header; `whole` is false if the file continues
    after the part that was read.
    """

    encoding: Encoding
    delimiter: str
    header_line: int
    titles: list[str]
    whole: bool
    lines: int
    approved: int
    rejected: int
    refused: int
    refused_lines: list[LineRefusal]


class OrderImport(Struct, frozen=True, kw_only=True):
    """An import of a file, with its progress.

    `lines` of `total` have been read; `sales` are the amounts of accepted lines by currency. `rejected` is the part of
    `sales` from Rejected items. `repeats` counts lines that duplicate another line of their order; their amounts count
    again. Once the import has begun, `mapping` has everything found in the file. `warned` orders were accepted although
    something about them is doubtful; `warnings` are the first hundred of these.
    """

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
    rejected: dict[str, Decimal]
    repeats: int
    warned: int
    warnings: list[DoubtfulLine]
    error: str | None
    mapping: ImportMapping | None
    by: str
    created_at: At
    ended_at: At | None


class OrderImportInfo(OrderImport, frozen=True, kw_only=True):
    """An import with a link to its refused lines.

    `refused_url` opens the refused lines as CSV for ten minutes, for this session only.
    """

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
    """The outcome of an import. `lines` counts imported and refused lines; orders are counted by outcome."""

    lines: int
    created: int
    updated: int
    unchanged: int
    refused: list[LineRefusal]
    sales: dict[str, Decimal]
    rejected: dict[str, Decimal]
    repeats: int
    mapping: ImportMapping
    warned: int
    warnings: list[DoubtfulLine]
