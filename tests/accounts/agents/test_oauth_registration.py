"""OAuth's metadata and the registration of agents."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest

import sql.network.retention
from rpc.security.rate_limits import SharedLimits
from schema.accounts.agent import (
    CLIENT_UNUSED,
    NAME_LONGEST,
)
from schema.accounts.oauth import is_redirect_address
from tests.support.accounts.agents import BACK, BOTH, question_of, register
from tests.support.databases import earlier
from tests.support.portal import Portal


class TestMetadata:
    async def test_both_metadata_documents_name_the_resource_and_its_token_endpoint(
        self, portal: Portal
    ) -> None:
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
    async def test_invalid_redirect_uri_is_refused(self, portal: Portal, address: str) -> None:
        response = await portal.http.post("/oauth/register", json={"redirect_uris": [address]})
        assert (response.status_code, response.json()["error"]) == (400, "invalid_redirect_uri")

    @pytest.mark.parametrize(
        "address",
        [
            "https://agent.example/back?a=b", "http://127.0.0.1/callback", "http://[::1]:8080/", "http://localhost:1/x",
            "cursor://anysphere.cursor-mcp/oauth/callback", "com.example.agent:/back",
        ],
    )  # fmt: skip
    def test_valid_redirect_uri_is_accepted(self, address: str) -> None:
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

    async def test_eleventh_app_registered_from_an_ip_address_in_an_hour_is_refused(
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

    async def test_unconnected_app_is_deleted_after_a_week(self, portal: Portal) -> None:
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

    async def test_invisible_characters_are_removed_from_an_app_name(self, portal: Portal) -> None:
        app = await register(portal, client_name="\u202eedualC\u200b \x00 " + "x" * 500)
        shown = await portal.ok(
            "/user/app_info", await portal.someone(), attributes=await question_of(app)
        )
        assert shown["name"].startswith("edualC x") and len(shown["name"]) == NAME_LONGEST
