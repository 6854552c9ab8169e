"""Which members receive a mail about their publisher, and which rows lists for the network show of several owners."""

import pytest

import sql.accounts.member
import sql.accounts.profile
import sql.network.publisher
from schema.accounts.notification import RECIPIENTS
from schema.accounts.permission import Role
from tests.support.accounts.export import open_archive, request_export
from tests.support.portal import Portal, Someone


async def everybody(portal: Portal) -> dict[Role, Someone]:
    """A publisher with a member of each role."""
    owner = await portal.someone(name="")
    others = {role: await portal.member(owner, role) for role in Role if role is not Role.OWNER}
    return {Role.OWNER: owner, **others}


EXPECTED = {
    "alerts": "owner manager",
    "case_step": "owner manager finance",
    "change_hastened": "owner finance",
    "change_stopped": "owner finance",
    "guarded_change": "owner finance",
    "links_broken": "owner manager developer",
    "method_proposed": "owner",
    "payment_method": "owner finance",
    "payment_state": "owner finance",
    "postback_failing": "owner manager developer",
    "postback_paused": "owner manager developer",
    "relationship": "owner manager",
    "schedule_stopped": "owner finance",
    "self_billing": "owner finance",
    "vat_review": "owner finance",
}


def test_every_mail_of_a_publisher_has_its_recipients() -> None:
    assert {mail: {*roles} for mail, roles in RECIPIENTS.items()} == {
        mail: {*roles.split()} for mail, roles in EXPECTED.items()
    }


@pytest.mark.parametrize("mail", EXPECTED)
async def test_mail_goes_to_the_members_of_its_roles(portal: Portal, mail: str) -> None:
    team = await everybody(portal)
    gone = await portal.member(team[Role.OWNER], Role.OWNER)
    async with portal.db() as db:
        await db.execute(
            "update account set closed_at = now() where account_id = $1", gone.account_id
        )
        uid = team[Role.OWNER].uid
        found = await sql.accounts.member.recipients(db, uid, RECIPIENTS[mail])
    ids = {who.account_id: role.value for role, who in team.items()}
    assert {ids[login.account_id] for login in found} == {*EXPECTED[mail].split()}


async def test_member_who_unsubscribed_receives_no_mail_of_the_kind(portal: Portal) -> None:
    team = await everybody(portal)
    off = {"notifications": {"payments": False, "alerts": False}}
    await portal.ok("/user/edit", team[Role.FINANCE], attributes=off)
    await portal.ok("/user/edit", team[Role.MANAGER], attributes=off)
    uid = team[Role.OWNER].uid
    async with portal.db() as db:
        roles = RECIPIENTS["payment_state"]
        paid = await sql.accounts.member.recipients(db, uid, roles, "payments")
        alerted = await sql.accounts.profile.alert_mailings(db, uid)
    assert [login.account_id for login in paid] == [team[Role.OWNER].account_id]
    assert [each.login.account_id for each in alerted] == [team[Role.OWNER].account_id]


async def test_mail_about_a_payee_is_sent_to_those_who_unsubscribed_too(portal: Portal) -> None:
    team = await everybody(portal)
    off = {"notifications": {"payments": False}}
    await portal.ok("/user/edit", team[Role.FINANCE], attributes=off)
    async with portal.db() as db:
        found = await sql.accounts.member.recipients(
            db, team[Role.OWNER].uid, RECIPIENTS["payment_method"]
        )
    assert team[Role.FINANCE].account_id in {login.account_id for login in found}


class TestSeveralOwners:
    async def test_network_lists_a_publisher_once_under_its_first_owner(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone(name="")
        second, analyst = [await portal.member(owner, role) for role in (Role.OWNER, Role.ANALYST)]
        operator = await portal.operator()
        for filter in (
            {"uid": owner.uid},
            {"keyword": analyst.username},
            {"keyword": second.email},
        ):
            listed = await portal.ok("/network/accounts", operator, filter=filter)
            assert [(row["uid"], row["username"]) for row in listed["list"]] == [
                (owner.uid, owner.username)
            ]
            assert listed["total"] == 1
        async with portal.db() as db:
            names = await sql.network.publisher.get_names(db, [owner.uid])
        assert names == {owner.uid: owner.username}
        await portal.ok("/user/close", owner, attributes={"password": owner.password})
        info = await portal.ok("/network/account_info", operator, attributes={"uid": owner.uid})
        assert (info["username"], info["closed"]) == (second.username, False)


class TestCopyOfData:
    async def test_owner_gets_the_publishers_tables_and_a_member_their_own(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.ANALYST)
        whole, own = [await names_in(portal, who) for who in (owner, member)]
        assert {"members.csv", "invitations.csv", "orders.csv", "payments.csv"} <= whole
        assert own == {
            "README.txt", "account.json", "activity.csv", "agent_requests.csv", "api_tokens.csv", "apps.csv",
            "connected_accounts.csv", "downloads.csv", "emails.csv", "notices_read.csv", "passkeys.csv",
            "saved_views.csv", "sessions.csv", "spreadsheets.csv",
        }  # fmt: skip

    async def test_two_members_request_the_same_report(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, Role.ANALYST)
        report = {"report": "payments", "format": "csv", "filter": {}}
        for who in (owner, member):
            made = await portal.ok("/reports/export", who, attributes=report)
            listed = (await portal.ok("/common/download_list", who))["list"]
            assert [each["id"] for each in listed] == [made["id"]]


async def names_in(portal: Portal, who: Someone) -> set[str]:
    made = await request_export(portal, who)
    return {*(await open_archive(portal, made["download_url"])).namelist()}
