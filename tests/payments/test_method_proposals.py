"""Finance members propose payment methods, and nothing is paid there before an owner has confirmed them."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from schema.accounts.permission import Role
from schema.payments.method_proposal import PROPOSALS_MAX
from tests.accounts.test_guarded_changes import again, kinds, stop
from tests.support.accounts.mails import mails_to
from tests.support.accounts.payments import draft, list_methods, paypal, save_method
from tests.support.accounts.waits import pass_wait
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, withdrawable
from tests.support.portal import PASSWORD, Portal, Someone, unique

PROPOSE, LIST = "/payments/method_propose", "/payments/proposals"
CONFIRM, END = "/payments/proposal_confirm", "/payments/proposal_end"
IBAN = "DE02120300000000202051"
ENDING = "•••• 2051"


def bank(**more: Any) -> Any:
    return draft("bank", "DE", "EUR", {"iban": IBAN}, **more)


async def propose(portal: Portal, who: Someone, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = await portal.ok(PROPOSE, who, attributes=bank(**more))
    return made


async def waiting(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await portal.ok(LIST, who))["list"]
    return found


def confirmation(proposal: dict[str, Any], account: str = IBAN, **more: Any) -> dict[str, Any]:
    return {"id": proposal["id"], "account": account, "password": PASSWORD} | more


async def payees(portal: Portal, who: Someone) -> list[str]:
    return [each["payee"] for each in await list_methods(portal, who)]


@pytest.fixture
async def owner(portal: Portal) -> Someone:
    return await portal.someone()


@pytest.fixture
async def finance(portal: Portal, owner: Someone) -> Someone:
    return await portal.member(owner, Role.FINANCE)


class TestMethodPropose:
    async def test_finance_member_proposes_and_saves_nothing(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        await portal.refuses(Code.NOT_ALLOWED, "/payments/method_save", finance, attributes=bank())
        made = await propose(portal, finance)

        assert (made["payee"], made["replaces"], made["own"]) == (ENDING, None, True)
        assert made["account_field"] == "IBAN"
        assert made["fields"]["iban"] == ENDING
        assert await list_methods(portal, owner) == []
        assert [each["own"] for each in await waiting(portal, owner)] == [False]
        assert await kinds(portal, owner) == []

    async def test_owners_are_mailed_with_the_ending_alone(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        await propose(portal, finance)
        await portal.work()
        [text] = mails_to(portal, owner.email, subject="proposes to add a payment method")
        assert ENDING in text
        assert IBAN not in text
        assert mails_to(portal, finance.email, subject="proposes") == []

    @pytest.mark.parametrize("role", [Role.MANAGER, Role.ANALYST, Role.DEVELOPER])
    async def test_other_roles_neither_propose_nor_see_proposals(
        self, portal: Portal, owner: Someone, finance: Someone, role: Role
    ) -> None:
        made = await propose(portal, finance)
        member = await portal.member(owner, role)
        await portal.refuses(Code.NOT_ALLOWED, PROPOSE, member, attributes=bank())
        await portal.refuses(Code.NOT_ALLOWED, LIST, member)
        await portal.refuses(Code.NOT_ALLOWED, CONFIRM, member, attributes=confirmation(made))
        await portal.refuses(Code.NOT_ALLOWED, END, member, attributes={"id": made["id"]})

    async def test_wrong_password_is_refused(self, portal: Portal, finance: Someone) -> None:
        given = bank(password="wrong")
        await portal.refuses(Code.LOGIN_PASSWORD_INVALID, PROPOSE, finance, attributes=given)
        assert await waiting(portal, finance) == []

    async def test_account_that_is_saved_or_proposed_already_is_refused(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        await save_method(portal, owner, paypal("saved@example.com"))
        saved = paypal("saved@example.com")
        reply = await portal.refuses(Code.REQUEST_INVALID, PROPOSE, finance, attributes=saved)
        assert reply.refusal["field"] == "attributes.fields"
        await propose(portal, finance)
        reply = await portal.refuses(Code.REQUEST_INVALID, PROPOSE, finance, attributes=bank())
        assert reply.refusal["field"] == "attributes.fields"
        assert len(await waiting(portal, owner)) == 1

    async def test_invalid_details_are_refused_and_name_the_field(
        self, portal: Portal, finance: Someone
    ) -> None:
        given = draft("bank", "DE", "EUR", {"iban": "DE00"})
        reply = await portal.refuses(Code.REQUEST_INVALID, PROPOSE, finance, attributes=given)
        assert reply.refusal["field"] == "attributes.fields.iban"

    async def test_number_of_proposals_is_bounded(self, portal: Portal, finance: Someone) -> None:
        for _ in range(PROPOSALS_MAX):
            await portal.ok(PROPOSE, finance, attributes=paypal(f"{unique('p')}@example.com"))
        one_more = paypal(f"{unique('p')}@example.com")
        await portal.refuses(Code.REQUEST_INVALID, PROPOSE, finance, attributes=one_more)

    async def test_method_of_another_publisher_cannot_be_changed_by_a_proposal(
        self, portal: Portal, finance: Someone
    ) -> None:
        other = await save_method(portal, await portal.someone(), paypal("other@example.com"))
        given = bank(id=other["id"])
        await portal.refuses(Code.NOT_FOUND, PROPOSE, finance, attributes=given)


class TestProposalConfirm:
    async def test_owner_confirms_and_the_details_wait_and_can_be_stopped(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        proposal = await propose(portal, finance)
        method = await portal.ok(CONFIRM, owner, attributes=confirmation(proposal))

        assert (method["payee"], method["waiting"], method["wait_reason"]) == (
            ENDING,
            True,
            "new_details",
        )
        assert await waiting(portal, owner) == []
        assert await kinds(portal, owner) == ["payee"]
        await stop(portal, owner, "payee")
        assert await list_methods(portal, await again(portal, owner)) == []

    async def test_confirmed_change_takes_the_place_of_the_former_details(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        finance = await portal.member(it.who, Role.FINANCE)
        [method] = await list_methods(portal, it.who)
        proposal = await propose(portal, finance, id=method["id"])
        assert proposal["replaces"] == method["id"]
        assert await payees(portal, it.who) == ["•••• 3000"]

        await portal.ok(CONFIRM, it.who, attributes=confirmation(proposal))

        assert await payees(portal, it.who) == [ENDING]

    async def test_account_is_typed_in_full_however_it_is_spaced(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        proposal = await propose(portal, finance)
        for typed in ("2051", "DE89370400440532013000", IBAN[:-1]):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, CONFIRM, owner, attributes=confirmation(proposal, typed)
            )
            assert reply.refusal["field"] == "attributes.account"
        assert await list_methods(portal, owner) == []

        typed = " ".join(IBAN.lower()[n : n + 4] for n in range(0, len(IBAN), 4))
        await portal.ok(CONFIRM, owner, attributes=confirmation(proposal, typed))

    async def test_finance_member_cannot_confirm_their_own_proposal(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        proposal = await propose(portal, finance)
        given = confirmation(proposal)
        await portal.refuses(Code.NOT_ALLOWED, CONFIRM, finance, attributes=given)
        assert await list_methods(portal, owner) == []

    async def test_wrong_password_of_the_owner_is_refused(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        given = confirmation(await propose(portal, finance), password="wrong")
        await portal.refuses(Code.LOGIN_PASSWORD_INVALID, CONFIRM, owner, attributes=given)
        assert await list_methods(portal, owner) == []

    async def test_two_owners_confirm_at_once_and_one_method_is_added(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        second = await portal.member(owner, Role.OWNER)
        given = confirmation(await propose(portal, finance))
        replies = await asyncio.gather(
            *(portal.post(CONFIRM, who, attributes=given) for who in (owner, second))
        )
        assert sorted(reply.code for reply in replies) == [0, Code.NOT_FOUND.number]
        assert await payees(portal, owner) == [ENDING]

    async def test_change_of_a_method_that_was_changed_or_deleted_since_is_refused(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        saved = await save_method(portal, owner, paypal("first@example.com"))
        proposal = await propose(portal, finance, id=saved["id"])
        await save_method(portal, owner, paypal("second@example.com", id=saved["id"]))
        given = confirmation(proposal)
        await portal.refuses(Code.CHANGED_MEANWHILE, CONFIRM, owner, attributes=given)
        gone = {"id": saved["id"], "password": PASSWORD}
        await portal.ok("/payments/method_del", owner, attributes=gone)
        await portal.refuses(Code.CHANGED_MEANWHILE, CONFIRM, owner, attributes=given)
        await portal.ok(END, owner, attributes={"id": proposal["id"]})
        assert await waiting(portal, owner) == []

    async def test_proposal_of_another_publisher_stays_hidden(
        self, portal: Portal, finance: Someone
    ) -> None:
        proposal, other = await propose(portal, finance), await portal.someone()
        assert await waiting(portal, other) == []
        given = confirmation(proposal)
        await portal.refuses(Code.NOT_FOUND, CONFIRM, other, attributes=given)
        await portal.refuses(Code.NOT_FOUND, END, other, attributes={"id": proposal["id"]})
        assert len(await waiting(portal, finance)) == 1

    async def test_unconfirmed_proposal_is_never_paid_to(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        finance = await portal.member(it.who, Role.FINANCE)
        [method] = await list_methods(portal, it.who)
        await propose(portal, finance, id=method["id"])
        await pass_wait(portal, it.who.uid)

        assert await find_payees_paid(it, finance) == ["•••• 3000"]

    async def test_confirmed_proposal_is_paid_to_after_the_wait_alone(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        finance = await portal.member(it.who, Role.FINANCE)
        [method] = await list_methods(portal, it.who)
        proposal = await propose(portal, finance, id=method["id"])
        await portal.ok(CONFIRM, it.who, attributes=confirmation(proposal))
        assert await find_payees_paid(it, finance) == []
        await pass_wait(portal, it.who.uid)
        assert await find_payees_paid(it, finance) == [ENDING]

    async def test_proposal_lapses_after_thirty_days(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        proposal = await propose(portal, finance)
        await pass_wait(portal, owner.uid, timedelta(days=31))
        assert await waiting(portal, owner) == []
        given = confirmation(proposal)
        await portal.refuses(Code.NOT_FOUND, CONFIRM, owner, attributes=given)
        await propose(portal, finance)  # the same again

    async def test_proposal_and_confirmation_stand_in_the_log_under_their_people(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        proposal = await propose(portal, finance)
        await portal.ok(CONFIRM, owner, attributes=confirmation(proposal))
        async with portal.db() as db:
            rows = await db.fetch(
                "select action, account_id from audit where publisher_id = $1 and action like '/payments/%'"
                " order by at",
                owner.uid,
            )
        assert [tuple(row) for row in rows] == [
            (PROPOSE, finance.account_id),
            (CONFIRM, owner.account_id),
        ]


class TestProposalEnd:
    async def test_declined_proposal_is_gone_and_its_proposer_is_mailed(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        proposal = await propose(portal, finance)
        await portal.ok(END, owner, attributes={"id": proposal["id"]})
        await portal.work()
        [text] = mails_to(portal, finance.email, subject="you proposed was declined")
        assert ENDING in text
        assert await waiting(portal, finance) == []
        await portal.refuses(Code.NOT_FOUND, END, owner, attributes={"id": proposal["id"]})

    async def test_proposer_withdraws_but_no_other_finance_member(
        self, portal: Portal, owner: Someone, finance: Someone
    ) -> None:
        proposal, other = await propose(portal, finance), await portal.member(owner, Role.FINANCE)
        ref = {"id": proposal["id"]}
        await portal.refuses(Code.NOT_ALLOWED, END, other, attributes=ref)
        await portal.ok(END, finance, attributes=ref)
        assert await waiting(portal, owner) == []

    @pytest.mark.parametrize("change", ["removed", "demoted", "narrowed"])
    async def test_proposals_end_with_the_role_of_their_proposer(
        self, portal: Portal, owner: Someone, finance: Someone, change: str
    ) -> None:
        proposal = await propose(portal, finance)
        ref = {"id": finance.account_id, "password": PASSWORD}
        if change == "removed":
            await portal.ok("/user/team_remove", owner, attributes=ref)
        else:
            role = "analyst" if change == "demoted" else "finance"
            seen = {"site_ids": [owner.site_id]} if change == "narrowed" else {}
            given = {**ref, "role": role, "was": "finance", **seen}
            await portal.ok("/user/team_role", owner, attributes=given)
        assert await waiting(portal, owner) == []
        given = confirmation(proposal)
        await portal.refuses(Code.NOT_FOUND, CONFIRM, owner, attributes=given)


async def find_payees_paid(it: Deal, by: Someone) -> list[str]:
    """The payees of the payments that leave now, asked for by somebody."""
    await it.portal.post("/payments/request", by)
    await pay(it.portal)
    async with it.portal.db() as db:
        rows = await db.fetch(
            "select payee from payment where publisher_id = $1 and state <> 'requested'", it.who.uid
        )
    return [row["payee"] for row in rows]
