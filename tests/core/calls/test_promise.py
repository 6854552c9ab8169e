"""The API's promise: a change that breaks programs of integrators is found, and additions are told."""

import copy
import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from handlers.cli import commands
from handlers.flows.call_descriptions import describe_calls
from rpc.openapi.promise import Difference, compare, promised_document
from rpc.openapi.releases import (
    RELEASED,
    changelog,
    read_event_releases,
    read_releases,
    version_of,
)
from schema.core.api_version import API_VERSION, BREAKS, Break

Document = dict[str, Any]
Change = Callable[[Document], None]


def schema(document: Document, name: str) -> Document:
    found: Document = document["components"]["schemas"][name]
    return found


def field(document: Document, name: str, of: str) -> Document:
    found: Document = schema(document, of)["properties"][name]
    return found


def operation(document: Document, path: str) -> Document:
    found: Document = document["paths"][path]["post"]
    return found


def set_field(of: str, name: str, **values: Any) -> Change:
    return lambda document: field(document, name, of).update(values)


def drop_key(of: str, name: str, key: str) -> Change:
    return lambda document: field(document, name, of).pop(key)


def drop_field(of: str, name: str) -> Change:
    return lambda document: schema(document, of)["properties"].pop(name)


def add_field(of: str, name: str, *, required: bool) -> Change:
    def change(document: Document) -> None:
        schema(document, of)["properties"][name] = {"type": "string"}
        if required:
            schema(document, of)["required"] = [*schema(document, of).get("required", ()), name]

    return change


def require(of: str, name: str) -> Change:
    return lambda document: schema(document, of).setdefault("required", []).append(name)


def make_optional(of: str, name: str) -> Change:
    return lambda document: schema(document, of)["required"].remove(name)


def make_null(of: str, name: str) -> Change:
    def change(document: Document) -> None:
        properties = schema(document, of)["properties"]
        properties[name] = {"anyOf": [properties[name], {"type": "null"}]}

    return change


def never_null(of: str, name: str) -> Change:
    def change(document: Document) -> None:
        properties = schema(document, of)["properties"]
        properties[name] = properties[name]["anyOf"][0]

    return change


def add_value(name: str, value: Any) -> Change:
    return lambda document: schema(document, name)["enum"].append(value)


def drop_value(name: str) -> Change:
    return lambda document: schema(document, name)["enum"].pop()


def set_operation(path: str, **values: Any) -> Change:
    return lambda document: operation(document, path).update(values)


def drop_path(path: str) -> Change:
    return lambda document: document["paths"].pop(path)


def add_path(document: Document) -> None:
    document["paths"]["/reports/new"] = copy.deepcopy(document["paths"]["/reports/why"])


def set_reply_code(document: Document) -> None:
    field(document, "code", "ReportsWhyReply")["const"] = 1


def take_form(document: Document) -> None:
    content = operation(document, "/reports/why")["requestBody"]["content"]
    content["application/xml"] = content.pop("application/json")


BREAKING: dict[str, tuple[Change, str, str]] = {
    "call gone": (drop_path("/reports/why"), "", "is gone"),
    "call closed to tokens": (
        set_operation("/reports/why", **{"x-promised": False}),
        "",
        "can no longer be called",
    ),
    "other scope": (
        set_operation("/reports/why", **{"x-permission": "payment.read"}),
        "",
        "the scope that it needs changed from report.read to payment.read",
    ),
    "other caller": (set_operation("/reports/why", **{"x-caller": "O"}), "", "who calls"),
    "other media type": (take_form, "", "no longer takes application/json"),
    "request field gone": (drop_field("BrandFilter", "keyword"), "keyword", "is gone"),
    "new required request field": (
        add_field("BrandFilter", "must", required=True),
        "must",
        "is new and required",
    ),
    "request field now required": (require("BrandFilter", "keyword"), "keyword", "now required"),
    "request field no longer null": (
        never_null("BrandFilter", "keyword"),
        "keyword",
        "may no longer be null",
    ),
    "request field of another type": (
        set_field("LinkCode", "target_url", type="integer"),
        "target_url",
        "may no longer be string",
    ),
    "request field shorter": (
        set_field("LinkCode", "target_url", maxLength=100),
        "target_url",
        "maxLength fell from 255 to 100",
    ),
    "request field longer at least": (
        set_field("LinkCode", "target_url", minLength=5),
        "target_url",
        "minLength rose from 1 to 5",
    ),
    "request number smaller": (set_field("Page", "perPage", maximum=10), "perPage", "maximum fell"),
    "request number larger at least": (
        set_field("Page", "perPage", minimum=2),
        "perPage",
        "minimum rose from 1 to 2",
    ),
    "request pattern": (
        set_field("LinkCode", "target_url", pattern="^https"),
        "target_url",
        "pattern changed from None",
    ),
    "request format": (
        set_field("TransactionFilter", "start_date", format="date-time"),
        "start_date",
        "format changed from date to date-time",
    ),
    "request enum value gone": (drop_value("BrandSort"), "sort", "may no longer be"),
    "request field limited to values": (
        set_field("LinkCode", "target_url", enum=["a"]),
        "target_url",
        "may now only be `a`",
    ),
    "request default": (
        lambda document: field(document, "sort", "BrandFilter").update({"x-default": "name"}),
        "sort",
        "default changed from new to name",
    ),
    "request list shorter": (
        set_field("TransactionFilter", "mcids", maxItems=1),
        "mcids",
        "maxItems fell from 100 to 1",
    ),
    "reply field gone": (drop_field("LinkMade", "tracking_url"), "tracking_url", "is gone"),
    "reply field now optional": (
        make_optional("LinkMade", "tracking_url"),
        "tracking_url",
        "may now be absent",
    ),
    "reply field now null": (make_null("LinkMade", "code"), "code", "may now be null"),
    "reply field of another type": (
        set_field("LinkMade", "link_id", type="string"),
        "link_id",
        "may now be string",
    ),
    "reply format": (
        set_field("Order", "order_time", format="date"),
        "order_time",
        "format changed from date-time to date",
    ),
    "reply code": (set_reply_code, "code", "changed from `0` to `1`"),
    "reply item field gone": (drop_field("Order", "order_id"), "order_id", "is gone"),
    "refusal field gone": (drop_field("RefusalData", "rule"), "rule", "is gone"),
}
HARMLESS: dict[str, tuple[Change, str]] = {
    "nothing": (lambda document: None, ""),
    "new call": (add_path, "is new"),
    "new optional request field": (add_field("BrandFilter", "may", required=False), "is new"),
    "request field now optional": (make_optional("LinkCode", "target_url"), ""),
    "request field may be null": (make_null("LinkCode", "target_url"), "may also be null"),
    "request field longer": (set_field("LinkCode", "target_url", maxLength=999), ""),
    "request field without a limit": (drop_key("LinkCode", "target_url", "maxLength"), ""),
    "request enum value": (add_value("BrandSort", "newest"), "may also be `newest`"),
    "new reply field": (add_field("LinkMade", "more", required=True), "is new"),
    "reply enum value": (add_value("ItemStatus", "Disputed"), "may also be `Disputed`"),
    "reply enum without a value": (drop_value("Moment"), ""),
    "reply never null": (never_null("Order", "coupon"), ""),
    "new code": (add_value("ErrorCode", 29999), "may also be `29999`"),
    "new rule": (add_value("Rule", "odd"), "may also be `odd`"),
    "description": (set_field("LinkMade", "code", description="Other words."), ""),
    "deprecated": (set_operation("/reports/why", deprecated=True), "is deprecated"),
    "a call of the network's staff gone": (drop_path("/network/brand_save"), ""),
}


