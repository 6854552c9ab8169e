"""Permissions: declared by calls, given by roles, checked before a call's content."""

from collections.abc import Iterator

import pytest

from handlers._registry import registry
from handlers.auth.impersonation import IMPERSONATE
from rpc import Code, Operator, Publisher
from rpc.calls.registry_entry import Procedure
from schema.accounts import permission
from schema.accounts.permission import (
    IN_PERSON,
    MONEY_READ,
    PERMISSIONS,
    POSTBACK_GENERAL,
    permissions_of,
)
from tests.support.portal import Portal

DECLARED = [entry for entry in registry.entries(Procedure) if entry.permission]
ASKED_ELSEWHERE = {IMPERSONATE, MONEY_READ, POSTBACK_GENERAL}
"""Of the operator whose password a guest's call takes, where replies are encoded, and by what a postback sends."""


@pytest.fixture
def no_permissions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Accounts of every role that may do nothing."""
    monkeypatch.setattr(permission, "PERMISSIONS", dict.fromkeys(PERMISSIONS, ()))
    yield


def test_roles_grant_exactly_the_permissions_that_calls_require() -> None:
    given = {name for names in PERMISSIONS.values() for name in names}
    assert given == {entry.permission for entry in DECLARED} | ASKED_ELSEWHERE


def test_writes_by_operators_and_publishers_need_a_permission() -> None:
    """Other calls change the account itself: its profile, password, sessions and files."""
    writes = [
        entry
        for entry in registry.entries(Procedure)
        if entry.context in (Operator, Publisher) and not entry.reads
    ]
    # The call that a decision approves asks for its own.
    without = [entry.path for entry in writes if not entry.permission]
    assert without == ["/agents/request_decide"]


def test_permission_of_each_call_is_granted_to_its_role() -> None:
    for entry in DECLARED:
        role = "operator" if entry.context is Operator else "owner"
        assert entry.permission in permissions_of(role), entry.path


def test_impersonating_session_lacks_what_members_do_in_person() -> None:
    assert {*permissions_of("owner")} - {*permissions_of("owner", impersonated=True)} == IN_PERSON


@pytest.mark.usefixtures("no_permissions")
@pytest.mark.parametrize("entry", DECLARED, ids=lambda entry: entry.path)
async def test_call_without_the_permission_is_refused_before_its_content(
    portal: Portal, entry: Procedure
) -> None:
    who = await (portal.operator() if entry.context is Operator else portal.someone())
    for attributes in ({}, {"surely_unknown": 1}):
        await portal.refuses(Code.NOT_ALLOWED, entry.path, who, attributes=attributes)


async def test_permitted_call_is_validated_by_its_content(portal: Portal) -> None:
    for entry in DECLARED:
        who = await (portal.operator() if entry.context is Operator else portal.someone())
        wrong = {"surely_unknown": 1}
        reply = await portal.post(entry.path, who, attributes=wrong)
        assert reply.code not in (0, Code.NOT_ALLOWED.number), entry.path
