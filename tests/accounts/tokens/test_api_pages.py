"""The pages about the API: made from the registry, and their examples run as they are printed."""

import json
from pathlib import Path

import pytest

from handlers._registry import registry
from handlers.flows.call_descriptions import REQUESTS
from rpc import Code
from rpc.calls.codec import decode_request
from rpc.calls.registry_entry import Procedure
from schema.accounts.api_token import Scope
from schema.accounts.sandbox import SANDBOX_ONLY
from tests.support.portal import Portal, Someone

CALLABLE = [entry for entry in registry.entries(Procedure) if entry.permission in set(Scope)]
OF_WHOSE = (0, *(code.number for code in (
    Code.NOT_FOUND, Code.BRAND_UNKNOWN, Code.SITE_NOT_FOUND, Code.LOGIN_PASSWORD_INVALID,
)))  # fmt: skip
"""Codes that a correct example may get, whether or not the caller has the brand or id that it names."""
NODE = Path(__file__).parents[3] / ".venv/node/bin/node"


async def test_api_reference_lists_guides_first_then_every_call_of_a_scope(portal: Portal) -> None:
    menu = await portal.ok("/tools/api_menu", await portal.someone())
    assert [item["sort"] for item in menu] == list(range(1, len(menu) + 1))
    guides = [item for item in menu if item["type"] == 1]
    assert menu[: len(guides)] == guides and len(guides) == 17
    assert [item["name"] for item in menu[len(guides) :]] == [entry.path for entry in CALLABLE]
    assert (
        len({item["id"] for item in menu}) == len({item["app_uuid"] for item in menu}) == len(menu)
    )
    assert {frozenset(item) for item in menu} == {
        frozenset(
            [
                "id",
                "app_uuid",
                "name",
                "front_path",
                "is_hidden",
                "sort",
                "params",
                "type",
                "summary",
            ]
        )
    }
    assert all(item["summary"] is None for item in guides)
    find = next(item for item in menu if item["name"] == "/brands/find")
    assert find["summary"] and "\n" not in find["summary"] and not find["summary"].endswith(".")


async def test_page_of_the_api_reference_is_found_by_id_and_path(portal: Portal) -> None:
    who = await portal.someone()
    for item in await portal.ok("/tools/api_menu", who):
        for ref in ({"id": item["id"]}, {"front_path": item["front_path"]}):
            page = await portal.ok("/tools/api_info", who, attributes=ref)
            params = page["params"]
            assert page | {"params": None} == item
            assert bool(params["text"]) == (item["type"] == 1)
            assert bool(params["codes"] and params["examples"]) == (item["type"] == 2)
    await portal.refuses(Code.NOT_FOUND, "/tools/api_info", who, attributes={"id": 5})
    await portal.refuses(Code.REQUEST_INVALID, "/tools/api_info", who)


async def test_page_of_the_api_reference_names_every_field_and_error_code_of_its_call(
    portal: Portal,
) -> None:
    who = await portal.someone()
    page = await portal.ok(
        "/tools/api_info", who, attributes={"front_path": "calls/tools/link_code"}
    )
    fields = {field["name"]: field for field in page["params"]["parameters"]}
    assert fields["attributes.target_url"] == {
        "name": "attributes.target_url",
        "type": "text, 1 to 255 characters",
        "required": True,
        "default": None,
        "about": "",
    }
    assert fields["attributes.uid3"]["type"] == "text, at most 100 characters or null"
    assert page["params"]["scope"] == "link.edit"
    codes = {code["code"] for code in page["params"]["codes"]}
    assert {20187, 20188, 21000, 21008, 401} <= codes
    page = await portal.ok(
        "/tools/api_info", who, attributes={"front_path": "calls/reports/transactions"}
    )
    assert "data.list[].items[].sale_amount" in {
        field["name"] for field in page["params"]["answer"]
    }


async def test_page_of_the_api_reference_explains_fields_and_their_defaults(portal: Portal) -> None:
    ref = {"front_path": "calls/reports/transactions"}
    page = await portal.ok("/tools/api_info", await portal.someone(), attributes=ref)
    fields = {field["name"]: field for field in page["params"]["parameters"]}
    assert "both included" in fields["filter"]["about"]
    assert fields["filter.date_basis"]["default"] == "order"
    assert fields["filter.date_basis"]["about"].startswith("Which day counts")
    assert fields["page.perPage"]["default"] == "20"
    assert fields["filter.start_date"]["default"] is fields["filter.mcids"]["default"] is None
    assert "after a cursor" in fields["page"]["about"]


@pytest.mark.parametrize("entry", CALLABLE, ids=lambda entry: entry.path)
def test_example_request_is_decoded_by_its_call(entry: Procedure) -> None:
    decode_request(entry, json.dumps({"appId": 36, "req": REQUESTS.get(entry.path, {})}).encode())


@pytest.mark.parametrize("entry", CALLABLE, ids=lambda entry: entry.path)
async def test_example_request_is_not_refused_for_a_field(
    portal: Portal, alice: Someone, entry: Procedure
) -> None:
    reply = await portal.post(entry.path, alice, **REQUESTS.get(entry.path, {}))
    if entry.path.startswith("/sandbox/"):
        assert reply.message == SANDBOX_ONLY
    else:
        assert reply.code in OF_WHOSE, reply
