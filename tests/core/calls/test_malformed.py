"""Any malformed body is answered with an envelope, without a crash (trust.md T10)."""

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from handlers._registry import registry
from rpc import Code
from rpc.calls.registry_entry import Procedure
from tests.support.hostile.shapes import fields, request
from tests.support.portal import Portal, SomeBrand, Someone

BODIES = 10_000
AT_ONCE = 16
SEED = 20_261_120
PROCEDURES = list(registry.entries(Procedure))
STRANGE: list[Any] = [
    None, True, -1, 0, 1.5, 10**30, -(10**400), "", " ", "\x00", "\ud800", "x" * 5_000, [], {}, [[]],
    {"a": {"b": []}}, "NaN", "-Infinity", "1e999", "2026-13-45", "0001-01-01", "9999-12-31",
    "'; drop table click; --", "${jndi:ldap://x}", "<script>alert(1)</script>", "../../etc/passwd",
]  # fmt: skip


def encode(body: Any) -> bytes:
    """JSON that may hold what msgspec would not write: half surrogates and huge numbers."""
    return json.dumps(body).encode()


def break_request(luck: random.Random, procedure: Procedure, token: str) -> bytes:
    """A request for a call with one thing wrong with it, or with its bytes."""
    body: dict[str, Any] = {
        "appId": 36,
        "req": {"header": {"token": token}, **request(procedure, luck)},
    }
    match luck.randrange(6):
        case 0:
            raw = bytearray(encode(body))
            for _ in range(luck.randint(1, 4)):
                raw[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
            return bytes(raw)
        case 1:
            raw = bytearray(encode(body))
            return bytes(raw[: luck.randrange(len(raw))])
        case 2:
            deep = b"[" * luck.choice((40, 2_000, 100_000))
            return encode(body).replace(b'"appId": 36', b'"appId": ' + deep)
        case 3:
            body["req"][luck.choice(("attributes", "filter", "page", "fields", "header"))] = (
                luck.choice(STRANGE)
            )
            return encode(body)
        case _:
            part = luck.choice([*procedure.parameters] or ["attributes"])
            kind = procedure.parameters.get(part, dict)
            found = fields(inspect.type_info(kind)) or [(("x",), "x")]
            put(body["req"].setdefault(part, {}), luck.choice(found)[0], luck.choice(STRANGE))
            return encode(body)


def put(whole: Any, path: tuple[str, ...], strange: Any) -> None:
    """Set what stands at a path, making what leads there."""
    *way, last = path
    for step in way:
        if isinstance(whole, list):
            whole = whole[0] if whole else None
        elif isinstance(whole, dict):
            whole = whole.setdefault(step, {})
    if isinstance(whole, dict):
        whole[last] = strange


@pytest.mark.parametrize("key", [None, "key-1"])
@pytest.mark.parametrize(
    "hidden",
    [
        b"1e999",
        b"1" * 5_000,
        b'"\xff\xfe"',
        b"[" * 983 + b"]" * 983,
        b'{"a":' * 33 + b"1" + b"}" * 33,
    ],
    ids=["exponent", "digits", "not UTF-8", "lists", "objects"],
)
async def test_unknown_field_of_a_call_is_refused_if_malformed(
    portal: Portal, hidden: bytes, key: str | None
) -> None:
    alice, brand = await portal.someone(), await portal.brand()
    await portal.join(alice, brand)
    target = {"mcid": brand.mcid, "target_url": f"https://{brand.mcid}.example/"}
    header = {"token": alice.token} | ({"idempotency_key": key} if key else {})
    body = encode({"appId": 36, "req": {"header": header, "attributes": target, "more": "here"}})
    reply = await portal.raw("/tools/link_code", body.replace(b'"here"', hidden))
    assert (reply.status, reply.code) == (200, Code.REQUEST_INVALID.number)


@pytest.mark.parametrize("value", ["", "x" * 900_000], ids=["small", "large"])
@pytest.mark.parametrize(
    "field", ["filters", "appid", "header.tokn", "attributes.more", "filter.more", "page.perpage"]
)
async def test_unknown_key_is_refused_by_its_name(portal: Portal, field: str, value: str) -> None:
    alice = await portal.someone()
    part, _, key = field.rpartition(".")
    req: dict[str, Any] = {"header": {"token": alice.token}, "filter": {}, "page": {}}
    whole: dict[str, Any] = {"appId": 36, "req": req}
    around = req.setdefault(part, {}) if part else whole if field == "appid" else req
    around[key] = value
    reply = await portal.raw("/reports/alerts", encode(whole))
    assert (reply.status, reply.code) == (200, Code.REQUEST_INVALID.number)
    assert reply.message == f"`{field}` is not a known field"
    assert reply.data == {"field": field, "rule": "unknown_field"}


async def test_authentication_precedes_unknown_keys(portal: Portal) -> None:
    body = {"appId": 36, "req": {"header": {"token": "unknown", "tokn": ""}, "filters": {}}}
    reply = await portal.raw("/reports/alerts", encode(body))
    assert reply.code == Code.UNAUTHORIZED.number


async def test_null_token_is_none(portal: Portal) -> None:
    alice = await portal.someone()
    body = encode({"appId": 36, "req": {"header": {"token": None}}})
    reply = await portal.raw("/user/profile", body)
    assert reply.code == Code.UNAUTHORIZED.number
    reply = await portal.raw("/user/profile", body, {"authorization": f"Bearer {alice.token}"})
    assert reply.code == 0


@pytest.mark.parametrize(
    ("text", "code"), [(r"\u0000", 21000), (r"\\u0000", 0), (r"\\\u0000", 21000), (r"\n\\u0000", 0)]
)
async def test_escaped_backslash_is_not_read_as_nul(portal: Portal, text: str, code: int) -> None:
    alice = await portal.someone()
    req = {"header": {"token": alice.token}, "attributes": {"nickname": "here"}}
    body = encode({"appId": 36, "req": req})
    reply = await portal.raw("/user/edit", body.replace(b"here", text.encode()))
    assert reply.code == code


async def test_ten_thousand_malformed_bodies_are_answered(portal: Portal) -> None:
    luck = random.Random(SEED)
    callers: dict[str, Someone | SomeBrand] = {
        "G": await portal.someone(),
        "O": await portal.operator(),
        "B": await portal.brand(),
    }
    publisher = await portal.someone()
    waiting = asyncio.Queue[tuple[str, bytes]]()
    for number in range(BODIES):
        procedure = PROCEDURES[number % len(PROCEDURES)]
        token = callers.get(procedure.context.who, publisher).token
        waiting.put_nowait((procedure.path, break_request(luck, procedure, token)))
    odd: list[Any] = []
    described = (await portal.http.get("/openapi.json")).json()["paths"]
    raises = {path: each["post"]["x-raises"] for path, each in described.items()}

    async def post() -> None:
        while not waiting.empty():
            path, body = waiting.get_nowait()
            answer = await portal.http.post(
                path, content=body, headers={"content-type": "application/json"}
            )
            reply = msgspec.json.decode(answer.content)
            fine = answer.status_code in (200, 413, 429) or reply["code"] == Code.UNAVAILABLE.number
            fine = fine and reply["code"] in {0, *raises[path]}
            if not fine or set(reply) != {"code", "message", "data"} or not reply["message"]:
                odd.append((path, answer.status_code, reply, body[:300]))

    await asyncio.gather(*(post() for _ in range(AT_ONCE)))

    assert not odd, f"{len(odd)} of {BODIES}, such as {odd[:3]}"
    # Another one, because a body that stayed right may have signed the first out.
    assert (await portal.post("/user/profile", await portal.someone())).code == 0
