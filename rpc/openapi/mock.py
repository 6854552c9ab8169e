"""A mock of the portal for work on the web without a database: real decoders, codes and types, made-up data.

It validates requests exactly as the portal does, and replies to every call with an example, the same one each time.
`VITE_MOCK=1` points the web at it.
"""

from binascii import crc32
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from random import Random
from typing import Any

import msgspec
from msgspec import inspect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rpc.calls.codec import decode_request, encode_reply
from rpc.calls.multipart import Upload
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Procedure
from schema.core.envelope import Reply
from schema.core.errors import Fault

ITEMS = 8
TODAY = datetime(2026, 1, 31, 12, tzinfo=UTC)
WORDS = [
    "Amber",
    "Birch",
    "Cedar",
    "Delta",
    "Ember",
    "Fjord",
    "Grove",
    "Harbor",
    "Juniper",
    "Linden",
]


def build(registry: Registry) -> Starlette:
    """The mock, which accepts requests from pages of every origin on this machine."""

    async def respond(request: Request) -> Response:
        try:
            path = request.url.path
            if any(path == entry.path for entry in registry.entries(Upload)):
                content = encode_reply(example(registry.find(path, Upload)), frozenset())
                return Response(content, media_type="application/json")
            procedure = registry.find(path, Procedure)
            asked = decode_request(procedure, await request.body())
            content = encode_reply(example(procedure), asked.fields)
        except Fault as fault:
            content = msgspec.json.encode(Reply(fault.number, str(fault), fault.data))
        return Response(content, media_type="application/json")

    cors = Middleware(
        CORSMiddleware,
        allow_origin_regex=r"http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?",
        allow_methods=["POST"],
        allow_headers=["*"],
    )
    return Starlette(routes=[Route("/{path:path}", respond, methods=["POST"])], middleware=[cors])


def example(procedure: Procedure | Upload) -> Any:
    """Example data of the type that a call returns; always the same for the same path."""
    info = inspect.type_info(procedure.returns)
    return example_value(info, Random(crc32(procedure.path.encode())), "")  # noqa: S311 - made-up data


def example_value(info: inspect.Type, rng: Random, name: str) -> Any:
    """A value of a type that suits the name of its field."""
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            examples = (schema or {}).get("examples")
            return rng.choice(examples) if examples else example_value(inner, rng, name)
        case inspect.StructType(fields=fields):
            return {
                field.encode_name: example_value(field.type, rng, field.name) for field in fields
            }
        case inspect.ListType(item_type=item):
            return [example_value(item, rng, name) for _ in range(ITEMS if name == "rows" else 2)]
        case inspect.DictType():
            return {}
        case inspect.EnumType(cls=kinds):
            return rng.choice(list(kinds)).value if issubclass(kinds, Enum) else None
        case inspect.UnionType(types=types):
            return example_value(next(kind for kind in types if not is_none(kind)), rng, name)
        case inspect.LiteralType(values=values):
            return values[0]
        case _:
            return example_scalar(info, rng, name)


def is_none(info: inspect.Type) -> bool:
    return isinstance(info, inspect.NoneType)


def example_scalar(info: inspect.Type, rng: Random, name: str) -> Any:
    match info:
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType():
            return ITEMS if name == "total" else rng.randint(1, min(900, info.le or 900))
        case inspect.DecimalType():
            return str(Decimal(rng.randint(100, 90_000)).scaleb(-2))
        case inspect.DateTimeType():
            return TODAY - timedelta(hours=rng.randint(0, 700))
        case inspect.DateType():
            return date(2026, 1, 1) + timedelta(days=rng.randint(0, 29))
        case inspect.StrType(pattern=pattern, max_length=longest):
            return example_text(rng, name, pattern)[:longest]
        case _:
            return None


def example_text(rng: Random, name: str, pattern: str | None) -> str:
    fixed = {
        "currency": "GBP",
        "report_currency": "GBP",
        "country": "GB",
        "time_zone": "Europe/London",
        "next": "",
        "qr": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
        "logo": "",
        "avatar": "",
        "language": "en",
        "login_email": "demo@example.com",
    }
    if name in fixed:
        return fixed[name]
    word = rng.choice(WORDS)
    if "url" in name or name == "website":
        return f"https://{word.lower()}.example/"
    return word.lower() if pattern or name in ("mcid", "code") else word
