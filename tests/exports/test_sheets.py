"""Addresses for spreadsheets: what they serve, to whom, how long, and what is never shown or logged."""

import csv
import io
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import handlers.reports.sheet_csv
from rpc import Code, Rule
from rpc.exports.snapshots import Snapshot, Snapshots
from rpc.security.rate_limits import HOUR, SharedLimit
from schema.exports.sheet import FETCHES_SHOWN, SHEETS_MAX, SNAPSHOT_AGE
from tests.support.accounts.mails import mails_to
from tests.support.client import PASSWORD
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, Someone, unique

SAVE, LIST, END = "/reports/sheet_save", "/reports/sheet_list", "/reports/sheet_del"


async def save_view(
    portal: Portal, who: Someone, report: str = "transactions", **more: Any
) -> dict[str, Any]:
    given = {"report": report, "name": unique("view"), "filter": {}, "days": "last_30", **more}
    found: dict[str, Any] = await portal.ok("/reports/view_save", who, attributes=given)
    return found


def draft(view: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "My sheet", "view_id": view["id"], "password": PASSWORD, **more}


async def make(portal: Portal, who: Someone, view: dict[str, Any], **more: Any) -> str:
    """The path of a new address."""
    made = await portal.ok(SAVE, who, attributes=draft(view, **more))
    public_url = portal.resources.settings.public_url
    assert made["url"].startswith(f"{public_url}/reports/sheet/")
    return str(made["url"].removeprefix(public_url))


async def read(portal: Portal, path: str, delimiter: str = ",") -> list[dict[str, str]]:
    response = await portal.http.get(path)
    assert response.status_code == 200, response.text
    head, *rows = csv.reader(
        io.StringIO(response.content.decode(), newline=""), delimiter=delimiter
    )
    return [dict(zip(head, row, strict=True)) for row in rows]


async def make_orders(portal: Portal) -> Deal:
    it = await deal(portal)
    await it.report(it.order("1234.50", category="=1+1"))
    return it