@pytest.fixture(scope="module")
def document() -> Document:
    whole: Document = json.loads(json.dumps(describe_calls()))
    return whole


def changes(document: Document, change: Change) -> list[Difference]:
    after = copy.deepcopy(document)
    change(after)
    return compare(document, after)


@pytest.mark.parametrize("name", BREAKING)
def test_breaking_change_is_found_with_its_place(document: Document, name: str) -> None:
    change, field_path, text = BREAKING[name]

    broken = [each for each in changes(document, change) if each.breaking]

    assert broken
    assert all(text in each.text for each in broken), broken
    assert all(each.field_path.endswith(field_path) for each in broken), broken


@pytest.mark.parametrize("name", HARMLESS)
def test_addition_is_reported_as_not_breaking(document: Document, name: str) -> None:
    change, text = HARMLESS[name]

    found = changes(document, change)

    assert not [each for each in found if each.breaking], found
    assert bool(found) == bool(text)
    assert all(text in each.text for each in found)


def test_promised_part_of_a_document_is_compared_like_the_whole(document: Document) -> None:
    part = promised_document(document)

    assert compare(part, document) == compare(document, part) == []
    assert set(part["paths"]) == {
        path for path, item in document["paths"].items() if item["post"].get("x-promised")
    }
    assert "/network/conversions" in part["paths"]
    assert "/network/brand_save" not in part["paths"]


def test_latest_release_is_the_version_of_the_api_and_nothing_breaks_it(document: Document) -> None:
    latest = read_releases()[-1]

    assert version_of(latest) == document["info"]["version"] == API_VERSION
    assert version_of(read_event_releases()[-1]) == API_VERSION
    assert [file.stem for file in sorted(RELEASED.iterdir())] == [
        *map(version_of, read_releases()),
        "events",
    ]
    meant = {each.what for each in BREAKS}
    differences = [each for each in compare(latest, document) if each.breaking]
    assert {str(each) for each in differences} <= meant


def test_changelog_tells_each_release_with_its_breaks_and_reasons() -> None:
    text = changelog()

    for release in read_releases():
        assert f"## {version_of(release)}" in text
    for each in BREAKS:
        assert each.what in text
        assert each.why in text


@pytest.mark.parametrize("meant", [False, True])
def test_command_fails_on_a_break_that_is_not_listed_with_its_reason(
    document: Document,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    meant: bool,
) -> None:
    earlier = copy.deepcopy(document)
    earlier["paths"]["/reports/old"] = earlier["paths"]["/reports/why"]
    known = Break(API_VERSION, "/reports/old: is gone", "/reports/why answers it.")
    monkeypatch.setattr(commands, "read_releases", lambda: [earlier])
    monkeypatch.setattr(commands, "BREAKS", (known,) if meant else ())

    if meant:
        commands.promise(Namespace())
        assert capsys.readouterr().err == ""
    else:
        with pytest.raises(SystemExit):
            commands.promise(Namespace())
        text = f"breaks programs written for {API_VERSION}: /reports/old: is gone\n"
        assert capsys.readouterr().err == text


def test_version_is_released_only_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(commands, "RELEASED", tmp_path)

    commands.release(Namespace())

    [file] = tmp_path.iterdir()
    assert file.name == f"{API_VERSION}.json"
    assert json.loads(file.read_bytes())["paths"].keys() < describe_calls()["paths"].keys()
    with pytest.raises(SystemExit, match="is released"):
        commands.release(Namespace())
