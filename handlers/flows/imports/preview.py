"""The first rows of a file of orders as the import would read them, and a mapping by the names of its columns."""

import io
from itertools import islice

from handlers.flows.imports.orders_file import split_rows
from schema.core.errors import Flaw
from schema.network.order_import import PREVIEW_ROWS, ImportPreview, PreviewRow
from schema.orders.import_mapping import (
    REFUSED_COLUMNS,
    Cells,
    ImportFault,
    ImportMapping,
    check_mapping,
    is_refused_file,
)
from schema.orders.import_row_parser import RowReader

DELIMITERS = ",;\t|"
SYNONYMS = {
    "order_id": ("orderid", "ordernumber", "orderno", "order", "invoiceno", "invoice", "transactionid"),
    "order_time": ("ordertime", "orderdate", "date", "time", "invoicedate", "transactiondate", "createdat"),
    "amount": ("amount", "saleamount", "total", "value", "ordervalue", "subtotal"),
    "unit_price": ("unitprice", "price", "itemprice"),
    "quantity": ("quantity", "qty", "units"),
    "item_id": ("itemid", "sku", "stockcode", "productid", "lineid"),
    "category": ("category", "productcategory", "department"),
    "currency": ("currency", "currencycode"),
    "country": ("country", "countrycode"),
    "coupon": ("coupon", "couponcode", "voucher", "vouchercode", "promocode"),
    "status": ("status", "itemstatus", "orderstatus"),
    "reason_code": ("reasoncode", "reason"),
    "click_ref": ("clickref", "clickreference", "clickid", "subid"),
    "code": ("code", "link", "linkcode", "track"),
    "mcid": ("mcid", "brand", "merchant"),
}  # fmt: skip
"""What files call our fields, in lower case without anything but letters and digits."""


def preview(head: bytes, mapping: ImportMapping | None, delimiter: str | None) -> ImportPreview:
    """What the beginning of a file holds. Raises REQUEST_INVALID if it is not a table in UTF-8."""
    text = decode(head)
    separator = delimiter or (mapping.delimiter if mapping else guess_delimiter(text))
    try:
        (_, header), *lines = islice(
            split_rows(io.StringIO(text, newline="\n"), separator), 1 + PREVIEW_ROWS
        )
    except ImportFault as fault:
        raise Flaw("file_url", f"cannot be read: {fault}").to_fault() from None
    if not any(header):
        raise Flaw("file_url", "has no header row").to_fault()
    tried = mapping or ImportMapping(columns=propose(header), delimiter=separator)
    try:
        check_mapping(tried)
        reader = RowReader(tried, header)
    except ImportFault as fault:
        rows = [
            PreviewRow(line=line, cells=cells, order_id="", reason=None) for line, cells in lines
        ]
        return ImportPreview(columns=header, mapping=tried, reason=str(fault), rows=rows)
    return ImportPreview(
        columns=header, mapping=tried, reason=None, rows=[read_row(reader, line) for line in lines]
    )


def read_row(reader: RowReader, line: Cells) -> PreviewRow:
    row = reader.read_row(*line)
    return PreviewRow(line=row.line, cells=line[1], order_id=row.order_id, reason=row.reason)


def decode(head: bytes) -> str:
    try:
        return head.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = head.count(b"\n", 0, error.start) + 1
        why = f"is not UTF-8: line {line} contains the byte 0x{head[error.start]:02x}; save the file as UTF-8"
        raise Flaw("file_url", why).to_fault() from None


def guess_delimiter(text: str) -> str:
    """The delimiter that the header has most of."""
    header = text.partition("\n")[0]
    return max(DELIMITERS, key=header.count)


def propose(header: list[str]) -> dict[str, str]:
    """A column for each field that one is named like; an amount makes price and quantity unnecessary."""
    names: dict[str, str] = {}
    for column in header[len(REFUSED_COLUMNS) :] if is_refused_file(header) else header:
        names.setdefault("".join(filter(str.isalnum, column.lower())), column)
    columns = {
        field: next((names[word] for word in words if word in names), "")
        for field, words in SYNONYMS.items()
    }
    if columns["amount"]:
        del columns["unit_price"]
    return {field: column for field, column in columns.items() if column}
