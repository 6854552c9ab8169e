"""Generators that integrators use make clients from the OpenAPI document; `make bench ONLY=generators` tries all."""

import gzip
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.accounts.tokens.test_clients import NODE, ROOT, TSC, TYPES
from tests.support.generators.generators import (
    GENERATORS,
    Tools,
    call_portal,
    check_answer,
    generate,
    portal_document,
)
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

TOOLS = Tools(
    node=NODE,
    modules=ROOT / "web/node_modules",
    python=Path(sys.executable).parent,
    compiler=TSC,
    types=TYPES,
    deprecations="6.0",
)
DOCUMENT_BYTES_MAX = 110_000


@pytest.fixture
async def day_of_sale(portal: Portal) -> tuple[Deal, set[str]]:
    """A publisher with a brand and an order of today, and the order's number."""
    it = await deal(portal)
    order = it.order()
    await it.report(order)
    return it, {order["order_id"]}


@pytest.mark.parametrize("name", ["hey-api", "openapi-python-client"])
async def test_generated_client_signs_in_finds_makes_a_link_and_lists_orders(
    portal: Portal, tmp_path: Path, day_of_sale: Any, name: str
) -> None:
    it, orders = day_of_sale
    generator = GENERATORS[name]
    await generate(generator, tmp_path, await portal_document(portal), TOOLS)

    check_answer(await call_portal(generator, tmp_path, it, TOOLS), it, orders)


async def test_openapi_document_is_compressed_for_who_accepts_it(portal: Portal) -> None:
    plain = await portal.http.get("/openapi.json", headers={"accept-encoding": "identity"})
    async with portal.http.stream(
        "GET", "/openapi.json", headers={"accept-encoding": "gzip"}
    ) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])

    assert "content-encoding" not in plain.headers
    assert answer.headers["content-encoding"] == "gzip"
    assert len(raw) <= DOCUMENT_BYTES_MAX
    assert gzip.decompress(raw) == plain.content
