"""The passkeys of an account: added after a confirmation, renamed, removed, and seen by their owner only."""

from typing import Any

import pytest

from rpc import Code
from rpc.security.relying_party import relying_party_of
from schema.accounts.passkey import PASSKEYS_MAX
from tests.accounts.test_two_step import turned_on
from tests.support.accounts.authenticator import (
    Authenticator,
    add_passkey,
    begin_adding,
    begin_sign_in,
    sign_in_by,
    step_up,
)
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.login_changes import change_of_password, sign_in
from tests.support.accounts.mails import mails_to
from tests.support.accounts.password_resets import choice_of_password, request_reset
from tests.support.accounts.sign_up import credentials
from tests.support.clicks.agents import FIREFOX
from tests.support.databases import earlier
from tests.support.portal import PASSWORD, Portal, Someone

REFUSED = Code.VERIFICATION_CODE_INVALID
ICLOUD = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd"


async def list_passkeys(portal: Portal, who: Someone | str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await portal.ok("/user/passkey_list", who))["list"]
    return found


async def ids_of(portal: Portal, who: Someone | str) -> list[int]:
    return [each["id"] for each in await list_passkeys(portal, who)]


async def log_of(portal: Portal, who: Someone | str) -> list[tuple[str, str, dict[str, str]]]:
    entries = (await portal.ok("/user/audit", who))["list"]
    return [(each["action"], each["result"], each["details"]) for each in entries]


async def save(portal: Portal, who: Someone | str, **attributes: Any) -> Any:
    return await portal.post("/user/passkey_save", who, attributes=attributes)


