"""VAT is added only after an operator confirmed the registration, and invoices need an agreement."""

from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from schema.payments.vat_standing import SELF_BILLING_VERSION
from sql.server.migrate import migrate
from tests.conftest import MakeDatabase
from tests.payments.documents.test_documents import (
    billable_company,
    confirm,
    document,
    open_pdf,
    read,
    save_entity,
    send_payment,
)
from tests.support.accounts.mails import mails_to
from tests.support.accounts.sign_up import sign_up, step_one
from tests.support.databases import earlier, execute
from tests.support.migrations import NAMES, migrate_part
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import request, withdrawable
from tests.support.orders.settling import run_job
from tests.support.portal import Portal

JOB = "/payments/ask_vat_again"
TAX_NUMBER = "181/815/08155"


async def save(it: Deal, **company: Any) -> Any:
    given = billable_company() | company
    return await it.portal.post("/user/edit", it.who, attributes={"company": given})


async def publisher(portal: Portal, **company: Any) -> Deal:
    """A publisher with 30 EUR to withdraw, whose company was saved and not confirmed; the network's is German."""
    await save_entity(portal)
    it = await withdrawable(portal, "300.00")
    reply = await save(it, **company)
    assert reply.code == 0, reply
    return it


async def standing(it: Deal) -> dict[str, Any]:
    found: dict[str, Any] = await it.portal.ok("/payments/vat_standing", it.who)
    return found


async def review(it: Deal) -> dict[str, Any] | None:
    rows = await it.portal.ok(
        "/network/vat_reviews", await it.portal.operator(), filter={"uid": it.who.uid}
    )
    return rows["list"][0] if rows["list"] else None


async def decide(it: Deal, state: str, **details: Any) -> Any:
    row = await review(it) or {"stated_at": "2026-01-01T00:00:00Z"}
    attributes = {"uid": it.who.uid, "stated_at": row["stated_at"], "state": state, **details}
    return await it.portal.post(
        "/network/vat_review_set", await it.portal.operator(), attributes=attributes
    )


async def note_of(it: Deal) -> tuple[str, str, str]:
    """The VAT and kind of a payment that is sent now, and what its document says."""
    payment = await send_payment(it)
    made = await document(it, payment)
    return payment["vat"], made["kind"], read(await open_pdf(it.portal, made["url"]))


async def shift(it: Deal, table: str, column: str, days: int) -> None:
    """Move a time of the publisher's rows into the past."""
    async with it.portal.db() as db:
        await db.execute(
            f"update {table} set {earlier(column, '$2')} where publisher_id = $1",
            *(it.who.uid, timedelta(days=days)),
        )


