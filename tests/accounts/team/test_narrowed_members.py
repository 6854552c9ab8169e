"""Members who see only some channels: everything they see is of these, and the others' rows are unknown to them."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from rpc import Code
from schema.accounts.permission import Role
from schema.core.event import EventType
from tests.accounts.team.test_team import accepting, address, ask, team
from tests.accounts.tokens.test_api_tokens import make
from tests.reports.test_views import mail, save
from tests.support.accounts.mails import links_to, mails_to
from tests.support.channels import channel
from tests.support.orders.orders import Deal
from tests.support.portal import Portal, SomeBrand, Someone

DAYS = {"start_date": "2026-01-01", "end_date": "2030-01-01"}


@dataclass(frozen=True)
class Company:
    """A publisher with two channels, each with a click and orders of one brand."""

    owner: Someone
    brand: SomeBrand
    mine: Deal
    """What happens on the channel that the member sees."""
    other: Deal
    own_oid: int
    other_oid: int

    def member_sees(self) -> list[int]:
        return [self.mine.who.site_id or 0]


async def company(portal: Portal) -> Company:
    owner, brand = await portal.someone(), await portal.brand()
    second = await portal.site(owner.uid)
    deals, oids = [], []
    for site_id, amount in ((second, "30.00"), (owner.site_id or 0, "500.00")):
        await portal.join(owner, brand, site_id=site_id)
        link = await portal.link(owner, brand, site_id=site_id, note=f"of {site_id}")
        who = replace(owner, site_id=site_id)
        deals.append(
            Deal(portal=portal, brand=brand, who=who, code=link["code"], link_id=link["link_id"])
        )
        order = deals[-1].order(amount, code=None, click_ref=await portal.click(link["code"]))
        [reported] = await deals[-1].report(order)
        oids.append(reported["oid"])
    return Company(owner, brand, deals[0], deals[1], *oids)


async def make_narrowed(portal: Portal, of: Company, role: str = "manager") -> Someone:
    return await portal.member(of.owner, role, site_ids=of.member_sees())


class TestReports:
    async def test_reports_have_the_figures_of_the_channels(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        for groups in (["date"], ["brand"], ["site"], ["month"], ["link"], ["country"], []):
            filter = {**DAYS, "group_by": groups}
            seen = await portal.ok("/reports/performance", who, filter=filter)
            of_channel = await portal.ok(
                "/reports/performance", it.owner, filter={**filter, "site_ids": it.member_sees()}
            )
            assert {**seen, "as_of": None} == {**of_channel, "as_of": None}, groups
            assert (seen["totals"]["sales"], seen["totals"]["clicks"]) == ("30.00", 1)

    async def test_lists_have_the_rows_of_the_channels(self, portal: Portal) -> None:
        it = await company(portal)
        who, uid = await make_narrowed(portal, it), it.owner.uid
        orders = await portal.ok("/reports/transactions", who, filter=DAYS)
        assert [each["oid"] for each in orders["list"]] == [it.own_oid]
        assert (orders["total"], orders["totals"]["sales"]) == (1, "30.00")
        clicks = await portal.ok("/reports/clicks", who, filter=DAYS)
        assert [each["site_id"] for each in clicks["list"]] == it.member_sees()
        links = await portal.ok("/tools/links", who)
        assert [each["link_id"] for each in links["list"]] == [it.mine.link_id]
        assert [each["id"] for each in (await portal.ok("/site/list", who))["list"]] == (
            it.member_sees()
        )
        dashboard = await portal.ok("/home/dashboard", who)
        assert dashboard["totals"]["sales"] == "30.00"
        assert [each["oid"] for each in dashboard["latest_orders"]] == [it.own_oid]
        assert dashboard["balance"] is None
        assert (
            await portal.value("select count(*) from conversion where publisher_id = $1", uid) == 2
        )

    async def test_rows_of_other_channels_are_unknown(self, portal: Portal) -> None:
        it = await company(portal)
        who, site_id = await make_narrowed(portal, it), it.other.who.site_id
        for path, code, req in (
            ("/reports/transaction", Code.NOT_FOUND, {"attributes": {"oid": it.other_oid}}),
            ("/reports/why", Code.NOT_FOUND, {"attributes": {"oid": it.other_oid}}),
            ("/site/info", Code.SITE_NOT_FOUND, {"attributes": {"id": site_id}}),
            ("/site/verify", Code.SITE_NOT_FOUND, {"attributes": {"id": site_id, "method": "dns"}}),
            (
                "/tools/link_edit",
                Code.NOT_FOUND,
                {"attributes": {"link_id": it.other.link_id, "note": "x"}},
            ),
            ("/tools/link_del", Code.NOT_FOUND, {"attributes": {"link_id": it.other.link_id}}),
            (
                "/tools/link_code",
                Code.SITE_INVALID,
                {
                    "attributes": {
                        "site_id": site_id,
                        "mcid": it.brand.mcid,
                        "target_url": f"https://{it.brand.mcid}.example/",
                    }
                },
            ),
            (
                "/brands/leave",
                Code.RELATIONSHIP_NOT_APPROVED,
                {"attributes": {"site_id": site_id, "mcid": it.brand.mcid}},
            ),
            (
                "/reports/performance",
                Code.SITE_INVALID,
                {"filter": {**DAYS, "site_ids": [site_id]}},
            ),
            (
                "/reports/export",
                Code.SITE_INVALID,
                {"attributes": {"report": "clicks", "filter": {**DAYS, "site_ids": [site_id]}}},
            ),
        ):
            reply = await portal.post(path, who, **req)
            assert reply.code in (code.number, Code.SITE_INVALID.number), (path, reply)
        note = await portal.value("select note from link where link_id = $1", it.other.link_id)
        assert note == f"of {site_id}"

    async def test_cursor_of_a_member_with_wider_access_shows_no_more(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        page = await portal.ok("/reports/transactions", it.owner, filter=DAYS, page={"perPage": 1})
        assert page["next"]
        rest = await portal.ok(
            "/reports/transactions", who, filter=DAYS, page={"cursor": page["next"]}
        )
        assert it.other_oid not in [each["oid"] for each in rest["list"]]
        events = await portal.ok("/reports/events", who)
        assert {each["site_id"] for each in events["list"]} == {*it.member_sees()}

    @pytest.mark.parametrize(
        ("report", "filter"),
        [
            ("transactions", DAYS),
            ("clicks", DAYS),
            ("links", {}),
            ("performance", {**DAYS, "group_by": ["link"]}),
        ],
    )
    async def test_exported_file_has_the_rows_of_the_channels(
        self, portal: Portal, report: str, filter: dict[str, Any]
    ) -> None:
        it = await company(portal)
        for who, expected in ((await make_narrowed(portal, it), 1), (it.owner, 2)):
            asked = {"report": report, "filter": filter}
            made = await portal.ok("/reports/export", who, attributes=asked)
            await portal.work()
            [ready] = (await portal.ok("/common/download_list", who))["list"]
            assert (ready["id"], ready["status"], ready["rows"]) == (made["id"], 2, expected)

    async def test_mailed_view_has_the_figures_of_the_channels(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        view = await save(portal, who, filter={"group_by": ["date"]}, days="last_30")
        await mail(portal, who, view, portal.resources.clock.now())
        await portal.work()
        [text] = mails_to(portal, who.email, subject="By brand")
        assert "30.00" in text
        assert "530.00" not in text

    async def test_search_finds_nothing_of_other_channels(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        for keyword in (str(it.other_oid), f"of {it.other.who.site_id}"):
            found = await portal.ok("/home/search", who, attributes={"keyword": keyword})
            assert (found["orders"], found["links"]) == ([], []), keyword
            found = await portal.ok("/home/search", it.owner, attributes={"keyword": keyword})
            assert found["orders"] or found["links"], keyword

    async def test_results_with_a_brand_are_those_of_the_channels(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        brand = await portal.ok("/brands/info", who, attributes={"mcid": it.brand.mcid})
        assert brand["my_results"]["sales"] == "30.00"

    async def test_statement_that_is_not_narrowed_would_show_other_channels(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The control: without the conditions, the member sees the other channel's order."""
        it = await company(portal)
        who = await make_narrowed(portal, it)
        monkeypatch.setattr("rpc.calls.context.narrow", lambda db, _: db)
        await portal.ok("/reports/transaction", who, attributes={"oid": it.other_oid})


