"""A publisher's books beside what is recorded: classes, reasons, sums, files and refused lines."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

import handlers.reports.book_comparing
from handlers.reports.books import sweep_books
from rpc.calls.context import Worker
from schema.core.envelope import Nothing
from schema.core.errors import Code
from schema.reports.book import CompareBooks
from tests.support.hostile.files import send_all
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.portal import Portal, Someone, unique
from tests.support.reports.exports import amount, read_export

D = Decimal
DAY = datetime(2026, 10, 14, 12, tzinfo=UTC)
MAPPED = {"order_id": "Order", "amount": "Commission", "order_time": "Day"}
CLASSES = ("differs", "only_mine", "only_yours", "matched")


async def upload_book(portal: Portal, who: Someone, content: str | bytes) -> dict[str, Any]:
    body = content if isinstance(content, bytes) else content.encode()
    file: dict[str, Any] = await send_all(
        portal, who, body, path="/reports/books_file", called="books.csv"
    )
    return file


@asynccontextmanager
async def worker(portal: Portal) -> AsyncIterator[Worker]:
    async with portal.db() as db:
        yield Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)


async def compare(
    it: Deal, content: str | bytes, *, mapping: dict[str, Any] | None = None, **draft: Any
) -> dict[str, Any]:
    """The comparison of a file, once its job is done."""
    portal, who = it.portal, it.who
    file = await upload_book(portal, who, content)
    mapping = mapping or {"columns": MAPPED, "constants": {"currency": "GBP"}}
    given = {"file_url": file["url"], "name": file["name"], "mapping": mapping, **draft}
    queued = await portal.ok("/reports/books_compare", who, attributes=given)
    assert queued["status"] == 0
    await portal.work()
    return await info(it, queued["id"])


async def info(it: Deal, id: int) -> dict[str, Any]:
    found: dict[str, Any] = await it.portal.ok("/reports/books_info", it.who, attributes={"id": id})
    return found


async def rows_of(it: Deal, id: int, **filter: Any) -> list[dict[str, Any]]:
    found = await it.portal.ok(
        "/reports/books_rows", it.who, filter={"id": id, **filter}, page={"perPage": 1000}
    )
    assert found["total"] == len(found["list"])
    rows: list[dict[str, Any]] = found["list"]
    return rows


def table(*lines: str, head: str = "Order,Day,Commission") -> str:
    return "\n".join((head, *lines, ""))


def check_sums(comparison: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    """The classes add up to both totals, and to the rows that are listed."""
    for total in comparison["totals"]:
        for side, own, currency in (
            ("mine", "own_amount", "own_currency"),
            ("yours", "amount", "currency"),
        ):
            of_classes = [
                D(each[side])
                for each in comparison["sums"]
                if each["currency"] == total["currency"]
            ]
            listed = [
                D(row[own] or 0)
                for row in rows
                if row["class"] != "unread" and row[currency] == total["currency"]
            ]
            assert sum(of_classes) == D(total[side]) == sum(listed)
    for name in CLASSES:
        assert comparison["counts"][name] == sum(row["class"] == name for row in rows)


class TestComparison:
    async def test_each_order_of_compared_books_has_its_class_and_reason(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        same, less, day, zone, missing = (unique("o") for _ in range(5))
        at = {"order_time": DAY.isoformat()}
        late = {"order_time": DAY.replace(hour=23, minute=30).isoformat()}
        await it.report(
            it.order("10.00", order_id=same, **at),
            it.order("20.00", order_id=less, **at),
            it.order("30.00", order_id=day, **at),
            it.order("40.00", order_id=zone, **late),
            it.order("50.00", order_id=missing, **at),
        )
        await portal.ok("/user/edit", it.who, attributes={"time_zone": "UTC"})
        mapping = {
            "columns": MAPPED,
            "constants": {"currency": "GBP"},
            "time_zone": "Europe/Berlin",
        }
        unknown = unique("o")

        found = await compare(
            it,
            table(
                f"{same},2026-10-14,1.00",
                f"{less},2026-10-14,2.50",
                f"{day},2026-10-12,3.00",
                f"{zone},2026-10-14,4.00",
                f"{unknown},2026-10-15,9.99",
            ),
            mapping=mapping,
        )

        rows = {row["order_id"]: row for row in await rows_of(it, found["id"])}
        classes = {number: (row["class"], row["reasons"]) for number, row in rows.items()}
        assert classes == {
            same: ("matched", []),
            less: ("differs", ["amount"]),
            day: ("differs", ["day"]),
            zone: ("differs", ["zone"]),
            unknown: ("only_mine", ["not_recorded"]),
            missing: ("only_yours", ["not_in_file"]),
        }
        assert rows[zone]["note"] == "2026-10-14 is its day in UTC"
        assert (rows[less]["own_amount"], rows[less]["amount"]) == ("2.50", "2.00")
        assert rows[missing]["amount"] == "5.00"
        assert (found["status"], found["lines"]) == (2, 5)
        assert (found["start_date"], found["end_date"]) == ("2026-10-12", "2026-10-15")
        assert found["totals"] == [
            {"currency": "GBP", "mine": "20.49", "yours": "15.00", "difference": "5.49"}
        ]
        check_sums(found, [*rows.values()])

    async def test_recorded_total_beside_own_books_equals_performance(self, portal: Portal) -> None:
        it = await deal(portal)
        numbers = [unique("o") for _ in range(4)]
        for number, value in zip(numbers, ("10.15", "0.35", "99.99", "7.77"), strict=True):
            await it.report(it.order(value, order_id=number, order_time=DAY.isoformat()))

        found = await compare(it, table(f"{numbers[0]},2026-10-14,1.02"), amounts="commission")
        sales = await compare(it, table(f"{numbers[0]},2026-10-14,10.15"), amounts="sale")

        days = {"start_date": "2026-10-14", "end_date": "2026-10-14"}
        report = await portal.ok("/reports/performance", it.who, filter=days)
        assert found["totals"][0]["yours"] == report["totals"]["commission"]
        assert sales["totals"][0]["yours"] == report["totals"]["sales"]
        assert found["counts"]["matched"] == sales["counts"]["matched"] == 1

    async def test_lines_with_one_order_number_in_own_books_are_one_order(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        items, twice = unique("o"), unique("o")
        at = {"order_time": DAY.isoformat()}
        await it.report(
            it.order("30.00", order_id=items, **at), it.order("50.00", order_id=twice, **at)
        )

        found = await compare(
            it,
            table(
                f"{items},2026-10-14,1.00",
                f"{twice},2026-10-14,5.00",
                f"{items},2026-10-14,2.00",
                f"{twice},2026-10-14,5.00",
            ),
        )

        rows = {row["order_id"]: row for row in await rows_of(it, found["id"])}
        assert (rows[items]["class"], rows[items]["lines"]) == ("matched", 2)
        assert (rows[twice]["class"], rows[twice]["reasons"]) == ("differs", ["amount", "repeated"])
        assert (rows[twice]["own_amount"], rows[twice]["amount"]) == ("10.00", "5.00")
        check_sums(found, [*rows.values()])

    async def test_order_in_own_books_is_matched_by_its_click(self, portal: Portal) -> None:
        it = await deal(portal)
        other = await join_brand(portal, it.brand)
        before = DAY - timedelta(hours=2)
        bought, looked = await it.click(before), await it.click(before)
        strange = await other.click(before)
        await it.report(it.order("10.00", code=None, click_ref=bought, order_time=DAY.isoformat()))
        mapping = {
            "columns": {"click_ref": "Click", "amount": "Payout"},
            "constants": {"currency": "GBP"},
        }

        found = await compare(
            it,
            table(
                f"{bought},1.00",
                f"{looked},2.00",
                f"{strange},3.00",
                "not-a-click,4.00",
                head="Click,Payout",
            ),
            mapping=mapping,
        )

        rows = {row["click_ref"]: row for row in await rows_of(it, found["id"])}
        assert (rows[bought]["class"], rows[bought]["oid"] is not None) == ("matched", True)
        assert (rows[looked]["reasons"], rows[looked]["mcid"]) == (["no_order"], it.brand.mcid)
        assert (rows[strange]["reasons"], rows[strange]["mcid"]) == (["click_unknown"], None)
        assert rows["not-a-click"]["reasons"] == ["click_unknown"]
        assert (found["start_date"], found["counts"]["only_yours"]) == (None, 0)

    async def test_order_in_own_books_with_a_similar_number_is_matched_and_named(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        number = unique("Order")
        await it.report(it.order("10.00", order_id=number, order_time=DAY.isoformat()))

        found = await compare(it, table(f"#00{number.lower()},2026-10-14,1.00"))

        [row] = await rows_of(it, found["id"])
        assert (row["class"], row["reasons"]) == ("differs", ["number"])
        assert row["note"] == f"recorded as {number}"

    async def test_amounts_in_own_books_are_compared_in_the_currency_of_the_line(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        number, other = unique("o"), unique("o")
        at = {"order_time": DAY.isoformat()}
        await it.report(
            it.order("10.00", order_id=number, **at), it.order("20.00", order_id=other, **at)
        )
        mapping = {"columns": {**MAPPED, "currency": "Currency"}}

        found = await compare(
            it,
            table(
                f"{number},2026-10-14,1.00,GBP",
                f"{other},2026-10-14,2.00,USD",
                head="Order,Day,Commission,Currency",
            ),
            mapping=mapping,
        )

        rows = {row["order_id"]: row for row in await rows_of(it, found["id"])}
        assert rows[number]["class"] == "matched"
        assert (rows[other]["class"], rows[other]["reasons"]) == ("differs", ["currency"])
        assert (rows[other]["own_currency"], rows[other]["currency"]) == ("USD", "GBP")
        assert found["totals"] == [
            {"currency": "GBP", "mine": "1.00", "yours": "3.00", "difference": "-2.00"},
            {"currency": "USD", "mine": "2.00", "yours": "0", "difference": "2.00"},
        ]
        check_sums(found, [*rows.values()])

    async def test_refused_report_and_test_order_in_own_books_are_explained(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        refused, test = unique("o"), unique("o")
        at = {"order_time": DAY.isoformat()}
        click = await it.click(DAY)
        early = (DAY - timedelta(days=3)).isoformat()
        [row] = await it.report(
            it.order("5.00", order_id=refused, code=None, click_ref=click, order_time=early)
        )
        assert row["outcome"] == "refused"
        await it.report(it.order("6.00", order_id=test, test_order=True, **at))

        found = await compare(it, table(f"{refused},2026-10-14,1.00", f"{test},2026-10-14,1.00"))

        rows = {row["order_id"]: row for row in await rows_of(it, found["id"])}
        assert (rows[refused]["reasons"], rows[refused]["mcid"]) == (["refused"], it.brand.mcid)
        assert rows[refused]["note"] == row["reason"]
        assert rows[test]["reasons"] == ["test_order"]
        assert found["totals"] == [
            {"currency": "GBP", "mine": "2.00", "yours": "0", "difference": "2.00"}
        ]

    async def test_chosen_days_and_brands_limit_the_recorded_orders_compared_with_own_books(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        inside, outside = unique("o"), unique("o")
        await it.report(
            it.order("10.00", order_id=inside, order_time=DAY.isoformat()),
            it.order("20.00", order_id=outside, order_time=(DAY + timedelta(days=9)).isoformat()),
        )
        days = {"start_date": "2026-10-14", "end_date": "2026-10-15"}
        elsewhere = await portal.brand()

        found = await compare(it, table(f"{outside},2026-10-23,2.00"), **days)
        of_brand = await compare(
            it, table(f"{outside},2026-10-23,2.00"), **days, mcids=[elsewhere.mcid]
        )

        rows = {row["order_id"]: row["class"] for row in await rows_of(it, found["id"])}
        assert rows == {inside: "only_yours", outside: "matched"}
        assert of_brand["counts"]["only_mine"] == 1
        assert (of_brand["counts"]["only_yours"], of_brand["mcids"]) == (0, [elsewhere.mcid])

    async def test_declined_orders_in_own_books_are_summed_separately(self, portal: Portal) -> None:
        it = await deal(portal)
        number = unique("o")
        order = it.order("10.00", order_id=number, order_time=DAY.isoformat(), status="Rejected")
        await it.report(order)

        found = await compare(it, table(f"{number},2026-10-14,1.00"))

        [row] = await rows_of(it, found["id"])
        assert (row["class"], row["status"]) == ("matched", "Rejected")
        assert [each["declined"] for each in found["sums"]] == ["1.00"]


class TestFile:
    async def test_unreadable_lines_of_own_books_are_named_and_the_others_compared(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        good = unique("o")

        found = await compare(
            it,
            table(
                f"{good},2026-10-14,1.00",
                ",2026-10-14,1.00",
                "b,2026-10-14,much",
                "c,2026-10-14,1.005",
                "d,someday,1.00",
                "e,2026-10-14",
                "Total,,99.00",
                f"{unique('back')},2026-10-14,-0.50",
            ),
        )

        unread = {
            row["line"]: row["note"]
            for row in await rows_of(it, found["id"], **{"class": "unread"})
        }
        expected = {
            3: "Order is empty",
            4: "Commission 'much' is not a number such as 12.50",
            5: "has more decimals than GBP has (2)",
            6: "Day 'someday' is not in the form",
            7: "has 2 cells where the header has 3",
            8: "is a line of totals, not an order",
        }
        assert unread.keys() == expected.keys()
        assert {line: why for line, why in unread.items() if expected[line] not in why} == {}
        assert (found["lines"], found["counts"]["unread"], found["counts"]["only_mine"]) == (
            8,
            6,
            2,
        )
        assert found["totals"] == [
            {"currency": "GBP", "mine": "0.50", "yours": "0", "difference": "0.50"}
        ]

    async def test_columns_of_own_books_are_proposed_by_their_headings(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        content = "Bestellnummer;Datum;Provision\nA-1;14.10.2026;1.234,50\nA-2;15.10.2026;2,00\n"
        file = await upload_book(portal, it.who, content.encode("cp1252"))

        seen = await portal.ok(
            "/reports/books_preview", it.who, attributes={"file_url": file["url"]}
        )

        assert seen["mapping"]["columns"] == {
            "order_id": "Bestellnummer",
            "order_time": "Datum",
            "amount": "Provision",
        }
        assert seen["mapping"]["constants"] == {"currency": "GBP"}
        assert (seen["reason"], seen["summary"]["orders"]) == (None, 2)
        assert seen["summary"]["sales"] == {"GBP": "1236.50"}
        found = await compare(it, content, mapping=seen["mapping"])
        assert found["totals"][0]["mine"] == "1236.50"

    async def test_comparison_of_own_books_with_an_open_question_is_refused(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        file = await upload_book(portal, it.who, table("A-1,03/04/2026,1.00"))
        mapping = {"columns": MAPPED, "constants": {"currency": "GBP"}}
        given = {"file_url": file["url"], "name": "b.csv", "mapping": mapping}

        answer = await portal.refuses(
            Code.REQUEST_INVALID, "/reports/books_compare", it.who, attributes=given
        )

        assert "choose the order of its dates" in answer.message
        for columns, why in (
            ({"amount": "Commission"}, "Choose a column for the order number"),
            ({"order_id": "Order"}, "Choose a column for the amount"),
            ({**MAPPED, "coupon": "Day"}, "'coupon' is not a field of your books"),
        ):
            bad = {**given, "mapping": {**mapping, "columns": columns, "date_order": "dmy"}}
            answer = await portal.refuses(
                Code.REQUEST_INVALID, "/reports/books_compare", it.who, attributes=bad
            )
            assert why in answer.message

    async def test_comparison_of_another_publishers_file_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        file = await upload_book(portal, it.who, table("A-1,2026-10-14,1.00"))
        other = await portal.someone()
        mapping = {"columns": MAPPED, "constants": {"currency": "GBP"}}
        given = {"file_url": file["url"], "name": "b.csv", "mapping": mapping}
        for path, attributes in (
            ("/reports/books_compare", given),
            ("/reports/books_preview", {"file_url": file["url"]}),
        ):
            await portal.refuses(Code.REQUEST_INVALID, path, other, attributes=attributes)

    async def test_file_of_own_books_cannot_be_used_as_evidence_of_a_case(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        file = await upload_book(portal, it.who, table("A-1,2026-10-14,1.00"))
        kit = {"file_url": file["url"], "name": "b.csv", "size": file["size"]}
        await portal.refuses(Code.REQUEST_INVALID, "/user/media_kit_edit", it.who, attributes=kit)


class TestCalls:
    async def test_book_comparison_of_another_publisher_is_hidden(self, portal: Portal) -> None:
        it = await deal(portal)
        found = await compare(it, table(f"{unique('o')},2026-10-14,1.00"))
        other = await portal.someone()
        for path in ("/reports/books_info", "/reports/books_del"):
            await portal.refuses(Code.NOT_FOUND, path, other, attributes={"id": found["id"]})
        filter = {"id": found["id"]}
        assert (await portal.ok("/reports/books_rows", other, filter=filter))["list"] == []
        assert (await portal.ok("/reports/books_list", other))["list"] == []
        export = {"report": "books", "format": "csv", "filter": filter}
        await portal.refuses(Code.NOT_FOUND, "/reports/export", other, attributes=export)

    async def test_book_comparison_of_reversed_days_or_unknown_brands_is_refused(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        file = await upload_book(portal, it.who, table("A-1,2026-10-14,1.00"))
        mapping = {"columns": MAPPED, "constants": {"currency": "GBP"}}
        given = {"file_url": file["url"], "name": "b.csv", "mapping": mapping}
        path = "/reports/books_compare"
        for code, wrong in (
            (Code.DATES_REVERSED, {"start_date": "2026-10-15", "end_date": "2026-10-14"}),
            (Code.BRAND_UNKNOWN, {"mcids": [unique("nobody")]}),
            (Code.REQUEST_INVALID, {"start_date": "2026-10-15"}),
            (Code.REQUEST_INVALID, {"start_date": "1999-10-15", "end_date": "2026-10-15"}),
            (Code.REQUEST_INVALID, {"start_date": "2016-10-15", "end_date": "2026-10-15"}),
        ):
            await portal.refuses(code, path, it.who, attributes={**given, **wrong})

    async def test_same_book_comparison_is_queued_once(self, portal: Portal) -> None:
        it = await deal(portal)
        file = await upload_book(portal, it.who, table("A-1,2026-10-14,1.00"))
        mapping = {"columns": MAPPED, "constants": {"currency": "GBP"}}
        given = {"file_url": file["url"], "name": "b.csv", "mapping": mapping}
        queued = await portal.ok("/reports/books_compare", it.who, attributes=given)

        await portal.refuses(
            Code.DOWNLOAD_DUPLICATE, "/reports/books_compare", it.who, attributes=given
        )

        ref = {"id": queued["id"]}
        await portal.refuses(Code.STATE_FORBIDS, "/reports/books_del", it.who, attributes=ref)
        await portal.work()
        await portal.ok("/reports/books_del", it.who, attributes=ref)
        await portal.refuses(Code.NOT_FOUND, "/reports/books_info", it.who, attributes=ref)
        assert await it.rows("book_row") == []

    async def test_at_most_three_book_comparisons_wait_at_a_time(self, portal: Portal) -> None:
        it = await deal(portal)
        file = await upload_book(portal, it.who, table("A-1,2026-10-14,1.00"))
        mapping = {"columns": MAPPED, "constants": {"currency": "GBP"}}
        given = {"file_url": file["url"], "name": "b.csv", "mapping": mapping}
        for day in range(3):
            days = {"start_date": f"2026-10-1{day}", "end_date": "2026-10-20"}
            await portal.ok("/reports/books_compare", it.who, attributes={**given, **days})

        await portal.refuses(
            Code.TOO_MANY_REQUESTS, "/reports/books_compare", it.who, attributes=given
        )

    async def test_rows_of_a_book_comparison_are_listed_by_class_and_reason(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        numbers = [unique("o") for _ in range(3)]
        for number in numbers:
            await it.report(it.order("10.00", order_id=number, order_time=DAY.isoformat()))
        found = await compare(
            it, table(f"{numbers[0]},2026-10-14,5.00", f"{numbers[1]},2026-10-14,1.00")
        )
        [row] = await rows_of(it, found["id"], reason="amount")
        assert row["order_id"] == numbers[0]
        [row] = await rows_of(it, found["id"], **{"class": "matched"})
        assert row["order_id"] == numbers[1]
        path, filter, pages = "/reports/books_rows", {"id": found["id"]}, []
        page: dict[str, Any] = {"perPage": 1}
        while True:
            part = await portal.ok(path, it.who, filter=filter, page=page)
            pages += part["list"]
            if part["next"] is None:
                break
            page["cursor"] = part["next"]
        assert [each["row"] for each in pages] == [1, 2, 3]

    async def test_rows_of_a_book_comparison_are_exported(self, portal: Portal) -> None:
        it = await deal(portal)
        number = unique("o")
        await it.report(it.order("10.00", order_id=number, order_time=DAY.isoformat()))
        found = await compare(it, table(f"{number},2026-10-14,5.00", "x,2026-10-14,no"))

        for format in ("csv", "xlsx", "parquet"):
            rows = await read_export(portal, it.who, "books", format, id=found["id"])
            assert [row["class"] for row in rows] == ["differs", "unread"]
            assert [amount(rows[0][name]) for name in ("own_amount", "amount")] == [5, 1]


class TestJob:
    async def test_restarted_job_of_a_book_comparison_stores_its_rows_once(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal)
        number = unique("o")
        await it.report(it.order("10.00", order_id=number, order_time=DAY.isoformat()))
        add_up = handlers.reports.book_comparing.add_up
        failures = [RuntimeError("killed")]

        def fail_once(rows: Any) -> Any:
            if failures:
                raise failures.pop()
            return add_up(rows)

        monkeypatch.setattr(handlers.reports.book_comparing, "add_up", fail_once)
        file = await upload_book(portal, it.who, table(f"{number},2026-10-14,1.00"))
        mapping = {"columns": MAPPED, "constants": {"currency": "GBP"}}
        given = {"file_url": file["url"], "name": "b.csv", "mapping": mapping}
        queued = await portal.ok("/reports/books_compare", it.who, attributes=given)
        job = CompareBooks(it.who.uid, queued["id"])
        async with worker(portal) as ctx:
            with pytest.raises(RuntimeError):
                await handlers.reports.book_comparing.run_comparison(ctx, job)

        await portal.work()

        found = await info(it, queued["id"])
        assert (found["status"], found["counts"]["matched"]) == (2, 1)

    async def test_book_comparison_without_a_job_fails(self, portal: Portal) -> None:
        it = await deal(portal)
        file = await upload_book(portal, it.who, table("A-1,2026-10-14,1.00"))
        mapping = {"columns": MAPPED, "constants": {"currency": "GBP"}}
        given = {"file_url": file["url"], "name": "b.csv", "mapping": mapping}
        queued = await portal.ok("/reports/books_compare", it.who, attributes=given)
        async with portal.db() as db:
            await db.execute(
                "delete from pgqueuer where entrypoint = '/reports/compare_books'"
                " and (convert_from(payload, 'UTF8')::json ->> 'publisher_id')::bigint = $1",
                it.who.uid,
            )

        async with worker(portal) as ctx:
            await sweep_books.handler(ctx, Nothing())

        found = await info(it, queued["id"])
        assert (found["status"], found["error"]) == (
            3,
            handlers.reports.book_comparing.STOPPED_MESSAGE,
        )