class TestNumberAndStatus:
    @pytest.mark.parametrize(
        "number", ["not registered", "n/a", "DE999999999", "FR40303265045", "EU826010755"]
    )
    async def test_invalid_vat_number_is_refused_and_nothing_is_saved(
        self, portal: Portal, number: str
    ) -> None:
        it = await publisher(portal, vat_id=None, vat_status="not_registered")

        reply = await save(it, vat_id=number, name="Other")

        assert (reply.code, reply.refusal) == (
            Code.REQUEST_INVALID.number, {"field": "attributes.company.vat_id"},
        )  # fmt: skip
        found = await portal.ok("/user/profile", it.who)
        assert (found["company"]["vat_id"], found["company"]["name"]) == (None, "Łódź & Söhne *x*")

    async def test_registered_vat_status_needs_a_vat_number(self, portal: Portal) -> None:
        it = await publisher(portal)
        for company in (
            {"vat_id": None, "tax_id": None},
            {"vat_id": None, "tax_id": "12"},
            {"vat_id": None, "country": "FR", "tax_id": TAX_NUMBER},
        ):
            reply = await save(it, **company)
            assert reply.refusal == {"field": "attributes.company.vat_id"}, company
        reply = await save(it, vat_id=None, tax_id=TAX_NUMBER)
        assert reply.code == 0, reply

    async def test_tax_number_without_digits_is_refused(self, portal: Portal) -> None:
        it = await publisher(portal)
        reply = await save(it, tax_id="n/a")
        assert reply.refusal == {"field": "attributes.company.tax_id"}

    async def test_invalid_vat_number_is_refused_at_sign_up(self, portal: Portal) -> None:
        company = {"name": "Ann", "country": "DE", "vat_id": "not registered"}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/auth/sign_up", attributes=step_one(company=company)
        )
        assert reply.refusal == {"field": "attributes.company.vat_id"}
        made = await sign_up(
            portal, company=company | {"vat_id": "DE 136695976", "self_billing": True}
        )
        number = "select number from self_billing where publisher_id = $1"
        assert await portal.value(number, made["uid"]) == "DE136695976"

    async def test_vat_number_without_a_status_counts_as_registered(self, portal: Portal) -> None:
        it = await publisher(portal, vat_status=None)
        found = await review(it)
        assert found is not None
        assert (found["status"], found["state"], found["number"]) == (
            "registered", "waiting", "DE136695976",
        )  # fmt: skip
        assert (await save(it, vat_status=None, city="Bonn")).code == 0
        assert (await portal.ok("/user/profile", it.who))["company"]["vat_status"] == "registered"

    async def test_vat_fields_follow_the_country(self, portal: Portal) -> None:
        who = await portal.someone()
        for country, example, enough in (
            ("Germany", "DE136695976", True), ("GR", "EL094259216", False), ("US", None, False),
        ):  # fmt: skip
            found = await portal.ok("/payments/vat_fields", who, attributes={"country": country})
            assert found == {"example": example, "tax_number_enough": enough}


