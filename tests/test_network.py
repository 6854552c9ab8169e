import asyncio
import json
from argparse import Namespace
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from handlers import _import_brands
from handlers._arguments import ArgumentError
from rpc import Code
from tests.portal import Portal, SomeBrand, Someone, unique

STANDARD = {"name": "Standard", "pays": "percent", "value": "10"}


def draft(**fields: Any) -> dict[str, Any]:
    mcid = fields.pop("mcid", None) or unique("brand")
    return {
        "mcid": mcid,
        "name": f"Brand {mcid}",
        "site_url": f"https://{mcid}.example",
        "domains": [f"{mcid}.example"],
        "commission_groups": [STANDARD],
        **fields,
    }


def group(**fields: Any) -> dict[str, Any]:
    return {**STANDARD, **fields}


async def one(portal: Portal, sql: str, *values: Any) -> Any:
    async with portal.db() as db:
        return await db.fetchval(sql, *values)


async def saved_line(portal: Portal, mcid: str) -> dict[str, Any]:
    """A brand as operators see it listed."""
    listing = await portal.ok(
        "/network/brands",
        await portal.operator(),
        filter={"keyword": mcid},
        page={"perPage": 1_000},
    )
    [row] = [row for row in listing["list"] if row["mcid"] == mcid]
    return row


