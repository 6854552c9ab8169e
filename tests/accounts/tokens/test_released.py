"""Programs written for a release go on working: what they send is taken, and what they get has the form it had."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rpc import Code
from rpc.openapi.releases import read_releases, version_of
from schema.core.api_version import RELEASES_KEPT
from tests.accounts.tokens.test_api_tokens import make
from tests.support.orders.orders import deal
from tests.support.portal import Portal

NEVER = {
    Code.REQUEST_INVALID,
    Code.FIELD_UNKNOWN,
    Code.PATH_UNKNOWN,
    Code.CRASHED,
    Code.NOT_ALLOWED,
}
"""Refusals of the call itself, and not of what an example names."""


def with_new_values(schema: Any) -> Any:
    """A reply's schema as clients are told to read it: enums may have grown."""
    if isinstance(schema, dict):
        return {key: with_new_values(part) for key, part in schema.items() if key != "enum"}
    return [with_new_values(part) for part in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize("release", read_releases()[-RELEASES_KEPT:], ids=version_of)
async def test_released_requests_are_taken_and_replies_keep_their_form(
    portal: Portal, release: Any
) -> None:
    it = await deal(portal)
    await it.report(it.order(), it.order("7.50"))
    token = (await make(portal, it.who))["token"]
    components = with_new_values(release["components"])
    wrong, answered = [], 0
    for path, item in release["paths"].items():
        operation = item["post"]
        body = operation["requestBody"]["content"]["application/json"]["example"]
        caller = it.brand.token if operation["x-caller"] == "B" else token
        headers = {"authorization": f"Bearer {caller}"}
        reply = (await portal.http.post(path, json=body, headers=headers)).json()
        content = operation["responses"]["200"]["content"]["application/json"]["schema"]
        [success, refusal] = content["oneOf"]
        schema = success if reply["code"] == 0 else refusal
        validator = Draft202012Validator({**schema, "components": components})
        errors = [each.message[:200] for each in validator.iter_errors(reply)]
        if errors or reply["code"] in {code.number for code in NEVER}:
            wrong.append((path, reply["code"], reply["message"], errors))
        answered += reply["code"] == 0

    assert not wrong
    assert answered > len(release["paths"]) / 2