@pytest.fixture(autouse=True)
def no_snapshots(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test reads its own figures, unless it says otherwise."""
    monkeypatch.setattr(portal.resources, "snapshots", Snapshots(timedelta()))
    yield


class TestToken:
    async def test_view_is_served_as_csv_without_store_or_index(self, portal: Portal) -> None:
        it = await make_orders(portal)
        path = await make(portal, it.who, await save_view(portal, it.who))
        [row] = await read(portal, path)
        assert row["sale_amount"] == "1234.50"
        assert row["category"] == "'=1+1"
        assert row["paid"] == "FALSE"
        assert row["order_time (UTC)"][:2] == "20" and "T" not in row["order_time (UTC)"]

        response = await portal.http.get(path)
        assert response.headers["content-type"] == "text/csv; charset=utf-8"
        assert not response.content.startswith(b"\xef\xbb\xbf")
        assert response.headers["cache-control"] == "private, no-store"
        assert "noindex" in response.headers["x-robots-tag"]
        assert response.headers["referrer-policy"] == "no-referrer"
        assert (await portal.http.head(path)).status_code == 200

    async def test_decimal_sign_separator_and_dates_are_those_chosen(self, portal: Portal) -> None:
        it = await make_orders(portal)
        view = await save_view(portal, it.who, "performance", filter={"group_by": ["date"]})
        path = await make(portal, it.who, view, decimal="comma", sep="semicolon", dates="dmy")
        rows = await read(portal, path, ";")
        today = portal.resources.clock.now()
        [row] = [each for each in rows if each["sales"] != "0,0000" and each["sales"] != "0,00"]
        assert row["sales"].startswith("1234,5")
        assert row["date"] == f"{today:%d/%m/%Y}"

    async def test_unknown_altered_or_other_secret_is_not_found(self, portal: Portal) -> None:
        it = await make_orders(portal)
        path = await make(portal, it.who, await save_view(portal, it.who))
        for wrong in (path[:-1], f"{path}x", "/reports/sheet/x", f"/reports/sheet/{it.who.token}"):
            assert (await portal.http.get(wrong)).status_code == 404

    async def test_address_ends_by_revoke_role_password_lock_view_or_disuse(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        endings = {
            "role": "update account set role = 'analyst', security_stamp = security_stamp + 1",
            "password": "update account set security_stamp = security_stamp + 1",
            "lock": "update account set locked_at = now()",
            "closed": "update account set closed_at = now()",
        }
        for statement in endings.values():
            who = await portal.member(owner, "manager")
            path = await make(portal, who, await save_view(portal, who))
            assert (await portal.http.get(path)).status_code == 200
            async with portal.db() as db:
                await db.execute(
                    f"{statement} where publisher_id = $1 and account_id = $2",
                    who.uid,
                    who.account_id,
                )
            assert (await portal.http.get(path)).status_code == 404

        view = await save_view(portal, owner)
        path = await make(portal, owner, view)
        [listed] = (await portal.ok(LIST, owner))["list"]
        await portal.ok(END, owner, attributes={"id": listed["id"]})
        assert (await portal.http.get(path)).status_code == 404
        await portal.refuses(Code.NOT_FOUND, END, owner, attributes={"id": listed["id"]})

        path = await make(portal, owner, view)
        async with portal.db() as db:
            await db.execute(
                "update sheet set created_at = now() - interval '91 days' where publisher_id = $1",
                owner.uid,
            )
        assert (await portal.http.get(path)).status_code == 404
        assert (await portal.ok(LIST, owner))["list"] == []

        path = await make(portal, owner, view)
        await portal.ok("/reports/view_del", owner, attributes={"id": view["id"]})
        assert (await portal.http.get(path)).status_code == 404

    async def test_61st_fetch_in_an_hour_is_refused(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert portal.resources.shared_limits._field_defaults["sheet"].periods == ((60, HOUR),)
        few = SharedLimit(unique("sheet"), ((2, HOUR),))
        limits = portal.resources.shared_limits._replace(sheet=few)
        monkeypatch.setattr(portal.resources, "shared_limits", limits)
        who = await portal.someone()
        path = await make(portal, who, await save_view(portal, who))
        answers = [await portal.http.get(path) for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) > 0

    async def test_view_with_too_many_rows_is_a_cell_that_says_so(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(handlers.reports.sheet_csv, "SHEET_ROWS_MAX", 1)
        it = await make_orders(portal)
        path = await make(portal, it.who, await save_view(portal, it.who))
        assert len(await read(portal, path)) == 1
        await it.report(it.order())
        response = await portal.http.get(path)
        assert response.status_code == 200
        [[cell]] = csv.reader(io.StringIO(response.text))
        assert "more than 50,000 rows" in cell

    async def test_view_that_is_out_of_date_is_a_cell_that_says_so(self, portal: Portal) -> None:
        it = await make_orders(portal)
        view = await save_view(portal, it.who)
        path = await make(portal, it.who, view)
        async with portal.db() as db:
            await db.execute(
                "update saved_view set filter = '{\"gone\": 1}' where publisher_id = $1", it.who.uid
            )
        [[cell]] = csv.reader(io.StringIO((await portal.http.get(path)).text))
        assert "no longer fits its report" in cell

    async def test_member_of_some_channels_without_money_gets_what_they_see(
        self, portal: Portal
    ) -> None:
        it = await make_orders(portal)
        other = await portal.site(it.who.uid)
        seer = await portal.member(it.who, "manager", site_ids=[it.who.site_id or 0])
        blind = await portal.member(it.who, "manager", site_ids=[other])
        seen, hidden = [
            await make(portal, who, await save_view(portal, who)) for who in (seer, blind)
        ]
        assert len(await read(portal, seen)) == 1
        assert await read(portal, hidden) == []
        async with portal.db() as db:
            await db.execute(
                "update account set role = 'analyst', with_money = false"
                " where publisher_id = $1 and account_id = $2",
                *(seer.uid, seer.account_id),
            )
        [row] = await read(portal, seen)
        assert "sale_amount" not in row and "order_id" in row

    async def test_rows_are_as_old_as_a_snapshot_may_be(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(portal.resources, "snapshots", Snapshots(SNAPSHOT_AGE))
        it = await make_orders(portal)
        path = await make(portal, it.who, await save_view(portal, it.who))
        assert len(await read(portal, path)) == 1
        await it.report(it.order())
        assert len(await read(portal, path)) == 1
        monkeypatch.setattr(portal.resources, "snapshots", Snapshots(SNAPSHOT_AGE))
        assert len(await read(portal, path)) == 2


class TestSheetSave:
    async def test_address_is_shown_once_and_its_creator_is_notified(self, portal: Portal) -> None:
        who = await portal.someone()
        view = await save_view(portal, who)
        path = await make(portal, who, view, name="Board")
        secret = path.removeprefix("/reports/sheet/")
        await portal.http.get(path, headers={"user-agent": "Mozilla/5.0 (GoogleDocs)"})
        reply = await portal.ok(LIST, who)
        [listed] = reply["list"]
        assert secret not in str(reply)
        assert (listed["name"], listed["view"], listed["report"]) == (
            "Board",
            view["name"],
            "transactions",
        )
        [fetched] = listed["fetches"]
        assert (fetched["program"], fetched["rows"]) == ("Mozilla/5.0 (GoogleDocs)", 0)
        await portal.work()
        [mail] = mails_to(portal, who.email, subject="spreadsheet")
        assert secret not in mail
        stored = await portal.value(
            "select sheet::text from sheet where publisher_id = $1", who.uid
        )
        assert secret not in stored

        changed = await portal.ok(
            SAVE, who, attributes=draft(view, id=listed["id"], name="New", sep="tab")
        )
        assert changed == {"id": listed["id"], "url": None}
        assert (await portal.http.get(path)).status_code == 200
        for _ in range(FETCHES_SHOWN + 2):
            await portal.http.get(path)
        [listed] = (await portal.ok(LIST, who))["list"]
        assert (listed["name"], listed["sep"]) == ("New", "tab")
        assert len(listed["fetches"]) == FETCHES_SHOWN

    async def test_address_is_never_logged(
        self, portal: Portal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def crash(*_: Any) -> None:
            raise RuntimeError

        it = await make_orders(portal)
        path = await make(portal, it.who, await save_view(portal, it.who))
        await portal.http.get(path)
        monkeypatch.setattr(handlers.reports.sheet_csv, "find_snapshot", crash)
        assert (await portal.http.get(path)).status_code == 500
        out, err = capfd.readouterr()
        assert path.removeprefix("/reports/sheet/") not in out + err

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"password": "wrong password"}, Code.LOGIN_PASSWORD_INVALID),
            ({"password": None}, Code.LOGIN_PASSWORD_INVALID),
            ({"view_id": 9_999_999}, Code.NOT_FOUND),
            ({"id": 9_999_999}, Code.NOT_FOUND),
            ({"decimal": "comma"}, Code.REQUEST_INVALID),
        ],
    )
    async def test_wrong_draft_is_refused(
        self, portal: Portal, changes: dict[str, Any], code: Code
    ) -> None:
        who = await portal.someone()
        view = await save_view(portal, who)
        await portal.refuses(code, SAVE, who, attributes=draft(view) | changes)
        assert (await portal.ok(LIST, who))["list"] == []

    async def test_more_addresses_than_a_publisher_can_have_are_refused(
        self, portal: Portal
    ) -> None:
        who = await portal.someone()
        view = await save_view(portal, who)
        await make(portal, who, view)
        async with portal.db() as db:
            await db.execute(
                "insert into sheet (publisher_id, account_id, view_id, name, hash, decimal, sep, dates,"
                " security_stamp, created_at) select publisher_id, account_id, view_id, name, n::text::bytea,"
                " decimal, sep, dates, security_stamp, created_at from sheet, generate_series(2, $2) n"
                " where publisher_id = $1",
                *(who.uid, SHEETS_MAX),
            )
        reply = await portal.post(SAVE, who, attributes=draft(view))
        assert (reply.code, reply.data["rule"]) == (Code.REQUEST_INVALID.number, Rule.FULL)

    async def test_addresses_of_another_publisher_or_member_are_hidden(
        self, portal: Portal
    ) -> None:
        owner, stranger = await portal.someone(), await portal.someone()
        manager = await portal.member(owner, "manager")
        mine = await save_view(portal, owner)
        await make(portal, owner, mine)
        [listed] = (await portal.ok(LIST, owner))["list"]
        for other in (stranger, manager):
            assert (await portal.ok(LIST, other))["list"] == []
            await portal.refuses(Code.NOT_FOUND, END, other, attributes={"id": listed["id"]})
            await portal.refuses(Code.NOT_FOUND, SAVE, other, attributes=draft(mine))
        view = await save_view(portal, manager)
        path = await make(portal, manager, view)
        assert len((await portal.ok(LIST, owner))["list"]) == 2
        [own] = (await portal.ok(LIST, manager))["list"]
        await portal.ok(END, owner, attributes={"id": own["id"]})
        assert (await portal.http.get(path)).status_code == 404

    async def test_member_who_saves_no_views_makes_no_addresses(self, portal: Portal) -> None:
        owner = await portal.someone()
        view = await save_view(portal, owner)
        for role in ("finance", "analyst", "developer"):
            who = await portal.member(owner, role)
            await portal.refuses(Code.NOT_ALLOWED, SAVE, who, attributes=draft(view))
            await portal.refuses(Code.NOT_ALLOWED, LIST, who)


class TestSnapshots:
    def test_oldest_snapshots_make_room(self, portal: Portal) -> None:
        now = portal.resources.clock.now()
        snapshots = Snapshots(SNAPSHOT_AGE, bytes_max=60)
        for n in range(9):
            snapshots.keep(n, Snapshot(b"%d" % n * 500, n), now)
        assert snapshots.get(0, now) is None
        assert snapshots.get(8, now) == Snapshot(b"8" * 500, 8)
        assert snapshots.get(8, now + SNAPSHOT_AGE) is None