class TestVat:
    async def test_vat_is_not_added_before_confirmation(self, portal: Portal) -> None:
        it = await publisher(portal)

        vat, kind, text = await note_of(it)

        assert (vat, kind) == ("0.00", "invoice")
        assert "has not been confirmed" in text

    async def test_vat_is_added_once_the_vat_number_is_confirmed(self, portal: Portal) -> None:
        it = await publisher(portal)
        assert (await decide(it, "confirmed", evidence="WAPIAAAAX1")).code == 0

        vat, kind, text = await note_of(it)

        assert (vat, kind) == ("5.70", "invoice")
        assert "VAT is charged at 19 %" in text
        row = await review(it)
        assert row is not None
        assert (row["evidence"], row["number_valid"]) == ("WAPIAAAAX1", True)
        assert row["decided_by"]

    async def test_confirmed_german_tax_number_gets_vat(self, portal: Portal) -> None:
        it = await publisher(portal, vat_id=None, tax_id=TAX_NUMBER)
        await confirm(it)
        assert (await request(it))["vat"] == "5.70"

    @pytest.mark.parametrize(
        ("country", "law"),
        [
            ("DE", "§ 19 UStG"),
            ("AT", "Kleinunternehmer"),
            ("PT", "53.º do CIVA"),
            ("GB", "small business"),
        ],
    )
    async def test_small_business_gets_no_vat_and_the_document_says_why(
        self, portal: Portal, country: str, law: str
    ) -> None:
        it = await publisher(portal, vat_id=None, vat_status="small_business", country=country)
        assert await review(it) is None
        assert (await decide(it, "confirmed")).code == Code.NOT_FOUND.number

        vat, kind, text = await note_of(it)

        assert (vat, kind) == ("0.00", "invoice")
        assert law in text

    async def test_rejected_vat_registration_gets_no_vat_and_a_reason(self, portal: Portal) -> None:
        it = await publisher(portal)
        assert (await decide(it, "rejected", reason="VIES does not know it")).code == 0

        assert (await request(it))["vat"] == "0.00"
        found = (await standing(it))["review"]
        assert (found["state"], found["reason"]) == ("rejected", "VIES does not know it")
        tasks = (await portal.ok("/home/dashboard", it.who))["tasks"]
        assert "vat_rejected" in {task["name"] for task in tasks}
        await portal.work()
        [mail] = mails_to(portal, it.who.email, subject="Your VAT registration")
        assert "VIES does not know it" in mail

    @pytest.mark.parametrize(
        "change",
        [
            {"country": "FR", "vat_id": "FR40303265045"},
            {"name": "Other GmbH"},
            {"vat_id": "DE811569869"},
        ],
    )
    async def test_changed_country_name_or_vat_number_needs_confirmation_again(
        self, portal: Portal, change: dict[str, Any]
    ) -> None:
        it = await publisher(portal)
        await confirm(it)
        assert (await save(it, city="Bonn")).code == 0
        assert (await standing(it))["review"]["state"] == "confirmed"

        assert (await save(it, **change)).code == 0

        assert (await standing(it))["review"]["state"] == "waiting"
        assert (await request(it))["vat"] == "0.00"

    async def test_confirmation_of_a_vat_number_expires_after_a_year(self, portal: Portal) -> None:
        it = await publisher(portal)
        await confirm(it)
        await shift(it, "vat_review", "ends_at", 366)
        assert (await request(it))["vat"] == "0.00", "even before the job ran"

        await run_job(portal, JOB)

        found = await review(it)
        assert found is not None
        assert found["state"] == "waiting"
        await portal.work()
        assert mails_to(portal, it.who.email, subject="Your VAT registration is checked again")

    async def test_review_of_a_vat_registration_changed_meanwhile_is_refused(
        self, portal: Portal
    ) -> None:
        it = await publisher(portal)
        old = await review(it)
        assert old is not None
        await save(it, name="Other GmbH")
        given = {"uid": it.who.uid, "stated_at": old["stated_at"], "state": "confirmed"}
        operator = await portal.operator()
        path = "/network/vat_review_set"
        await portal.refuses(Code.CHANGED_MEANWHILE, path, operator, attributes=given)

    async def test_incomplete_decision_on_a_vat_number_is_refused_as_are_publishers(
        self, portal: Portal
    ) -> None:
        it = await publisher(portal)
        assert (await decide(it, "rejected")).refusal == {"field": "attributes.reason"}
        assert (await decide(it, "waiting")).refusal == {"field": "attributes.state"}
        given = {"uid": it.who.uid, "stated_at": "2026-01-01T00:00:00Z", "state": "confirmed"}
        for path, attributes in (
            ("/network/vat_review_set", given),
            ("/network/vat_reviews", None),
        ):
            more = {"attributes": attributes} if attributes else {}
            await portal.refuses(Code.NOT_ALLOWED, path, it.who, **more)

    async def test_decision_on_a_vat_number_is_recorded_in_the_activity_log(
        self, portal: Portal
    ) -> None:
        it = await publisher(portal)
        await confirm(it)
        action = await portal.value(
            "select details::text from audit where publisher_id = $1 and action = '/network/vat_review_set'",
            it.who.uid,
        )
        assert "DE136695976" in action

    async def test_operators_are_mailed_once_about_vat_registrations_to_review(
        self, portal: Portal
    ) -> None:
        operator = await portal.operator()
        await publisher(portal)
        await run_job(portal, JOB)
        await portal.work()
        before = len(mails_to(portal, operator.email, subject="VAT registrations to confirm"))
        assert before >= 1

        await run_job(portal, JOB)

        await portal.work()
        assert (
            len(mails_to(portal, operator.email, subject="VAT registrations to confirm")) == before
        )


