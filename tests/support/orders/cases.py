"""Opening cases about orders, and the network's answers."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from schema.core.errors import Code
from tests.support.client import Reply
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, SomeBrand, Someone, unique


@dataclass(frozen=True)
class Claim:
    """What a publisher claims; a test changes some of it."""

    deal: Deal
    given: dict[str, Any]

    @property
    def who(self) -> Someone:
        return self.deal.who

    @property
    def brand(self) -> SomeBrand:
        return self.deal.brand

    @property
    def order_id(self) -> str:
        return str(self.given["order_id"])

    def draft(self, **changed: Any) -> dict[str, Any]:
        whole = {**self.given, **changed}
        return {name: value for name, value in whole.items() if value is not None}

    async def open(self, **changed: Any) -> dict[str, Any]:
        opened: dict[str, Any] = await self.deal.portal.ok(
            "/reports/case_open", self.who, attributes=self.draft(**changed)
        )
        return opened

    async def refuses(self, code: Code, **changed: Any) -> Reply:
        return await self.deal.portal.refuses(
            code, "/reports/case_open", self.who, attributes=self.draft(**changed)
        )


async def claims(portal: Portal) -> Claim:
    """A publisher that misses an order of 50.00 from yesterday."""
    it = await deal(portal)
    at = portal.resources.clock.now() - timedelta(days=1)
    return Claim(
        it,
        {
            "kind": "missing",
            "mcid": it.brand.mcid,
            "order_id": unique("lost"),
            "order_time": at.isoformat(),
            "currency": "GBP",
            "amount": "50.00",
            "note": "My reader sent me the receipt",
        },
    )


async def answer(portal: Portal, case_id: int, status: str, **more: Any) -> dict[str, Any]:
    """The network decides on a case."""
    attributes = {"case_id": case_id, "status": status, **more}
    decided: dict[str, Any] = await portal.ok(
        "/network/case_answer", await portal.operator(), attributes=attributes
    )
    return decided