async def brand_events(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    async with portal.db() as db:
        rows = await db.fetch(
            "select body from event where publisher_id = $1 and event_type = 7 order by at", who.uid
        )
    return [row["body"] for row in rows]


OPERATORS = [
    "/network/brand_save",
    "/network/brands_import",
    "/network/brand_key",
    "/network/brand_status",
    "/network/brand_info",
    "/network/brands",
    "/network/relationships",
    "/network/relationship_review",
    "/network/orders",
    "/network/rate_save",
]
TAKEN: dict[str, dict[str, Any]] = {
    "/network/brand_save": draft(mcid="x"),
    "/network/brands_import": {"content": "[]"},
    "/network/brand_key": {"mcid": "x"},
    "/network/brand_status": {"mcid": "x", "status": "online"},
    "/network/brand_info": {"mcid": "x"},
    "/network/relationship_review": {"uid": 1, "site_id": 1, "mcid": "x", "status": 2},
    "/network/rate_save": {"day": "2026-01-01", "base": "GBP", "quote": "EUR", "rate": "1"},
}


@pytest.mark.parametrize("path", OPERATORS)
async def test_a_publisher_is_kept_out(portal: Portal, path: str) -> None:
    alice = await portal.someone()
    req = {"attributes": TAKEN[path]} if path in TAKEN else {}

    await portal.refused(Code.NOT_ALLOWED, path, alice, **req)


class TestBrandSave:
    async def test_a_new_brand_and_the_same_one_again(self, portal: Portal) -> None:
        operator = await portal.operator()
        whole = draft(categories=["Shoes", "Shoes"], regions=["DE"], logo="https://x.example/l.png")

        first = await portal.ok("/network/brand_save", operator, attributes=whole)
        again = await portal.ok(
            "/network/brand_save", operator, attributes={**whole, "name": "Another name"}
        )

        assert first == again
        assert (await saved_line(portal, whole["mcid"]))["name"] == "Another name"
        assert await one(portal, "select categories from brand where mid = $1", first["mid"]) == [
            "Shoes"
        ]

    @pytest.mark.parametrize(
        ("fields", "names"),
        [
            ({"currency": "XYZ"}, "attributes.currency"),
            ({"country": "XX"}, "attributes.country"),
            ({"regions": ["GB", "ZZ"]}, "attributes.regions[1]"),
            ({"domains": ["shop.example:70000"]}, "attributes.domains[0]"),
            ({"commission_groups": [group(value="NaN")]}, "attributes.commission_groups[0].value"),
            ({"commission_groups": [group(value="Infinity")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="-0.01")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="100.01")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="1E-400")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="1E+400")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(pays="fixed", value="1.005")]}, "groups[0].value"),
            (
                {"commission_groups": [group(pays="fixed", value="0.5")], "currency": "JPY"},
                "[0].value",
            ),
            ({"commission_groups": [group(pays="fixed", value="1E+13")]}, "groups[0].value"),
            ({"commission_groups": [group(country="XX")]}, "commission_groups[0].country"),
            ({"commission_groups": [group(site_id=1)]}, "commission_groups[0].uid"),
            ({"commission_groups": [group(uid=2**53 - 1)]}, "commission_groups[0].uid"),
            (
                {"commission_groups": [group(starts_at="2026-02-01", ends_at="2026-02-01")]},
                "commission_groups[0].ends_at",
            ),
            ({"commission_groups": [STANDARD, group(value="5")]}, "commission_groups[1]"),
            (
                {
                    "commission_groups": [
                        group(category="Shoes", starts_at="2026-01-01"),
                        group(category="Shoes", ends_at="2026-01-02"),
                    ]
                },
                "commission_groups[1]",
            ),
        ],
    )
    async def test_a_flaw_is_named_and_nothing_is_written(
        self, portal: Portal, fields: dict[str, Any], names: str
    ) -> None:
        whole = draft(**fields)

        reply = await portal.refused(
            Code.REQUEST_INVALID, "/network/brand_save", await portal.operator(), attributes=whole
        )

        assert names in reply.message
        assert not await one(portal, "select count(*) from brand where mcid = $1", whole["mcid"])

    async def test_a_site_must_be_that_publishers(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        groups = [STANDARD, group(uid=alice.uid, site_id=bob.site_id)]

        reply = await portal.refused(
            Code.REQUEST_INVALID,
            "/network/brand_save",
            await portal.operator(),
            attributes=draft(commission_groups=groups),
        )

        assert "commission_groups[1].site_id" in reply.message

    async def test_terms_are_replaced_and_never_changed(self, portal: Portal) -> None:
        shoes = group(name="Shoes", category="Shoes", value="5")
        brand = await portal.brand(commission_groups=[STANDARD, shoes])

        groups = [group(value="10.0"), {**shoes, "value": "7"}]
        await portal.brand(mcid=brand.mcid, commission_groups=groups)

        async with portal.db() as db:
            rows = await db.fetch(
                "select name, value, replaced_at is null as live from terms where mid = $1"
                " order by terms_id",
                brand.mid,
            )
        assert [tuple(row) for row in rows] == [
            ("Standard", Decimal(10), True),
            ("Shoes", Decimal(5), False),
            ("Shoes", Decimal(7), True),
        ]

    @pytest.mark.parametrize(
        ("fields", "line"),
        [
            ({"commission_groups": [group(value="8.0")]}, "8%"),
            ({"commission_groups": [group(category=c, value=v) for c, v in
                                    (("A", "12"), ("B", "5"), ("C", "7.25"))]}, "5%\N{EN DASH}12%"),
            ({"commission_groups": [group(pays="fixed", value="3")]}, "£3.00 per order item"),
            ({"commission_groups": [group(pays="fixed", value="1500")], "currency": "JPY",
              "offer_type": "CPL"}, "¥1,500 per lead"),
            ({"commission_groups": [STANDARD, group(pays="fixed", value="2.5", category="A")],
              "currency": "CHF"}, "10% or 2.50 CHF per order item"),
            ({"commission_groups": [group(starts_at="2099-01-01")]}, "By agreement"),
        ],
    )  # fmt: skip
    async def test_what_it_pays_in_one_line(
        self, portal: Portal, fields: dict[str, Any], line: str
    ) -> None:
        brand = await portal.brand(**fields)

        assert (await saved_line(portal, brand.mcid))["commission"] == line

    async def test_who_is_joined_is_told_of_a_change_of_terms(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()
        await portal.join(alice, brand)

        await portal.brand(mcid=brand.mcid, name="Only the name")
        await portal.brand(mcid=brand.mcid, commission_groups=[group(value="7")])

        [event] = await brand_events(portal, alice)
        assert event["note"] == "Commission lowered from 10% to 7%"
        assert await brand_events(portal, bob) == []

    async def test_of_anothers_own_terms_nobody_is_told(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()
        for who in (alice, bob):
            await portal.join(who, brand)

        await portal.brand(
            mcid=brand.mcid, commission_groups=[STANDARD, group(uid=bob.uid, value="20")]
        )

        assert await brand_events(portal, alice) == []
        assert len(await brand_events(portal, bob)) == 1
        assert not await one(portal, "select count(*) from term_change where mid = $1", brand.mid)

    async def test_a_promotion_with_dates_stands_over_what_is_always_paid(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        promotion = group(name="Promotion", value="20", starts_at="2020-01-01")
        brand = await portal.brand(commission_groups=[promotion, STANDARD])
        await portal.join(alice, brand)
        link = await portal.link(alice, brand)
        order = {
            "order_id": "1",
            "code": link["code"],
            "currency": "GBP",
            "items": [{"amount": "50"}],
        }

        await portal.ok("/network/conversions", brand, attributes={"orders": [order]})

        earned = "select sale_comm from conversion where publisher_id = $1"
        assert await one(portal, earned, alice.uid) == 10

    async def test_twenty_at_once_make_one_brand(self, portal: Portal) -> None:
        operator, whole = await portal.operator(), draft()

        answers = await asyncio.gather(
            *(portal.ok("/network/brand_save", operator, attributes=whole) for _ in range(20))
        )

        assert len({answer["mid"] for answer in answers}) == 1
        mid = answers[0]["mid"]
        live = "select count(*) from terms where mid = $1 and replaced_at is null"
        assert await one(portal, live, mid) == 1


HEADER = "mcid,name,site_url,domains,commission,currency,categories,deep_link,cookie_days"


async def imported(portal: Portal, content: str) -> list[tuple[int, str | None, str, str | None]]:
    answer = await portal.ok(
        "/network/brands_import", await portal.operator(), attributes={"content": content}
    )
    return [(r["line"], r["mcid"], r["outcome"], r["reason"]) for r in answer["list"]]


class TestBrandsImport:
    async def test_good_lines_are_made_and_bad_ones_named(self, portal: Portal) -> None:
        known = await portal.brand()
        new, other, bad = unique("new"), unique("other"), unique("bad")
        content = "\r\n".join(
            [
                "\ufeff" + HEADER,
                f"{new},New,https://new.example,new.example|*.new.example,7.5%,GBP,A|B,no,7",
                f'{known.mcid},"Known, again",https://k.example,k.example,3.00 GBP,GBP,,,',
                f"{bad},Bad,no url,bad.example,5%,GBP,,,",
                f"{new},Twice,https://new.example,new.example,5%,GBP,,,",
                f"{bad},Bad,https://b.example,b.example,5 EUR,GBP,,,",
                f"{bad},Bad,https://b.example,b.example,101%,GBP,,,",
                f"{bad},Bad,https://b.example,b.example,5%,XYZ,,,",
                f"{bad},Bad,https://b.example,b.example,5%,GBP,,perhaps,",
                f"{bad},Bad,https://b.example,b.example,5%,GBP,,,many",
                f"{bad},too few",
                ",,,,,,,,",
                f"{other},Other,https://o.example,o.example,5%,,,,",
            ]
        )

        lines = await imported(portal, content)

        assert [(line, mcid, outcome) for line, mcid, outcome, _ in lines] == [
            (2, new, "created"),
            (3, known.mcid, "updated"),
            (4, bad, "refused"),
            (5, new, "refused"),
            *((line, bad, "refused") for line in range(6, 12)),
            (12, None, "refused"),
            (13, other, "created"),
        ]
        for (*_, reason), word in zip(
            lines[2:11],
            ["site_url", "line 2", "3.00 GBP", "value", "currency", "deep_link", "cookie_days",
             "cells", "mcid"],
            strict=True,
        ):  # fmt: skip
            assert word in str(reason), (word, reason)
        async with portal.db() as db:
            row = await db.fetchrow("select * from brand where mcid = $1", new)
            made = await db.fetchval("select count(*) from brand where mcid = $1", bad)
        assert (row["domains"], row["categories"], row["deep_link"], row["cookie_days"]) == (
            ["new.example", "*.new.example"],
            ["A", "B"],
            False,
            7,
        )
        assert row["commission"] == "7.5%"
        assert (await saved_line(portal, known.mcid))["commission"] == "£3.00 per order item"
        assert made == 0

    async def test_commission_groups_stand_in_a_column_as_json(self, portal: Portal) -> None:
        mcid = unique("json")
        groups = json.dumps([STANDARD, group(category="Shoes", value="12.5")]).replace('"', '""')
        content = (
            "mcid;name;site_url;domains;commission_groups\n"
            f'{mcid};J;https://j.example;j.example;"{groups}"\n'
            f"{mcid}-2;J;https://j.example;j.example;[oops\n"
        )

        [first, second] = await imported(portal, content)

        assert first == (2, mcid, "created", None)
        assert second == (3, f"{mcid}-2", "refused", "`commission_groups` is not JSON")
        assert (await saved_line(portal, mcid))["commission"] == "10%\N{EN DASH}12.5%"

    async def test_a_json_list(self, portal: Portal) -> None:
        good = draft()
        parts = [good, {**draft(mcid="x"), "mcid": "Not A Slug"}, 5, {"mcid": "y"}]
        odd = ['{"mcid": "\\u0000"}', "[" * 500 + "]" * 500, "1" * 5_000, "1e9999"]
        content = "[" + ", ".join([*map(json.dumps, parts), *odd]) + "]"

        lines = await imported(portal, content)

        assert [(line, mcid, outcome) for line, mcid, outcome, _ in lines] == [
            (1, good["mcid"], "created"),
            (2, "Not A Slug", "refused"),
            (3, None, "refused"),
            (4, "y", "refused"),
            *((line, None, "refused") for line in range(5, 9)),
        ]

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            ("mcid,name,site_url,commission\nx,X,https://x.example,5%", "no column `domains`"),
            ("mcid,name,site_url,domains\nx,X,https://x.example,x", "no column `commission`"),
            (f"{HEADER},colour\n", "column `colour` is not known"),
            (f"{HEADER},name\n", "column `name` stands twice"),
            (HEADER, "no brand"),
            ("[]", "no brand"),
            ("[{", "no JSON list"),
            ('["\\ud800"]', "no JSON list"),
            (f'{HEADER}\nx,"open', "no CSV"),
            (f"{HEADER}\nx,Caf\ufffd", "not in UTF-8 before it was sent: line 2"),
            (" ", "no column `mcid`"),
        ],
    )
    async def test_a_file_that_cannot_be_read_is_refused_whole(
        self, portal: Portal, content: str, says: str
    ) -> None:
        reply = await portal.refused(
            Code.REQUEST_INVALID,
            "/network/brands_import",
            await portal.operator(),
            attributes={"content": content},
        )

        assert says in reply.message

    async def test_hundreds_of_lines_are_taken_at_once(self, portal: Portal) -> None:
        word = unique("many")
        rows = [f"{word}-{n},Many,https://m.example,m.example,5%,GBP,,," for n in range(500)]

        lines = await imported(portal, "\n".join([HEADER, *rows]))

        assert {outcome for _, _, outcome, _ in lines} == {"created"}
        assert (
            await one(portal, "select count(*) from brand where mcid like $1", f"{word}-%") == 500
        )


class TestImportBrands:
    async def test_the_command_tells_of_each_refused_line(
        self, portal: Portal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        new = unique("command")
        file = tmp_path / "brands.csv"
        file.write_text(f"{HEADER}\n{new},N,https://n.example,n.example,5%,,,,\nx,X,y,z,5%,,,,\n")

        await _import_brands.run(Namespace(file=file), portal.parts)

        refused, total = capsys.readouterr().out.splitlines()[-2:]
        assert refused.startswith("line 3: brand 'x' refused: `site_url`")
        assert total == "2 lines: 1 created, 0 updated, 1 refused"

    @pytest.mark.parametrize(
        ("raw", "says"), [(b"mcid\nCaf\xe9", "line 2 holds the byte 0xe9"), (None, "cannot read")]
    )
    async def test_a_file_it_cannot_read(
        self, portal: Portal, tmp_path: Path, raw: bytes | None, says: str
    ) -> None:
        file = tmp_path / "brands.csv"
        if raw is not None:
            file.write_bytes(raw)

        with pytest.raises(ArgumentError, match=says):
            await _import_brands.run(Namespace(file=file), portal.parts)


class TestBrandKey:
    async def test_an_unknown_brand(self, portal: Portal) -> None:
        operator = await portal.operator()
        await portal.refused(
            Code.BRAND_UNKNOWN, "/network/brand_key", operator, attributes={"mcid": "nix"}
        )

    async def test_the_key_before_works_for_a_day_more(self, portal: Portal) -> None:
        operator = await portal.operator()
        whole = draft()
        await portal.ok("/network/brand_save", operator, attributes=whole)
        ref = {"mcid": whole["mcid"]}

        first = await portal.ok("/network/brand_key", operator, attributes=ref)
        second = await portal.ok("/network/brand_key", operator, attributes=ref)

        assert first["previous_until"] is None
        left = datetime.fromisoformat(second["previous_until"]) - portal.parts.clock.now()
        assert timedelta(hours=23) < left <= timedelta(hours=24)
        for key in (first["key"], second["key"]):
            reply = await portal.post("/network/conversions", key, attributes={"orders": []})
            assert (
                reply.code == Code.REQUEST_INVALID.number
            )  # let in: it is the empty list that is wrong
        assert (await saved_line(portal, whole["mcid"]))["has_key"]


class TestBrandStatus:
    async def test_an_unknown_brand(self, portal: Portal) -> None:
        await portal.refused(
            Code.BRAND_UNKNOWN,
            "/network/brand_status",
            await portal.operator(),
            attributes={"mcid": "nix", "status": "online"},
        )

    async def test_who_is_joined_is_told_once(self, portal: Portal) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        brand = await portal.brand()
        await portal.join(alice, brand)
        await portal.join(alice, brand, site_id=await portal.site(alice.uid))

        for _ in range(2):
            await portal.ok(
                "/network/brand_status",
                operator,
                attributes={"mcid": brand.mcid, "status": "paused"},
            )

        [event] = await brand_events(portal, alice)
        assert (event["previous_status"], event["status"]) == ("online", "paused")
        assert (await saved_line(portal, brand.mcid))["status"] == "paused"


class TestBrands:
    async def test_by_name_with_who_works_with_each(self, portal: Portal) -> None:
        word = unique("list").replace("-", "") + "x"
        operator, alice, bob = (
            await portal.operator(),
            await portal.someone(),
            await portal.someone(),
        )
        second = await portal.brand(name=f"b {word}", approval="manual")
        first = await portal.brand(name=f"A {word}", status="paused")
        await portal.join(alice, second)
        await portal.ok("/brands/apply", bob, attributes={"mcids": [second.mcid]})

        listing = await portal.ok("/network/brands", operator, filter={"keyword": word})

        shown = [(row["mcid"], row["joined"], row["pending"]) for row in listing["list"]]
        assert shown == [(first.mcid, 0, 0), (second.mcid, 1, 1)]
        assert listing["total"] == 2
        for filter, mcids in (({"status": "paused"}, [first.mcid]), ({"status": "offline"}, [])):
            found = await portal.ok("/network/brands", operator, filter={"keyword": word, **filter})
            assert ([row["mcid"] for row in found["list"]], found["total"]) == (mcids, len(mcids))


async def applied(portal: Portal) -> tuple[Someone, SomeBrand, dict[str, Any]]:
    """Somebody who waits for a brand's decision."""
    alice, brand = await portal.someone(), await portal.brand(approval="manual")
    await portal.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid], "message": "Please"})
    return alice, brand, {"uid": alice.uid, "site_id": alice.site_id, "mcid": brand.mcid}


