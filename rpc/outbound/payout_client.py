"""The payout provider over HTTP: it takes a payment under a key, and reports its outcome (docs/payments.md)."""

import msgspec

from rpc.outbound.http_client import Forbidden, HttpClient, Unreachable
from schema.payments.payout_report import PayoutOrder, PayoutReport

SUCCESSES = range(200, 300)
UNKNOWN_PAYMENT = 404


class PayoutUnknown(Exception):
    """It is unknown whether the money moves: there was no readable response in time."""


class PayoutProvider:
    """A provider over HTTP. Every request may be retried: the key of a payment is its number."""

    def __init__(self, url: str, key: str, http_client: HttpClient) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._http_client = http_client

    async def send(self, order: PayoutOrder) -> PayoutReport:
        """Submit a payment, or get its state if it was submitted before. Raises PayoutUnknown."""
        report = await self._exchange(
            "POST", self._url, order.payment_id, msgspec.json.encode(order)
        )
        if report is None:
            raise PayoutUnknown("status 404")
        return report

    async def ask(self, payment_id: int) -> PayoutReport | None:
        """The state of a payment; None if the provider does not know it. Raises PayoutUnknown."""
        return await self._exchange("GET", f"{self._url}/{payment_id}", payment_id)

    async def _exchange(
        self, method: str, url: str, payment_id: int, body: bytes | None = None
    ) -> PayoutReport | None:
        headers = {
            "authorization": f"Bearer {self._key}",
            "idempotency-key": str(payment_id),
            "content-type": "application/json",
        }
        try:
            response = await self._http_client.request(method, url, headers=headers, body=body)
        except (Forbidden, Unreachable) as error:
            raise PayoutUnknown(str(error)) from None
        if response.status_code == UNKNOWN_PAYMENT:
            return None
        # Also a refusal: only an explicit outcome of the provider ends an attempt.
        if response.status_code not in SUCCESSES:
            raise PayoutUnknown(f"status {response.status_code}")
        try:
            report = msgspec.json.decode(response.content, type=PayoutReport)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise PayoutUnknown("the answer cannot be read") from None
        if report.payment_id != payment_id or not report.amount.is_finite():
            raise PayoutUnknown("the answer is about another payment")
        return report
