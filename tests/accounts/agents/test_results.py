"""Results of tools: at most 64 kB, with `next`, and no row lost, repeated or cut."""

import random
from typing import Any

import msgspec
import pytest

from handlers._registry import registry
from rpc import Fault
from rpc.agents.results import (
    RESULT_BYTES_MAX,
    TOO_LARGE,
    Position,
    make_body,
    make_result,
    read_arguments,
)
from rpc.calls.registry_entry import Procedure
from tests.support.accounts.agents import Agent, with_token
from tests.support.portal import Portal

LIST = registry.find("/payments/settlements", Procedure)
ONE = registry.find("/brands/info", Procedure)
PLAIN_LIST = registry.find("/payments/months", Procedure)


async def read_all(agent: Agent, tool: str, **arguments: Any) -> tuple[list[Any], int]:
    """All rows of a list, from as many results as there are, and how many there were."""
    rows: list[Any] = []
    results = 0
    while True:
        response = await agent.send("tools/call", {"name": tool, "arguments": arguments})
        assert len(response.content) <= RESULT_BYTES_MAX
        results += 1
        part = msgspec.json.decode(response.json()["result"]["content"][-1]["text"])
        rows += part["list"]
        if part["next"] is None:
            return rows, results
        assert part["list"], "a result without rows has nothing after it"
        arguments = {**arguments, "page": {"cursor": part["next"]}}


class TestOverTheWire:
    async def test_rows_that_do_not_fit_come_with_the_next_result(self, portal: Portal) -> None:
        alice = await portal.someone()
        brand = await portal.brand()
        await portal.join(alice, brand)
        for n in range(3):
            target = f"https://{brand.mcid}.example/p/{'x' * 150}"
            items = [
                {"target_url": target, "uid1": f"{n}-{i}", "note": '"' * 200} for i in range(100)
            ]
            await portal.ok("/tools/link_bulk", alice, attributes={"items": items})
        agent = await with_token(portal, alice, "link.edit")
        whole = (await portal.ok("/tools/links", alice, page={"perPage": 1_000}))["list"]
        for row in whole:
            del row["qr"]
        assert len(whole) == 300
        rows, results = await read_all(agent, "tools_links", page={"perPage": 1_000})
        assert rows == whole and results >= 4
        rows, results = await read_all(agent, "tools_links", page={"perPage": 70})
        assert rows == whole and results >= 5
        rows, results = await read_all(
            agent, "tools_links", page={"perPage": 1_000}, fields=["link_id"]
        )
        assert rows == [{"link_id": row["link_id"]} for row in whole] and results == 1

    async def test_pages_by_number_follow_each_other(self, portal: Portal) -> None:
        alice = await portal.someone()
        word = f"agentpages{alice.uid}"
        for n in range(5):
            await portal.brand(name=f"{word} {n}")
        agent = await with_token(portal, alice)
        whole = await portal.ok("/brands/find", alice, filter={"keyword": word})
        rows, results = await read_all(
            agent, "brands_find", filter={"keyword": word}, page={"perPage": 2}
        )
        assert rows == whole["list"] and len(rows) == 5 and results == 3
        second = await agent.data(
            "brands_find", filter={"keyword": word}, page={"curPage": 2, "perPage": 2}
        )
        assert second["list"] == whole["list"][2:4]

    async def test_list_that_is_whole_says_that_nothing_follows(self, portal: Portal) -> None:
        agent = await with_token(portal, await portal.someone())
        assert (await agent.data("site_list"))["next"] is None


def reply_of(data: Any) -> bytes:
    return msgspec.json.encode({"code": 0, "message": "ok", "data": data})


def data_of(result: dict[str, Any]) -> Any:
    return msgspec.json.decode(result["content"][-1]["text"])