class TestBrandInfo:
    async def test_what_was_saved_is_read_as_it_was_written(self, portal: Portal) -> None:
        someone = await portal.someone()
        whole = draft(
            description="Everything for the kitchen",
            categories=["Home", "Kitchen"],
            regions=["GB", "IE"],
            offer_type="CPA",
            brand_type=2,
            deep_link=False,
            forbidden_words=["cheap"],
            promotion_methods={"email": False},
            commission_groups=[
                group(pays="fixed", value="3.5"),
                group(name="Theirs", value="12.25", uid=someone.uid, starts_at="2026-01-01"),
            ],
        )
        operator = await portal.operator()
        await portal.ok("/network/brand_save", operator, attributes=whole)

        written = await portal.ok(
            "/network/brand_info", operator, attributes={"mcid": whole["mcid"]}
        )

        assert {name: written[name] for name in whole if name != "commission_groups"} == {
            name: value for name, value in whole.items() if name != "commission_groups"
        }
        groups = [
            {name: value for name, value in each.items() if value is not None}
            for each in written["commission_groups"]
        ]
        assert groups == whole["commission_groups"]

    async def test_saving_what_was_read_changes_no_terms(self, portal: Portal) -> None:
        operator = await portal.operator()
        whole = draft(commission_groups=[STANDARD, group(name="Shoes", category="Shoes")])
        saved = await portal.ok("/network/brand_save", operator, attributes=whole)
        read = await portal.ok("/network/brand_info", operator, attributes={"mcid": whole["mcid"]})

        await portal.ok("/network/brand_save", operator, attributes=read)

        terms = "select count(*) from terms where mid = $1"
        assert await one(portal, terms, saved["mid"]) == 2

    async def test_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        await portal.refused(
            Code.BRAND_UNKNOWN,
            "/network/brand_info",
            await portal.operator(),
            attributes={"mcid": unique("none")},
        )


