"""The files generated from the registry are up to date: run `make client`."""

import json
from pathlib import Path

import msgspec

from handlers.flows.call_descriptions import describe_calls
from schema.core.errors import Code

WEB = Path(__file__).parent.parent.parent / "web"


def test_openapi_file_is_up_to_date() -> None:
    written = json.loads((WEB / "openapi.json").read_text())
    assert written == json.loads(msgspec.json.encode(describe_calls())), "run `make client`"


def test_generated_client_has_every_call() -> None:
    types = (WEB / "src/api/gen/calls.gen.ts").read_text()
    for path in describe_calls()["paths"]:
        assert f'"{path}": {{' in types, f"{path}: run `make client`"


def test_every_numeric_enum_has_member_names() -> None:
    schemas = describe_calls()["components"]["schemas"]
    numbers = {
        name: dict(zip(schema["x-enum-varnames"], schema["enum"], strict=True))
        for name, schema in schemas.items()
        if "x-enum-varnames" in schema
    }
    assert numbers["Relation"] == {"NONE": 0, "PENDING": 1, "JOINED": 2, "REJECTED": 3, "ENDED": 4}
    written = (WEB / "src/api/gen/enums.gen.ts").read_text()
    assert "export const RELATION_JOINED = 2;" in written
    assert written.count("export const ") == sum(map(len, numbers.values()))


def test_every_error_code_has_a_text_and_rule_numbers_are_unique() -> None:
    document = describe_calls()
    assert set(map(str, (code.number for code in Code))) <= set(document["x-codes"])
    shared = {20002, 20004, 20005}  # the specification's own codes for a whole format
    numbers = [
        number
        for rules in document["x-rules"].values()
        for number in rules.values()
        if number not in shared
    ]
    assert len(numbers) == len(set(numbers))
    assert all(20006 <= number <= 20184 for number in numbers)
    assert not set(numbers) & {code.number for code in Code}
