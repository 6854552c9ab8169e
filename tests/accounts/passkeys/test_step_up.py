"""Step-up: a passkey in place of the password, for one call, in one session, once, within two minutes."""

from typing import Any

import pytest

from rpc import Code
from rpc.calls.registry import registry
from rpc.calls.registry_entry import Procedure
from schema.accounts.permission import Role
from schema.accounts.reauth import StepUp
from tests.support.accounts.agents import register
from tests.support.accounts.authenticator import (
    Authenticator,
    Json,
    add_passkey,
    begin_adding,
    begin_sign_in,
    begin_step_up,
    step_up,
)
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.login_changes import FRESH, change_of_password, sign_in
from tests.support.accounts.payments import draft, paypal, save_method
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal, Someone, unique

WRONG = Code.LOGIN_PASSWORD_INVALID
MOVE = "/user/email_edit"
POSTBACK = {"event_type": 1, "delivery_type": 1, "link_url": "https://a.example/"}
VIEW = {"report": "clicks", "name": "All", "filter": {}, "days": "last_7"}
SCHEDULE = {
    "name": "Nightly", "report": "links", "every": "day", "kind": "sftp", "host": "127.0.0.1", "port": 2222,
    "user": "portal", "secret": "x",
}  # fmt: skip


def moving(to: str = "") -> Json:
    return {"email": to or f"{unique('moved')}@example.com"}


class Holder:
    """An account with a passkey, and something of each kind that a password guards."""

    def __init__(self, portal: Portal, who: Someone, device: Authenticator) -> None:
        self.portal, self.who, self.device = portal, who, device

    async def attributes(self, path: str) -> Json:
        """What the call takes besides the password."""
        match path:
            case "/user/app_allow":
                app = await register(self.portal)
                question = app.question(response_type=None, code_challenge_method=None)
                return {"question": question, "scopes": ["agent.read"]}
            case "/payments/method_propose" | "/payments/method_save":
                return without_password(paypal("maya@example.com"))
            case "/payments/method_default" | "/payments/method_del":
                given = draft("paypal", "GB", "GBP", {"email": f"{unique('p')}@example.com"})
                return {"id": (await save_method(self.portal, self.who, given))["id"]}
            case "/payments/proposal_confirm":
                given = paypal(f"{unique('p')}@example.com")
                made = await self.portal.ok("/payments/method_propose", self.who, attributes=given)
                return {"id": made["id"], "account": given["fields"]["email"]}
            case "/postback/secret":
                saved = await self.portal.ok("/postback/do_info", self.who, attributes=POSTBACK)
                return {"id": saved["id"]}
            case "/reports/sheet_save":
                saved = await self.portal.ok("/reports/view_save", self.who, attributes=VIEW)
                return {"name": "Board", "view_id": saved["id"]}
            case "/user/passkey_del":
                [passkey] = (await self.portal.ok("/user/passkey_list", self.who))["list"]
                return {"id": passkey["id"]}
            case "/user/password_edit":
                return {"password": FRESH, "confirm_password": FRESH}
            case "/user/team_remove" | "/user/team_role" | "/user/team_transfer":
                member = await self.portal.member(self.who, Role.ANALYST)
                role = {"role": Role.FINANCE, "was": Role.ANALYST}
                return {"id": member.account_id} | (role if path == "/user/team_role" else {})
            case "/user/third_bind":
                return {"provider": "acme", "code": "x", "state": "x"}
        return {
            "/common/gen_token": {"name": "Nightly", "scopes": ["report.read"]},
            "/staff/add": {"email": f"{unique('staff')}@example.com"},
            "/staff/lock": {"id": self.who.account_id, "locked": True},
            "/staff/reset": {"id": self.who.account_id},
            "/reports/schedule_save": SCHEDULE,
            MOVE: moving(),
            "/user/team_invite": {**moving(), "role": Role.ANALYST},
            "/user/third_unbind": {"provider": "acme"},
        }.get(path, {})


EXPECTED = {
    "/staff/lock": Code.NOT_ALLOWED,  # nobody locks themselves
    "/staff/reset": Code.NOT_ALLOWED,
    "/user/team_leave": Code.STATE_FORBIDS,  # the last owner stays
    "/user/third_bind": Code.THIRD_PARTY_UNKNOWN,
    "/user/third_unbind": Code.THIRD_PARTY_UNKNOWN,
    "/user/two_step_end": Code.NOT_ALLOWED,
}
"""What calls are refused with that the ticket has let through; the others succeed."""
GUARDED = [
    entry.path for entry in registry.entries(Procedure) if issubclass(entry.attributes, StepUp)
]


def without_password(attributes: Json) -> Json:
    return {name: value for name, value in attributes.items() if name != "password"}