class TestAgreement:
    async def test_self_billing_agreement_records_version_and_account_and_ends_after_a_year(
        self, portal: Portal
    ) -> None:
        it = await publisher(portal)
        now = portal.resources.clock.now()

        found = (await standing(it))["agreement"]

        assert (found["version"], found["number"]) == (SELF_BILLING_VERSION, "DE136695976")
        account = await portal.value(
            "select account_id from self_billing where publisher_id = $1", it.who.uid
        )
        assert account == it.who.account_id
        assert found["ends_at"][:10] == str((now + timedelta(days=365)).date())

    async def test_payment_without_a_self_billing_agreement_has_a_statement(
        self, portal: Portal
    ) -> None:
        it = await publisher(portal)
        await confirm(it)
        await shift(it, "self_billing", "ends_at", 366)

        vat, kind, _ = await note_of(it)

        assert (vat, kind) == ("0.00", "statement")

    async def test_renewal_of_a_self_billing_agreement_is_requested_within_30_days_of_its_end(
        self, portal: Portal
    ) -> None:
        it = await publisher(portal)
        await shift(it, "self_billing", "ends_at", 340)
        for _ in range(2):
            await run_job(portal, JOB)
        await portal.work()

        assert len(mails_to(portal, it.who.email, subject="Renew your agreement")) == 1
        assert (await standing(it))["ask_again"]
        names = {task["name"] for task in (await portal.ok("/home/dashboard", it.who))["tasks"]}
        assert "renew_self_billing" in names

        given = {"version": SELF_BILLING_VERSION}
        renewed = await portal.ok("/payments/self_billing_agree", it.who, attributes=given)

        assert not renewed["ask_again"]
        names = {task["name"] for task in (await portal.ok("/home/dashboard", it.who))["tasks"]}
        assert "renew_self_billing" not in names

    async def test_expired_self_billing_agreement_is_shown_and_mailed(self, portal: Portal) -> None:
        it = await publisher(portal)
        await shift(it, "self_billing", "ends_at", 366)

        await run_job(portal, JOB)

        assert (await standing(it))["agreement"] is None
        assert not (await portal.ok("/user/profile", it.who))["company"]["self_billing"]
        names = {task["name"] for task in (await portal.ok("/home/dashboard", it.who))["tasks"]}
        assert "renew_self_billing" in names
        await portal.work()
        assert mails_to(portal, it.who.email, subject="Your payments no longer have invoices")

    async def test_changed_vat_number_ends_the_self_billing_agreement(self, portal: Portal) -> None:
        it = await publisher(portal)
        assert (await save(it, vat_id="DE811569869")).code == 0
        rows = await history(it)
        assert rows == [("DE136695976", "changed"), ("DE811569869", None)]

    async def test_self_billing_agreement_can_be_withdrawn(self, portal: Portal) -> None:
        it = await publisher(portal)
        assert (await save(it, self_billing=False)).code == 0
        assert await history(it) == [("DE136695976", "withdrawn")]
        names = {task["name"] for task in (await portal.ok("/home/dashboard", it.who))["tasks"]}
        assert "renew_self_billing" not in names

    async def test_self_billing_agreement_of_another_version_or_without_a_vat_number_is_refused(
        self, portal: Portal
    ) -> None:
        it = await publisher(portal)
        path = "/payments/self_billing_agree"
        given = {"version": SELF_BILLING_VERSION + 1}
        await portal.refuses(Code.CHANGED_MEANWHILE, path, it.who, attributes=given)
        given = {"version": SELF_BILLING_VERSION}
        who = await portal.someone(company={"name": "Ann", "country": "DE"})
        await portal.refuses(Code.STATE_FORBIDS, path, who, attributes=given)


async def history(it: Deal) -> list[tuple[str, str | None]]:
    async with it.portal.db() as db:
        rows = await db.fetch(
            "select number, end_reason from self_billing where publisher_id = $1 order by agreed_at",
            it.who.uid,
        )
    return [tuple(row) for row in rows]


OLD = [
    "insert into publisher (publisher_id, name, company) values"
    ' (7, \'A\', \'{"name": "A", "country": "Germany", "vat_id": "not registered", "self_billing": true}\'),'
    ' (8, \'B\', \'{"name": "B", "country": "DE", "vat_id": "DE136695976", "self_billing": false}\'),'
    ' (9, \'C\', \'{"name": "C", "country": "DE", "tax_id": "12", "vat_id": null, "self_billing": true}\'),'
    ' (10, \'D\', \'{"name": "D", "country": "DE", "self_billing": true}\'), (11, \'E\', null)',
]


