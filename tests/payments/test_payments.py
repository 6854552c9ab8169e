"""Payment methods: who may change them, what is shown of them, and who is notified (trust.md T12)."""

import asyncio
import re

import pytest

from rpc import Code
from rpc.security.rate_limits import MINUTE, SharedLimit
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.mails import mails_to
from tests.support.accounts.payments import list_methods, paypal, save_method
from tests.support.portal import PASSWORD, Portal, unique
from tests.support.server import LIFTED


class TestPassword:
    @pytest.mark.parametrize("path", ["method_save", "method_del", "method_default"])
    async def test_payment_method_change_without_the_password_is_refused(
        self, portal: Portal, path: str
    ) -> None:
        alice = await portal.someone()
        await save_method(portal, alice, paypal("first@example.com"))
        made = await save_method(portal, alice, paypal("second@example.com"))
        before = await list_methods(portal, alice)
        given = (
            paypal("third@example.com", id=made["id"])
            if path == "method_save"
            else {"id": made["id"]}
        )
        for password in ("wrong", "x" * 300):
            await portal.refuses(
                Code.LOGIN_PASSWORD_INVALID, f"/payments/{path}", alice,
                attributes=given | {"password": password},
            )  # fmt: skip
        without = {name: value for name, value in given.items() if name != "password"}
        reply = await portal.post(f"/payments/{path}", alice, attributes=without)
        assert reply.code != 0
        assert await list_methods(portal, alice) == before

    @pytest.mark.parametrize("path", ["method_save", "method_del", "method_default"])
    async def test_operator_signed_in_as_a_publisher_cannot_change_its_payment_methods(
        self, portal: Portal, path: str
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        made = await save_method(portal, alice, paypal("first@example.com"))
        token = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        given = paypal("x@example.com") if path == "method_save" else {"password": PASSWORD}
        await portal.refuses(
            Code.NOT_ALLOWED, f"/payments/{path}", token, attributes=given | {"id": made["id"]}
        )
        assert (await portal.ok("/payments/methods", token))["list"] == [made]

    async def test_password_attempts_for_payment_methods_are_rate_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        strict = LIFTED._replace(password=SharedLimit(unique("password"), ((3, MINUTE),)))
        monkeypatch.setattr(portal.resources, "shared_limits", strict)
        alice = await portal.someone()
        given = paypal("first@example.com", password="wrong")
        codes = [
            (await portal.post("/payments/method_save", alice, attributes=given)).code
            for _ in range(3)
        ]
        right = await portal.post(
            "/payments/method_save", alice, attributes=given | {"password": PASSWORD}
        )
        assert (codes, right.code) == ([20050] * 3, Code.TOO_MANY_REQUESTS.number)


class TestMethods:
    async def test_payment_methods_of_another_publisher_are_hidden(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        made = await save_method(portal, alice, paypal("alice@example.com"))
        bobs = await save_method(portal, bob, paypal("bob@example.com"))

        assert [each["id"] for each in await list_methods(portal, bob)] == [bobs["id"]]
        for path in ("method_del", "method_default", "method_save"):
            extra = paypal("x@example.com") if path == "method_save" else {"password": PASSWORD}
            for method_id in (made["id"], 2**50):
                given = extra | {"id": method_id}
                await portal.refuses(Code.NOT_FOUND, f"/payments/{path}", bob, attributes=given)
        assert await list_methods(portal, alice) == [made]


class TestMethodDefault:
    async def test_concurrent_changes_leave_one_default_payment_method(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = [
            await save_method(portal, alice, paypal(f"{n}@example.com"))
            for n in ("one", "two", "six")
        ]
        asked = [{"id": each["id"], "password": PASSWORD} for each in made]

        await asyncio.gather(
            *(portal.ok("/payments/method_default", alice, attributes=each) for each in asked * 2)
        )
        await portal.ok("/payments/method_default", alice, attributes=asked[2])

        found = await list_methods(portal, alice)
        assert [(each["id"], each["is_default"]) for each in found] == [
            (made[2]["id"], True), (made[0]["id"], False), (made[1]["id"], False)
        ]  # fmt: skip


class TestMethodDel:
    async def test_bank_details_of_a_deleted_payment_method_are_erased(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        made = await save_method(portal, alice, paypal("gone@example.com"))

        await portal.ok(
            "/payments/method_del", alice, attributes={"id": made["id"], "password": PASSWORD}
        )

        assert await list_methods(portal, alice) == []
        async with portal.db() as db:
            rows = "select sealed, mark from payment_method where publisher_id = $1"
            assert [tuple(row) for row in await db.fetch(rows, alice.uid)] == [("", b"")]
        assert (await save_method(portal, alice, paypal("gone@example.com")))["is_default"]

    async def test_default_payment_method_cannot_be_deleted_while_others_exist(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        first, second = [
            await save_method(portal, alice, paypal(f"{n}@example.com")) for n in ("a1", "b2")
        ]
        ask = {"id": first["id"], "password": PASSWORD}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/method_del", alice, attributes=ask
        )
        assert "make another one the default first" in reply.message
        await portal.ok("/payments/method_del", alice, attributes=ask | {"id": second["id"]})
        await portal.ok("/payments/method_del", alice, attributes=ask)


class TestMethodFields:
    async def test_payment_method_form_describes_the_rules_of_each_field(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        ask = {"kind": "bank", "country": "US", "currency": "USD", "entity": "company"}
        found = await portal.ok("/payments/method_fields", alice, attributes=ask)
        fields = {field["name"]: field for field in found["fields"]}
        assert list(fields) == [
            "holder", "registration_number", "routing_number", "account_number", "account_type",
            "address", "city", "postal_code",
        ]  # fmt: skip
        assert fields["holder"]["label"] == "Company name"
        assert fields["registration_number"]["required"] is False
        assert fields["account_type"]["choices"] == ["checking", "savings"]
        assert fields["routing_number"]["pattern"] == "[0-9]{9}"
        assert fields["routing_number"]["shape"] == "Routing number must have 9 digits"

    @pytest.mark.parametrize(
        ("kind", "country", "currency"),
        [
            ("bank", "IN", "INR"),
            ("bank", "FR", "EUR"),
            ("paypal", "IN", "USD"),
            ("bank", "AQ", "USD"),
        ],
    )
    async def test_payment_method_form_proposes_the_currency_of_country_and_kind(
        self, portal: Portal, kind: str, country: str, currency: str
    ) -> None:
        alice = await portal.someone()
        ask = {"kind": kind, "country": country}
        found = await portal.ok("/payments/method_fields", alice, attributes=ask)
        assert found["currency"] == currency
        assert currency in found["currencies"]

    async def test_bank_account_form_of_each_country_includes_an_account_number(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        for country in ("AE", "BR", "CN", "ZA", "SG", "AQ", "GG", "RE"):
            ask = {"kind": "bank", "country": country}
            found = await portal.ok("/payments/method_fields", alice, attributes=ask)
            names = {field["name"] for field in found["fields"]}
            assert names & {"iban", "account_number"}, country

    @pytest.mark.parametrize(
        ("country", "currency", "values", "wrong"),
        [
            ("DE", "EUR", {"iban": "de89 3704 0044 0532 0130 00"}, {}),
            (
                "DE",
                "EUR",
                {"iban": "DE89370400440532013001", "holder": "Maya Kern"},
                {"iban": "This is not a valid IBAN; check its characters"},
            ),
            (
                "DE",
                "EUR",
                {"iban": "GB82WEST12345698765432"},
                {"iban": "IBAN must begin with DE and have 22 characters"},
            ),
            (
                "US",
                "USD",
                {"routing_number": "123456789", "account_number": ""},
                {"routing_number": "This is not a valid routing number; check its digits"},
            ),
            (
                "US",
                "USD",
                {"account_type": "gold"},
                {"account_type": "Account type must be one of checking, savings"},
            ),
            (
                "MX",
                "MXN",
                {"clabe": "032180000118359710"},
                {"clabe": "This is not a valid CLABE; check its digits"},
            ),
            ("US", "USD", {"nothing_like_it": "1"}, {}),
            ("US", "USD", {}, {}),
        ],
    )
    async def test_payment_method_values_are_validated_before_saving(
        self,
        portal: Portal,
        country: str,
        currency: str,
        values: dict[str, str],
        wrong: dict[str, str],
    ) -> None:
        ask = {"kind": "bank", "country": country, "currency": currency, "values": values}

        found = await portal.ok("/payments/method_fields", await portal.someone(), attributes=ask)

        assert {each["field"]: each["why"] for each in found["wrong"]} == wrong

    @pytest.mark.parametrize("changed", [{"country": "ZZ"}, {"currency": "ZZZ"}, {"kind": "cash"}])
    async def test_payment_method_of_an_unknown_country_currency_or_kind_is_refused(
        self, portal: Portal, changed: dict[str, str]
    ) -> None:
        alice = await portal.someone()
        ask = {"kind": "bank", "country": "GB", "currency": "GBP"} | changed
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/method_fields", alice, attributes=ask
        )
        assert f"attributes.{next(iter(changed))}" in reply.message


class TestNotifications:
    async def test_each_change_of_a_payment_method_is_mailed_and_recorded_in_the_activity_log(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        first = await save_method(portal, alice, paypal("maya.first@example.com"))
        await portal.work()
        await save_method(portal, alice, paypal("maya.other@example.com", id=first["id"]))
        await portal.work()
        ask = {"id": first["id"], "password": PASSWORD}
        await portal.ok("/payments/method_default", alice, attributes=ask)
        await portal.ok("/payments/method_del", alice, attributes=ask)
        await portal.work()

        mails = mails_to(portal, alice.email)
        assert all("m•••@example.com" in text for text in mails)
        # Changed before anybody could rely on it, it is still one that was added; so is its end nothing to stop.
        assert [re.search(r"was (added|changed|made|deleted)", text)[1] for text in mails] == [
            "added", "added", "made"
        ]  # fmt: skip
        assert not any("maya.other@" in text for text in mails)
        async with portal.db() as db:
            rows = await db.fetch(
                "select action, details from audit where publisher_id = $1 order by at", alice.uid
            )
        assert [row["action"] for row in rows] == [
            "/payments/method_save", "/payments/method_save", "/payments/method_default",
            "/payments/method_del",
        ]  # fmt: skip