class TestMoney:
    async def test_narrowed_members_see_no_balance_settlement_or_payment(
        self, portal: Portal
    ) -> None:
        it = await company(portal)
        for role in (Role.FINANCE, Role.ANALYST):
            who = await make_narrowed(portal, it, role)
            profile = await portal.ok("/user/profile", who)
            assert not any(name.startswith("pay") for name in profile["permissions"])
            assert "money.read" in profile["permissions"]
            for path in ("/payments/balance", "/payments/summary", "/payments/settlements"):
                await portal.refuses(Code.NOT_ALLOWED, path, who)

    async def test_call_that_cannot_be_narrowed_says_why_it_is_refused(
        self, portal: Portal
    ) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        reply = await portal.refuses(Code.NOT_ALLOWED, "/reports/books_list", who)
        assert "you see some of them" in reply.message


class TestChange:
    async def test_invited_person_sees_the_channels_of_the_invitation(self, portal: Portal) -> None:
        it, email = await company(portal), address()
        wanted = {"email": email, "role": "analyst", "site_ids": it.member_sees()}
        await ask(portal, "/user/team_invite", it.owner, **wanted, with_money=False)
        [waiting] = (await team(portal, it.owner))["invitations"]
        assert (waiting["site_ids"], waiting["with_money"]) == (it.member_sees(), False)

        given = accepting((await links_to(portal, email))[-1])
        token = (await portal.ok("/auth/team_accept", attributes=given))["token"]

        profile = await portal.ok("/user/profile", token)
        assert profile["site_ids"] == it.member_sees()
        assert profile["default_site"]["id"] == it.member_sees()[0]
        assert not {"money.read", "payment.read"} & {*profile["permissions"]}
        report = await portal.ok("/reports/performance", token, filter=DAYS)
        assert (report["totals"]["orders"], report["totals"].get("sales")) == (1, None)

    async def test_change_of_channels_ends_sessions_tokens_and_files(self, portal: Portal) -> None:
        it = await company(portal)
        who = await portal.member(it.owner, "manager")
        made = await make(portal, who, scopes=["link.edit"])
        change = {"id": who.account_id, "role": "manager", "was": "manager"}
        await ask(portal, "/user/team_role", it.owner, **change, site_ids=it.member_sees())
        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", who)
        await portal.refuses(Code.UNAUTHORIZED, "/tools/links", made["token"])
        [member] = [
            each
            for each in (await team(portal, it.owner))["members"]
            if each["id"] == who.account_id
        ]
        assert member["site_ids"] == it.member_sees()
        log = (await portal.ok("/user/audit", it.owner))["list"]
        assert log[0]["details"]["sees"] == f"channels {it.member_sees()[0]}"

    async def test_change_keeps_the_channels_that_it_does_not_name(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        change = {"id": who.account_id, "role": "developer", "was": "manager"}
        await ask(portal, "/user/team_role", it.owner, **change)
        assert await seen_by(portal, it.owner, who) == (it.member_sees(), True)
        change = {"id": who.account_id, "role": "owner", "was": "developer"}
        await ask(portal, "/user/team_role", it.owner, **change)
        assert await seen_by(portal, it.owner, who) == (None, True)

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"role": "owner", "site_ids": [1]}, "site_ids"),
            ({"role": "manager", "with_money": False}, "with_money"),
            ({"role": "analyst", "site_ids": []}, "site_ids"),
        ],
    )
    async def test_what_a_role_cannot_have_is_refused(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        owner = await portal.someone()
        wanted = {"email": address(), "password": owner.password, **given}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/user/team_invite", owner, attributes=wanted
        )
        assert reply.refusal == {"field": f"attributes.{field}"}

    async def test_channel_of_another_publisher_is_refused(self, portal: Portal) -> None:
        owner, stranger = await portal.someone(), await portal.someone()
        wanted = {"email": address(), "password": owner.password, "role": "manager"}
        reply = await portal.refuses(
            Code.SITE_INVALID,
            "/user/team_invite",
            owner,
            attributes={**wanted, "site_ids": [stranger.site_id]},
        )
        assert reply.refusal == {"field": "attributes.site_ids"}

    async def test_change_of_channels_that_were_changed_meanwhile_is_refused(
        self, portal: Portal
    ) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        change = {"id": who.account_id, "role": "manager", "was": "manager", "site_ids": None}
        given = {**change, "was_site_ids": None, "password": it.owner.password}
        reply = await portal.refuses(
            Code.CHANGED_MEANWHILE, "/user/team_role", it.owner, attributes=given
        )
        assert reply.refusal == {"field": "attributes.was_site_ids"}

    async def test_deleted_channel_is_replaced_as_default(self, portal: Portal) -> None:
        owner = await portal.someone()
        first, second = [await portal.site(owner.uid) for _ in range(2)]
        who = await portal.member(owner, "manager", site_ids=[first, second])
        assert (await portal.ok("/user/profile", who))["default_site"]["id"] == first
        await portal.ok("/site/del", owner, attributes={"id": first})
        profile = await portal.ok("/user/profile", who)
        assert (profile["default_site"]["id"], profile["site_ids"]) == (second, [second, first])


