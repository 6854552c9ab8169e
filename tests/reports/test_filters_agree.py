"""Every list filtered by channels and brands agrees: unknown ones, and those of other publishers, are refused alike."""

from typing import Any

import msgspec
import pytest

from handlers._registry import registry
from handlers.flows.call_descriptions import REQUESTS
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
async def test_report_of_a_foreign_or_an_unknown_channel_is_refused_alike(
    portal: Portal, path: str, filter: dict[str, Any], several: bool
) -> None:
    alice, bob = await portal.someone(), await portal.someone()

    replies = [
        await portal.refuses(
            Code.SITE_INVALID, path, alice, filter=filter | narrow("site_id", site_id, several)
        )
        for site_id in (bob.site_id, UNKNOWN)
    ]

    refusals = [(reply.message, reply.refusal) for reply in replies]
    assert refusals[0] == refusals[1]
    assert refusals[0][1] == {"field": "filter.site_ids" if several else "filter.site_id"}


@pytest.mark.parametrize("path", REPORTS)
async def test_report_with_an_unknown_id_among_known_ones_is_refused(
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
async def test_report_of_an_unknown_brand_is_refused(
    portal: Portal, alice: Someone, path: str, filter: dict[str, Any], several: bool
) -> None:
    reply = await portal.refuses(
        Code.BRAND_UNKNOWN, path, alice, filter=filter | narrow("mcid", "nix", several)
    )
    assert reply.refusal == {"field": "filter.mcids" if several else "filter.mcid"}


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
async def test_unknown_filter_value_of_a_report_is_refused_instead_of_finding_nothing(
    portal: Portal, entry: Procedure, name: str
) -> None:
    who = await (portal.operator() if entry.context is Operator else portal.someone())
    code, value = NARROWING[name]
    needed = NEEDED.get(entry.path, {})
    filter = needed.get("filter", {}) | {name: value}

    reply = await portal.refuses(code, entry.path, who, **{**needed, "filter": filter})

    assert reply.refusal == {"field": f"filter.{name}"}


def test_every_call_with_a_brand_attribute_declares_unknown_brand_errors() -> None:
    taking = {
        entry.path: Code.BRAND_UNKNOWN in entry.raises
        for entry in registry.entries(Procedure)
        if "mcid" in {field.encode_name for field in msgspec.structs.fields(entry.attributes)}
    }
    assert {path for path, says in taking.items() if not says} == WITHOUT.keys()


async def test_unknown_brand_is_refused_in_an_export_of_settlements(
    portal: Portal, alice: Someone
) -> None:
    given = {"report": "settlements", "format": "csv", "filter": {"mcid": "nix"}}
    reply = await portal.refuses(Code.BRAND_UNKNOWN, "/reports/export", alice, attributes=given)
    assert reply.refusal == {"field": "attributes.filter.mcid"}
