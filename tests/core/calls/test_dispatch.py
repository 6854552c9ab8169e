import gzip

import pytest

from handlers._registry import registry
from handlers.flows.call_descriptions import REQUESTS
from rpc import Code, Operator
from rpc.calls.registry_entry import Procedure
from tests.support.portal import PASSWORD, Portal, Someone


async def test_unknown_call_path_is_refused(portal: Portal) -> None:
    await portal.refuses(Code.PATH_UNKNOWN, "/postback/nothing")


async def test_background_job_cannot_be_called(portal: Portal) -> None:
    await portal.refuses(Code.PATH_UNKNOWN, "/auth/send_verification")


async def test_call_of_a_signed_in_account_needs_a_token(portal: Portal) -> None:
    await portal.refuses(Code.UNAUTHORIZED, "/user/profile")


async def test_call_of_a_publisher_needs_a_default_channel(portal: Portal) -> None:
    carol = await portal.someone(site=False)
    await portal.refuses(Code.DEFAULT_SITE_NOT_SET, "/brands/find", carol)


async def test_call_accepts_its_token_in_the_authorization_header(portal: Portal) -> None:
    alice = await portal.someone()
    headers = {"authorization": f"Bearer {alice.token}"}

    reply = await portal.post("/user/profile", headers=headers)

    assert reply.data["username"] == alice.username


async def test_call_answer_has_only_requested_fields(portal: Portal) -> None:
    alice = await portal.someone()
    assert await portal.ok("/user/profile", alice, fields=["uid"]) == {"uid": alice.uid}


@pytest.mark.parametrize(
    "time", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "9999-01-01T00:00:00Z"]
)
async def test_time_that_cannot_be_converted_to_every_time_zone_is_refused(
    portal: Portal, time: str
) -> None:
    """In another time zone it is none."""
    alice = await portal.someone()
    draft = {"name": "A", "scopes": ["report.read"], "password": PASSWORD}
    reply = await portal.refuses(
        Code.REQUEST_INVALID, "/common/gen_token", alice, attributes={**draft, "expires_at": time}
    )
    assert reply.refusal == {"field": "attributes.expires_at"}
    await portal.ok(
        "/common/gen_token", alice, attributes={**draft, "expires_at": "9998-12-31T23:59:59-23:59"}
    )


async def test_items_of_a_plain_list_have_only_requested_fields(
    portal: Portal, alice: Someone
) -> None:
    whole = await portal.ok("/tools/api_menu", alice)

    items = await portal.ok("/tools/api_menu", alice, fields=["id", "name"])

    assert items == [{"id": item["id"], "name": item["name"]} for item in whole]
    for names in (["list"], ["total", "next"]):
        assert await portal.ok("/tools/api_menu", alice, fields=names) == whole
    await portal.refuses(Code.FIELD_UNKNOWN, "/tools/api_menu", alice, fields=["colour"])


async def test_field_selection_of_list_leaves_its_items_whole(portal: Portal) -> None:
    whole = await portal.ok("/common/regions")
    assert await portal.ok("/common/regions", fields=["total", "next"]) == {"total": whole["total"]}
    assert await portal.ok("/common/regions", fields=["list", "next"]) == {"list": whole["list"]}


async def test_field_names_of_lists_are_accepted_by_every_call(
    portal: Portal, alice: Someone
) -> None:
    operator = await portal.operator()
    for entry in registry.entries(Procedure):
        if entry.reads:
            who = operator if entry.context is Operator else alice
            for names in (["list"], ["total", "next"]):
                request = {**REQUESTS.get(entry.path, {}), "fields": names}
                reply = await portal.post(entry.path, who, **request)
                assert (reply.status, reply.code) != (200, Code.FIELD_UNKNOWN.number), entry.path
                assert reply.status == 200, (entry.path, reply)


async def test_unknown_requested_field_is_refused(portal: Portal) -> None:
    alice = await portal.someone()
    reply = await portal.refuses(Code.FIELD_UNKNOWN, "/user/profile", alice, fields=["pasword"])
    assert "pasword" in reply.message


async def test_call_with_a_wrong_application_id_is_refused(portal: Portal) -> None:
    reply = await portal.raw("/user/profile", b'{"appId": 35, "req": {}}')
    assert reply.code == Code.APP_ID_WRONG.number


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"{", "JSON"),
        (b"[]", "JSON object"),
        (b"\xff\xfe", "JSON"),
        (b'{"x": ' + b"[" * 10_000, "`x`"),
        (b'{"x": ' + b"[" * 100_000, "`x`"),
        (b'{"appId": 36, "req": {"fields": [' + b"[" * 100_000, "fields"),
        (b'{"appId": 36, "req": {"header": {"token": "\\u0000"}}}', "NUL"),
        (b'{"appId": 36, "req": {"header": {"token": 5}}}', "header.token"),
        (b'{"appId": 36, "req": {"wish": {"x": [1e999]}}}', "a value that cannot be read"),
    ],
)
async def test_call_without_an_envelope_is_refused(portal: Portal, body: bytes, says: str) -> None:
    reply = await portal.raw("/user/profile", body)
    assert (reply.status, reply.code) == (200, Code.REQUEST_INVALID.number)
    assert says in reply.message


async def test_call_of_another_content_type_than_json_is_refused_with_415(portal: Portal) -> None:
    reply = await portal.raw("/user/profile", b"{}", {"content-type": "text/plain"})
    assert (reply.status, reply.code) == (415, Code.REQUEST_INVALID.number)


@pytest.mark.parametrize("path", ["/user/profile", "/common/upload"])
async def test_call_with_a_compressed_body_is_refused_with_415(portal: Portal, path: str) -> None:
    kind = "application/json" if path == "/user/profile" else "multipart/form-data; boundary=b"
    headers = {"content-type": kind, "content-encoding": "gzip"}
    body = gzip.compress(b'{"appId": 36, "req": {}}')
    answer = await portal.http.post(path, content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, Code.REQUEST_INVALID.number)
    assert "Content-Encoding" in answer.json()["message"]


async def test_call_with_a_large_body_is_refused(portal: Portal) -> None:
    reply = await portal.raw("/user/profile", b" " * 1_100_000)
    assert (reply.status, reply.code) == (413, Code.TOO_LARGE.number)


async def test_call_from_another_origin_is_refused(portal: Portal) -> None:
    alice = await portal.someone()
    headers = {"origin": "https://evil.example"}
    await portal.refuses(Code.NOT_ALLOWED, "/user/profile", alice, headers=headers)


async def test_every_call_answer_has_a_request_id_and_is_not_cached(portal: Portal) -> None:
    reply = await portal.post("/user/profile")
    assert len(reply.headers["x-request-id"]) == 16
    assert reply.headers["cache-control"] == "no-store"
    assert "server" not in reply.headers