async def new_holder(portal: Portal, *, staff: bool = False) -> Holder:
    who = await (portal.new_operator() if staff else portal.someone())
    return Holder(portal, who, await add_passkey(portal, who))


@pytest.fixture
async def alice(passkey_portal: Portal) -> Holder:
    return await new_holder(passkey_portal)


class TestEverywhere:
    def test_every_call_that_asks_for_the_password_takes_a_ticket(self) -> None:
        for entry in registry.entries(Procedure):
            if Code.LOGIN_PASSWORD_INVALID in entry.raises:
                assert entry.path in GUARDED
        assert len(GUARDED) == 26

    @pytest.mark.parametrize("path", GUARDED)
    async def test_passkey_ticket_confirms_the_call_it_was_issued_for(
        self, passkey_portal: Portal, path: str
    ) -> None:
        it = await new_holder(passkey_portal, staff=path.startswith("/staff/"))
        attributes = await it.attributes(path)
        given = await step_up(passkey_portal, it.who, it.device, path, attributes)

        reply = await passkey_portal.post(path, it.who, attributes=given)

        expected = EXPECTED.get(path)
        assert reply.code == (expected.number if expected else 0), reply

    @pytest.mark.parametrize("path", GUARDED)
    async def test_call_with_neither_or_both_of_password_and_ticket_names_the_field(
        self, passkey_portal: Portal, path: str
    ) -> None:
        it = await new_holder(passkey_portal, staff=path.startswith("/staff/"))
        attributes = await it.attributes(path)
        password = "old" if path == "/user/password_edit" else "password"
        both = {**attributes, password: PASSWORD, "stepup": "x"}
        for given, field in ((attributes, password), (both, "stepup")):
            reply = await passkey_portal.refuses(WRONG, path, it.who, attributes=given)
            assert reply.refusal == {"field": f"attributes.{field}"}
            assert "one of them" in reply.message


