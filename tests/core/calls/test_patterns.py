"""Values with a pattern accept no line break."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

import handlers  # noqa: F401 - registers the calls
from handlers.flows.call_descriptions import describe_calls
from rpc.calls.registry import registry
from rpc.calls.registry_entry import Procedure
from schema.core.errors import Code
from schema.core.scalar import EMAIL_PATTERN, URL_PATTERN
from tests.support.portal import Portal, unique


def patterns(info: Any, visited: set[type]) -> Iterator[str]:
    match info:
        case inspect.StrType(pattern=str(pattern)):
            yield pattern
        case inspect.StructType(cls=kind, fields=fields) if kind not in visited:
            visited.add(kind)
            for field in fields:
                yield from patterns(field.type, visited)
        case inspect.UnionType(types=types):
            for each in types:
                yield from patterns(each, visited)
        case inspect.ListType(item_type=item):
            yield from patterns(item, visited)
        case inspect.Metadata(type=inner):
            yield from patterns(inner, visited)


def all_patterns() -> set[str]:
    visited: set[type] = set()
    return {
        pattern
        for entry in registry.entries(Procedure)
        for kind in (entry.attributes, entry.filter)
        for pattern in patterns(inspect.type_info(kind), visited)
    }


def test_every_pattern_of_a_call_is_anchored_at_the_end_of_the_text() -> None:
    found = all_patterns()

    assert len(found) > 8
    assert [pattern for pattern in found if not pattern.endswith(r"\Z")] == []


def test_openapi_document_writes_patterns_in_javascript_syntax() -> None:
    text = msgspec.json.encode(describe_calls()).decode()

    assert r"\\Z" not in text
    assert '"^[A-Z]{3}$"' in text


@pytest.mark.parametrize(
    ("call", "name", "value"),
    [
        ("/network/brand_save", "click_param", "cr\n"),
        ("/network/brand_save", "mcid", "shop\n"),
        ("/network/brand_save", "currency", "GBP\n"),
        ("/network/brand_save", "site_url", "https://shop.example/\n"),
        ("/network/brand_save", "site_url", "https://me@shop.example/"),
        ("/network/brand_save", "domains", ["shop.example\n"]),
    ],
)
async def test_refused_line_break_or_url_user_name_names_the_field(
    portal: Portal, call: str, name: str, value: object
) -> None:
    mcid = unique("brand")
    draft = {
        "mcid": mcid,
        "name": mcid,
        "site_url": f"https://{mcid}.example",
        "domains": [f"{mcid}.example"],
        "commission_groups": [{"name": "Standard", "pays": "percent", "value": "10"}],
    }
    operator = await portal.operator()

    reply = await portal.post(call, operator, attributes={**draft, name: value})

    assert reply.code == Code.REQUEST_INVALID.number
    assert name in reply.message


@pytest.mark.parametrize(
    "address",
    ["a@shop.example\n", "\u0430lice@shop.example", "a\u200b@shop.example", "a@shop.ex\u0430mple"],
)
def test_lookalike_email_does_not_match(address: str) -> None:
    assert re.search(EMAIL_PATTERN, address) is None
    assert re.search(EMAIL_PATTERN, "alice.o'hara+news@shop.example")


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("https://shop.example", True),
        ("https://shop.example/@me", True),
        ("https://shop.example?q=a@b", True),
        ("https://straße.example/", True),
        ("https://me@shop.example", False),
        ("https://me:secret@shop.example/", False),
        ("https://shop.example.@evil.example", False),
    ],
)
def test_url_with_a_user_name_does_not_match(url: str, is_one: bool) -> None:
    assert bool(re.search(URL_PATTERN, url)) is is_one
