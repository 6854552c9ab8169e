"""A call that is going to end says so: in every answer, in the OpenAPI document and on its page."""

from datetime import date
from typing import Any

import pytest

import handlers  # noqa: F401 - registers the calls
from handlers.flows.call_descriptions import describe_calls
from rpc.calls.registry import registry
from rpc.calls.registry_entry import Procedure, deprecation_headers
from rpc.openapi.reference import api_items
from schema.core.api_version import Deprecation
from tests.support.portal import Portal

ENDING = Deprecation(since=date(2026, 12, 1), sunset=date(2027, 6, 1), instead="/site/info")


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """/site/list, as if it were declared with `deprecated=`."""
    entry = registry.find("/site/list", Procedure)
    monkeypatch.setattr(entry, "deprecated", ENDING)
    monkeypatch.setattr(entry, "headers", deprecation_headers(ENDING))


@pytest.mark.usefixtures("ending")
async def test_every_answer_of_a_deprecated_call_says_since_when_and_until_when(
    portal: Portal,
) -> None:
    who = await portal.someone()
    replies = [
        await portal.post("/site/list", who),
        await portal.post("/site/list"),
        await portal.post("/site/list", who, attributes={"odd": 1}),
    ]

    assert [reply.code for reply in replies] == [0, 401, 21000]
    for reply in replies:
        assert reply.headers["deprecation"] == "@1796083200"  # RFC 9745, 2.1
        assert reply.headers["sunset"] == "Tue, 01 Jun 2027 00:00:00 GMT"  # RFC 8594, 3
        assert '</tools/apis/calls/site/info>; rel="successor-version"' in reply.headers["link"]
    other = await portal.post("/site/info", who, attributes={"id": who.site_id})
    assert not {"deprecation", "sunset", "link"} & other.headers.keys()


@pytest.mark.usefixtures("ending")
def test_document_and_page_tell_of_a_deprecated_call() -> None:
    operation = describe_calls()["paths"]["/site/list"]["post"]
    pages: Any = api_items(registry, "", {})
    [page] = [each for each in pages if each.name == "/site/list"]

    assert (operation["deprecated"], operation["x-sunset"]) == (True, "2027-06-01")
    assert operation["x-successor"] == "/site/info"
    assert page.params.summary.endswith("Ends on 2027-06-01: call /site/info in its place.")


def test_registry_takes_the_end_of_a_call() -> None:
    entry = registry.find("/site/list", Procedure)
    declared = Procedure(
        entry.path,
        entry.handler,
        (),
        reads=True,
        atomic=False,
        permission=entry.permission,
        deprecated=ENDING,
    )

    assert dict(declared.headers)[b"sunset"] == b"Tue, 01 Jun 2027 00:00:00 GMT"
    assert entry.headers == []
