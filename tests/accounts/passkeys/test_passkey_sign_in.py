"""Signing in with a passkey: without a name or a code; all that fails is refused alike."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

import sql.accounts.oidc_identity
from rpc import Code
from rpc.security.tokens import hash_secret
from sql.accounts.oidc_identity import IdentityTicket
from tests.accounts.test_two_step import turned_on
from tests.support.accounts.authenticator import (
    Authenticator,
    add_passkey,
    begin_sign_in,
    begin_step_up,
    encode,
    sign_in_by,
)
from tests.support.client import Reply
from tests.support.databases import earlier
from tests.support.portal import Portal, Someone, unique

REFUSED = Code.VERIFICATION_CODE_INVALID


async def finish(portal: Portal, credential: Any, **more: Any) -> Reply:
    given = {"credential": credential, **more}
    return await portal.post("/auth/passkey_finish", attributes=given)


async def last_entry(portal: Portal, who: Someone) -> tuple[str, str, str]:
    first, *_ = (await portal.ok("/user/audit", who))["list"]
    return first["action"], first["result"], first["by"]


class TestSignIn:
    async def test_passkey_signs_in_without_a_name(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice)
        options = await begin_sign_in(passkey_portal)
        assert options.get("allowCredentials", []) == []
        assert options["userVerification"] == "required"

        token = await sign_in_by(passkey_portal, device)

        assert (await passkey_portal.ok("/user/profile", token))["uid"] == alice.uid
        kinds = {
            each["kind"] for each in (await passkey_portal.ok("/auth/sessions", token))["list"]
        }
        assert "passkey" in kinds
        assert await last_entry(passkey_portal, alice) == ("/auth/passkey_finish", "ok", "you")
        [passkey] = (await passkey_portal.ok("/user/passkey_list", alice))["list"]
        assert passkey["last_used_at"] is not None

    async def test_passkey_needs_no_code(self, passkey_portal: Portal) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice)
        await turned_on(passkey_portal, alice)
        assert await sign_in_by(passkey_portal, device)

    async def test_session_of_a_remembered_passkey_sign_in_lasts_longer(
        self, passkey_portal: Portal
    ) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        ends = [
            (
                await finish(
                    passkey_portal, device.sign(await begin_sign_in(passkey_portal)), remember=each
                )
            ).data
            for each in (False, True)
        ]
        assert ends[0]["expires_at"] < ends[1]["expires_at"]

    async def test_synced_passkey_without_a_signature_counter_signs_in_repeatedly(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice, Authenticator(synced=True))
        for _ in range(3):
            assert await sign_in_by(passkey_portal, device)

    async def test_copied_passkey_with_a_lower_signature_counter_is_refused(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice)
        copy = device.copy()
        for _ in range(2):
            await sign_in_by(passkey_portal, device)

        for _ in range(2):
            reply = await finish(passkey_portal, copy.sign(await begin_sign_in(passkey_portal)))
            assert reply.code == REFUSED.number
        assert await last_entry(passkey_portal, alice) == (
            "/auth/passkey_finish",
            "passkey_refused",
            "unknown",
        )
        assert await sign_in_by(passkey_portal, device)

    async def test_copied_passkey_that_stopped_counting_signatures_is_refused(
        self, passkey_portal: Portal
    ) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        await sign_in_by(passkey_portal, device)
        device.counter, device.synced = 0, True
        reply = await finish(passkey_portal, device.sign(await begin_sign_in(passkey_portal)))
        assert reply.code == REFUSED.number


class TestRefused:
    async def test_passkey_answer_signs_in_once(self, passkey_portal: Portal) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        signed = device.sign(await begin_sign_in(passkey_portal))
        assert (await finish(passkey_portal, signed)).code == 0
        assert (await finish(passkey_portal, signed)).code == REFUSED.number

    async def test_twenty_concurrent_uses_of_an_answer_sign_in_once(
        self, passkey_portal: Portal
    ) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        signed = device.sign(await begin_sign_in(passkey_portal))
        replies = await asyncio.gather(*(finish(passkey_portal, signed) for _ in range(20)))
        assert [reply.code for reply in replies].count(0) == 1

    async def test_concurrent_answers_with_one_counter_sign_in_once(
        self, passkey_portal: Portal
    ) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        copies = [device.copy() for _ in range(5)]
        signed = [copy.sign(await begin_sign_in(passkey_portal)) for copy in copies]
        replies = await asyncio.gather(*(finish(passkey_portal, each) for each in signed))
        assert [reply.code for reply in replies].count(0) == 1

    async def test_challenge_of_a_passkey_sign_in_is_used_once(
        self, passkey_portal: Portal
    ) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        options = await begin_sign_in(passkey_portal)
        assert (await finish(passkey_portal, device.sign(options))).code == 0
        assert (await finish(passkey_portal, device.sign(options))).code == REFUSED.number

    async def test_challenge_of_a_passkey_sign_in_expires_after_five_minutes(
        self, passkey_portal: Portal
    ) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        options = await begin_sign_in(passkey_portal)
        async with passkey_portal.db() as db:
            await db.execute(f"update passkey_challenge set {earlier('expires_at', '5 minutes')}")
        assert (await finish(passkey_portal, device.sign(options))).code == REFUSED.number

    async def test_passkey_challenge_for_confirming_a_call_cannot_sign_in(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice)
        options = await begin_step_up(passkey_portal, alice, "/user/close", {})
        await passkey_portal.refuses(
            Code.UNAUTHORIZED,
            "/auth/passkey_finish",
            attributes={"credential": device.sign(options)},
        )

    async def test_unknown_removed_and_wrong_passkeys_are_refused_alike(
        self, passkey_portal: Portal
    ) -> None:
        alice, bob = (
            await passkey_portal.someone(site=False),
            await passkey_portal.someone(site=False),
        )
        device, removed = (
            await add_passkey(passkey_portal, alice),
            await add_passkey(passkey_portal, bob),
        )
        async with passkey_portal.db() as db:
            for table in ("passkey", "passkey_directory"):
                await db.execute(f"delete from {table} where publisher_id = $1", bob.uid)
        unknown = Authenticator(user_handle=device.user_handle)
        stolen_id = Authenticator(
            credential_id=device.credential_id, user_handle=device.user_handle
        )
        elsewhere, unverified = device.copy(), device.copy()
        elsewhere.origin = "https://other.example"
        unverified.verifies = False
        replies = [
            await finish(passkey_portal, each.sign(await begin_sign_in(passkey_portal)))
            for each in (unknown, removed, stolen_id, elsewhere, unverified)
        ]
        alike = {(each.code, each.message, each.data) for each in replies}
        assert alike == {(REFUSED.number, "This passkey was not accepted", None)}

    async def test_passkey_answer_must_have_the_user_handle_of_its_account(
        self, passkey_portal: Portal
    ) -> None:
        alice, bob = (
            await passkey_portal.someone(site=False),
            await passkey_portal.someone(site=False),
        )
        device, other = (
            await add_passkey(passkey_portal, alice),
            await add_passkey(passkey_portal, bob),
        )
        for handle in (encode(other.user_handle), "AA", "A", None):
            signed = device.sign(await begin_sign_in(passkey_portal)) | {"user_handle": handle}
            assert (await finish(passkey_portal, signed)).code == REFUSED.number

    async def test_passkey_answer_for_another_host_is_refused(self, passkey_portal: Portal) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        options = await begin_sign_in(passkey_portal)
        signed = device.sign(options | {"rpId": "other.example"})
        assert (await finish(passkey_portal, signed)).code == REFUSED.number

    async def test_malformed_passkey_answers_to_a_sign_in_are_refused_alike(
        self, passkey_portal: Portal
    ) -> None:
        device = await add_passkey(passkey_portal, await passkey_portal.someone(site=False))
        for name in ("id", "client_data", "authenticator_data", "signature"):
            for mangled in ("A", "AAAA", "A" * 1_001, "eyJ9", "bnVsbA", "W10", "MQ"):
                signed = device.sign(await begin_sign_in(passkey_portal)) | {name: mangled}
                reply = await finish(passkey_portal, signed)
                assert reply.code == REFUSED.number, (name, mangled, reply)

    @pytest.mark.parametrize(
        ("state", "code"),
        [
            ("locked_at = now()", Code.USER_LOCKED),
            ("email_verified_at = null", Code.EMAIL_NOT_VERIFIED),
            ("closed_at = now()", REFUSED),
        ],
        ids=["locked", "unverified", "closed"],
    )
    async def test_passkey_of_an_account_that_may_not_sign_in_is_refused(
        self, passkey_portal: Portal, state: str, code: Code
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice)
        async with passkey_portal.db() as db:
            await db.execute(f"update account set {state} where publisher_id = $1", alice.uid)
        reply = await finish(passkey_portal, device.sign(await begin_sign_in(passkey_portal)))
        assert reply.code == code.number
        waiting = {"email": alice.email} if code is Code.EMAIL_NOT_VERIFIED else None
        assert reply.data == waiting

    async def test_passkey_signs_in_although_a_new_password_is_due(
        self, passkey_portal: Portal
    ) -> None:
        alice = await passkey_portal.someone(site=False)
        device = await add_passkey(passkey_portal, alice)
        asked = {"uid": alice.uid, "kind": "new_password"}
        await passkey_portal.ok(
            "/network/account_lock", await passkey_portal.operator(), attributes=asked
        )
        token = await sign_in_by(passkey_portal, device)
        await passkey_portal.ok("/user/profile", token)

    async def test_passkey_sign_in_with_a_used_or_taken_provider_ticket_is_refused(
        self, passkey_portal: Portal
    ) -> None:
        alice, bob = (
            await passkey_portal.someone(site=False),
            await passkey_portal.someone(site=False),
        )
        device = await add_passkey(passkey_portal, alice)
        reply = await finish(
            passkey_portal, device.sign(await begin_sign_in(passkey_portal)), third_ticket="x" * 43
        )
        assert reply.code == Code.THIRD_PARTY_UNKNOWN.number

        taken = IdentityTicket("acme", unique("subject"), "", email_verified=False)
        async with passkey_portal.db() as db:
            until = passkey_portal.resources.clock.now() + timedelta(minutes=1)
            await sql.accounts.oidc_identity.add_ticket(db, hash_secret("ticket"), taken, until)
            await db.execute(
                "insert into third_directory values ('acme', $1, $2, $3)",
                taken.subject,
                bob.uid,
                bob.account_id,
            )
        reply = await finish(
            passkey_portal, device.sign(await begin_sign_in(passkey_portal)), third_ticket="ticket"
        )
        assert reply.code == Code.USER_ALREADY_BOUND.number
