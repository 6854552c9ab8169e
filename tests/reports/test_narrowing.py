"""Links and reports are narrowed to channels and brands that are there; those of others are as unknown as none."""

from typing import Any

import pytest

from rpc import Code
from tests.support.portal import Portal, SomeBrand, Someone

DAYS = {"start_date": "2026-01-01", "end_date": "2026-01-31"}
REPORTS = ["/reports/performance", "/reports/transactions", "/reports/clicks"]
UNKNOWN = 2**50
CASES: list[tuple[str, dict[str, Any], bool]] = [
    ("/tools/links", {}, False),
    *((path, DAYS, True) for path in REPORTS),
]


def narrowed(name: str, value: Any, several: bool) -> dict[str, Any]:
    return {f"{name}s": [value]} if several else {name: value}


@pytest.mark.parametrize(("path", "filter", "several"), CASES)
async def test_another_publishers_channel_is_as_one_that_is_not_there(
    portal: Portal, path: str, filter: dict[str, Any], several: bool
) -> None:
    alice, bob = await portal.someone(), await portal.someone()

    replies = [
        await portal.refused(
            Code.SITE_INVALID, path, alice, filter=filter | narrowed("site_id", site_id, several)
        )
        for site_id in (bob.site_id, UNKNOWN)
    ]

    said = [(reply.message, reply.data) for reply in replies]
    assert said[0] == said[1]
    assert said[0][1] == {"field": "filter.site_ids" if several else "filter.site_id"}


@pytest.mark.parametrize("path", REPORTS)
async def test_one_unknown_of_several_is_refused(
    portal: Portal, joined: SomeBrand, alice: Someone, path: str
) -> None:
    for code, wrong in (
        (Code.SITE_INVALID, {"site_ids": [alice.site_id, UNKNOWN]}),
        (Code.BRAND_UNKNOWN, {"mcids": [joined.mcid, "nix"]}),
    ):
        await portal.refused(code, path, alice, filter=DAYS | wrong)
    known = {"site_ids": [alice.site_id] * 2, "mcids": [joined.mcid] * 2}
    await portal.ok(path, alice, filter=DAYS | known)


@pytest.mark.parametrize(("path", "filter", "several"), CASES)
async def test_an_unknown_brand_is_refused(
    portal: Portal, alice: Someone, path: str, filter: dict[str, Any], several: bool
) -> None:
    reply = await portal.refused(
        Code.BRAND_UNKNOWN, path, alice, filter=filter | narrowed("mcid", "nix", several)
    )
    assert reply.data == {"field": "filter.mcids" if several else "filter.mcid"}


@pytest.mark.parametrize(("path", "filter", "several"), CASES)
async def test_a_deleted_channel_stays_in_the_reports(
    portal: Portal, alice: Someone, path: str, filter: dict[str, Any], several: bool
) -> None:
    other = await portal.site(alice.uid)
    await portal.ok("/site/del", alice, attributes={"id": other})

    await portal.ok(path, alice, filter=filter | narrowed("site_id", other, several))
