"""OAuth 2.1 of agents: registration, the question, codes and tokens, and whatever somebody could try with them."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

import sql.network.retention
from rpc import Code
from rpc.security.rate_limits import SharedLimits
from schema.accounts.agent import (
    ACCESS_LIFETIME,
    CLIENT_UNUSED,
    CODE_LIFETIME,
    GRANT_LIFETIME,
    IDLE_LIFETIME,
    NAME_LONGEST,
)
from schema.accounts.oauth import is_redirect_address, is_registered, name_target
from tests.support.accounts.agents import BACK, BOTH, App, connect_agent, register
from tests.support.accounts.impersonation import enter, issue_code
from tests.support.accounts.mails import mails_to
from tests.support.accounts.memberships import join
from tests.support.accounts.payments import paypal, save_method
from tests.support.client import PASSWORD
from tests.support.databases import earlier
from tests.support.hostile.certificate import make_certificate
from tests.support.portal import Portal

NEW = "another long password"


class TestMetadata:
    async def test_both_documents_lead_from_the_tools_to_the_tokens(self, portal: Portal) -> None:
        public_url = portal.resources.settings.public_url
        for path in ("", "/mcp"):
            response = await portal.http.get(f"/.well-known/oauth-protected-resource{path}")
            assert response.headers["access-control-allow-origin"] == "*"
            resource = response.json()
            assert resource["resource"] == f"{public_url}/mcp"
            assert resource["authorization_servers"] == [public_url]
            response = await portal.http.get(f"/.well-known/oauth-authorization-server{path}")
            server = response.json()
            assert server["issuer"] == public_url
            assert server["code_challenge_methods_supported"] == ["S256"]
            assert server["token_endpoint_auth_methods_supported"] == ["none"]
            assert server["client_id_metadata_document_supported"] is True
            assert server["authorization_response_iss_parameter_supported"] is True
            for name in ("authorization", "token", "registration", "revocation"):
                address = urlsplit(server[f"{name}_endpoint"])
                assert f"{address.scheme}://{address.netloc}" == public_url
            assert server["scopes_supported"] == resource["scopes_supported"] == BOTH.split()


class TestRegistration:
    async def test_app_gets_an_id_and_no_secret(self, portal: Portal) -> None:
        given = {
            "client_name": "Claude",
            "redirect_uris": [BACK],
            "token_endpoint_auth_method": "client_secret_post",
            "unknown": {"a": 1},
        }
        response = await portal.http.post("/oauth/register", json=given)
        answer = response.json()
        assert (response.status_code, answer["token_endpoint_auth_method"]) == (201, "none")
        assert answer["client_id"].startswith("app_") and "client_secret" not in answer
        assert answer["redirect_uris"] == [BACK]
        assert response.headers["access-control-allow-origin"] == "*"

    @pytest.mark.parametrize(
        "address",
        [
            "", "callback", "http://agent.example/back", "javascript:alert(1)", "javascript://x/%0aalert(1)",
            "data:text/html,x", "file:///etc/passwd", "https://user@agent.example/", "https://agent.example/#x",
            "https://agent.example/ x", "https:///back", "https://agent.example\\@evil.example/", "HTTPS://[::1",
            "vbscript:/x", "view-source:/x", "https://" + "x" * 600, "ws://agent.example/",
        ],
    )  # fmt: skip
    async def test_address_to_which_no_answer_may_be_sent_is_refused(
        self, portal: Portal, address: str
    ) -> None:
        response = await portal.http.post("/oauth/register", json={"redirect_uris": [address]})
        assert (response.status_code, response.json()["error"]) == (400, "invalid_redirect_uri")

    @pytest.mark.parametrize(
        "address",
        [
            "https://agent.example/back?a=b", "http://127.0.0.1/callback", "http://[::1]:8080/", "http://localhost:1/x",
            "cursor://anysphere.cursor-mcp/oauth/callback", "com.example.agent:/back",
        ],
    )  # fmt: skip
    def test_address_of_an_app_is_known_as_one(self, address: str) -> None:
        assert is_redirect_address(address)

    @pytest.mark.parametrize(
        "body",
        [b"", b"{", b"[]", b"{}", b'{"redirect_uris": []}', b'{"redirect_uris": "x"}', b"[" * 9_000, b"\xff",
         b'{"redirect_uris": ["https://a.example/"], "client_name": 1}', b'{"client_name": "x"}'],
    )  # fmt: skip
    async def test_malformed_registration_is_refused(self, portal: Portal, body: bytes) -> None:
        response = await portal.http.post("/oauth/register", content=body)
        assert response.status_code == 400
        assert response.json()["error"] in ("invalid_client_metadata", "invalid_redirect_uri")

    async def test_eleventh_app_of_an_address_in_an_hour_is_refused(
        self, guarded_portal: Portal
    ) -> None:
        guarded_portal.resources.shared_limits = SharedLimits()
        given = {"redirect_uris": [BACK]}
        statuses = [
            (
                await guarded_portal.http.post(
                    "/oauth/register", json=given, headers={"x-forwarded-for": "198.51.100.77"}
                )
            ).status_code
            for _ in range(11)
        ]
        assert statuses == [201] * 10 + [429]

    async def test_app_that_nobody_connects_is_forgotten_after_a_week(self, portal: Portal) -> None:
        alice = await portal.someone()
        unused, used = await register(portal), await register(portal)
        await used.connect(alice)
        async with portal.db() as db:
            await db.execute(
                f"update oauth_client set {earlier('created_at', '$1')}",
                CLIENT_UNUSED + timedelta(minutes=1),
            )
            await sql.network.retention.purge_shared(db, portal.resources.clock.now())
        assert (await unused.authorize()).status_code == 400
        assert (await used.authorize()).status_code == 302

    async def test_name_is_shown_without_what_nobody_sees(self, portal: Portal) -> None:
        app = await register(portal, client_name="\u202eedualC\u200b \x00 " + "x" * 500)
        shown = await portal.ok(
            "/user/app_info", await portal.someone(), attributes=await question_of(app)
        )
        assert shown["name"].startswith("edualC x") and len(shown["name"]) == NAME_LONGEST


async def question_of(app: App, **changes: str | None) -> dict[str, str]:
    """An app's question, as the page sends it."""
    names = ("client_id", "redirect_uri", "code_challenge", "scope", "resource", "state")
    question = app.question(**changes)
    return {name: question[name] for name in names if name in question}


