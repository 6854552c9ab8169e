"""The order of errors (contract §4): envelope, authentication, content; and other requests to a call's path."""

import json
from typing import Any

import pytest

from rpc import Code
from tests.support.hostile.files import image, send
from tests.support.portal import Portal, Someone

REFUSED_CONTENT: list[dict[str, Any]] = [
    {"attributes": {"nickname": 5}},
    {"attributes": {"wish": 1}},
    {"attributes": []},
    {"attributes": {"nickname": "a\x00b"}},
    {"filter": {"wish": 1}},
    {"page": {"curPage": 0}},
    {"fields": 5},
    {"fields": ["nothing of that name"]},
]


@pytest.mark.parametrize("req", REFUSED_CONTENT)
async def test_authentication_errors_take_precedence_over_content_errors(
    portal_of_path: Portal, req: dict[str, Any]
) -> None:
    portal = portal_of_path
    operator = await portal.operator()
    alice = await portal.someone()
    homeless = await portal.someone(site=False)
    async with portal.db() as db:
        await db.execute(
            "update session set expires_at = now() - interval '1 minute' where publisher_id = $1",
            (late := await portal.someone()).uid,
        )

    for code, path, who in (
        (Code.UNAUTHORIZED, "/user/edit", None),
        (Code.UNAUTHORIZED, "/user/edit", "nonsense"),
        (Code.TOKEN_EXPIRED, "/user/edit", late),
        (Code.UNAUTHORIZED, "/brands/find", None),
        (Code.NOT_ALLOWED, "/brands/find", operator),
        (Code.DEFAULT_SITE_NOT_SET, "/brands/find", homeless),
        (Code.NOT_ALLOWED, "/network/accounts", alice),
        (Code.UNAUTHORIZED, "/network/conversions", alice),
    ):
        reply = await portal.refuses(code, path, who, **req)
        assert reply.data is None
    reply = await portal.post("/user/edit", alice, **req)
    assert reply.code in (Code.REQUEST_INVALID.number, Code.FIELD_UNKNOWN.number), reply


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"appId": 35, "req": {"attributes": {"wish": 1}}}', Code.APP_ID_WRONG),
        ('{"req": {"attributes": {"wish": 1}}}', Code.APP_ID_WRONG),
        ('{"appId": 36, "req": {"attributes": {"wish": 1}, "header": 5}}', Code.REQUEST_INVALID),
        ('{"appId": 36, "req": {"attributes": {"wish": 1}', Code.REQUEST_INVALID),
        ('{"appId": 36, "req": []}', Code.REQUEST_INVALID),
        ('{"appId": 36, "req": {"fields": [1e999], "attributes": {"wish": 1}}}', Code.REQUEST_INVALID),
        (" " * 1_100_000, Code.TOO_LARGE),
    ],
)  # fmt: skip
async def test_envelope_errors_take_precedence_over_authentication_errors(
    portal_of_path: Portal, body: str, code: Code
) -> None:
    reply = await portal_of_path.raw("/user/edit", body.encode())
    assert reply.code == code.number, reply


async def test_invalid_guest_call_names_the_field(portal: Portal) -> None:
    reply = await portal.refuses(
        Code.REQUEST_INVALID, "/auth/account_check", attributes={"username": "maya", "wish": 1}
    )
    assert reply.refusal == {"field": "attributes.wish"}


async def test_upload_errors_keep_the_order_of_precedence(portal: Portal) -> None:
    path = "/common/upload"
    assert (await send(portal, b"", path=path)).code == Code.UNAUTHORIZED.number
    assert (await send(portal, b"", await portal.someone())).refusal == {"field": "file"}
    wrong = {"appId": 35, "token": ""}
    assert (await send(portal, image(), path=path, data=wrong)).code == Code.APP_ID_WRONG.number


async def test_refused_call_of_an_impersonation_session_is_recorded_in_the_activity_log(
    portal: Portal, alice: Someone
) -> None:
    operator = await portal.operator()
    async with portal.db() as db:
        await db.execute(
            "update session set operator_id = $2 where publisher_id = $1",
            alice.uid,
            operator.account_id,
        )

    await portal.refuses(Code.REQUEST_INVALID, "/brands/find", alice, filter={"wish": 1})

    query = "select count(*) from audit where publisher_id = $1 and action = '/brands/find'"
    assert await portal.value(query, alice.uid) == 1


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/user/profile", "/common/upload", "/health", "/nowhere"])
async def test_unsupported_http_method_answers_405(
    portal_of_path: Portal, method: str, path: str
) -> None:
    answer = await portal_of_path.http.request(method, path)

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert len(answer.headers["x-request-id"]) == 16
    reply = answer.json()
    assert set(reply) == {"code", "message", "data"}
    assert reply["code"] == Code.REQUEST_INVALID.number
    assert reply["message"].startswith(method)


async def test_get_of_a_call_path_serves_the_web_app_and_options_is_answered(
    portal_of_path: Portal,
) -> None:
    http = portal_of_path.http
    page = await http.get("/brands/find")
    assert page.headers.get("content-type", "text/html").startswith("text/html") or (
        page.status_code == 503
    )
    assert (await http.head("/brands/find")).status_code == page.status_code
    options = await http.options("/brands/find")
    assert (options.status_code, options.content) == (204, b"")
    assert options.headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert json.loads((await http.post("/brands/find", json={"appId": 36})).content)["code"] == 401
