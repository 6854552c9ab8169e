"""The number of a publisher's payment methods is limited: listing them decrypts each."""

import pytest

from rpc import Code
from tests.support.accounts.payments import list_methods, paypal, save_method
from tests.support.portal import PASSWORD, Portal


async def test_payment_method_beyond_the_limit_is_refused_until_another_is_deleted(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlers.payments.method_details.METHODS_MAX", 2)
    alice = await portal.someone()
    made = [await save_method(portal, alice, paypal(f"{n}@example.com")) for n in range(2)]
    third = paypal("third@example.com")

    await portal.refuses(Code.REQUEST_INVALID, "/payments/method_save", alice, attributes=third)

    await save_method(portal, alice, paypal("changed@example.com", id=made[1]["id"]))
    gone = {"id": made[1]["id"], "password": PASSWORD}
    await portal.ok("/payments/method_del", alice, attributes=gone)
    await save_method(portal, alice, third)
    assert len(await list_methods(portal, alice)) == 2
