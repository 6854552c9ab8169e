"""Permissions: declared by calls, given by roles, asked before a call's content is judged."""

from collections.abc import Iterator

import pytest

from handlers._registry import registry
from handlers.flows.accounts.impersonation import IMPERSONATE
from rpc import Code, Operator, Publisher
from rpc.calls.registry_entry import Procedure
from schema.accounts import account
from schema.accounts.account import OWNER_ONLY, PERMISSIONS, permissions_of
from tests.support.portal import Portal

DECLARED = [entry for entry in registry.entries(Procedure) if entry.permission]
ASKED_ELSEWHERE = {IMPERSONATE}
"""By a guest's call, of the operator whose password it takes."""


@pytest.fixture
def no_permissions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Accounts of every role that may do nothing."""
    monkeypatch.setattr(account, "PERMISSIONS", dict.fromkeys(PERMISSIONS, ()))
    yield


def test_what_a_role_may_do_is_asked_by_a_call() -> None:
    given = {name for names in PERMISSIONS.values() for name in names}
    assert given == {entry.permission for entry in DECLARED} | ASKED_ELSEWHERE


def test_what_operators_and_publishers_change_needs_a_permission() -> None:
    """Other calls change the account itself: its profile, password, sessions and files."""
    writes = [
        entry
        for entry in registry.entries(Procedure)
        if entry.context in (Operator, Publisher) and not entry.reads
    ]
    assert [entry.path for entry in writes if not entry.permission] == []


def test_a_call_is_for_a_role_that_can_have_its_permission() -> None:
    for entry in DECLARED:
        role = "operator" if entry.context is Operator else "owner"
        assert entry.permission in permissions_of(role), entry.path


def test_staff_who_act_for_somebody_do_not_get_what_only_the_owner_may() -> None:
    assert {*permissions_of("owner")} - {*permissions_of("owner", impersonated=True)} == OWNER_ONLY


@pytest.mark.usefixtures("no_permissions")
@pytest.mark.parametrize("entry", DECLARED, ids=lambda entry: entry.path)
async def test_without_it_a_call_is_refused_whatever_it_holds(
    portal: Portal, entry: Procedure
) -> None:
    who = await (portal.operator() if entry.context is Operator else portal.someone())
    for attributes in ({}, {"surely_unknown": 1}):
        await portal.refuses(Code.NOT_ALLOWED, entry.path, who, attributes=attributes)


async def test_with_it_content_is_judged(portal: Portal) -> None:
    for entry in DECLARED:
        who = await (portal.operator() if entry.context is Operator else portal.someone())
        wrong = {"surely_unknown": 1}
        reply = await portal.post(entry.path, who, attributes=wrong)
        assert reply.code not in (0, Code.NOT_ALLOWED.number), entry.path
