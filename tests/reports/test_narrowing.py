"""Lists are narrowed to channels and brands that are there; those of others are as unknown as none."""

from typing import Any

import msgspec
import pytest

from handlers._registry import registry
from handlers.flows.example_requests import REQUESTS
from rpc import Code, Operator
from rpc.calls.registry_entry import Procedure
from tests.support.portal import Portal, SomeBrand, Someone

DAYS = {"start_date": "2026-01-01", "end_date": "2026-01-31"}
REPORTS = ["/reports/performance", "/reports/transactions", "/reports/clicks"]
UNKNOWN = 2**50
CASES: list[tuple[str, dict[str, Any], bool]] = [
    ("/tools/links", {}, False),
    *((path, DAYS, True) for path in REPORTS),
]


def narrow(name: str, value: Any, several: bool) -> dict[str, Any]:
    return {f"{name}s": [value]} if several else {name: value}


@pytest.mark.parametrize(("path", "filter", "several"), CASES)
async def test_another_publishers_channel_is_as_one_that_is_not_there(
    portal: Portal, path: str, filter: dict[str, Any], several: bool
) -> None:
    alice, bob = await portal.someone(), await portal.someone()

    replies = [
        await portal.refuses(
            Code.SITE_INVALID, path, alice, filter=filter | narrow("site_id", site_id, several)
        )
        for site_id in (bob.site_id, UNKNOWN)
    ]

    refusals = [(reply.message, reply.data) for reply in replies]
    assert refusals[0] == refusals[1]
    assert refusals[0][1] == {"field": "filter.site_ids" if several else "filter.site_id"}


@pytest.mark.parametrize("path", REPORTS)
async def test_one_unknown_of_several_is_refused(
    portal: Portal, brand: SomeBrand, alice: Someone, path: str
) -> None:
    for code, wrong in (
        (Code.SITE_INVALID, {"site_ids": [alice.site_id, UNKNOWN]}),
        (Code.BRAND_UNKNOWN, {"mcids": [brand.mcid, "nix"]}),
    ):
        await portal.refuses(code, path, alice, filter=DAYS | wrong)
    known = {"site_ids": [alice.site_id] * 2, "mcids": [brand.mcid] * 2}
    await portal.ok(path, alice, filter=DAYS | known)


@pytest.mark.parametrize(("path", "filter", "several"), CASES)
async def test_an_unknown_brand_is_refused(
    portal: Portal, alice: Someone, path: str, filter: dict[str, Any], several: bool
) -> None:
    reply = await portal.refuses(
        Code.BRAND_UNKNOWN, path, alice, filter=filter | narrow("mcid", "nix", several)
    )
    assert reply.data == {"field": "filter.mcids" if several else "filter.mcid"}


@pytest.mark.parametrize(("path", "filter", "several"), CASES)
async def test_a_deleted_channel_stays_in_the_reports(
    portal: Portal, alice: Someone, path: str, filter: dict[str, Any], several: bool
) -> None:
    other = await portal.site(alice.uid)
    await portal.ok("/site/del", alice, attributes={"id": other})

    await portal.ok(path, alice, filter=filter | narrow("site_id", other, several))


NARROWING: dict[str, tuple[Code, Any]] = {
    "site_id": (Code.SITE_INVALID, UNKNOWN),
    "site_ids": (Code.SITE_INVALID, [UNKNOWN]),
    "mcid": (Code.BRAND_UNKNOWN, "nix"),
    "mcids": (Code.BRAND_UNKNOWN, ["nix"]),
}
FILTERS = [
    pytest.param(entry, field.encode_name, id=f"{entry.path} {field.encode_name}")
    for entry in registry.entries(Procedure)
    for field in msgspec.structs.fields(entry.filter)
    if field.encode_name in NARROWING
]
NEEDED = {**REQUESTS, "/network/orders_review": {"attributes": {"status": "Approved"}}}
"""What a call needs beside what it is narrowed to."""
WITHOUT = {
    "/network/brand_save": "it makes the brand",
    "/tools/link_preview": "its answer says so",
}


@pytest.mark.parametrize(("entry", "name"), FILTERS)
async def test_no_list_is_empty_for_want_of_what_it_is_narrowed_to(
    portal: Portal, entry: Procedure, name: str
) -> None:
    who = await (portal.operator() if entry.context is Operator else portal.someone())
    code, value = NARROWING[name]
    needed = NEEDED.get(entry.path, {})
    filter = needed.get("filter", {}) | {name: value}

    reply = await portal.refuses(code, entry.path, who, **{**needed, "filter": filter})

    assert reply.data == {"field": f"filter.{name}"}


def test_every_call_that_takes_a_brand_can_say_that_there_is_none() -> None:
    taking = {
        entry.path: Code.BRAND_UNKNOWN in entry.raises
        for entry in registry.entries(Procedure)
        if "mcid" in {field.encode_name for field in msgspec.structs.fields(entry.attributes)}
    }
    assert {path for path, says in taking.items() if not says} == WITHOUT.keys()


async def test_a_file_of_settlements_is_refused_as_their_list_is(
    portal: Portal, alice: Someone
) -> None:
    given = {"report": "settlements", "format": "csv", "filter": {"mcid": "nix"}}
    reply = await portal.refuses(Code.BRAND_UNKNOWN, "/reports/export", alice, attributes=given)
    assert reply.data == {"field": "attributes.filter.mcid"}
