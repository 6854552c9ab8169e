"""What a member made ends, or passes to an owner, once they go or may do less: by every way of going."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from rpc import Code
from rpc.exports.snapshots import Snapshots
from schema.accounts.permission import Role
from schema.exports.delivery_failure import Failure
from tests.accounts.passkeys.test_step_up import SCHEDULE
from tests.accounts.team.test_team import ask
from tests.accounts.tokens.test_api_tokens import make
from tests.exports.test_sheets import make as make_sheet
from tests.exports.test_sheets import save_view
from tests.support.accounts.agents import Agent, connect_agent
from tests.support.accounts.login_changes import sign_in
from tests.support.accounts.mails import mails_to
from tests.support.accounts.memberships import add_membership
from tests.support.accounts.waits import pass_wait
from tests.support.portal import PASSWORD, Portal, Someone

WAYS = ("removed", "left", "closed", "demoted", "narrowed", "transferred")


@pytest.fixture(autouse=True)
def no_snapshots(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(portal.resources, "snapshots", Snapshots(timedelta()))
    yield


class Maker:
    """A second owner of a publisher, with one thing of each kind that belongs to its maker."""

    token: str
    agent: Agent
    sheet: str
    schedule_id: int

    def __init__(self, portal: Portal, owner: Someone, who: Someone) -> None:
        self.portal, self.owner, self.who = portal, owner, who

    async def make_all(self) -> None:
        portal, who = self.portal, self.who
        self.token = (await make(portal, who))["token"]
        self.agent = await connect_agent(portal, who)
        self.sheet = await make_sheet(portal, who, await save_view(portal, who))
        given = {**SCHEDULE, "password": PASSWORD}
        self.schedule_id = (await portal.ok("/reports/schedule_save", who, attributes=given))["id"]

    async def go(self, way: str) -> None:
        portal, id = self.portal, self.who.account_id
        if way == "removed":
            await ask(portal, "/user/team_remove", self.owner, id=id)
        elif way == "left":
            await ask(portal, "/user/team_leave", self.who)
        elif way == "closed":
            await ask(portal, "/user/close", self.who)
        elif way == "transferred":
            heir = await portal.member(self.owner, Role.ANALYST)
            await ask(portal, "/user/team_transfer", self.who, id=heir.account_id)
            await pass_wait(portal, self.owner.uid)
        else:
            narrowed = {"site_ids": [self.owner.site_id]} if way == "narrowed" else {}
            role = {"was": Role.OWNER, "role": Role.MANAGER, **narrowed}
            await ask(portal, "/user/team_role", self.owner, id=id, **role)

    async def working(self) -> list[str]:
        """What still works."""
        portal, found = self.portal, []
        if (await portal.post("/brands/find", self.token)).code == 0:
            found.append("token")
        if (await self.agent.send("tools/list")).status_code == 200:
            found.append("app")
        if (await portal.http.get(self.sheet)).status_code == 200:
            found.append("sheet")
        owner = await sign_in(portal, self.owner)
        schedules = (await portal.ok("/reports/schedule_list", owner))["list"]
        found += ["schedule" for each in schedules if each["state"] == "active"]
        return found


@pytest.fixture
async def maker(portal: Portal) -> Maker:
    owner = await portal.someone()
    made = Maker(portal, owner, await portal.member(owner, Role.OWNER))
    await made.make_all()
    return made


@pytest.mark.parametrize("way", WAYS)
async def test_what_a_member_made_ends_when_they_go(portal: Portal, maker: Maker, way: str) -> None:
    assert await maker.working() == ["token", "app", "sheet", "schedule"]  # the control
    await maker.go(way)
    assert await maker.working() == []


@pytest.mark.parametrize("way", WAYS)
async def test_owner_is_told_of_a_stopped_schedule_and_takes_it_over(
    portal: Portal, maker: Maker, way: str
) -> None:
    await maker.go(way)
    await portal.work()
    [text] = mails_to(portal, maker.owner.email, subject='The schedule "Nightly" was stopped')
    assert Failure.MAKER.words in text
    owner = await sign_in(portal, maker.owner)
    given = {**SCHEDULE, "password": PASSWORD, "id": maker.schedule_id}
    saved = await portal.ok("/reports/schedule_save", owner, attributes=given)
    assert (saved["state"], saved["maker"]) == ("active", maker.owner.username)


async def test_schedule_goes_on_under_a_role_that_may_have_it(portal: Portal, maker: Maker) -> None:
    role = {"was": Role.OWNER, "role": Role.FINANCE}
    await ask(portal, "/user/team_role", maker.owner, id=maker.who.account_id, **role)
    assert await maker.working() == ["schedule"]


async def test_person_who_goes_from_one_publisher_keeps_what_they_made_for_another(
    portal: Portal, maker: Maker
) -> None:
    elsewhere = await portal.someone()
    there = await add_membership(portal, maker.who, elsewhere, Role.DEVELOPER)
    token = (await make(portal, there, scopes=["brand.read"]))["token"]
    await maker.go("removed")
    await portal.ok("/brands/find", token)
    await portal.refuses(Code.UNAUTHORIZED, "/brands/find", maker.token)