def test_migrated_vat_numbers_await_review_and_self_billing_agreements_last_60_days(
    make_database: MakeDatabase, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, at = make_database(empty=True), NAMES.index("0171_vat_standing")
    migrate_part(url, NAMES[:at], tmp_path, monkeypatch)
    execute(url, *OLD)

    migrate(url)

    reviews = execute(url, "select publisher_id, status, number, state from vat_review order by 1")
    assert [tuple(row) for row in reviews] == [
        (7, "registered", "not registered", "waiting"),
        (8, "registered", "DE136695976", "waiting"),
    ]
    agreements = execute(
        url,
        "select publisher_id, version, number, ends_at - agreed_at from self_billing order by 1",
    )
    assert [tuple(row) for row in agreements] == [
        (7, 0, "not registered", timedelta(days=60)), (9, 0, "12", timedelta(days=60)),
    ]  # fmt: skip


class TestEarlierVersion:
    """Publishers whose data were saved when any text was a number."""

    async def old(self, portal: Portal, number: str, country: str = "Germany") -> Deal:
        """As the migration leaves it."""
        it = await publisher(portal)
        company = billable_company() | {"vat_id": number, "country": country, "vat_status": None}
        async with portal.db() as db:
            await db.execute("delete from self_billing where publisher_id = $1", it.who.uid)
            await db.execute("delete from vat_review where publisher_id = $1", it.who.uid)
            await db.execute(
                "update publisher set company = $2 where publisher_id = $1", it.who.uid, company
            )
            await db.execute(
                "insert into vat_review (publisher_id, status, country, name, number, stated_at, state)"
                " values ($1, 'registered', $2, $3, $4, now(), 'waiting')",
                *(it.who.uid, country, company["name"], number),
            )
            await db.execute(
                "insert into self_billing (publisher_id, agreed_at, version, country, number, ends_at)"
                " values ($1, now(), 0, $2, $3, now() + interval '60 days')",
                *(it.who.uid, country, number),
            )
        return it

    async def test_invalid_vat_number_of_an_earlier_release_gets_no_vat_and_makes_a_task(
        self, portal: Portal
    ) -> None:
        it = await self.old(portal, "not registered")

        vat, kind, text = await note_of(it)

        assert (vat, kind) == ("0.00", "invoice")
        assert "not registered" not in text
        names = {task["name"] for task in (await portal.ok("/home/dashboard", it.who))["tasks"]}
        assert "vat_unsaid" in names
        row = await review(it)
        assert row is not None
        assert not row["number_valid"]
        assert (await decide(it, "confirmed")).code == Code.STATE_FORBIDS.number

    async def test_valid_vat_number_of_an_earlier_release_gets_vat_once_confirmed(
        self, portal: Portal
    ) -> None:
        it = await self.old(portal, "DE136695976")
        await confirm(it)
        assert (await request(it))["vat"] == "5.70"
        # Saving then changes neither the confirmation nor the agreement.
        assert (await save(it, city="Bonn", country="Germany")).code == 0
        found = await standing(it)
        assert (found["review"]["state"], found["agreement"]["version"]) == ("confirmed", 0)

    async def test_invalid_vat_number_of_an_earlier_release_is_kept_until_a_status_is_chosen(
        self, portal: Portal
    ) -> None:
        it = await self.old(portal, "n/a")
        same = {"vat_id": "n/a", "country": "Germany"}
        assert (await save(it, vat_status=None, city="Bonn", **same)).code == 0
        reply = await save(it, vat_status="registered", **same)
        assert reply.refusal == {"field": "attributes.company.vat_id"}
        reply = await save(it, vat_id=None, vat_status="small_business", country="Germany")
        assert reply.code == 0
        assert (await standing(it))["review"]["state"] == "unneeded"
