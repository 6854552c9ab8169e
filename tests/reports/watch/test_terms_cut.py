"""A cut of terms is told with what the last 30 days' orders would bring under it, to the cent."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from rpc import Code
from schema.brands.commission_group import Pays
from schema.brands.terms import Terms
from schema.orders.commission_amount import RateLookup
from schema.orders.sold_item import SoldItem, TermsCut, find_cut
from schema.reports.alert import AlertKind
from tests.support.orders.brands import STANDARD
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.portal import Portal
from tests.support.reports.watched import Watched, look

CUT = AlertKind.TERMS_CUT
NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)
TODAY = NOW.date()
D = Decimal


def days_ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def terms(number: int, value: str, saved: datetime, **more: Any) -> Terms:
    row = Terms(
        *(
            number,
            1,
            "All",
            Pays.PERCENT,
            D(value),
            None,
            None,
            0,
            0,
            None,
            None,
            saved,
            None,
            "GBP",
        )
    )
    return row._replace(**more)


def item_of(oid: int, amount: str, **more: Any) -> SoldItem:
    item = SoldItem(7, 1, oid, 2, TODAY, None, None, "GBP", "GBP", D(1), D(amount), "GBP")
    return item._replace(**more)


def no_rates(_: SoldItem) -> RateLookup:
    return lambda base, quote: D(1) if base == quote else None


def find(rows: list[Terms], items: list[SoldItem], now: datetime = NOW) -> TermsCut | None:
    return find_cut(rows, items, no_rates, now, "UTC")


ITEMS = [item_of(1, "10.05"), item_of(1, "3.33"), item_of(2, "80.00")]
OLD = terms(1, "10", days_ago(300))


class TestFindCut:
    def test_effect_of_an_announced_commission_cut_is_computed_item_by_item(self) -> None:
        start = TODAY + timedelta(days=14)
        announced = terms(2, "7", days_ago(3), starts_at=start)
        cut = find([OLD, announced], ITEMS)
        assert cut is not None
        # 10 %: 1.00 (1.005 to even), 0.33, 8.00; 7 %: 0.70, 0.23, 5.60
        assert (cut.effect.before, cut.effect.after) == (D("9.33"), D("6.53"))
        assert (cut.effect.orders, cut.starts_on, cut.notice_days) == (2, start, 17)
        assert cut.announced_at == days_ago(3)

    def test_commission_cut_without_notice_starts_when_it_is_saved(self) -> None:
        saved = days_ago(2)
        rows = [OLD._replace(replaced_at=saved), terms(2, "5", saved)]
        cut = find(rows, ITEMS)
        assert cut is not None
        assert (cut.starts_on, cut.notice_days) == (saved.date(), 0)
        assert cut.effect.loss == D("9.33") - D("4.67")

    def test_commission_cut_is_reported_for_thirty_days(self) -> None:
        saved = days_ago(29)
        rows = [OLD._replace(replaced_at=saved), terms(2, "5", saved)]
        assert find(rows, ITEMS) is not None
        assert find(rows, ITEMS, NOW + timedelta(days=2)) is None

    def test_commission_cut_announced_long_before_its_start_is_reported(self) -> None:
        rows = [OLD, terms(2, "7", days_ago(120), starts_at=TODAY - timedelta(days=1))]
        cut = find(rows, ITEMS)
        assert cut is not None
        assert cut.notice_days == 119

    def test_commission_cut_that_was_withdrawn_is_not_reported(self) -> None:
        first, second = days_ago(9), days_ago(2)
        rows = [
            OLD._replace(replaced_at=first),
            terms(2, "5", first, replaced_at=second),
            terms(3, "10", second),
        ]
        assert find(rows, ITEMS) is None

    def test_second_commission_cut_is_compared_with_the_terms_before_the_first(self) -> None:
        first, second = days_ago(9), days_ago(2)
        rows = [
            OLD._replace(replaced_at=first),
            terms(2, "8", first, replaced_at=second),
            terms(3, "5", second),
        ]
        cut = find(rows, ITEMS)
        assert cut is not None
        assert cut.effect.before == D("9.33")

    def test_end_of_a_promotion_announced_at_its_start_is_no_commission_cut(self) -> None:
        promotion = terms(
            *(2, "15", days_ago(20)),
            starts_at=TODAY - timedelta(days=19),
            ends_at=TODAY - timedelta(days=1),
        )
        assert find([OLD, promotion], ITEMS) is None

    def test_promotion_that_ends_earlier_than_announced_is_a_commission_cut(self) -> None:
        ended = days_ago(1)
        promotion = terms(
            *(2, "15", days_ago(20)), starts_at=date(2026, 6, 1), ends_at=date(2026, 7, 1)
        )
        cut = find([OLD, promotion._replace(replaced_at=ended)], ITEMS)
        assert cut is not None
        assert (cut.announced_at, cut.notice_days) == (ended, 0)

    def test_lower_rate_announced_for_a_later_day_is_a_commission_cut(self) -> None:
        """The old group ends on a day, and another begins on it."""
        saved, turn = days_ago(5), TODAY + timedelta(days=25)
        rows = [
            OLD._replace(replaced_at=saved),
            terms(2, "10", saved, ends_at=turn),
            terms(3, "8", saved, starts_at=turn),
        ]
        cut = find(rows, ITEMS)
        assert cut is not None
        assert (cut.starts_on, cut.notice_days) == (turn, 30)

    def test_raised_commission_is_no_cut(self) -> None:
        saved = days_ago(1)
        rows = [OLD._replace(replaced_at=saved), terms(2, "12", saved)]
        assert find(rows, ITEMS) is None

    def test_commission_cut_for_a_category_the_publisher_never_sold_is_not_reported(self) -> None:
        saved = days_ago(1)
        rows = [OLD, terms(2, "2", saved, category="Shoes")]
        assert find(rows, ITEMS) is None
        assert find(rows, [item_of(1, "50", category="shoes")]) is not None

    def test_first_terms_of_a_brand_are_no_change_of_terms(self) -> None:
        assert find([terms(1, "1", days_ago(1))], ITEMS) is None

    def test_item_without_an_exchange_rate_for_a_fixed_commission_is_left_out(self) -> None:
        saved = days_ago(1)
        rows = [OLD._replace(replaced_at=saved), terms(2, "1", saved, pays=Pays.FIXED)]
        cut = find(rows, [*ITEMS, item_of(3, "900", currency="USD")])
        assert cut is not None
        assert (cut.effect.orders, cut.effect.before, cut.effect.after) == (2, D("9.33"), D(3))

    def test_effect_of_a_commission_cut_is_converted_at_the_exchange_rate_of_the_order(
        self,
    ) -> None:
        saved = days_ago(1)
        rows = [OLD._replace(replaced_at=saved), terms(2, "5", saved)]
        cut = find(rows, [item_of(1, "100", currency="USD", rate=D("0.8"))])
        assert cut is not None
        assert (cut.effect.before, cut.effect.after) == (D("8.00"), D("4.00"))


async def save(it: Deal, *groups: dict[str, Any]) -> None:
    await it.portal.brand(mcid=it.brand.mcid, commission_groups=list(groups))


async def backdate(it: Deal, days: float) -> None:
    """The terms were saved earlier."""
    async with it.portal.db() as db:
        await db.execute(
            "update terms set created_at = created_at - $2::interval, announced_at = announced_at - $2::interval,"
            " replaced_at = replaced_at - $2::interval where mid = $1",
            *(it.brand.mid, timedelta(days=days)),
        )


async def sell(portal: Portal) -> Deal:
    it = await deal(portal)
    await backdate(it, 90)
    await it.report(it.order("10.05"), it.order("80.00"))
    await it.report(it.order("1000.00", status="Rejected"), it.order("500.00", test_order=True))
    return it


async def cuts(it: Deal, **filter: Any) -> list[dict[str, Any]]:
    return await Watched(it).alerts(kind=CUT, **filter)


class TestWatch:
    async def test_announced_commission_cut_raises_an_alert_until_it_is_withdrawn(
        self, portal: Portal
    ) -> None:
        it = await sell(portal)
        await look(portal)
        assert await cuts(it) == []
        start = portal.resources.clock.now().date() + timedelta(days=20)
        await save(it, STANDARD, {**STANDARD, "value": "7", "starts_at": str(start)})
        await look(portal)

        [alert] = await cuts(it)
        evidence = alert["evidence"]
        assert evidence["terms_from"] == str(start)
        assert (evidence["before"], evidence["after"]) == ("9.00", "6.30")
        assert (evidence["orders"], evidence["notice_days"]) == (2, 20)
        risk = alert["money_at_risk"]
        assert (risk["low"], risk["high"], risk["day_low"]) == ("2.70", "2.70", "0.09")
        assert alert["next_page"] == f"/brands/{it.brand.mcid}#terms"

        await save(it, STANDARD)
        await look(portal)
        assert await cuts(it) == []
        [closed] = await cuts(it, state="closed")
        assert closed["closed_by"] == "recovered"

    async def test_commission_cut_without_notice_raises_an_alert_at_once(
        self, portal: Portal
    ) -> None:
        it = await sell(portal)
        await look(portal)
        await save(it, {**STANDARD, "value": "4"})
        await look(portal)
        [alert] = await cuts(it)
        assert alert["evidence"]["notice_days"] == 0

    async def test_commission_cut_in_another_publishers_own_terms_raises_no_alert(
        self, portal: Portal
    ) -> None:
        it = await sell(portal)
        other = await join_brand(portal, it.brand)
        own = {**STANDARD, "name": "Own", "value": "12", "uid": other.who.uid}
        await save(it, STANDARD, own)
        await other.report(other.order("100.00"))
        await backdate(it, 40)
        await save(it, STANDARD)
        await look(portal)
        assert await cuts(it) == []
        [alert] = await cuts(other)
        assert (alert["evidence"]["before"], alert["evidence"]["after"]) == ("12.00", "10.00")

    async def test_announced_commission_cut_stays_announced_if_the_name_of_its_terms_is_corrected(
        self, portal: Portal
    ) -> None:
        it = await sell(portal)
        start = portal.resources.clock.now().date() + timedelta(days=20)
        cut = {**STANDARD, "value": "7", "starts_at": str(start)}
        await save(it, STANDARD, cut)
        await backdate(it, 5)
        await save(it, STANDARD, {**cut, "name": "Standard rate"})
        await look(portal)
        [alert] = await cuts(it)
        assert alert["evidence"]["notice_days"] == 25


PATH = "/brands/terms_changes"


class TestTermsChanges:
    async def test_announced_change_of_terms_is_listed_with_its_effect(
        self, portal: Portal
    ) -> None:
        it = await sell(portal)
        start = portal.resources.clock.now().date() + timedelta(days=20)
        await save(it, STANDARD, {**STANDARD, "value": "7", "starts_at": str(start)})

        found = await portal.ok(PATH, it.who, attributes={"mcid": it.brand.mcid})

        [change] = found["list"]
        assert (change["starts_on"], change["notice_days"]) == (str(start), 20)
        assert change["lines"] == [f"New commission: 7% for Standard from {start}"]
        assert change["effect"] == {
            "orders": 2, "before": "9.00", "after": "6.30", "currency": "GBP",
        }  # fmt: skip

    async def test_change_of_terms_has_no_effect_on_a_publisher_without_orders(
        self, portal: Portal
    ) -> None:
        it = await sell(portal)
        await save(it, {**STANDARD, "value": "4"})
        other = await portal.someone()

        found = await portal.ok(PATH, other, attributes={"mcid": it.brand.mcid})

        [change] = found["list"]
        assert (change["notice_days"], change["effect"]) == (0, None)
        assert change["lines"] == ["Commission lowered from 10% to 4%"]

    async def test_change_of_another_publishers_own_terms_is_hidden(self, portal: Portal) -> None:
        it = await sell(portal)
        own = {**STANDARD, "name": "Own", "value": "12", "uid": it.who.uid}
        await save(it, STANDARD, own)
        other = await portal.someone()
        asked = {"mcid": it.brand.mcid}
        assert (await portal.ok(PATH, other, attributes=asked))["list"] == []
        [change] = (await portal.ok(PATH, it.who, attributes=asked))["list"]
        assert change["lines"] == ["New commission: 12%, for you alone"]
        assert (change["effect"]["before"], change["effect"]["after"]) == ("9.00", "10.81")

    async def test_terms_changes_of_an_unknown_brand_are_refused(self, portal: Portal) -> None:
        who = await portal.someone()
        await portal.refuses(Code.BRAND_UNKNOWN, PATH, who, attributes={"mcid": "nix"})


@pytest.fixture(autouse=True)
async def forget_others(portal: Portal) -> None:
    """The watch begins anew: what it saved of the last round would hide what is fresh."""
    async with portal.db() as db:
        await db.execute("delete from brand_rhythm")
