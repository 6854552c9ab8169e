"""Order files, and their import."""

from pathlib import Path

from handlers.cli.imports.import_orders import import_orders
from schema.network.order_import import ImportResult
from schema.orders.import_mapping import ImportMapping
from tests.support.orders.orders import Deal

COLUMNS = {"order_id": "id", "amount": "value", "order_time": "at", "country": "land"}


def mapping(it: Deal, columns: dict[str, str] | None = None, **constants: str) -> ImportMapping:
    given = {"mcid": it.brand.mcid, "code": it.code, "currency": "GBP", **constants}
    return ImportMapping(
        columns=COLUMNS if columns is None else columns,
        constants={name: value for name, value in given.items() if value},
        time_zone="Europe/London",
    )


async def import_file(it: Deal, file: Path, content: str | bytes, **constants: str) -> ImportResult:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())  # noqa: ASYNC240
    return await import_orders(it.portal.resources, file, mapping(it, **constants))
