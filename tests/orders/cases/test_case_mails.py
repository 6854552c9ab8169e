"""Mails about cases are limited."""

import pytest

from rpc.security.rate_limits import MINUTE, SharedLimit
from tests.support.accounts.mails import mails_to
from tests.support.orders.cases import claims
from tests.support.portal import Portal, unique
from tests.support.server import LIFTED


async def test_case_steps_beyond_the_mail_limit_are_listed_but_not_mailed(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    strict = LIFTED._replace(case_mail=SharedLimit(unique("case_mail"), ((2, MINUTE),)))
    monkeypatch.setattr(portal.resources, "shared_limits", strict)
    it = await claims(portal)
    opened = await it.open()
    for number in range(4):
        given = {"case_id": opened["case_id"], "note": f"More {number}"}
        await portal.ok("/reports/case_reply", it.who, attributes=given)
    await portal.work()

    listed = await portal.ok("/reports/case_list", it.who, filter={"case_id": opened["case_id"]})

    assert len(listed["list"][0]["steps"]) == 5
    assert len(mails_to(portal, it.who.email, subject=it.order_id)) == 2


async def test_new_case_is_mailed_to_operators(portal: Portal) -> None:
    who = await portal.operator()
    opened = await (await claims(portal)).open()
    await portal.work()
    found = [m for m in mails_to(portal, who.email) if f"look={opened['case_id']}" in m]
    assert len(found) == 1