class TestRelationships:
    async def test_who_waits_longest_stands_first(self, portal: Portal) -> None:
        brand, operator = await portal.brand(approval="manual"), await portal.operator()
        people = [await portal.someone() for _ in range(4)]
        for who in people:
            await portal.ok("/brands/apply", who, attributes={"mcids": [brand.mcid]})
        for who in people[:2]:
            review = {"uid": who.uid, "site_id": who.site_id, "mcid": brand.mcid, "status": 2}
            await portal.ok("/network/relationship_review", operator, attributes=review)

        listing = await portal.ok("/network/relationships", operator, filter={"mcid": brand.mcid})

        assert [row["uid"] for row in listing["list"]] == [people[n].uid for n in (2, 3, 1, 0)]
        assert listing["total"] == 4

    async def test_filters(self, portal: Portal) -> None:
        alice, brand, _ = await applied(portal)
        operator = await portal.operator()

        for filter, total in (
            ({"uid": alice.uid}, 1),
            ({"uid": alice.uid, "status": 1, "mcid": brand.mcid}, 1),
            ({"uid": alice.uid, "status": 2}, 0),
            ({"uid": alice.uid, "mcid": "nix"}, 0),
        ):
            found = await portal.ok("/network/relationships", operator, filter=filter)
            assert (len(found["list"]), found["total"]) == (total, total), filter
        [row] = (await portal.ok("/network/relationships", operator, filter={"uid": alice.uid}))[
            "list"
        ]
        assert (row["publisher"], row["message"], row["brand_name"]) == (
            alice.username,
            "Please",
            f"Brand {brand.mcid}",
        )


