"""The AsyncAPI document: valid, whole, and true of what is sent."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft7Validator

from rpc.openapi.asyncapi import asyncapi_document
from rpc.openapi.promise import compare_events
from rpc.openapi.releases import read_event_releases
from schema.core.api_version import API_VERSION, BREAKS
from schema.core.event import EventChanges, EventType
from schema.postbacks.macro import CHANGED_VALUES, MACRO_NAMES, MACROS
from schema.postbacks.postback_types import EVENT_TEXTS, EVENT_TITLES, SAMPLE_VALUES, sample_event
from schema.reports.event_feed import EVENT_NAMES, FeedEvent
from tests.support.orders.cases import answer, claims
from tests.support.portal import Portal
from tests.support.postbacks.asyncapi_rules import RULES

Document = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Document:
    return asyncapi_document("https://portal.example")


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "$ref" and isinstance(part, str):
                yield part
            else:
                yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def resolve(document: Document, ref: str) -> Any:
    found: Any = document
    for part in ref.removeprefix("#/").split("/"):
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return found


def payload_validator(document: Document, name: str) -> Draft7Validator:
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return Draft7Validator(schema)


def test_asyncapi_document_keeps_the_rules_of_the_specification(document: Document) -> None:
    validator = Draft7Validator(RULES)
    assert [error.message[:300] for error in validator.iter_errors(document)] == []
    for name, wrong in (
        ("operations", {"x": {"action": "publish", "channel": {"$ref": "#/channels/postback"}}}),
        ("channels", {"postback": {"subscribe": {}}}),
        ("info", {"title": "Events"}),
    ):
        assert not validator.is_valid({**document, name: wrong}), name


def test_references_of_the_document_resolve(document: Document) -> None:
    for ref in set(references(document)):
        assert resolve(document, ref), ref


def test_each_operation_sends_the_message_of_its_event_over_its_channel(
    document: Document,
) -> None:
    names = set()
    for operation in document["operations"].values():
        assert operation["action"] == "send"
        [message] = operation["messages"]
        assert message["$ref"].startswith(f"{operation['channel']['$ref']}/messages/")
        component = resolve(document, resolve(document, message["$ref"])["$ref"])
        names.add(component["name"])
    assert names == {*EVENT_NAMES.values()}


@pytest.mark.parametrize("kind", EventType, ids=lambda kind: EVENT_NAMES[kind])
def test_sample_of_each_event_fits_its_payload_and_no_other(
    document: Document, kind: EventType
) -> None:
    messages = document["components"]["messages"]
    [key] = [key for key, each in messages.items() if each["name"] == EVENT_NAMES[kind]]
    validator = payload_validator(document, key)
    assert [error.message for error in validator.iter_errors(sample_event(kind))] == []
    other = EventType.CLICK if kind is not EventType.CLICK else EventType.ORDER_CREATED
    assert not validator.is_valid(sample_event(other))
    assert messages[key]["examples"][0]["payload"] == sample_event(kind)


async def test_real_events_fit_the_document_that_is_served(portal: Portal) -> None:
    claim = await claims(portal)
    await claim.deal.report(claim.deal.order("10.00", item_id="a"))
    opened = await claim.open()
    await answer(portal, opened["case_id"], "rejected", reason="No such order")
    served = (await portal.http.get("/asyncapi.json")).json()
    by_name = {each["name"]: key for key, each in served["components"]["messages"].items()}

    events = (await portal.ok("/reports/events", claim.who, page={"perPage": 100}))["list"]
    assert {each["event_name"] for each in events} == {"order.created", "case.updated"}
    for event in events:
        key = by_name[event["event_name"]]
        assert list(payload_validator(served, key).iter_errors(event)) == []
        known = served["components"]["schemas"][key]["properties"].keys()
        assert {name for name, value in event.items() if value is not None} <= known


async def test_document_is_compressed_for_who_accepts_it(portal: Portal) -> None:
    whole = await portal.http.get("/asyncapi.json", headers={"accept-encoding": "identity"})
    packed = await portal.http.get("/asyncapi.json", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in whole.headers
    assert whole.json() == packed.json()
    assert whole.headers["access-control-allow-origin"] == "*"
    assert whole.json()["info"]["version"] == API_VERSION


def test_every_event_has_a_title_a_text_and_values() -> None:
    for texts in (EVENT_TITLES, EVENT_TEXTS, SAMPLE_VALUES):
        assert [*texts] == [*EventType]
    fields = {*FeedEvent.__struct_fields__}
    for kind, values in SAMPLE_VALUES.items():
        assert {*values} <= fields & MACRO_NAMES, kind


def test_changes_have_macros_of_their_own() -> None:
    assert [*CHANGED_VALUES] == [*EventChanges.__struct_fields__]
    assert {f"{when}_{name}" for name in CHANGED_VALUES for when in ("old", "new")} < MACRO_NAMES
    assert len(MACRO_NAMES) == len(MACROS)


def test_released_events_are_kept(document: Document) -> None:
    latest = read_event_releases()[-1]
    meant = {each.what for each in BREAKS}
    found = [str(each) for each in compare_events(latest, document) if each.breaking]
    assert set(found) <= meant


def test_event_or_field_that_is_gone_is_a_break(document: Document) -> None:
    fewer = json.loads(json.dumps(document))
    del fewer["components"]["messages"]["CouponChanged"]
    del fewer["components"]["schemas"]["Click"]["properties"]["country"]
    lost = [str(each) for each in compare_events(document, fewer) if each.breaking]
    assert lost == ["click event.country: is gone", "coupon.changed: is gone"]
    assert [str(each) for each in compare_events(fewer, document) if each.breaking] == []
    assert any("coupon.changed: is new" in str(each) for each in compare_events(fewer, document))