class TestQuestion:
    @pytest.mark.parametrize(
        "changes",
        [
            {"client_id": None},
            {"client_id": "app_unknown"},
            {"client_id": "app_\x00"},
            {"client_id": "https://"},
            {"client_id": "https://agent.example"},
            {"client_id": "http://agent.example/client.json"},
            {"client_id": "https://agent.example/a/../client.json"},
            {"redirect_uri": None},
            {"redirect_uri": "https://evil.example/"},
            {"redirect_uri": BACK + "/"},
            {"redirect_uri": BACK[:-1]},
            {"redirect_uri": BACK + "?x=1"},
            {"redirect_uri": BACK.replace("callback", "Callback")},
            {"redirect_uri": BACK.replace("127.0.0.1", "localhost")},
            {"redirect_uri": BACK.replace("http:", "https:")},
            {"redirect_uri": BACK.replace("127.0.0.1:4999", "127.0.0.1:4999@evil.example")},
            {"redirect_uri": BACK.replace("4999", "4999.evil.example")},
        ],
    )
    async def test_unknown_app_or_address_is_never_redirected(
        self, portal: Portal, changes: dict[str, str | None]
    ) -> None:
        response = await (await register(portal)).authorize(**changes)
        assert response.status_code == 400 and "location" not in response.headers
        assert "This app cannot be connected" in response.text
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]

    @pytest.mark.parametrize("port", ["4998", "1", "65535"])
    async def test_port_of_ones_own_computer_is_free(self, portal: Portal, port: str) -> None:
        app = await register(portal)
        response = await app.authorize(redirect_uri=BACK.replace("4999", port))
        assert response.status_code == 302
        assert urlsplit(response.headers["location"]).path == "/connect"

    def test_port_of_another_host_is_not_free(self) -> None:
        assert not is_registered("https://a.example:444/", ["https://a.example:443/"])
        assert not is_registered("http://127.0.0.1:99999999/", ["http://127.0.0.1/"])
        assert is_registered("http://127.0.0.1/", ["http://127.0.0.1:80/"])

    @pytest.mark.parametrize(
        ("changes", "error"),
        [
            ({"response_type": "token"}, "unsupported_response_type"),
            ({"response_type": None}, "unsupported_response_type"),
            ({"code_challenge": None}, "invalid_request"),
            ({"code_challenge": "x"}, "invalid_request"),
            ({"code_challenge_method": "plain"}, "invalid_request"),
            ({"code_challenge_method": None}, "invalid_request"),
            ({"scope": "admin"}, "invalid_scope"),
            ({"resource": "https://elsewhere.example/mcp"}, "invalid_target"),
            ({"state": "s" * 2_001}, "invalid_request"),
        ],
    )
    async def test_wrong_question_goes_back_to_the_app_with_its_error(
        self, portal: Portal, changes: dict[str, str | None], error: str
    ) -> None:
        response = await (await register(portal)).authorize(**changes)
        target = urlsplit(response.headers["location"])
        assert response.status_code == 302 and response.headers["location"].startswith(f"{BACK}?")
        values = parse_qs(target.query)
        assert values["error"] == [error]
        assert values["iss"] == [portal.resources.settings.public_url]
        assert values["state"] == [changes.get("state") or "s1"]

    async def test_wrong_question_opens_no_website_unasked(self, portal: Portal) -> None:
        """Anybody can register an app: the portal must not lead to any address that somebody chose."""
        app = await register(portal, redirect_uris=["https://agent.example/back?a=b"])
        response = await app.authorize(scope="admin")
        assert response.status_code == 400 and "location" not in response.headers
        assert 'href="https://agent.example/back?a=b&amp;error=invalid_scope' in response.text
        assert "Go back to agent.example" in response.text
        desktop = await register(portal, redirect_uris=["cursor://anysphere/back"])
        response = await desktop.authorize(scope="admin")
        assert response.headers["location"].startswith("cursor://anysphere/back?error=")

    async def test_parameter_that_stands_twice_is_refused(self, portal: Portal) -> None:
        app = await register(portal)
        question = [*app.question().items(), ("redirect_uri", "https://evil.example/")]
        response = await portal.http.get("/oauth/authorize", params=question)
        assert response.status_code == 400 and "location" not in response.headers

    @pytest.mark.parametrize("state", ["1e5", "00123", '{"a": 1}', "true", "é&=#?", "0" * 40])
    async def test_state_comes_back_as_it_was_sent(self, portal: Portal, state: str) -> None:
        app = await register(portal)
        answer = await app.ask(await portal.someone(), ["agent.read"], state=state)
        assert answer["state"] == state
        assert answer["iss"] == portal.resources.settings.public_url


