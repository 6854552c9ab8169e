"""The OpenAPI document is made for generators: replies apart from refusals, no defaults, examples, descriptions."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from handlers._registry import registry
from handlers.flows.call_descriptions import describe_calls
from rpc.calls.codec import decode_request
from rpc.calls.registry_entry import Procedure
from rpc.openapi.naming import pascal_case
from rpc.openapi.property_texts import PROPERTY_TEXTS

PROCEDURES = list(registry.entries(Procedure))
DESCRIBED_SHARE = 0.99


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return describe_calls()


def schemas_within(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from schemas_within(part)
    elif isinstance(value, list):
        for part in value:
            yield from schemas_within(part)


def properties(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, schema in document["components"]["schemas"].items():
        if "title" in schema:
            for own, described in schema.get("properties", {}).items():
                yield name, own, described


def test_reply_has_the_code_0_and_a_refusal_one_of_an_enum_without_it(
    document: dict[str, Any],
) -> None:
    schemas = document["components"]["schemas"]
    for path, item in document["paths"].items():
        content = item["post"]["responses"]["200"]["content"]["application/json"]["schema"]
        [reply, refusal] = (each["$ref"].rpartition("/")[2] for each in content["oneOf"])
        code = schemas[reply]["properties"]["code"]
        assert (code["type"], code["const"], refusal) == ("integer", 0, "Refusal"), path
        assert set(item["post"]["x-raises"]) <= set(schemas["ErrorCode"]["enum"]), path
        assert item["post"]["responses"].keys() >= {"413", "415", "429", "500", "503"}, path
    assert 0 not in schemas["ErrorCode"]["enum"]


def test_no_property_has_a_default_and_every_constant_and_enum_has_a_type(
    document: dict[str, Any],
) -> None:
    parts = [document["paths"], document["components"]]
    for schema in schemas_within(parts):
        if "properties" in schema and schema.get("type") == "object":
            for name, own in schema["properties"].items():
                assert "default" not in own, name
        if "const" in schema or "enum" in schema:
            assert isinstance(schema.get("type", "string"), str), schema
            assert "const" not in schema or "type" in schema, schema


def test_objects_within_properties_have_names_that_no_schema_has(document: dict[str, Any]) -> None:
    names = set(document["components"]["schemas"])
    for parent, own, described in properties(document):
        if described.get("type") == "object":
            inner = pascal_case(f"{parent}_{described.get('title', own)}")
            assert inner not in names, inner


@pytest.mark.parametrize("entry", PROCEDURES, ids=lambda entry: entry.path)
def test_example_of_each_body_is_decoded_by_its_call(
    document: dict[str, Any], entry: Procedure
) -> None:
    body = document["paths"][entry.path]["post"]["requestBody"]["content"]["application/json"]

    decode_request(entry, json.dumps(body["example"]).encode())


def test_properties_of_all_calls_are_described(document: dict[str, Any]) -> None:
    found = list(properties(document))
    bare = [f"{schema}.{name}" for schema, name, each in found if "description" not in each]

    assert len(bare) <= (1 - DESCRIBED_SHARE) * len(found), bare


def test_every_text_of_a_property_is_used(document: dict[str, Any]) -> None:
    used = {each["description"] for _, _, each in properties(document) if "description" in each}

    assert {name for name, text in PROPERTY_TEXTS.items() if text not in used} == set()


def test_every_tag_of_a_call_is_described(document: dict[str, Any]) -> None:
    used = {tag for item in document["paths"].values() for tag in item["post"]["tags"]}

    assert {tag["name"] for tag in document["tags"]} == used
    assert all(tag["description"] for tag in document["tags"])


def test_list_of_downloads_takes_its_page_in_the_filter_too(document: dict[str, Any]) -> None:
    body = document["paths"]["/common/download_list"]["post"]["requestBody"]["content"]
    req = body["application/json"]["schema"]["properties"]["req"]["properties"]

    assert req["filter"]["$ref"].endswith("/PageNumber")