async def seen_by(
    portal: Portal, owner: Someone, who: Someone
) -> tuple[list[int] | None, bool | None]:
    """What an owner is told that a member sees."""
    [member] = [
        each for each in (await team(portal, owner))["members"] if each["id"] == who.account_id
    ]
    return member["site_ids"], member["with_money"]


class TestWork:
    async def test_narrowed_manager_works_on_their_channel(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        target = {"mcid": it.brand.mcid, "target_url": f"https://{it.brand.mcid}.example/p/2"}
        made = await portal.ok("/tools/link_code", who, attributes=target)
        link = {"link_id": made["link_id"]}
        await portal.ok("/tools/link_edit", who, attributes={**link, "note": "Mine"})
        [newest, _] = (await portal.ok("/tools/links", who))["list"]
        assert (newest["note"], newest["site_id"]) == ("Mine", it.member_sees()[0])
        await portal.ok("/tools/link_del", who, attributes=link)
        more = await portal.brand()
        applied = {"mcids": [more.mcid]}
        [outcome] = (await portal.ok("/brands/apply", who, attributes=applied))["list"]
        assert (outcome["code"], outcome["site_id"]) == (0, it.member_sees()[0])
        view = {"report": "performance", "name": "Mine", "filter": {}, "days": "last_30"}
        await portal.ok("/reports/view_save", who, attributes=view)
        await portal.refuses(Code.NOT_ALLOWED, "/site/save", who, attributes=channel())

    async def test_postbacks_report_what_a_narrowed_member_does(self, portal: Portal) -> None:
        it = await company(portal)
        who, more = await make_narrowed(portal, it), await portal.brand()
        postback = {"delivery_type": 1, "link_url": "https://postback.example/in"}
        kind = int(EventType.RELATIONSHIP_CHANGED)
        await portal.ok("/postback/do_info", it.owner, attributes={**postback, "event_type": kind})
        await portal.ok("/brands/apply", who, attributes={"mcids": [more.mcid]})
        deliveries = await portal.value(
            "select count(*) from delivery where publisher_id = $1 and event_type = $2",
            *(it.owner.uid, kind),
        )
        assert deliveries == 1

    async def test_token_of_a_narrowed_member_is_narrowed(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it, "developer")
        made = await make(portal, who, scopes=["link.edit", "report.read"])
        links = await portal.ok("/tools/links", made["token"])
        assert [each["link_id"] for each in links["list"]] == [it.mine.link_id]
        report = await portal.ok("/reports/performance", made["token"], filter=DAYS)
        assert report["totals"]["sales"] == "30.00"
        given = {"name": "Wide", "scopes": ["link.edit"], "site_id": it.other.who.site_id}
        await portal.refuses(
            Code.SITE_INVALID,
            "/common/gen_token",
            who,
            attributes={**given, "password": who.password},
        )

    async def test_stored_reply_of_another_member_is_not_repeated(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        asked = {"oid": it.other_oid}
        await portal.post("/reports/why", it.owner, attributes=asked, key="same")
        reply = await portal.post("/reports/why", who, attributes=asked, key="same")
        assert reply.code == Code.NOT_FOUND.number