class TestSplitting:
    @pytest.mark.parametrize("seed", range(30))
    def test_rows_of_any_size_are_sent_once_and_in_order(self, seed: int) -> None:
        """A call that answers each page of its list, with rows of a few bytes to tens of kilobytes."""
        luck = random.Random(seed)
        rows = [
            {"n": n, "text": luck.choice('"\\aé\n') * luck.choice((1, 50, 900, 9_000))}
            for n in range(luck.randint(0, 120))
        ]
        size = luck.choice((1, 7, 20, 1_000))
        got: list[Any] = []
        arguments: dict[str, Any] = {"page": {"perPage": size}}
        for _ in range(500):
            body, position = make_body(LIST, msgspec.json.encode(arguments))
            asked = msgspec.json.decode(body)["req"]["page"]
            begin = (asked.get("curPage", 1) - 1) * asked["perPage"]
            page = {"list": rows[begin : begin + asked["perPage"]], "total": len(rows)}
            result = make_result(LIST, reply_of(page), position)
            assert len(msgspec.json.encode(result)) <= RESULT_BYTES_MAX
            data = data_of(result)
            assert data["total"] == len(rows)
            got += data["list"]
            if data["next"] is None:
                break
            arguments = {"page": {"cursor": data["next"]}}
        assert got == rows

    def test_list_without_pages_is_continued_too(self) -> None:
        rows = [{"n": n, "text": "x" * 10_000} for n in range(20)]
        got: list[Any] = []
        arguments: dict[str, Any] = {}
        for _ in range(20):
            body, position = make_body(PLAIN_LIST, msgspec.json.encode(arguments))
            assert b"page" not in body
            data = data_of(make_result(PLAIN_LIST, reply_of({"list": rows, "total": 20}), position))
            got += data["list"]
            if data["next"] is None:
                break
            arguments = {"page": {"cursor": data["next"]}}
        assert got == rows

    def test_call_with_cursors_continues_after_its_own_cursor(self) -> None:
        call = registry.find("/tools/links", Procedure)
        rows = [{"n": n, "text": "x" * 20_000} for n in range(5)]
        page = {"list": rows, "total": 9, "next": "after.5"}
        first = data_of(make_result(call, reply_of(page), Position(size=5)))
        _, position = make_body(call, msgspec.json.encode({"page": {"cursor": first["next"]}}))
        second = data_of(make_result(call, reply_of(page), position))
        assert [row["n"] for row in first["list"] + second["list"]] == [0, 1, 2, 3, 4]
        body, position = make_body(call, msgspec.json.encode({"page": {"cursor": second["next"]}}))
        assert msgspec.json.decode(body)["req"]["page"] == {"perPage": 5, "cursor": "after.5"}
        assert position.skip == 0

    @pytest.mark.parametrize(
        ("call", "data"),
        [
            (ONE, {"name": "x" * 70_000}),
            (LIST, {"list": [{"text": "x" * 70_000}], "total": 1}),
            (LIST, {"list": [{"text": "x"}], "total": 1, "about": "x" * 70_000}),
        ],
    )
    def test_what_has_no_rows_to_split_is_refused_with_what_to_do(
        self, call: Procedure, data: Any
    ) -> None:
        with pytest.raises(Fault, match=TOO_LARGE[:40]):
            make_result(call, reply_of(data), Position())

    def test_qr_codes_are_left_out_unless_named(self) -> None:
        call = registry.find("/tools/links", Procedure)
        body, _ = make_body(call, b"{}")
        assert "qr" not in msgspec.json.decode(body)["req"]["fields"]
        body, _ = make_body(call, b'{"fields": ["qr"]}')
        assert msgspec.json.decode(body)["req"]["fields"] == ["qr"]

    @pytest.mark.parametrize(
        "raw", [b"[]", b"1", b'"x"', b"{", b'{"page": 1}', b'{"a": ' + b"[" * 5_000]
    )
    def test_arguments_that_are_none_are_refused(self, raw: bytes) -> None:
        with pytest.raises(Fault):
            read_arguments(raw)
