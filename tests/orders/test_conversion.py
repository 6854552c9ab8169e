"""The endpoint for orders of one item."""

from typing import Any

import asyncpg
import pytest

import sql.orders.intake
from schema.core.errors import Code
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal


async def get(it: Deal, **parameters: str) -> dict[str, Any]:
    response = await it.portal.http.get("/conversion", params=parameters)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def query_of(it: Deal, **more: str) -> dict[str, str]:
    order = it.order()
    return {
        "key": it.brand.token,
        "code": it.code,
        "order_id": order["order_id"],
        "amount": "12.50",
        "currency": "GBP",
        **more,
    }


class TestConversion:
    async def test_conversion_url_reports_an_order_by_its_query_string(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        given = query_of(it, item_id="a", quantity="3", category="Shoes", status="Approved")

        answer = await get(it, **given)
        again = await get(it, **given)

        [row] = answer["data"]["list"]
        assert (answer["code"], answer["message"]) == (0, "ok")
        assert (row["order_id"], row["outcome"]) == (given["order_id"], "created")
        assert again["data"]["list"] == [{**row, "outcome": "unchanged"}]
        [item] = await it.rows("conversion_item")
        assert (item["quantity"], item["category"], item["status"]) == (3, "Shoes", "Approved")
        await it.check_figures()

    async def test_conversion_url_accepts_a_form_with_a_bearer_token(self, portal: Portal) -> None:
        it = await deal(portal)
        given = query_of(it)
        key = given.pop("key")

        response = await portal.http.post(
            "/conversion", data=given, headers={"authorization": f"Bearer {key}"}
        )

        assert response.json()["data"]["list"][0]["outcome"] == "created"

    async def test_utc_offset_with_a_space_in_place_of_the_plus_is_read(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        ref = await it.click()
        at = portal.resources.clock.now().replace(microsecond=0).isoformat()
        given = query_of(it, click_ref=ref)
        query = "&".join(f"{name}={value}" for name, value in given.items())

        response = await portal.http.get(f"/conversion?{query}&order_time={at}")

        assert response.json()["data"]["list"][0]["outcome"] == "created", response.text
        [order] = await it.rows("conversion")
        assert order["order_time"].isoformat() == at

    async def test_last_value_of_a_repeated_conversion_parameter_counts_with_a_warning(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        given = query_of(it)
        query = "&".join(f"{name}={value}" for name, value in given.items())

        same = await portal.http.get(f"/conversion?{query}&amount=12.50&currency=")
        other = await portal.http.get(f"/conversion?amount=99&{query}")
        form = await portal.http.post(
            f"/conversion?{query}", data={"amount": "12.50", "quantity": "1"}
        )

        rows = [answer.json()["data"]["list"][0] for answer in (same, other, form)]
        assert [row["outcome"] for row in rows] == ["created", "unchanged", "unchanged"], rows
        why = "`amount` was sent more than once, with different values: the last one counts"
        assert [row["warnings"] for row in rows] == [[], [why], []]
        [item] = await it.rows("conversion_item")
        assert str(item["sale_amount"]) == "12.50"

    async def test_order_refused_by_the_conversion_url_has_a_reason(self, portal: Portal) -> None:
        it = await deal(portal)

        answer = await get(it, **query_of(it, order_id=""))
        negative = await get(it, **query_of(it, amount="-5"))

        assert (answer["code"], answer["data"]["list"][0]["outcome"]) == (0, "refused")
        assert "`order_id` is empty" in answer["data"]["list"][0]["reason"]
        assert "is negative" in negative["data"]["list"][0]["reason"]
        assert await it.rows("conversion") == []

    @pytest.mark.parametrize(
        ("change", "code", "words"),
        [
            ({"key": ""}, Code.UNAUTHORIZED, ""),
            ({"key": "forged"}, Code.UNAUTHORIZED, ""),
            ({"amount": "ten"}, Code.REQUEST_INVALID, "`amount`"),
            ({"amount": "1e-99999999999999999999999"}, Code.REQUEST_INVALID, "`amount`"),
            ({"amount": ""}, Code.REQUEST_INVALID, "`amount` is required"),
            ({"currency": ""}, Code.REQUEST_INVALID, "`currency` is required"),
            ({"status": "Maybe"}, Code.REQUEST_INVALID, "`status`"),
            ({"order_time": "yesterday"}, Code.REQUEST_INVALID, "`order_time`"),
            ({"order_time": "2026-01-01T00:00:00"}, Code.REQUEST_INVALID, "`order_time`"),
            ({"order_id": "x" * 101}, Code.REQUEST_INVALID, "`order_id`"),
            ({"order_id": "a\0b"}, Code.REQUEST_INVALID, "NUL"),
            ({"oops": "1"}, Code.REQUEST_INVALID, "`oops`"),
        ],
    )
    async def test_error_of_the_conversion_url_names_the_invalid_parameter(
        self, portal: Portal, change: dict[str, str], code: Code, words: str
    ) -> None:
        it = await deal(portal)
        before = await it.counts()

        answer = await get(it, **query_of(it, **change))

        assert answer["code"] == code.number
        assert words in answer["message"]
        assert await it.counts() == before

    @pytest.mark.parametrize(
        ("query", "category", "quantity"),
        [
            ("category=A&amp;quantity=3", "A", 3),
            ("category=%E9t%E9&quantity=3", "été", 3),
            ("category=a%C3%A9%FF&quantity=3", "aé\ufffd", 3),
            ("category=a+b%2Bc&quantity=3&&", "a b+c", 3),
        ],
    )
    async def test_malformed_conversion_parameter_does_not_affect_the_others(
        self, portal: Portal, query: str, category: str, quantity: int
    ) -> None:
        it = await deal(portal)
        order = "&".join(f"{name}={value}" for name, value in query_of(it).items())

        by_query = await portal.http.get(f"/conversion?{order}&{query}")
        by_form = await portal.http.post("/conversion", content=f"{order}&{query}".encode())

        outcomes = [each.json()["data"]["list"][0]["outcome"] for each in (by_query, by_form)]
        assert outcomes == ["created", "unchanged"]
        [item] = await it.rows("conversion_item")
        assert (item["category"], item["quantity"]) == (category, quantity)

    async def test_session_token_is_refused_as_a_brand_key(self, portal: Portal) -> None:
        it = await deal(portal)

        answer = await get(it, **query_of(it, key=it.who.token))

        assert answer["code"] == Code.UNAUTHORIZED.number


class TestLostNode:
    @pytest.mark.parametrize("path", ["/conversion", "/network/conversions"])
    @pytest.mark.parametrize(
        ("says", "status"),
        [
            ("failure on connection marked as essential: 127.0.0.1:9701", 503),
            ("server closed the connection unexpectedly", 503),
            ("unrecognized node type: 7", 500),
        ],
    )
    async def test_order_report_answers_503_with_retry_after_while_a_database_node_is_lost(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch, path: str, says: str, status: int
    ) -> None:
        """A cluster reports it with the code of a bug (XX000); only the message tells them apart."""
        it = await deal(portal)

        async def fail(*_: Any, **__: Any) -> None:
            raise asyncpg.InternalServerError(says)

        monkeypatch.setattr(sql.orders.intake, "ingest", fail)
        if path == "/conversion":
            answer = await portal.http.get(path, params=query_of(it))
            found = answer.status_code, answer.json()["code"], "retry-after" in answer.headers
        else:
            orders = {"orders": [it.order()]}
            reply = await portal.post(path, it.brand, attributes=orders)
            found = reply.status, reply.code, "retry-after" in reply.headers
        code = Code.UNAVAILABLE if status == 503 else Code.CRASHED
        assert found == (status, code.number, status == 503)

    @pytest.mark.parametrize(
        ("amount", "expected"),
        [
            ("12.345", "`amount` '12.345' has more decimals"),
            ("-1", "`amount` is negative"),
            ("NaN", "`amount` is NaN"),
            ("0", "`amount` is 0"),
            ("1000000", "`amount` GBP\u00a01,000,000.00 is unusually large"),
        ],
    )
    async def test_error_or_warning_of_the_conversion_url_names_the_parameter(
        self, portal: Portal, amount: str, expected: str
    ) -> None:
        it = await deal(portal)

        answer = await get(it, **query_of(it, amount=amount))

        [row] = answer["data"]["list"]
        texts = [row["reason"] or "", *row["warnings"]]
        assert any(text.startswith(expected) for text in texts), texts
