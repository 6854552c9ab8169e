"""Publishers with a balance to withdraw, and payments in progress."""

from typing import Any

from tests.support.accounts.payments import draft, pass_time, save_method
from tests.support.orders.orders import Deal, deal
from tests.support.orders.settling import earn, settle
from tests.support.portal import Portal

IBAN = "DE89370400440532013000"


async def withdrawable(portal: Portal, *amounts: str, currency: str = "EUR", **brand: Any) -> Deal:
    """A publisher that has earned a tenth of these amounts, settled and paid for, and has a method to be paid by."""
    it = await deal(
        portal, publisher={"currency": currency}, prepaid=True, currency=currency, **brand
    )
    await earn(it, *amounts, currency=currency)
    await settle(portal, it.brand.mcid)
    await add_method(it)
    return it


async def add_method(it: Deal, *, country: str = "DE", currency: str = "EUR", **fields: str) -> int:
    """A bank account that money may go to at once."""
    given = {"iban": IBAN, **fields}
    made = await save_method(it.portal, it.who, draft("bank", country, currency, given))
    await pass_time(it.portal, it.who.uid)
    number: int = made["id"]
    return number


async def request(it: Deal, **attributes: Any) -> dict[str, Any]:
    made: dict[str, Any] = await it.portal.ok("/payments/request", it.who, attributes=attributes)
    return made


async def pay(portal: Portal, **attributes: Any) -> dict[str, Any]:
    """A batch of all that is requested."""
    operator = await portal.operator()
    taken: dict[str, Any] = await portal.ok("/network/pay", operator, attributes=attributes)
    return taken


async def set_state(portal: Portal, payment: dict[str, Any], *states: str) -> dict[str, Any]:
    """What the bank tells of a payment, one after another."""
    for state in states:
        given: dict[str, Any] = {"payment_id": payment["payment_id"], "status": state}
        given |= {"reference": "bank-1"} if state == "sent" else {}
        given |= {"reason": "account closed"} if state in ("failed", "returned") else {}
        payment = await portal.ok("/network/payment_set", await portal.operator(), attributes=given)
    return payment


async def ledger(it: Deal) -> dict[str, str]:
    """What each account of the publisher's ledger holds, without those that hold nothing."""
    async with it.portal.db() as db:
        rows = await db.fetch(
            "select account, sum(amount) from ledger where publisher_id = $1"
            " group by account having sum(amount) <> 0 order by account",
            it.who.uid,
        )
    return {account: str(amount) for account, amount in rows}
