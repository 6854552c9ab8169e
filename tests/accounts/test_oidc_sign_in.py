"""Sign-in by a provider, with a real OpenID Connect provider."""

from datetime import timedelta

import httpx2
import pytest

import sql.network.retention
from rpc import Code
from rpc.security.rate_limits import SharedLimits
from tests.accounts.test_two_step import turned_on
from tests.support.accounts.oidc_journeys import (
    add_person,
    bind_provider,
    depart,
    journey,
    ticket,
)
from tests.support.accounts.oidc_provider import Provider
from tests.support.portal import Portal

UNKNOWN = Code.THIRD_PARTY_UNKNOWN


class TestThirdProviders:
    async def test_configured_sign_in_providers_are_listed(self, third: Portal) -> None:
        found = await third.ok("/auth/third_providers")
        assert found["list"] == [
            {"name": "acme", "label": "Acme"},
            {"name": "other", "label": "Other"},
        ]

    async def test_list_of_sign_in_providers_is_empty_without_settings(
        self, portal: Portal
    ) -> None:
        assert (await portal.ok("/auth/third_providers"))["list"] == []


class TestThirdLink:
    async def test_sign_in_url_of_a_provider_has_state_nonce_and_pkce_challenge(
        self, third: Portal, provider: Provider
    ) -> None:
        url = httpx2.URL(await depart(third))
        assert str(url).startswith(f"{provider.url}/oauth2/authorize")
        asked = url.params
        assert asked["code_challenge_method"] == "S256"
        assert asked["redirect_uri"] == f"{third.url}/auth/third-party?provider=acme"
        assert {"openid", "email"} <= set(asked["scope"].split())
        assert min(len(asked[name]) for name in ("state", "nonce", "code_challenge")) >= 43

    async def test_sign_in_url_of_a_provider_has_a_fresh_state_nonce_and_challenge_each_time(
        self, third: Portal
    ) -> None:
        first, second = (
            httpx2.URL(await depart(third)).params,
            httpx2.URL(await depart(third)).params,
        )
        for name in ("state", "nonce", "code_challenge"):
            assert first[name] != second[name]

    async def test_sign_in_with_an_unknown_provider_is_refused(self, third: Portal) -> None:
        for name in ("nobody", "autologin"):
            await third.refuses(UNKNOWN, "/auth/third_link", attributes={"provider": name})


class TestThirdCheck:
    async def test_connected_provider_identity_signs_in_its_account(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bind_provider(third, provider, alice)

        asked = await journey(third, provider, sub, next="/reports/performance")
        opened = await third.ok("/auth/third_check", attributes=asked)

        assert opened["next"] == "/reports/performance"
        profile = await third.ok("/user/profile", opened["token"])
        assert profile["uid"] == alice.uid

    async def test_requested_page_is_kept_through_the_second_step_of_a_provider_sign_in(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bind_provider(third, provider, alice)
        _, codes = await turned_on(third, alice)

        asked = await journey(third, provider, sub, next="/reports/performance")
        due = await third.refuses(Code.SECOND_STEP_DUE, "/auth/third_check", attributes=asked)

        assert due.data["next"] == "/reports/performance"
        given = {"ticket": due.data["ticket"], "otp": codes[0]}
        assert (await third.ok("/auth/sign_in", attributes=given))["token"]

    async def test_email_address_verified_by_provider_and_portal_opens_the_existing_account(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await add_person(provider, email=alice.email.upper())

        opened = await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))

        assert (await third.ok("/user/profile", opened["token"]))["uid"] == alice.uid
        listed = (await third.ok("/user/third_list", opened["token"]))["list"]
        assert [row["provider"] for row in listed] == ["acme"]

    async def test_unconnected_provider_identity_gets_a_ticket_to_sign_in_or_up(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await add_person(provider)
        reply = await third.refuses(
            Code.USER_NOT_BOUND, "/auth/third_check", attributes=await journey(third, provider, sub)
        )
        assert (reply.data["email"], reply.data["name"]) == (f"{sub}@example.com", "Some Body")
        assert len(reply.data["ticket"]) >= 43

    async def test_provider_sign_in_to_a_locked_or_closed_account_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bind_provider(third, provider, alice)
        for column, code in (("locked_at", Code.USER_LOCKED), ("closed_at", UNKNOWN)):
            async with third.db() as db:
                await db.execute(
                    f"update account set {column} = $2 where publisher_id = $1",
                    alice.uid,
                    third.resources.clock.now(),
                )
            await third.refuses(
                code, "/auth/third_check", attributes=await journey(third, provider, sub)
            )
            async with third.db() as db:
                await db.execute(
                    f"update account set {column} = null where publisher_id = $1", alice.uid
                )

    async def test_provider_sign_in_with_an_expired_password_or_unverified_address_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bind_provider(third, provider, alice)
        async with third.db() as db:
            await db.execute(
                "update account set new_password_due = true where publisher_id = $1", alice.uid
            )
        await third.refuses(
            Code.PASSWORD_EXPIRED,
            "/auth/third_check",
            attributes=await journey(third, provider, sub),
        )
        async with third.db() as db:
            await db.execute(
                "update account set new_password_due = false, email_verified_at = null"
                " where publisher_id = $1",
                alice.uid,
            )
        await third.refuses(
            Code.EMAIL_NOT_VERIFIED,
            "/auth/third_check",
            attributes=await journey(third, provider, sub),
        )

    async def test_second_identity_of_one_provider_for_an_account_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        await bind_provider(third, provider, alice)
        second = await add_person(provider, email=alice.email)
        await third.refuses(
            Code.USER_ALREADY_BOUND,
            "/auth/third_check",
            attributes=await journey(third, provider, second),
        )

    async def test_sign_in_with_an_unreachable_provider_answers_unavailable(
        self, third: Portal, provider: Provider
    ) -> None:
        asked = await journey(third, provider, await add_person(provider))
        known = third.resources.oidc.providers["acme"]
        away = type(known)(
            name="acme",
            client_id="portal-acme",
            client_secret="s3cret",
            label="Acme",
            issuer="http://127.0.0.1:9",
        )
        third.resources.oidc.providers["acme"] = away
        try:
            for path, given in (
                ("/auth/third_link", {"provider": "acme"}),
                ("/auth/third_check", asked),
            ):
                reply = await third.refuses(Code.UNAVAILABLE, path, attributes=given)
                assert reply.status == 503
        finally:
            third.resources.oidc.providers["acme"] = known


async def test_expired_states_and_tickets_of_provider_sign_ins_are_purged(
    third: Portal, provider: Provider
) -> None:
    await depart(third)
    await ticket(third, provider, await add_person(provider))
    async with third.db() as db:
        later = third.resources.clock.now() + timedelta(hours=1)
        await sql.network.retention.purge_shared(db, later)
        left = await db.fetchval(
            "select (select count(*) from third_state) + (select count(*) from third_ticket)"
        )
    assert left == 0


@pytest.mark.parametrize("path", ["/auth/third_link", "/auth/third_check"])
async def test_provider_sign_in_calls_are_limited_by_ip_address(
    third: Portal, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(third.resources, "shared_limits", SharedLimits())
    given = {"provider": "nobody", **({"code": "x", "state": "y"} if "check" in path else {})}
    codes = [(await third.post(path, attributes=given)).code for _ in range(21)]
    assert codes[-1] == Code.TOO_MANY_REQUESTS.number
