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
from rpc.calls.decoding.location import MAX_WITH_UNKNOWN
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
    """The header, whose place is with the envelope's unknown fields, is taken out of a body that has a key."""
    alice, brand = await portal.someone(), await portal.brand()
    await portal.join(alice, brand)
    target = {"mcid": brand.mcid, "target_url": f"https://{brand.mcid}.example/"}
    header = {"token": alice.token} | ({"idempotency_key": key} if key else {})
    body = encode({"appId": 36, "req": {"header": header, "attributes": target, "more": "here"}})
    reply = await portal.raw("/tools/link_code", body.replace(b'"here"', hidden))
    assert (reply.status, reply.code) == (200, Code.REQUEST_INVALID.number)
    reply = await portal.raw("/tools/link_code", body.replace(b'"here"', b"[" * 29 + b"]" * 29))
    assert reply.code == 0


async def test_unknown_key_in_a_large_request_body_is_refused(portal: Portal) -> None:
    """Decoding a megabyte of unknown keys would delay all other calls."""
    alice = await portal.someone()
    for size, code in ((MAX_WITH_UNKNOWN - 1_000, 0), (MAX_WITH_UNKNOWN, 21000)):
        text = "x" * size
        for whole in (
            {"header": {"token": alice.token}, "more": text},
            {"header": {"token": alice.token, "more": text}},
        ):
            reply = await portal.raw("/user/profile", encode({"appId": 36, "req": whole}))
            assert (reply.code, "more" in reply.message) == (code, code != 0)
        token = {"header": {"token": alice.token}}
        reply = await portal.raw("/user/profile", encode({"appId": 36, "req": token, "more": text}))
        assert reply.code == code


@pytest.mark.parametrize(
    ("text", "code"), [(r"\u0000", 21000), (r"\\u0000", 0), (r"\\\u0000", 21000), (r"\n\\u0000", 0)]
)
async def test_escaped_backslash_is_not_read_as_nul(portal: Portal, text: str, code: int) -> None:
    alice = await portal.someone()
    body = encode({"appId": 36, "req": {"header": {"token": alice.token}, "more": "here"}})
    reply = await portal.raw("/user/profile", body.replace(b"here", text.encode()))
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