class TestRelationshipReview:
    @pytest.mark.parametrize("field", ["uid", "site_id", "mcid"])
    async def test_what_nobody_applied_for_is_not_found(self, portal: Portal, field: str) -> None:
        *_, ref = await applied(portal)
        other = await portal.someone()
        wrong = {"uid": other.uid, "site_id": other.site_id, "mcid": "nix"}[field]

        await portal.refused(
            Code.NOT_FOUND,
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, field: wrong, "status": 2},
        )

    @pytest.mark.parametrize(
        ("fields", "names"),
        [
            ({"status": 0}, "status"),
            ({"status": 1}, "status"),
            ({"status": 3}, "reason"),
            ({"status": 4, "reason": "  "}, "reason"),
        ],
    )
    async def test_a_decision_that_is_none(
        self, portal: Portal, fields: dict[str, Any], names: str
    ) -> None:
        *_, ref = await applied(portal)

        reply = await portal.refused(
            Code.REQUEST_INVALID,
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, **fields},
        )

        assert f"attributes.{names}" in reply.message

    async def test_the_publisher_sees_the_decision_and_its_reason(self, portal: Portal) -> None:
        alice, brand, ref = await applied(portal)
        operator = await portal.operator()
        decision = {**ref, "status": 3, "reason": "No coupon sites"}

        for _ in range(2):
            await portal.ok("/network/relationship_review", operator, attributes=decision)

        info = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})
        assert (info["relationship"], info["relationship_reason"]) == (3, "No coupon sites")
        async with portal.db() as db:
            rows = await db.fetch(
                "select body from event where publisher_id = $1 and event_type = 6 order by at",
                alice.uid,
            )
        changes = [
            (r["body"]["previous_status"], r["body"]["status"], r["body"]["note"]) for r in rows
        ]
        assert changes == [(0, 1, ""), (1, 3, "No coupon sites")]


