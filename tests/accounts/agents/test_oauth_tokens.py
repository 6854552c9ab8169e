"""Codes and tokens of agents: what they are exchanged for, and how long they work."""

import asyncio

import pytest

from schema.accounts.agent import (
    ACCESS_LIFETIME,
    CODE_LIFETIME,
    GRANT_LIFETIME,
    IDLE_LIFETIME,
)
from tests.support.accounts.agents import BACK, register
from tests.support.databases import earlier
from tests.support.portal import Portal


class TestTokens:
    async def test_reused_authorization_code_ends_the_connection(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        response = await app.redeem(code)
        tokens = response.json()
        assert response.headers["cache-control"] == "no-store"
        assert tokens["expires_in"] == 3600 and tokens["token_type"] == "Bearer"
        agent = app.agent(tokens)
        assert await agent.data("site_list")
        response = await app.redeem(code)
        assert (response.status_code, response.json()["error"]) == (400, "invalid_grant")
        assert (await agent.send("tools/list")).status_code == 401
        assert (await app.renew(tokens["refresh_token"])).status_code == 400
        assert (await portal.ok("/user/app_list", alice))["list"] == []

    @pytest.mark.parametrize(
        "changes",
        [
            {"code_verifier": "v" * 43},
            {"code_verifier": ""},
            {"redirect_uri": BACK + "/"},
            {"redirect_uri": ""},
            {"client_id": "app_another"},
            {"code": "nonsense"},
            {"grant_type": "refresh_token"},
        ],
    )
    async def test_stolen_authorization_code_is_refused_and_the_app_still_gets_its_tokens(
        self, portal: Portal, changes: dict[str, str]
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        response = await app.redeem(**{"code": code, **changes})
        assert (response.status_code, response.json()["error"]) == (400, "invalid_grant")
        assert (await app.redeem(code)).status_code == 200

    async def test_authorization_code_of_another_app_is_refused(self, portal: Portal) -> None:
        alice, app, other = await portal.someone(), await register(portal), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        other.verifier = app.verifier
        assert (await other.redeem(code)).json()["error"] == "invalid_grant"

    async def test_authorization_code_expires_after_a_minute(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        async with portal.db() as db:
            await db.execute(
                f"update agent_secret set {earlier('expires_at', '$2')} where publisher_id = $1",
                *(alice.uid, CODE_LIFETIME),
            )
        assert (await app.redeem(code)).json()["error"] == "invalid_grant"

    async def test_reused_refresh_token_revokes_its_family(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        first = await app.connect(alice)
        second = (await app.renew(first["refresh_token"])).json()
        assert second["access_token"] != first["access_token"]
        assert await app.agent(first).data("site_list") == await app.agent(second).data("site_list")
        response = await app.renew(first["refresh_token"])
        assert (response.status_code, response.json()["error"]) == (400, "invalid_grant")
        for tokens in (first, second):
            assert (await app.agent(tokens).send("tools/list")).status_code == 401
        assert (await app.renew(second["refresh_token"])).status_code == 400

    async def test_concurrent_uses_of_a_refresh_token_succeed_once_and_revoke_it(
        self, portal: Portal
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        tokens = await app.connect(alice)
        answers = await asyncio.gather(*(app.renew(tokens["refresh_token"]) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
        [renewed] = [answer.json() for answer in answers if answer.status_code == 200]
        assert (await app.agent(renewed).send("tools/list")).status_code == 401

    async def test_access_token_expires_after_an_hour(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        tokens = await app.connect(alice)
        async with portal.db() as db:
            await db.execute(
                f"update agent_secret set {earlier('expires_at', '$2')}"
                " where publisher_id = $1 and kind = 'access'",
                *(alice.uid, ACCESS_LIFETIME),
            )
        assert (await app.agent(tokens).send("tools/list")).status_code == 401
        assert (await app.renew(tokens["refresh_token"])).status_code == 200

    async def test_connection_ends_after_a_month_without_use_and_after_half_a_year(
        self, portal: Portal
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        idle, old = await app.connect(alice), await app.connect(alice)
        [newer, older] = (await portal.ok("/user/app_list", alice))["list"]
        async with portal.db() as db:
            await db.execute(
                f"update agent_secret set {earlier('expires_at', '$3')}"
                " where publisher_id = $1 and grant_id = $2",
                *(alice.uid, older["id"], IDLE_LIFETIME),
            )
            await db.execute(
                f"update agent_grant set {earlier('expires_at', '$3')}"
                " where publisher_id = $1 and grant_id = $2",
                *(alice.uid, newer["id"], GRANT_LIFETIME),
            )
        for tokens in (idle, old):
            assert (await app.renew(tokens["refresh_token"])).status_code == 400
        assert (await app.agent(old).send("tools/list")).status_code == 401

    @pytest.mark.parametrize(
        ("form", "error"),
        [
            ({"a": "b"}, "unsupported_grant_type"),
            ({"grant_type": "password"}, "unsupported_grant_type"),
            ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
            ({"grant_type": "authorization_code"}, "invalid_grant"),
            ({"grant_type": "refresh_token", "refresh_token": "\x00"}, "invalid_grant"),
            ({"grant_type": "refresh_token", "refresh_token": "x" * 9_000}, "invalid_grant"),
        ],
    )
    async def test_malformed_token_request_is_refused(
        self, portal: Portal, form: dict[str, str], error: str
    ) -> None:
        response = await portal.http.post("/oauth/token", data=form)
        assert (response.status_code, response.json()["error"]) == (400, error)

    async def test_token_request_must_be_a_form_without_duplicates(self, portal: Portal) -> None:
        form = b"grant_type=refresh_token&refresh_token=a&refresh_token=b"
        headers = {"content-type": "application/x-www-form-urlencoded"}
        response = await portal.http.post("/oauth/token", content=form, headers=headers)
        assert response.json()["error"] == "invalid_request"
        response = await portal.http.post("/oauth/token", json={"grant_type": "refresh_token"})
        assert response.json()["error"] == "invalid_request"
        big = b"a=" + b"x" * 20_000
        response = await portal.http.post("/oauth/token", content=big, headers=headers)
        assert response.status_code == 413

    async def test_access_and_refresh_tokens_are_not_interchangeable(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        tokens = (await app.redeem(code)).json()
        access, refresh = tokens["access_token"], tokens["refresh_token"]
        assert (await app.renew(access)).status_code == 400
        assert (await app.renew(access.removeprefix("agent_"))).status_code == 400
        assert (await app.redeem(refresh)).status_code == 400
        tokens["access_token"] = refresh
        assert (await app.agent(tokens).send("tools/list")).status_code == 401
