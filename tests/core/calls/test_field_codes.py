"""Error codes and texts of fields (specification §5, contract §10); /openapi.json lists all codes of a call."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from msgspec import inspect

from handlers._registry import registry
from handlers.reports.export_table import EXPORTS
from rpc import Code, Fault
from rpc.calls.codec import decode_request
from rpc.calls.multipart import Upload
from rpc.calls.registry_entry import Procedure
from schema.core.errors import ANY_CALL
from schema.core.field_errors import FIELDS
from tests.support.accounts.payments import draft
from tests.support.hostile.shapes import fields, request, value
from tests.support.portal import PASSWORD, Portal, SomeBrand, Someone

PROCEDURES = list(registry.entries(Procedure))
SIGN_UP = {
    "username": "maya",
    "email": "maya@example.com",
    "password": PASSWORD,
    "confirm_password": PASSWORD,
    "agreement": 1,
}
CHANNEL = {
    "name": "A blog",
    "channel_type": 1,
    "channel_platform": "Own website",
    "promotion_methods": [1],
    "website": "https://blog.example",
}
KIT = {"file_url": "/files/a", "name": "a", "size": 1}
TEXTS: list[tuple[dict[str, Any], int, str]] = [
    ({"password": "short"}, 20005, "Invalid password format: use at least 12 characters"),
    ({"password": "x" * 129}, 20005, "Invalid password format: use at most 128 characters"),
    ({"username": "ab"}, 20002, "Invalid username format: use at least 3 characters"),
    ({"username": "a" * 65}, 20002, "Invalid username format: use at most 64 characters"),
    ({"username": "a b"}, 20002, "Invalid username format: use letters, digits,"),
    ({"email": "a@b"}, 20004, "Invalid email format: give an address such as name@example.com"),
    ({"email": "a" * 250 + "@b.example"}, 20004, "Invalid email format: use at most 254 characters"),
    ({"email": "alice.example"}, 20004, "Invalid email format: give an address such as"),
    ({"media_kit": [KIT] * 21}, 20077, "Media kit cannot have more than 20 files"),
    ({"channel": CHANNEL | {"media_kit": [KIT] * 21}}, 20077, "Media kit cannot have more than 20 files"),
    ({"channel": CHANNEL | {"media_kit": [KIT | {"name": "x" * 256}]}}, 20084, "Media kit file name cannot"),
    ({"channel": CHANNEL | {"promotion_methods": []}}, 20034, "Choose how you promote"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "code", "text"), TEXTS)
async def test_sign_up_error_states_its_limit(
    portal: Portal, wrong: dict[str, Any], code: int, text: str
) -> None:
    reply = await portal.refuses(code, "/auth/sign_up", attributes=SIGN_UP | wrong)
    assert reply.message.startswith(text)


@pytest.mark.parametrize("path", ["/site/info", "/site/set_default", "/site/del", "/site/verify"])
async def test_missing_and_invalid_channel_ids_have_different_error_codes(
    portal: Portal, alice: Someone, path: str
) -> None:
    method = {"method": "dns"} if path == "/site/verify" else {}
    for code, wrong in ((20016, {}), (20017, {"id": "x"}), (20017, {"id": 0})):
        reply = await portal.refuses(code, path, alice, attributes=method | wrong)
        assert reply.refusal == {"field": "attributes.id"}
    await portal.refuses(20017, "/site/save", alice, attributes=CHANNEL | {"id": 0})


async def test_alias_of_uid1_has_the_same_error_codes_as_uid1(
    portal: Portal, alice: Someone, brand: SomeBrand
) -> None:
    link = {"mcid": brand.mcid, "target_url": f"https://{brand.mcid}.example/"}
    for name in ("uid", "uid1"):
        for code, wrong in ((20101, 5), (20102, "x" * 101)):
            await portal.refuses(code, "/tools/link_code", alice, attributes=link | {name: wrong})


async def test_refusal_names_a_map_entry_by_its_key(portal: Portal, alice: Someone) -> None:
    method = draft("paypal", "GB", "GBP", {"email": "a@b.example", "holder": "Maya", "phone": 5})
    for fields_, named in (
        ({"a": "x", "b": 1, "c": "y"}, "attributes.fields.b"),
        ({**{f"f{n}": "x" for n in range(50)}, "email": 5}, "attributes.fields.email"),
        ({"a b": 1}, "attributes.fields[...]"),
    ):
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/payments/method_save",
            alice,
            attributes=method | {"fields": fields_},
        )
        assert reply.message == f"`{named}` must be text"
        assert reply.refusal == {"field": named}
    reply = await portal.refuses(
        Code.REQUEST_INVALID,
        "/payments/method_save",
        alice,
        attributes=method | {"fields": {"x" * 65: "y"}},
    )
    assert reply.message == "`attributes.fields` has a key that cannot be longer than 64"


async def test_clearing_all_downloads_ignores_the_given_id(portal: Portal, alice: Someone) -> None:
    await portal.ok("/user/export", alice)

    await portal.ok("/common/download_del", alice, attributes={"id": 0, "clearAll": 1})

    assert (await portal.ok("/common/download_list", alice))["total"] == 0
    await portal.refuses(
        Code.REQUEST_INVALID, "/common/download_del", alice, attributes={"id": 0, "clearAll": 0}
    )


WRONG: list[Any] = [
    None, 5, -1, 0, 10**17, 1.5, True, "", "x", "x" * 6_000, " ", [], ["x"] * 3_000, [{}], [5], [""],
    ["x" * 6_000], [KIT] * 300, {}, {"x": 1},
]  # fmt: skip


def broken_requests(procedure: Procedure) -> Iterator[dict[str, Any]]:
    """A plausible request with each of its fields left out, and with each wrong value in its place."""
    luck = random.Random(7919)
    for part, kind in procedure.parameters.items():
        for path, _ in fields(inspect.type_info(kind)):
            for wrong in [..., *WRONG]:
                asked = request(procedure, luck)
                while not put(asked[part], path, wrong):
                    asked = request(procedure, luck)  # until it has what holds the field
                yield asked


def put(whole: Any, path: tuple[str, ...], wrong: Any) -> bool:
    """Put a wrong value in a field's place, if there is such a place."""
    *way, last = path
    for step in way:
        whole = whole[0] if isinstance(whole, list) else whole.get(step)
        if whole is None:
            return False
    if wrong is ...:
        whole.pop(last, None)
    else:
        whole[last] = deepcopy(wrong)
    return True