async def reported(portal: Portal, who: Someone, brand: SomeBrand, count: int) -> list[int]:
    """Orders written past their intake, two of them at each moment; their oids, oldest first."""
    at = portal.parts.clock.now() - timedelta(hours=1)
    oids = []
    async with portal.db() as db:
        for n in range(count):
            oid = await db.fetchval("select nextval('oid')")
            when = at + timedelta(seconds=n // 2)
            await db.execute(
                "insert into conversion (publisher_id, oid, mid, order_id, site_id, link_id,"
                " order_time, currency, report_currency, rate, sale_amount, sale_comm,"
                " report_amount, report_comm, status, created_at, updated_at)"
                " values ($1, $2, $3, $4, 1, 1, $5, 'GBP', 'GBP', 1, 20, 2, 20, 2, $6, $5, $5)",
                who.uid, oid, brand.mid, f"o-{n}", when, "Approved" if n == 0 else "Pending",
            )  # fmt: skip
            for item in range(n % 3):
                await db.execute(
                    "insert into conversion_item (publisher_id, oid, item_id, quantity, sale_amount,"
                    " sale_comm, ori_amount, ori_comm, report_amount, report_comm, status, updated_at)"
                    " values ($1, $2, $3, 1, 10, 1, 10, 1, 10, 1, 'Pending', $4)",
                    who.uid, oid, str(item), when,
                )  # fmt: skip
            oids.append(oid)
    return oids


class TestOrders:
    async def test_reversed_dates(self, portal: Portal) -> None:
        dates = {"start_date": "2026-02-01", "end_date": "2026-01-31"}
        operator = await portal.operator()
        await portal.refused(Code.DATES_REVERSED, "/network/orders", operator, filter=dates)

    async def test_the_cursor_skips_and_repeats_none(self, portal: Portal) -> None:
        alice, brand, operator = (
            await portal.someone(),
            await portal.brand(),
            await portal.operator(),
        )
        oids = await reported(portal, alice, brand, 7)
        filter = {"mcid": brand.mcid}

        seen, cursor, totals = [], None, []
        while True:
            page = {"perPage": 2} | ({"cursor": cursor} if cursor else {})
            part = await portal.ok("/network/orders", operator, filter=filter, page=page)
            seen += part["list"]
            totals.append(part["total"])
            if (cursor := part["next"]) is None:
                break

        assert [row["oid"] for row in seen] == oids[::-1]
        assert [row["items"] for row in seen][::-1] == [0, 1, 2, 0, 1, 2, 0]
        assert totals == [7] * 4
        second = await portal.ok(
            "/network/orders", operator, filter=filter, page={"perPage": 2, "curPage": 2}
        )
        assert second["list"] == seen[2:4]
        assert (seen[0]["publisher"], seen[0]["sale_amount"], seen[0]["sale_comm"]) == (
            alice.username,
            "20.00",
            "2.00",
        )

    @pytest.mark.parametrize("cursor", ["x", "W10", "bnVsbA", "WzEsMiwzXQ", "é"])
    async def test_a_cursor_of_another_list(self, portal: Portal, cursor: str) -> None:
        reply = await portal.refused(
            Code.REQUEST_INVALID,
            "/network/orders",
            await portal.operator(),
            page={"cursor": cursor},
        )

        assert "page.cursor" in reply.message

    async def test_filters(self, portal: Portal) -> None:
        alice, brand, operator = (
            await portal.someone(),
            await portal.brand(),
            await portal.operator(),
        )
        await reported(portal, alice, brand, 3)
        today = str((portal.parts.clock.now() - timedelta(hours=1)).date())

        for filter, total in (
            ({"uid": alice.uid}, 3),
            ({"uid": alice.uid, "mcid": brand.mcid, "order_id": "o-1"}, 1),
            ({"uid": alice.uid, "status": "Approved"}, 1),
            ({"uid": alice.uid, "status": "Rejected"}, 0),
            ({"uid": alice.uid, "start_date": today, "end_date": today}, 3),
            ({"uid": alice.uid, "end_date": "2020-01-01"}, 0),
            ({"uid": alice.uid, "start_date": "0001-01-01", "end_date": "9999-12-31"}, 3),
            ({"mcid": "nix"}, 0),
        ):
            found = await portal.ok("/network/orders", operator, filter=filter)
            assert (len(found["list"]), found["total"]) == (total, total), filter


class TestRateSave:
    async def rates(self, portal: Portal, day: str) -> dict[tuple[str, str], Decimal]:
        async with portal.db() as db:
            rows = await db.fetch(
                "select base, quote, rate from currency_rate where day::text = $1", day
            )
        return {(row["base"], row["quote"]): row["rate"] for row in rows}

    async def save(self, portal: Portal, day: str, base: str, quote: str, rate: str) -> None:
        await portal.ok(
            "/network/rate_save",
            await portal.operator(),
            attributes={"day": day, "base": base, "quote": quote, "rate": rate},
        )

    async def test_the_inverse_follows_until_it_is_given(self, portal: Portal) -> None:
        day = "1999-01-04"
        await self.save(portal, day, "GBP", "EUR", "1.5")
        await self.save(portal, day, "GBP", "EUR", "1.17")
        assert await self.rates(portal, day) == {
            ("GBP", "EUR"): Decimal("1.17"),
            ("EUR", "GBP"): Decimal("0.8547008547"),
        }

        await self.save(portal, day, "EUR", "GBP", "0.85")
        assert (await self.rates(portal, day))["GBP", "EUR"] == Decimal("1.17")

        await self.save(portal, day, "GBP", "EUR", "1.2")
        assert await self.rates(portal, day) == {
            ("GBP", "EUR"): Decimal("1.2"),
            ("EUR", "GBP"): Decimal("0.85"),
        }

    @pytest.mark.parametrize(
        ("fields", "names"),
        [
            ({"base": "XYZ"}, "base"),
            ({"quote": "ABC"}, "quote"),
            ({"quote": "GBP"}, "quote"),
            ({"rate": "0"}, "rate"),
            ({"rate": "-1"}, "rate"),
            ({"rate": "NaN"}, "rate"),
            ({"rate": "Infinity"}, "rate"),
            ({"rate": "1E+9"}, "rate"),
            ({"rate": "1E-400"}, "rate"),
            ({"day": "2026-02-30"}, "day"),
        ],
    )
    async def test_a_rate_that_is_none(
        self, portal: Portal, fields: dict[str, str], names: str
    ) -> None:
        whole = {"day": "1999-01-05", "base": "GBP", "quote": "EUR", "rate": "1", **fields}

        reply = await portal.refused(
            Code.REQUEST_INVALID,
            "/network/rate_save",
            await portal.operator(),
            attributes=whole,
        )

        assert f"attributes.{names}" in reply.message
        assert await self.rates(portal, "1999-01-05") == {}


class TestRelationshipMail:
    @pytest.mark.parametrize(
        ("decision", "subject"),
        [
            ({"status": 2}, "has accepted your channel"),
            ({"status": 3, "reason": "Too few readers"}, "has declined your channel"),
        ],
    )
    async def test_who_wants_such_mails_is_told_of_a_decision(
        self, portal: Portal, decision: dict[str, Any], subject: str
    ) -> None:
        who, _, ref = await applied(portal)

        await portal.ok(
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, **decision},
        )
        await portal.work()

        outbox = portal.parts.settings.outbox.glob("*.eml")
        mails = [file.read_text().replace("=\n", "") for file in outbox]
        [mail] = [mail for mail in mails if who.email in mail and subject in mail]
        assert decision.get("reason", "/brands/") in mail

    async def test_who_does_not_is_not(self, portal: Portal) -> None:
        who, _, ref = await applied(portal)
        wishes = {"payments": True, "brands": False, "links": True, "news": True}
        await portal.ok("/user/edit", who, attributes={"notifications": wishes})

        await portal.ok(
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, "status": 2},
        )
        await portal.work()

        mails = [file.read_text() for file in portal.parts.settings.outbox.glob("*.eml")]
        assert not [mail for mail in mails if who.email in mail and "accepted" in mail]