class TestConsent:
    async def test_page_says_where_the_answer_goes_and_what_is_asked(self, portal: Portal) -> None:
        app = await register(portal, client_name="Claude")
        shown = await portal.ok(
            "/user/app_info", await portal.someone(), attributes=await question_of(app)
        )
        assert shown == {
            "name": "Claude",
            "goes_to": "your own computer",
            "document_host": None,
            "scopes": ["agent.read", "agent.write"],
        }

    @pytest.mark.parametrize(
        ("address", "shown"),
        [
            ("https://claude.ai/api/mcp/auth_callback", "claude.ai"),
            ("https://xn--80ak6aa92e.example/", "xn--80ak6aa92e.example"),
            ("http://localhost:3000/", "your own computer"),
            ("cursor://anysphere/back", "an app on your device (cursor:)"),
        ],
    )
    def test_target_of_an_answer_is_named(self, address: str, shown: str) -> None:
        assert name_target(address) == shown

    @pytest.mark.parametrize(
        ("changes", "field", "code"),
        [
            ({"client_id": "app_unknown"}, "client_id", Code.NOT_FOUND),
            ({"redirect_uri": "https://evil.example/"}, "redirect_uri", Code.REQUEST_INVALID),
            ({"redirect_uri": BACK + "/"}, "redirect_uri", Code.REQUEST_INVALID),
            ({"resource": "https://evil.example/"}, "resource", Code.REQUEST_INVALID),
            ({"scope": "admin"}, "scope", Code.REQUEST_INVALID),
            ({"code_challenge": "short"}, "code_challenge", Code.REQUEST_INVALID),
        ],
    )
    async def test_question_that_was_altered_on_its_way_is_refused(
        self, portal: Portal, changes: dict[str, str], field: str, code: Code
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        question = await question_of(app, **changes)
        reply = await portal.refuses(code, "/user/app_info", alice, attributes=question)
        assert reply.data["field"] == f"attributes.{field}"
        answer = {"question": question, "scopes": ["agent.read"], "password": PASSWORD}
        reply = await portal.refuses(code, "/user/app_allow", alice, attributes=answer)
        assert reply.data["field"] == f"attributes.question.{field}"

    async def test_consent_takes_the_password(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        answer: dict[str, Any] = {"question": await question_of(app), "scopes": ["agent.read"]}
        for wrong in ({}, {"password": "wrong password"}, {"stepup": "nonsense"}):
            await portal.refuses(
                Code.LOGIN_PASSWORD_INVALID, "/user/app_allow", alice, attributes=answer | wrong
            )
        assert (await portal.ok("/user/app_list", alice))["list"] == []

    async def test_app_gets_no_scope_that_it_did_not_ask_for(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        answer = {
            "question": await question_of(app, scope="agent.read"),
            "scopes": ["agent.read", "agent.write"],
            "password": PASSWORD,
        }
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/user/app_allow", alice, attributes=answer
        )
        assert reply.data["field"] == "attributes.scopes"

    async def test_person_gives_less_than_was_asked(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        tokens = await app.connect(alice, "agent.read")
        assert tokens["scope"] == "agent.read"
        assert not [name for name in await app.agent(tokens).tools() if name.endswith("link_code")]

    async def test_impersonating_session_and_staff_cannot_connect_apps(
        self, portal: Portal
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        operator = await portal.new_operator()
        staff = await enter(portal, await issue_code(portal, operator, uid=alice.uid))
        answer = {
            "question": await question_of(app),
            "scopes": ["agent.read"],
            "password": PASSWORD,
        }
        for who in (staff, operator):
            await portal.refuses(Code.NOT_ALLOWED, "/user/app_allow", who, attributes=answer)
            await portal.refuses(
                Code.NOT_ALLOWED, "/user/app_info", who, attributes=await question_of(app)
            )

    async def test_consent_is_mailed_and_logged(self, portal: Portal) -> None:
        alice = await portal.someone()
        app = await register(portal, client_name="Claude")
        await app.connect(alice)
        await portal.work()
        [mail] = mails_to(portal, alice.email)
        assert "Claude" in mail and "your own computer" in mail
        [entry] = (await portal.ok("/user/audit", alice))["list"]
        assert (entry["action"], entry["details"]["app"]) == ("/user/app_allow", "Claude")


class TestTokens:
    async def test_code_is_exchanged_once_and_a_second_time_ends_the_connection(
        self, portal: Portal
    ) -> None:
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
    async def test_stolen_code_is_worth_nothing_and_the_app_goes_on(
        self, portal: Portal, changes: dict[str, str]
    ) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        response = await app.redeem(**{"code": code, **changes})
        assert (response.status_code, response.json()["error"]) == (400, "invalid_grant")
        assert (await app.redeem(code)).status_code == 200

    async def test_code_of_one_app_is_refused_to_another(self, portal: Portal) -> None:
        alice, app, other = await portal.someone(), await register(portal), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        other.verifier = app.verifier
        assert (await other.redeem(code)).json()["error"] == "invalid_grant"

    async def test_code_works_for_a_minute(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        async with portal.db() as db:
            await db.execute(
                f"update agent_secret set {earlier('expires_at', '$2')} where publisher_id = $1",
                *(alice.uid, CODE_LIFETIME),
            )
        assert (await app.redeem(code)).json()["error"] == "invalid_grant"

    async def test_refresh_token_works_once_and_a_second_time_ends_the_family(
        self, portal: Portal
    ) -> None:
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

    async def test_two_uses_at_once_leave_one_or_none(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        tokens = await app.connect(alice)
        answers = await asyncio.gather(*(app.renew(tokens["refresh_token"]) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
        [renewed] = [answer.json() for answer in answers if answer.status_code == 200]
        assert (await app.agent(renewed).send("tools/list")).status_code == 401

    async def test_access_token_works_for_an_hour(self, portal: Portal) -> None:
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
    async def test_malformed_exchange_is_refused(
        self, portal: Portal, form: dict[str, str], error: str
    ) -> None:
        response = await portal.http.post("/oauth/token", data=form)
        assert (response.status_code, response.json()["error"]) == (400, error)

    async def test_exchange_is_a_form_without_repetitions(self, portal: Portal) -> None:
        form = b"grant_type=refresh_token&refresh_token=a&refresh_token=b"
        headers = {"content-type": "application/x-www-form-urlencoded"}
        response = await portal.http.post("/oauth/token", content=form, headers=headers)
        assert response.json()["error"] == "invalid_request"
        response = await portal.http.post("/oauth/token", json={"grant_type": "refresh_token"})
        assert response.json()["error"] == "invalid_request"
        big = b"a=" + b"x" * 20_000
        response = await portal.http.post("/oauth/token", content=big, headers=headers)
        assert response.status_code == 413

    async def test_secret_of_one_kind_is_none_of_another(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        tokens = (await app.redeem(code)).json()
        access, refresh = tokens["access_token"], tokens["refresh_token"]
        assert (await app.renew(access)).status_code == 400
        assert (await app.renew(access.removeprefix("agent_"))).status_code == 400
        assert (await app.redeem(refresh)).status_code == 400
        tokens["access_token"] = refresh
        assert (await app.agent(tokens).send("tools/list")).status_code == 401


class TestEnd:
    async def test_person_ends_an_app(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        agent = await connect_agent(portal, alice)
        [app] = (await portal.ok("/user/app_list", alice))["list"]
        assert app["name"] == "An agent" and app["scopes"] == ["agent.read"]
        assert (await portal.ok("/user/app_list", bob))["list"] == []
        await portal.refuses(Code.NOT_FOUND, "/user/app_end", bob, attributes={"id": app["id"]})
        assert await agent.data("site_list")
        [used] = (await portal.ok("/user/app_list", alice))["list"]
        assert used["last_used_at"] is not None
        await portal.ok("/user/app_end", alice, attributes={"id": app["id"]})
        assert (await agent.send("tools/list")).status_code == 401
        await portal.refuses(Code.NOT_FOUND, "/user/app_end", alice, attributes={"id": app["id"]})

    async def test_app_of_another_member_is_not_mine_to_end(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        agent = await connect_agent(portal, member)
        [app] = (await portal.ok("/user/app_list", member))["list"]
        await portal.refuses(Code.NOT_FOUND, "/user/app_end", owner, attributes={"id": app["id"]})
        assert await agent.data("site_list")

    async def test_app_signs_out(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        for name in ("access_token", "refresh_token"):
            tokens = await app.connect(alice)
            response = await portal.http.post("/oauth/revoke", data={"token": tokens[name]})
            assert (response.status_code, response.json()) == (200, {})
            assert (await app.agent(tokens).send("tools/list")).status_code == 401
        unknown = await portal.http.post("/oauth/revoke", data={"token": "nonsense"})
        assert unknown.status_code == 200

    async def test_new_password_ends_every_app(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        tokens = await app.connect(alice)
        change = {"old": PASSWORD, "password": NEW, "confirm_password": NEW}
        await portal.ok("/user/password_edit", alice, attributes=change)
        assert (await app.agent(tokens).send("tools/list")).status_code == 401
        assert (await app.renew(tokens["refresh_token"])).status_code == 400
        assert (await portal.ok("/user/app_list", alice))["list"] == []

    async def test_code_from_before_a_new_password_is_refused(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        code = (await app.ask(alice, ["agent.read"]))["code"]
        change = {"old": PASSWORD, "password": NEW, "confirm_password": NEW}
        await portal.ok("/user/password_edit", alice, attributes=change)
        assert (await app.redeem(code)).status_code == 400

    async def test_change_of_role_ends_the_apps_of_a_member(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        other = await connect_agent(portal, owner)
        agent = await connect_agent(portal, member)
        role = {"id": member.account_id, "was": "manager", "role": "analyst", "password": PASSWORD}
        await portal.ok("/user/team_role", owner, attributes=role)
        assert (await agent.send("tools/list")).status_code == 401
        assert await other.data("site_list")

    async def test_removed_member_and_locked_publisher_have_no_apps(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        agents = [await connect_agent(portal, who) for who in (owner, member)]
        gone = {"id": member.account_id, "password": PASSWORD}
        await portal.ok("/user/team_remove", owner, attributes=gone)
        assert [(await agent.send("tools/list")).status_code for agent in agents] == [200, 401]
        lock = {"uid": owner.uid, "kind": "lock", "reason": "test"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=lock)
        assert (await agents[0].send("tools/list")).status_code == 401

    async def test_app_acts_in_the_publisher_in_which_it_was_allowed(self, portal: Portal) -> None:
        """Somebody who works for two publishers; the credentials of both are in the first."""
        owner, maya = await portal.someone(), await portal.someone()
        home = await connect_agent(portal, maya)
        there = await join(portal, maya, owner, "manager")
        agent = await connect_agent(portal, there)
        [row] = (await agent.data("site_list"))["list"]
        assert row["id"] == owner.site_id
        assert [row["id"] for row in (await home.data("site_list"))["list"]] == [maya.site_id]
        assert (await portal.ok("/user/app_list", there))["total"] == 1
        change = {"old": PASSWORD, "password": NEW, "confirm_password": NEW}
        await portal.ok("/user/password_edit", there, attributes=change)
        for each in (agent, home):
            assert (await each.send("tools/list")).status_code == 401

    async def test_app_of_another_member_since_a_stopped_change_ends(self, portal: Portal) -> None:
        """What a thief would leave behind: an app, allowed after payment details were changed."""
        owner = await portal.someone()
        member = await portal.member(owner, "manager")
        before = await connect_agent(portal, member)
        async with portal.db() as db:
            await db.execute(
                f"update agent_grant set {earlier('created_at', '25 hours')} where publisher_id = $1",
                owner.uid,
            )
        await save_method(portal, owner, paypal("thief@example.com"))
        after = await connect_agent(portal, member)
        [change] = (await portal.ok("/user/changes", owner))["list"]
        await portal.ok("/user/change_stop", owner, attributes={"id": change["id"]})
        assert await before.data("site_list")
        assert (await after.send("tools/list")).status_code == 401

    async def test_twenty_first_app_ends_the_first(self, portal: Portal) -> None:
        alice, app = await portal.someone(), await register(portal)
        first = await app.connect(alice)
        for _ in range(20):
            await app.connect(alice)
        assert (await app.agent(first).send("tools/list")).status_code == 401
        assert (await portal.ok("/user/app_list", alice))["total"] == 20


class TestDocument:
    @pytest.mark.parametrize(
        ("document", "why"),
        [
            (
                {"client_id": "https://elsewhere.example/client.json"},
                "client_id is not its own address",
            ),
            ({"client_id": None}, "is not JSON"),
            ({"redirect_uris": []}, "redirect_uris must have"),
            ({"redirect_uris": ["javascript:alert(1)"]}, "redirect_uris must be"),
            ({"redirect_uris": "https://a.example/"}, "is not JSON"),
            ({"client_name": "x" * 5_000}, "larger than"),
            ("not json", "is not JSON"),
            (404, "status 404"),
            (302, "status 302"),
        ],
    )
    async def test_document_that_lies_or_is_wrong_connects_nothing(
        self, portal: Portal, documents: "Documents", document: Any, why: str
    ) -> None:
        url = documents.serve(document)
        response = await App(portal, url).authorize()
        assert response.status_code == 400 and "location" not in response.headers
        assert why in response.text

    async def test_app_is_known_by_its_document(
        self, portal: Portal, documents: "Documents"
    ) -> None:
        url = documents.serve({"client_name": "Claude"})
        app, alice = App(portal, url), await portal.someone()
        shown_host = urlsplit(url).hostname
        tokens = await app.connect(alice)
        assert await app.agent(tokens).data("site_list")
        shown = await portal.ok("/user/app_info", alice, attributes=await question_of(app))
        assert (shown["name"], shown["document_host"]) == ("Claude", shown_host)
        await app.authorize()
        assert documents.asked.count(urlsplit(url).path) == 1  # within an hour it is known

    async def test_document_that_changed_is_read_again_after_an_hour(
        self, portal: Portal, documents: "Documents"
    ) -> None:
        url = documents.serve({"client_name": "Claude"})
        app = App(portal, url)
        assert (await app.authorize()).status_code == 302
        documents.replace(url, {"redirect_uris": ["https://new.example/"]})
        async with portal.db() as db:
            await db.execute(
                f"update oauth_client set {earlier('fetched_at', '61 minutes')} where client_id = $1",
                url,
            )
        assert (await app.authorize()).status_code == 400

    async def test_document_of_a_private_address_is_not_read(
        self, portal: Portal, documents: "Documents", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        url = documents.serve({})
        monkeypatch.setattr(portal.resources.http_client, "allowed", ())
        response = await App(portal, url).authorize()
        assert response.status_code == 400 and "cannot be read" in response.text
        assert documents.asked.count(urlsplit(url).path) == 0


class Documents:
    """A server with documents of apps."""

    def __init__(self, port: int) -> None:
        self.origin = f"https://127.0.0.1:{port}"
        self.asked: list[str] = []
        self._answers: dict[str, Any] = {}

    def serve(self, document: Any) -> str:
        url = f"{self.origin}/{len(self._answers)}/client.json"
        self.replace(url, document)
        return url

    def replace(self, url: str, document: Any) -> None:
        usual = {"client_id": url, "client_name": "An agent", "redirect_uris": [BACK]}
        self._answers[urlsplit(url).path] = (
            usual | document if isinstance(document, dict) else document
        )

    def answer(self, path: str) -> bytes:
        self.asked.append(path)
        answer = self._answers.get(path, 404)
        if isinstance(answer, int):
            head = f"HTTP/1.1 {answer} X\r\nlocation: {self.origin}/0/client.json\r\n"
            return f"{head}content-length: 0\r\n\r\n".encode()
        body = answer.encode() if isinstance(answer, str) else msgspec.json.encode(answer)
        return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)


@asynccontextmanager
async def serve_documents(certificate: Path) -> AsyncIterator[Documents]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    found: list[Documents] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        while (await reader.readline()).strip():
            pass
        writer.write(found[0].answer(line.decode().split(" ")[1]))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    found.append(Documents(server.sockets[0].getsockname()[1]))
    async with server:
        yield found[0]


@pytest.fixture
async def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Documents]:
    certificate = make_certificate(tmp_path)
    trusted = ssl.create_default_context(cafile=certificate)
    monkeypatch.setattr("rpc.outbound.http_client.ssl_context", lambda: trusted)
    async with serve_documents(certificate) as running:
        yield running