FIELD_NUMBERS = {number for rules in FIELDS.values() for _, number, _ in rules.messages()}


def provoke(procedure: Procedure) -> set[int]:
    """The numbers of fields that wrong values of a call are refused with."""
    found = set()
    for asked in broken_requests(procedure):
        try:
            decode_request(procedure, json.dumps({"appId": 36, "req": asked}).encode())
        except Fault as fault:
            found.add(fault.number)
    found |= set(provoked_in_filters(procedure))
    return found & FIELD_NUMBERS


def provoked_in_filters(procedure: Procedure) -> Iterator[int]:
    """The same of a filter within `attributes`, which the handler decodes (handlers/flows/exports)."""
    luck = random.Random(7919)
    for export in EXPORTS.values() if procedure.filters else ():
        kind = export.filter
        for path, _ in fields(inspect.type_info(kind)):
            for wrong in [..., *WRONG]:
                asked = value(inspect.type_info(kind), luck, "filter")
                while not put(asked, path, wrong):
                    asked = value(inspect.type_info(kind), luck, "filter")
                try:
                    export.decode_filter(asked)
                except Fault as fault:
                    yield fault.number


@pytest.fixture(scope="session")
async def openapi(portal: Portal) -> dict[str, Any]:
    answer = await portal.http.get("/openapi.json")
    document: dict[str, Any] = answer.json()
    return document


@pytest.mark.parametrize("procedure", [pytest.param(each, id=each.path) for each in PROCEDURES])
async def test_documented_field_codes_are_exactly_those_provoked(
    openapi: dict[str, Any], procedure: Procedure
) -> None:
    named = set(openapi["paths"][procedure.path]["post"]["x-raises"])
    own = {code.number for code in procedure.raises}
    assert named & FIELD_NUMBERS - own == provoke(procedure) - own


@pytest.mark.parametrize(
    "entry", [pytest.param(each, id=each.path) for each in [*PROCEDURES, *registry.entries(Upload)]]
)
def test_documented_session_error_codes_match_the_caller_of_a_call(
    openapi: dict[str, Any], entry: Procedure | Upload
) -> None:
    named = set(openapi["paths"][entry.path]["post"]["x-raises"])
    session, site = {401, 20069}, {20098, 20099}
    expected = {"G": set(), "B": {401}, "M": session, "O": session, "P": session | site}
    assert named & (session | site) == expected[entry.context.who]
    assert {code.number for code in entry.raises} <= named
    always = {code.number for code in ANY_CALL} - session - site
    assert always - named <= {Code.IDEMPOTENCY_KEY_REUSED.number}


def test_openapi_documents_the_request_header(openapi: dict[str, Any]) -> None:
    body = openapi["paths"]["/tools/link_code"]["post"]["requestBody"]["content"]
    req = body["application/json"]["schema"]["properties"]["req"]["properties"]
    assert req["header"] == {"$ref": "#/components/schemas/Header"}
    key = openapi["components"]["schemas"]["Header"]["properties"]["idempotency_key"]
    assert "24 hours" in json.dumps(key)
    assert "maxLength" in json.dumps(key)