class TestAdd:
    async def test_options_for_a_new_passkey_require_user_verification_and_contain_no_personal_name(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        first, second = [await begin_adding(passkey_portal, alice) for _ in range(2)]

        assert first["rp"]["id"] == "portal.example"
        selection = first["authenticatorSelection"]
        assert (selection["residentKey"], selection["userVerification"]) == ("required", "required")
        assert len(first["user"]["id"]) == 86
        assert first["user"]["id"] == second["user"]["id"]
        assert first["challenge"] != second["challenge"]
        assert first["excludeCredentials"] == []

    async def test_added_passkey_is_listed_by_its_device(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        await add_passkey(passkey_portal, alice, Authenticator(synced=True, aaguid=ICLOUD))
        await add_passkey(passkey_portal, alice, Authenticator())

        [phone, key] = await list_passkeys(passkey_portal, alice)
        assert (phone["name"], phone["device"], phone["synced"]) == (
            "iCloud Keychain",
            "iCloud Keychain",
            True,
        )
        assert (key["name"], key["device"], key["synced"]) == ("Security key",) * 2 + (False,)
        assert phone["last_used_at"] is None

    async def test_passkey_of_an_unknown_authenticator_is_named_after_the_browser(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        device = Authenticator(synced=True)
        made = device.make(await begin_adding(passkey_portal, alice))
        reply = await passkey_portal.post(
            "/user/passkey_save",
            alice,
            headers={"user-agent": FIREFOX},
            attributes={"credential": made},
        )
        assert "Firefox" in reply.data["name"]

    async def test_reset_asked_for_before_a_passkey_was_added_no_longer_works(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        begun = await request_reset(passkey_portal, alice)
        device = await add_passkey(passkey_portal, alice)
        given = choice_of_password(begun)
        await passkey_portal.refuses(Code.TOKEN_INVALID, "/auth/pwd_reset", attributes=given)
        again = choice_of_password(await request_reset(passkey_portal, alice))
        await passkey_portal.ok("/auth/pwd_reset", attributes=again)
        assert await sign_in_by(passkey_portal, device)

    async def test_adding_a_passkey_ends_other_sessions_and_is_mailed_to_the_owner(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        other = await sign_in(passkey_portal, alice)
        await add_passkey(passkey_portal, alice)
        await passkey_portal.work()

        await passkey_portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
        assert ("/user/passkey_save", "ok", {"passkey": "Security key"}) in await log_of(
            passkey_portal, alice
        )
        [mail] = mails_to(passkey_portal, alice.email, subject="A passkey was added")
        assert "Security key" in mail

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({}, "attributes.password"),
            ({"password": PASSWORD, "stepup": "x"}, "attributes.stepup"),
            ({"stepup": "x"}, "attributes.stepup"),
        ],
    )
    async def test_adding_a_passkey_needs_the_password_or_a_ticket(
        self, passkey_portal: Portal, given: dict[str, str], field: str
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        reply = await passkey_portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/user/passkey_begin", alice, attributes=given
        )
        assert reply.refusal == {"field": field}

    async def test_wrong_password_adds_no_passkey(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        given = {"password": "not this one"}
        await passkey_portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/user/passkey_begin", alice, attributes=given
        )

    async def test_another_passkey_confirms_a_new_one(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        first = await add_passkey(passkey_portal, alice)
        given = await step_up(passkey_portal, alice, first, "/user/passkey_begin", {})
        options = await begin_adding(passkey_portal, alice, **given)
        assert [each["type"] for each in options["excludeCredentials"]] == ["public-key"]

        made = Authenticator().make(options)
        assert (await save(passkey_portal, alice, credential=made)).code == 0
        assert len(await list_passkeys(passkey_portal, alice)) == 2

    async def test_challenge_for_a_new_passkey_is_used_once(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        options = await begin_adding(passkey_portal, alice)
        assert (
            await save(passkey_portal, alice, credential=Authenticator().make(options))
        ).code == 0
        again = await save(passkey_portal, alice, credential=Authenticator().make(options))
        assert again.code == REFUSED.number
        assert len(await list_passkeys(passkey_portal, alice)) == 1

    async def test_challenge_for_a_new_passkey_expires_after_five_minutes(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        made = Authenticator().make(await begin_adding(passkey_portal, alice))
        async with passkey_portal.db() as db:
            await db.execute(f"update passkey_challenge set {earlier('expires_at', '5 minutes')}")
        assert (await save(passkey_portal, alice, credential=made)).code == REFUSED.number

    async def test_challenge_for_a_new_passkey_belongs_to_its_session(
        self, passkey_portal: Portal
    ) -> None:
        alice, bob = (
            await passkey_portal.someone(site=False),
            await passkey_portal.someone(site=False),
        )
        made = Authenticator().make(await begin_adding(passkey_portal, alice))
        for other in (bob.token, await sign_in(passkey_portal, alice)):
            reply = await save(passkey_portal, other, credential=made)
            assert reply.code == REFUSED.number

    async def test_passkey_is_not_added_if_credentials_changed_meanwhile(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        made = Authenticator().make(await begin_adding(passkey_portal, alice))
        await passkey_portal.ok("/user/password_edit", alice, attributes=change_of_password())
        assert (await save(passkey_portal, alice, credential=made)).code == REFUSED.number

    async def test_passkey_challenge_for_signing_in_cannot_add_a_passkey(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        options = await begin_adding(passkey_portal, alice)
        swapped = options | {"challenge": (await begin_sign_in(passkey_portal))["challenge"]}
        made = Authenticator().make(swapped)
        assert (await save(passkey_portal, alice, credential=made)).code == REFUSED.number

    @pytest.mark.parametrize(
        "device",
        [
            Authenticator(origin="https://portal.example.attacker.example"),
            Authenticator(origin="http://portal.example"),
            Authenticator(verifies=False),
        ],
        ids=["other host", "plain http", "no fingerprint"],
    )
    async def test_passkey_made_for_another_host_or_without_user_verification_is_refused(
        self, passkey_portal: Portal, device: Authenticator
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        made = device.make(await begin_adding(passkey_portal, alice))
        assert (await save(passkey_portal, alice, credential=made)).code == REFUSED.number
        assert await list_passkeys(passkey_portal, alice) == []

    async def test_passkey_of_another_account_cannot_be_added(self, passkey_portal: Portal) -> None:
        alice, bob = (
            await passkey_portal.someone(site=False),
            await passkey_portal.someone(site=False),
        )
        device = await add_passkey(passkey_portal, alice)
        made = device.copy().make(await begin_adding(passkey_portal, bob))
        assert (await save(passkey_portal, bob, credential=made)).code == REFUSED.number
        assert await list_passkeys(passkey_portal, bob) == []
        assert await sign_in_by(passkey_portal, device)

    async def test_malformed_answers_for_a_new_passkey_are_refused_alike(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        for name in ("id", "client_data", "attestation_object"):
            for mangle in (lambda text: text[:-4], lambda text: "A", lambda text: "A" * 5_001):
                made = Authenticator().make(await begin_adding(passkey_portal, alice))
                made[name] = mangle(made[name])
                reply = await save(passkey_portal, alice, credential=made)
                codes = {REFUSED.number, Code.REQUEST_INVALID.number}
                assert reply.code in codes, (name, reply)

    async def test_account_has_at_most_twenty_passkeys(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        for _ in range(PASSKEYS_MAX):
            await add_passkey(passkey_portal, alice)
        reply = await passkey_portal.refuses(
            Code.REQUEST_INVALID,
            "/user/passkey_begin",
            alice,
            attributes={"password": PASSWORD},
        )
        assert "remove one first" in reply.message

    async def test_network_staff_add_passkeys_to_their_own_account_and_none_to_a_publishers(
        self, passkey_portal: Portal
    ) -> None:
        alice, staff = await passkey_portal.someone(site=False), await passkey_portal.new_operator()
        device = await add_passkey(passkey_portal, staff)
        assert await sign_in_by(passkey_portal, device)

        acting = await enter(passkey_portal, await issue_code(passkey_portal, staff, uid=alice.uid))
        given = {"password": PASSWORD}
        await passkey_portal.refuses(
            Code.NOT_ALLOWED, "/user/passkey_begin", acting, attributes=given
        )


class TestRename:
    async def test_owner_renames_a_passkey(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        await add_passkey(passkey_portal, alice)
        [id] = await ids_of(passkey_portal, alice)
        renamed = await passkey_portal.ok(
            "/user/passkey_save", alice, attributes={"id": id, "name": "My key"}
        )
        assert renamed["name"] == "My key"
        assert [each["name"] for each in await list_passkeys(passkey_portal, alice)] == ["My key"]

    async def test_refusal_to_save_a_passkey_names_the_missing_field(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        for given, field in (({"id": 1}, "attributes.name"), ({}, "attributes.id")):
            reply = await passkey_portal.refuses(
                Code.REQUEST_INVALID, "/user/passkey_save", alice, attributes=given
            )
            assert reply.refusal == {"field": field}


class TestRemove:
    async def test_removed_passkey_no_longer_signs_in_and_the_password_does(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice)
        other = await sign_in_by(passkey_portal, device)
        [id] = await ids_of(passkey_portal, alice)
        given = {"id": id, "password": PASSWORD}
        await passkey_portal.ok("/user/passkey_del", alice, attributes=given)
        await passkey_portal.work()

        await passkey_portal.refuses(Code.UNAUTHORIZED, "/user/profile", other)
        signed = {"credential": device.sign(await begin_sign_in(passkey_portal))}
        await passkey_portal.refuses(REFUSED, "/auth/passkey_finish", attributes=signed)
        assert mails_to(passkey_portal, alice.email, subject="A passkey was removed")
        assert ("/user/passkey_del", "ok", {"passkey": "Security key"}) in await log_of(
            passkey_portal, alice
        )
        await passkey_portal.ok("/auth/sign_in", attributes=credentials(alice.username))

    async def test_wrong_password_removes_no_passkey(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        await add_passkey(passkey_portal, alice)
        [id] = await ids_of(passkey_portal, alice)
        given = {"id": id, "password": "not this one"}
        await passkey_portal.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/user/passkey_del", alice, attributes=given
        )
        assert len(await list_passkeys(passkey_portal, alice)) == 1


async def test_passkeys_of_another_publisher_are_hidden(passkey_portal: Portal) -> None:
    alice, bob = await passkey_portal.someone(site=False), await passkey_portal.someone(site=False)
    await add_passkey(passkey_portal, alice)
    [id] = await ids_of(passkey_portal, alice)

    assert await list_passkeys(passkey_portal, bob) == []
    given: dict[str, Any] = {"id": id, "name": "Mine"}
    await passkey_portal.refuses(Code.NOT_FOUND, "/user/passkey_save", bob, attributes=given)
    given = {"id": id, "password": PASSWORD}
    await passkey_portal.refuses(Code.NOT_FOUND, "/user/passkey_del", bob, attributes=given)
    assert [each["name"] for each in await list_passkeys(passkey_portal, alice)] == ["Security key"]


async def test_dashboard_proposes_a_passkey_until_sign_in_is_safer(
    passkey_portal: Portal,
) -> None:
    portal = passkey_portal

    async def is_done(who: Someone) -> bool:
        tasks = (await portal.ok("/home/dashboard", who))["tasks"]
        [done] = [task["done"] for task in tasks if task["name"] in ("passkey", "two_step")]
        return bool(done)

    alice, bob = await portal.someone(), await portal.someone()
    assert not await is_done(alice)
    await add_passkey(portal, alice)
    await turned_on(portal, bob)
    assert await is_done(alice)
    assert await is_done(bob)


class TestOff:
    """At an IP address, or by plain http, browsers have no passkeys."""

    async def test_passkey_calls_without_passkeys_are_refused_with_an_explanation(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        listed = await portal.ok("/user/passkey_list", alice)
        assert listed == {"list": [], "rp_id": None}
        given = {"password": PASSWORD}
        for reply in (
            await portal.refuses(Code.NOT_ALLOWED, "/auth/passkey_begin"),
            await portal.refuses(Code.NOT_ALLOWED, "/user/passkey_begin", alice, attributes=given),
        ):
            assert "https and a host name" in reply.message

    @pytest.mark.parametrize(
        ("public_url", "rp_id", "origin"),
        [
            ("https://Portal.Example:443", "portal.example", "https://portal.example"),
            ("https://portal.example:8443", "portal.example", "https://portal.example:8443"),
            ("https://bücher.example", "xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ],
    )
    def test_origin_is_compared_as_browsers_write_it(
        self, public_url: str, rp_id: str, origin: str
    ) -> None:
        party = relying_party_of(public_url)
        assert party is not None
        assert (party.id, party.origin) == (rp_id, origin)

    async def test_attempts_are_limited_for_each_address(self, guarded_portal: Portal) -> None:
        codes = [(await guarded_portal.post("/auth/passkey_begin")).code for _ in range(65)]
        assert codes == [Code.NOT_ALLOWED.number] * 60 + [Code.TOO_MANY_REQUESTS.number] * 5

    @pytest.mark.parametrize(
        ("public_url", "rp_id"),
        [
            ("https://portal.example", "portal.example"),
            ("https://portal.example:8443", "portal.example"),
            ("http://localhost:8000", "localhost"),
            ("http://portal.example", None),
            ("http://127.0.0.1:8000", None),
            ("https://192.0.2.1", None),
            ("https://[2001:db8::1]", None),
        ],
    )
    def test_public_address_of_the_portal_decides_whether_it_has_passkeys(
        self, public_url: str, rp_id: str | None
    ) -> None:
        party = relying_party_of(public_url)
        assert (party and party.id) == rp_id