class TestTicket:
    async def test_passkey_ticket_is_used_once(self, passkey_portal: Portal, alice: Holder) -> None:
        given = await step_up(passkey_portal, alice.who, alice.device, MOVE, moving())
        await passkey_portal.ok(MOVE, alice.who, attributes=given)
        reply = await passkey_portal.refuses(WRONG, MOVE, alice.who, attributes=given)
        assert reply.refusal == {"field": "attributes.stepup"}

    async def test_passkey_ticket_confirms_no_other_call(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        given = await step_up(passkey_portal, alice.who, alice.device, "/user/two_step_end", {})
        await passkey_portal.refuses(WRONG, "/user/close", alice.who, attributes=given)

    async def test_passkey_ticket_confirms_no_other_attributes(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        given = await step_up(passkey_portal, alice.who, alice.device, MOVE, moving())
        await passkey_portal.refuses(WRONG, MOVE, alice.who, attributes=given | moving())
        await passkey_portal.ok(MOVE, alice.who, attributes=given)

    async def test_passkey_ticket_is_valid_only_in_its_session(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        other = await sign_in(passkey_portal, alice.who)
        given = await step_up(passkey_portal, alice.who, alice.device, MOVE, moving())
        await passkey_portal.refuses(WRONG, MOVE, other, attributes=given)

    async def test_passkey_ticket_is_valid_only_for_its_account(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        bob = await new_holder(passkey_portal)
        given = await step_up(passkey_portal, alice.who, alice.device, MOVE, moving())
        await passkey_portal.refuses(WRONG, MOVE, bob.who, attributes=given)

    async def test_passkey_ticket_expires_after_two_minutes(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        given = await step_up(passkey_portal, alice.who, alice.device, MOVE, moving())
        async with passkey_portal.db() as db:
            await db.execute(
                f"update one_time_token set {earlier('expires_at', '2 minutes')}"
                " where publisher_id = $1",
                alice.who.uid,
            )
        await passkey_portal.refuses(WRONG, MOVE, alice.who, attributes=given)

    async def test_change_of_credentials_ends_a_passkey_ticket(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        given = await step_up(passkey_portal, alice.who, alice.device, MOVE, moving())
        await passkey_portal.ok("/user/password_edit", alice.who, attributes=change_of_password())
        await passkey_portal.refuses(WRONG, MOVE, alice.who, attributes=given)

    async def test_other_kinds_of_tokens_are_refused_as_passkey_tickets(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        for token in ("nonsense", alice.who.token):
            given = {**moving(), "stepup": token}
            await passkey_portal.refuses(WRONG, MOVE, alice.who, attributes=given)

    async def test_password_still_confirms_calls_of_an_account_with_a_passkey(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        await passkey_portal.ok(MOVE, alice.who, attributes={**moving(), "password": PASSWORD})


class TestBegin:
    async def refuse(
        self, passkey_portal: Portal, code: Code, who: Any, path: str, **attributes: Any
    ) -> Any:
        given = {"path": path, "attributes": attributes}
        return await passkey_portal.refuses(code, "/auth/passkey_begin", who, attributes=given)

    async def test_browser_is_asked_for_one_of_the_accounts_passkeys(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        options = await begin_step_up(passkey_portal, alice.who, "/user/close", {})
        [known] = options["allowCredentials"]
        assert known["transports"] == ["usb", "nfc"]

    async def test_passkey_ticket_is_issued_only_for_calls_that_ask_for_the_password(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        reply = await self.refuse(passkey_portal, Code.REQUEST_INVALID, alice.who, "/user/edit")
        assert reply.refusal == {"field": "attributes.path"}
        await self.refuse(passkey_portal, Code.PATH_UNKNOWN, alice.who, "/user/nothing")

    async def test_passkey_ticket_is_refused_for_attributes_that_the_call_refuses(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        reply = await self.refuse(
            passkey_portal, Code.EMAIL_INVALID, alice.who, MOVE, email="nobody"
        )
        assert reply.refusal == {"field": "attributes.attributes.email"}

    async def test_passkey_tickets_are_refused_to_guests_and_api_tokens(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        await self.refuse(passkey_portal, Code.UNAUTHORIZED, None, "/user/close")
        draft = {"name": "Nightly", "scopes": ["report.read"], "password": PASSWORD}
        made = await passkey_portal.ok("/common/gen_token", alice.who, attributes=draft)
        await self.refuse(passkey_portal, Code.NOT_ALLOWED, made["token"], "/user/close")

    async def test_passkey_tickets_are_refused_to_operators_signed_in_as_a_publisher(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        acting = await enter(
            passkey_portal,
            await issue_code(
                passkey_portal, await passkey_portal.new_operator(), uid=alice.who.uid
            ),
        )
        await self.refuse(passkey_portal, Code.NOT_ALLOWED, acting, "/user/close")

    async def test_passkey_ticket_of_an_account_without_passkeys_is_refused_with_an_explanation(
        self, passkey_portal: Portal
    ) -> None:
        bob = await passkey_portal.someone(site=False)
        reply = await self.refuse(passkey_portal, Code.NOT_ALLOWED, bob, "/user/close")
        assert "no passkey yet" in reply.message


class TestFinish:
    async def test_challenge_of_a_passkey_ticket_belongs_to_its_session(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        other = await sign_in(passkey_portal, alice.who)
        options = await begin_step_up(passkey_portal, alice.who, "/user/close", {})
        await self.refuse(passkey_portal, other, alice.device.sign(options))

    async def test_passkey_of_another_account_confirms_nothing(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        bob = await new_holder(passkey_portal)
        options = await begin_step_up(passkey_portal, alice.who, "/user/close", {})
        await self.refuse(passkey_portal, alice.who, bob.device.sign(options))

    async def test_copies_other_hosts_and_unverified_answers_are_refused(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        copy = alice.device.copy()
        await step_up(passkey_portal, alice.who, alice.device, MOVE, moving())
        elsewhere, unverified = alice.device.copy(), alice.device.copy()
        elsewhere.origin, unverified.verifies = "https://other.example", False
        for device in (copy, elsewhere, unverified):
            options = await begin_step_up(passkey_portal, alice.who, "/user/close", {})
            await self.refuse(passkey_portal, alice.who, device.sign(options))

    async def test_passkey_answer_to_a_step_up_is_used_once(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        signed = alice.device.sign(
            await begin_step_up(passkey_portal, alice.who, "/user/close", {})
        )
        given = {"credential": signed}
        await passkey_portal.ok("/auth/passkey_finish", alice.who, attributes=given)
        await self.refuse(passkey_portal, alice.who, signed)

    async def test_passkey_challenges_of_other_purposes_confirm_no_call(
        self, passkey_portal: Portal, alice: Holder
    ) -> None:
        adding = await begin_adding(passkey_portal, alice.who)
        options = await begin_sign_in(passkey_portal) | {"challenge": adding["challenge"]}
        await self.refuse(passkey_portal, alice.who, alice.device.sign(options))

        signed = alice.device.sign(await begin_sign_in(passkey_portal))
        done = await passkey_portal.ok(
            "/auth/passkey_finish", alice.who, attributes={"credential": signed}
        )
        assert done["stepup"] is None

    async def refuse(self, passkey_portal: Portal, who: Someone | str, credential: Json) -> None:
        given = {"credential": credential}
        await passkey_portal.refuses(
            Code.VERIFICATION_CODE_INVALID, "/auth/passkey_finish", who, attributes=given
        )
