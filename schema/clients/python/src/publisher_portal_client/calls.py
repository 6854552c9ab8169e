"""Written from the portal's registry by `make client`: do not edit."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Literal, Optional, Union

from . import models
from .models import Page
from .transport import Transport, pages


class Brands:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def applications(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, mcid: Optional[str] = None, page: Optional[Page] = None) -> models.HistoryApplicationRow:
        """List the applications of all channels to brands, with their age, state and reason, newest first. Needs `brand.read`."""
        return self._transport.call(
            "/brands/applications", {"filter": {"status": status, "site_id": site_id, "mcid": mcid}, "page": page}, models.HistoryApplicationRow, "read"
        )

    def applications_all(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, mcid: Optional[str] = None) -> Iterator[models.ApplicationRow]:
        """List the applications of all channels to brands, with their age, state and reason, newest first. Every row, page by page."""
        return pages(lambda page: self.applications(status=status, site_id=site_id, mcid=mcid, page=page))

    def coupons(self, *, mcid: Optional[str] = None, page: Optional[Page] = None) -> models.HistoryCoupon:
        """List the coupons that can be promoted today, of all brands or of one, newest first. Needs `brand.read`."""
        return self._transport.call(
            "/brands/coupons", {"filter": {"mcid": mcid}, "page": page}, models.HistoryCoupon, "read"
        )

    def coupons_all(self, *, mcid: Optional[str] = None) -> Iterator[models.Coupon]:
        """List the coupons that can be promoted today, of all brands or of one, newest first. Every row, page by page."""
        return pages(lambda page: self.coupons(mcid=mcid, page=page))

    def facets(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, keyword: Optional[str] = None, category: Optional[str] = None, country: Optional[str] = None, offer_type: Optional[models.OfferType] = None, brand_type: Optional[models.BrandType] = None, deep_link: Optional[bool] = None, approval: Optional[models.Approval] = None, url: Optional[str] = None, sort: Optional[models.BrandSort] = None) -> models.BrandFacets:
        """Count the matching brands by category, country and offer type. Needs `brand.read`."""
        return self._transport.call(
            "/brands/facets", {"filter": {"status": status, "site_id": site_id, "keyword": keyword, "category": category, "country": country, "offer_type": offer_type, "brand_type": brand_type, "deep_link": deep_link, "approval": approval, "url": url, "sort": sort}}, models.BrandFacets, "read"
        )

    def find(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, keyword: Optional[str] = None, category: Optional[str] = None, country: Optional[str] = None, offer_type: Optional[models.OfferType] = None, brand_type: Optional[models.BrandType] = None, deep_link: Optional[bool] = None, approval: Optional[models.Approval] = None, url: Optional[str] = None, sort: Optional[models.BrandSort] = None, page: Optional[Page] = None) -> models.HistoryBrand:
        """Find brands by relationship status, search text and attributes. Needs `brand.read`."""
        return self._transport.call(
            "/brands/find", {"filter": {"status": status, "site_id": site_id, "keyword": keyword, "category": category, "country": country, "offer_type": offer_type, "brand_type": brand_type, "deep_link": deep_link, "approval": approval, "url": url, "sort": sort}, "page": page}, models.HistoryBrand, "read"
        )

    def find_all(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, keyword: Optional[str] = None, category: Optional[str] = None, country: Optional[str] = None, offer_type: Optional[models.OfferType] = None, brand_type: Optional[models.BrandType] = None, deep_link: Optional[bool] = None, approval: Optional[models.Approval] = None, url: Optional[str] = None, sort: Optional[models.BrandSort] = None) -> Iterator[models.Brand]:
        """Find brands by relationship status, search text and attributes. Every row, page by page."""
        return pages(lambda page: self.find(status=status, site_id=site_id, keyword=keyword, category=category, country=country, offer_type=offer_type, brand_type=brand_type, deep_link=deep_link, approval=approval, url=url, sort=sort, page=page))

    def info(self, *, mcid: str, site_id: Optional[int] = None) -> models.BrandInfo:
        """Get everything about one brand, including a channel's relationship with it. Needs `brand.read`."""
        return self._transport.call(
            "/brands/info", {"attributes": {"mcid": mcid, "site_id": site_id}}, models.BrandInfo, "read"
        )


class Home:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def dashboard(self, *, period: Optional[models.Period] = None) -> models.Dashboard:
        """Get recent figures beside those of the period before, the latest orders and open tasks. Needs `report.read`."""
        return self._transport.call(
            "/home/dashboard", {"filter": {"period": period}}, models.Dashboard, "read"
        )


class Payments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def balance(self) -> models.PaymentBalance:
        """Get commission and bonuses by stage, and what the next payment is expected to be. Needs `payment.read`."""
        return self._transport.call(
            "/payments/balance", {}, models.PaymentBalance, "read"
        )

    def details(self, *, payment_id: Optional[int] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, page: Optional[Page] = None) -> models.PaymentDetails:
        """List the settlements of payments, with the proof that orders, settlements and payments add up. Needs `payment.read`."""
        return self._transport.call(
            "/payments/details", {"filter": {"payment_id": payment_id, "start_date": start_date, "end_date": end_date}, "page": page}, models.PaymentDetails, "read"
        )

    def details_all(self, *, payment_id: Optional[int] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None) -> Iterator[models.PaymentDetail]:
        """List the settlements of payments, with the proof that orders, settlements and payments add up. Every row, page by page."""
        return pages(lambda page: self.details(payment_id=payment_id, start_date=start_date, end_date=end_date, page=page))

    def invoice(self, *, payment_id: int, kind: Optional[models.DocumentKind] = None) -> models.Invoice:
        """Get the invoice, statement or credit note of a payment that was sent. Needs `payment.read`."""
        return self._transport.call(
            "/payments/invoice", {"attributes": {"payment_id": payment_id, "kind": kind}}, models.Invoice, "read"
        )

    def methods(self) -> models.ListingPaymentMethod:
        """List payment methods, the default one first. Only the last characters of each account are shown. Needs `payment.read`."""
        return self._transport.call(
            "/payments/methods", {}, models.ListingPaymentMethod, "read"
        )

    def settlement_orders(self, *, settlement_id: int, page: Optional[Page] = None) -> models.SettledOrders:
        """List the orders that a settlement is made of, each with the click it came from. Needs `payment.read`."""
        return self._transport.call(
            "/payments/settlement_orders", {"filter": {"settlement_id": settlement_id}, "page": page}, models.SettledOrders, "read"
        )

    def settlement_orders_all(self, *, settlement_id: int) -> Iterator[models.SettledOrder]:
        """List the orders that a settlement is made of, each with the click it came from. Every row, page by page."""
        return pages(lambda page: self.settlement_orders(settlement_id=settlement_id, page=page))

    def settlements(self, *, state: Optional[models.SettlementState] = None, type: Optional[models.SettlementType] = None, mcid: Optional[str] = None, period: Optional[str] = None, payment_id: Optional[int] = None, page: Optional[Page] = None) -> models.ListingSettlement:
        """List settlements: approved commission by brand and month, and bonuses. Needs `payment.read`."""
        return self._transport.call(
            "/payments/settlements", {"filter": {"state": state, "type": type, "mcid": mcid, "period": period, "payment_id": payment_id}, "page": page}, models.ListingSettlement, "read"
        )

    def settlements_all(self, *, state: Optional[models.SettlementState] = None, type: Optional[models.SettlementType] = None, mcid: Optional[str] = None, period: Optional[str] = None, payment_id: Optional[int] = None) -> Iterator[models.Settlement]:
        """List settlements: approved commission by brand and month, and bonuses. Every row, page by page."""
        return pages(lambda page: self.settlements(state=state, type=type, mcid=mcid, period=period, payment_id=payment_id, page=page))

    def statement(self, *, period: str, format: Optional[models.DocumentFormat] = None) -> models.StatementFile:
        """Get a month's statement: what was owed, earned and paid, as PDF or CSV. Needs `payment.read`."""
        return self._transport.call(
            "/payments/statement", {"attributes": {"period": period, "format": format}}, models.StatementFile, "read"
        )

    def summary(self, *, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, status: Optional[models.PaymentState] = None, payment_id: Optional[int] = None, page: Optional[Page] = None) -> models.ListingPayment:
        """List payments, the latest request first. Needs `payment.read`."""
        return self._transport.call(
            "/payments/summary", {"filter": {"start_date": start_date, "end_date": end_date, "status": status, "payment_id": payment_id}, "page": page}, models.ListingPayment, "read"
        )

    def summary_all(self, *, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, status: Optional[models.PaymentState] = None, payment_id: Optional[int] = None) -> Iterator[models.Payment]:
        """List payments, the latest request first. Every row, page by page."""
        return pages(lambda page: self.summary(start_date=start_date, end_date=end_date, status=status, payment_id=payment_id, page=page))


class Postback:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def del_(self, *, id: int) -> None:
        """Delete a postback with its queue and its log. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/del", {"attributes": {"id": id}}, None, "keyed"
        )

    def deliveries(self, *, id: Optional[int] = None, delivery_id: Optional[str] = None, delivery_ids: Optional[list[str]] = None, after: Optional[dt.datetime] = None, state: Optional[Literal["delivered", "failed", "waiting"]] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, page: Optional[Page] = None) -> models.HistoryDelivery:
        """List deliveries of the last 30 days, tests included, latest first, each with its attempts. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/deliveries", {"filter": {"id": id, "delivery_id": delivery_id, "delivery_ids": delivery_ids, "after": after, "state": state, "start_date": start_date, "end_date": end_date}, "page": page}, models.HistoryDelivery, "read"
        )

    def deliveries_all(self, *, id: Optional[int] = None, delivery_id: Optional[str] = None, delivery_ids: Optional[list[str]] = None, after: Optional[dt.datetime] = None, state: Optional[Literal["delivered", "failed", "waiting"]] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None) -> Iterator[models.Delivery]:
        """List deliveries of the last 30 days, tests included, latest first, each with its attempts. Every row, page by page."""
        return pages(lambda page: self.deliveries(id=id, delivery_id=delivery_id, delivery_ids=delivery_ids, after=after, state=state, start_date=start_date, end_date=end_date, page=page))

    def do_info(self, *, delivery_type: models.DeliveryType, link_url: str, event_type: models.EventType, parameters: Optional[dict[str, str]] = None, site_id: Optional[int] = None, mids: Optional[list[int]] = None, medium_id: Optional[int] = None, id: Optional[int] = None, updated_at: Optional[dt.datetime] = None) -> models.Postback:
        """Save a postback: update the one whose id is given, or create one, which is active at once. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/do_info", {"attributes": {"delivery_type": delivery_type, "link_url": link_url, "event_type": event_type, "parameters": parameters, "site_id": site_id, "mids": mids, "medium_id": medium_id, "id": id, "updated_at": updated_at}}, models.Postback, "keyed"
        )

    def do_test(self, *, id: Optional[int] = None, draft: Optional[models.PostbackDraft] = None, oid: Optional[int] = None) -> models.DeliveryRef:
        """Send one test, signed if the postback is saved; /postback/deliveries shows the outcome. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/do_test", {"attributes": {"id": id, "draft": draft, "oid": oid}}, models.DeliveryRef, "keyed"
        )

    def get_type(self) -> models.PostbackTypes:
        """List event types, ways of delivery, macros, platforms and templates of common trackers. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/get_type", {}, models.PostbackTypes, "read"
        )

    def list_(self) -> models.ListingPostback:
        """List postbacks with their state and how many of their deliveries succeed. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/list", {}, models.ListingPostback, "read"
        )

    def redeliver(self, *, ids: Optional[list[str]] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, id: Optional[int] = None, state: Optional[Literal["delivered", "failed", "waiting"]] = None) -> models.Redelivery:
        """Send deliveries again, chosen by id or by day. They keep their ids. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/redeliver", {"attributes": {"ids": ids, "start_date": start_date, "end_date": end_date, "id": id, "state": state}}, models.Redelivery, "keyed"
        )

    def secret(self, *, id: int, password: str, rotate: Optional[bool] = None) -> models.Secret:
        """Show the secret once, or make a new one; the old one keeps working for 24 hours. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/secret", {"attributes": {"id": id, "password": password, "rotate": rotate}}, models.Secret, "once"
        )

    def set_state(self, *, id: int, state: Literal["active", "paused"]) -> models.Postback:
        """Pause a postback, or resume it: whatever waits in its queue is then sent. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/set_state", {"attributes": {"id": id, "state": state}}, models.Postback, "keyed"
        )

    def test_info(self, *, id: Optional[int] = None, draft: Optional[models.PostbackDraft] = None, oid: Optional[int] = None) -> models.Preview:
        """Show the macros with sample values or those of a past order, and the request they produce. Needs `postback.edit`."""
        return self._transport.call(
            "/postback/test_info", {"attributes": {"id": id, "draft": draft, "oid": oid}}, models.Preview, "read"
        )


class Reports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def case_list(self, *, case_id: Optional[int] = None, kind: Optional[models.CaseKind] = None, state: Optional[models.CaseState] = None, mcid: Optional[str] = None, oid: Optional[int] = None, page: Optional[Page] = None) -> models.ListingOrderCase:
        """List cases with their steps and evidence, newest first. Needs `report.read`."""
        return self._transport.call(
            "/reports/case_list", {"filter": {"case_id": case_id, "kind": kind, "state": state, "mcid": mcid, "oid": oid}, "page": page}, models.ListingOrderCase, "read"
        )

    def case_list_all(self, *, case_id: Optional[int] = None, kind: Optional[models.CaseKind] = None, state: Optional[models.CaseState] = None, mcid: Optional[str] = None, oid: Optional[int] = None) -> Iterator[models.OrderCase]:
        """List cases with their steps and evidence, newest first. Every row, page by page."""
        return pages(lambda page: self.case_list(case_id=case_id, kind=kind, state=state, mcid=mcid, oid=oid, page=page))

    def clicks(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, link_id: Optional[int] = None, click_ref: Optional[str] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, verdict: Optional[models.Verdict] = None, converted: Optional[bool] = None, page: Optional[Page] = None) -> models.Clicks:
        """List clicks with their verdicts and orders, newest first; `total` is capped at 10,001. Needs `report.read`."""
        return self._transport.call(
            "/reports/clicks", {"filter": {"start_date": start_date, "end_date": end_date, "site_ids": site_ids, "mcids": mcids, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "link_id": link_id, "click_ref": click_ref, "country": country, "device": device, "offer_type": offer_type, "verdict": verdict, "converted": converted}, "page": page}, models.Clicks, "read"
        )

    def clicks_all(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, link_id: Optional[int] = None, click_ref: Optional[str] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, verdict: Optional[models.Verdict] = None, converted: Optional[bool] = None) -> Iterator[models.Click]:
        """List clicks with their verdicts and orders, newest first; `total` is capped at 10,001. Every row, page by page."""
        return pages(lambda page: self.clicks(start_date=start_date, end_date=end_date, site_ids=site_ids, mcids=mcids, uid1=uid1, uid2=uid2, uid3=uid3, uid4=uid4, uid5=uid5, link_id=link_id, click_ref=click_ref, country=country, device=device, offer_type=offer_type, verdict=verdict, converted=converted, page=page))

    def events(self, *, after: Optional[str] = None, page: Optional[Page] = None) -> models.EventFeed:
        """Read the events that postbacks report, oldest first: a feed of 30 days without gaps. Needs `report.read`."""
        return self._transport.call(
            "/reports/events", {"attributes": {"after": after}, "page": page}, models.EventFeed, "keyed"
        )

    def export(self, *, report: models.ExportReport, format: Optional[models.ExportFormat] = None, filter: Optional[dict[str, Any]] = None) -> models.Download:
        """Request all rows of a report as a file; /common/download_list shows its progress. Needs `report.read`."""
        return self._transport.call(
            "/reports/export", {"attributes": {"report": report, "format": format, "filter": filter}}, models.Download, "keyed"
        )

    def performance(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, group_by: Optional[list[models.GroupBy]] = None, status: Optional[models.StatusFilter] = None, date_basis: Optional[models.DateBasis] = None, compare: Optional[models.Compare] = None, sort: Optional[str] = None, page: Optional[Page] = None) -> models.Performance:
        """Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Needs `report.read`."""
        return self._transport.call(
            "/reports/performance", {"filter": {"start_date": start_date, "end_date": end_date, "site_ids": site_ids, "mcids": mcids, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "group_by": group_by, "status": status, "date_basis": date_basis, "compare": compare, "sort": sort}, "page": page}, models.Performance, "read"
        )

    def performance_all(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, group_by: Optional[list[models.GroupBy]] = None, status: Optional[models.StatusFilter] = None, date_basis: Optional[models.DateBasis] = None, compare: Optional[models.Compare] = None, sort: Optional[str] = None) -> Iterator[models.PerformanceRow]:
        """Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Every row, page by page."""
        return pages(lambda page: self.performance(start_date=start_date, end_date=end_date, site_ids=site_ids, mcids=mcids, uid1=uid1, uid2=uid2, uid3=uid3, uid4=uid4, uid5=uid5, group_by=group_by, status=status, date_basis=date_basis, compare=compare, sort=sort, page=page))

    def transaction(self, *, oid: int) -> models.OrderStory:
        """Get one order with its whole timeline, from the click on. Needs `report.read`."""
        return self._transport.call(
            "/reports/transaction", {"attributes": {"oid": oid}}, models.OrderStory, "read"
        )

    def transactions(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, date_basis: Optional[models.OrderDateBasis] = None, status: Optional[models.StatusFilter] = None, keyword: Optional[str] = None, sort: Optional[models.OrderSort] = None, order_id: Optional[str] = None, oid: Optional[int] = None, click_ref: Optional[str] = None, link_id: Optional[int] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, item_status: Optional[models.ItemStatus] = None, paid: Optional[bool] = None, page: Optional[Page] = None) -> models.Transactions:
        """List orders with their items, newest first or sorted. Needs `report.read`."""
        return self._transport.call(
            "/reports/transactions", {"filter": {"start_date": start_date, "end_date": end_date, "site_ids": site_ids, "mcids": mcids, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "date_basis": date_basis, "status": status, "keyword": keyword, "sort": sort, "order_id": order_id, "oid": oid, "click_ref": click_ref, "link_id": link_id, "country": country, "device": device, "offer_type": offer_type, "item_status": item_status, "paid": paid}, "page": page}, models.Transactions, "read"
        )

    def transactions_all(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, date_basis: Optional[models.OrderDateBasis] = None, status: Optional[models.StatusFilter] = None, keyword: Optional[str] = None, sort: Optional[models.OrderSort] = None, order_id: Optional[str] = None, oid: Optional[int] = None, click_ref: Optional[str] = None, link_id: Optional[int] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, item_status: Optional[models.ItemStatus] = None, paid: Optional[bool] = None) -> Iterator[models.Order]:
        """List orders with their items, newest first or sorted. Every row, page by page."""
        return pages(lambda page: self.transactions(start_date=start_date, end_date=end_date, site_ids=site_ids, mcids=mcids, uid1=uid1, uid2=uid2, uid3=uid3, uid4=uid4, uid5=uid5, date_basis=date_basis, status=status, keyword=keyword, sort=sort, order_id=order_id, oid=oid, click_ref=click_ref, link_id=link_id, country=country, device=device, offer_type=offer_type, item_status=item_status, paid=paid, page=page))

    def view_del(self, *, id: int) -> None:
        """Delete a saved view. Needs `report.read`."""
        return self._transport.call(
            "/reports/view_del", {"attributes": {"id": id}}, None, "keyed"
        )

    def view_list(self, *, report: Optional[models.ViewReport] = None) -> models.ListingView:
        """List the account's saved views, the default one of each report first. Needs `report.read`."""
        return self._transport.call(
            "/reports/view_list", {"filter": {"report": report}}, models.ListingView, "read"
        )

    def view_save(self, *, report: models.ViewReport, name: str, id: Optional[int] = None, filter: Optional[dict[str, Any]] = None, days: Optional[models.ViewDays] = None, is_default: Optional[bool] = None, mailed: Optional[models.Mailed] = None) -> models.View:
        """Save the filter of a report under a name, to be opened again or mailed every week or month. Needs `report.read`."""
        return self._transport.call(
            "/reports/view_save", {"attributes": {"report": report, "name": name, "id": id, "filter": filter, "days": days, "is_default": is_default, "mailed": mailed}}, models.View, "keyed"
        )


class Site:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def info(self, *, id: int) -> models.Site:
        """Get one channel. Needs `brand.read`."""
        return self._transport.call(
            "/site/info", {"attributes": {"id": id}}, models.Site, "read"
        )

    def list_(self, *, page: Optional[Page] = None) -> models.HistorySite:
        """List the publisher's channels, the default one first. Needs `brand.read`."""
        return self._transport.call(
            "/site/list", {"page": page}, models.HistorySite, "read"
        )

    def list_all(self) -> Iterator[models.Site]:
        """List the publisher's channels, the default one first. Every row, page by page."""
        return pages(lambda page: self.list_(page=page))


class Tools:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def broken_check(self, *, ids: list[int]) -> models.RowsLinkOutcome:
        """Check links again, ahead of all others; /tools/broken_links shows the outcome. Needs `link.edit`."""
        return self._transport.call(
            "/tools/broken_check", {"attributes": {"ids": ids}}, models.RowsLinkOutcome, "keyed"
        )

    def broken_fix(self, *, ids: list[int], target_url: Optional[str] = None, fallback: Optional[str] = None) -> models.RowsLinkOutcome:
        """Give broken links a new target, their suggestion, or a fallback for their visitors. Needs `link.edit`."""
        return self._transport.call(
            "/tools/broken_fix", {"attributes": {"ids": ids, "target_url": target_url, "fallback": fallback}}, models.RowsLinkOutcome, "keyed"
        )

    def broken_ignore(self, *, ids: list[int], ignored: Optional[bool] = None) -> models.RowsLinkOutcome:
        """Take broken links off the list until something else is wrong with them, or put them back. Needs `link.edit`."""
        return self._transport.call(
            "/tools/broken_ignore", {"attributes": {"ids": ids, "ignored": ignored}}, models.RowsLinkOutcome, "keyed"
        )

    def broken_links(self, *, id: Optional[int] = None, type: Optional[models.BrokenType] = None, state: Optional[Literal["fixed", "ignored", "open"]] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, after: Optional[dt.datetime] = None, page: Optional[Page] = None) -> models.ListingBrokenLink:
        """List broken links with what was found and the commission at risk, highest first. Needs `link.edit`."""
        return self._transport.call(
            "/tools/broken_links", {"filter": {"id": id, "type": type, "state": state, "mcid": mcid, "site_id": site_id, "after": after}, "page": page}, models.ListingBrokenLink, "read"
        )

    def broken_links_all(self, *, id: Optional[int] = None, type: Optional[models.BrokenType] = None, state: Optional[Literal["fixed", "ignored", "open"]] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, after: Optional[dt.datetime] = None) -> Iterator[models.BrokenLink]:
        """List broken links with what was found and the commission at risk, highest first. Every row, page by page."""
        return pages(lambda page: self.broken_links(id=id, type=type, state=state, mcid=mcid, site_id=site_id, after=after, page=page))

    def get_broken_type(self) -> models.BrokenTypes:
        """List the problems a link can have, and the states of a broken link. Needs `link.edit`."""
        return self._transport.call(
            "/tools/get_broken_type", {}, models.BrokenTypes, "read"
        )

    def link_bulk(self, *, items: list[models.BulkItem]) -> models.RowsBulkRow:
        """Create up to 100 tracking links. Each row has its own outcome; valid rows succeed even if others fail. Needs `link.edit`."""
        return self._transport.call(
            "/tools/link_bulk", {"attributes": {"items": items}}, models.RowsBulkRow, "keyed"
        )

    def link_code(self, *, target_url: str, mcid: Optional[str] = None, mid: Optional[int] = None, site_id: Optional[int] = None, uid: Optional[str] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, note: Optional[str] = None, path: Optional[str] = None, coupon: Optional[str] = None) -> models.LinkMade:
        """Create a tracking link to a brand's page. Needs `link.edit`."""
        return self._transport.call(
            "/tools/link_code", {"attributes": {"target_url": target_url, "mcid": mcid, "mid": mid, "site_id": site_id, "uid": uid, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "note": note, "path": path, "coupon": coupon}}, models.LinkMade, "keyed"
        )

    def link_del(self, *, link_id: int) -> None:
        """Delete a link that has no clicks and no orders; one that has can be retired. Needs `link.edit`."""
        return self._transport.call(
            "/tools/link_del", {"attributes": {"link_id": link_id}}, None, "keyed"
        )

    def link_edit(self, *, link_id: int, target_url: Optional[str] = None, fallback_url: Optional[str] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, note: Optional[str] = None, site_id: Optional[int] = None, path: Optional[str] = None, coupon: Optional[str] = None, retired: Optional[bool] = None) -> None:
        """Change a link: its target, fallback, channel, labels, note, coupon or path. Retire it, or bring it back. Needs `link.edit`."""
        return self._transport.call(
            "/tools/link_edit", {"attributes": {"link_id": link_id, "target_url": target_url, "fallback_url": fallback_url, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "note": note, "site_id": site_id, "path": path, "coupon": coupon, "retired": retired}}, None, "keyed"
        )

    def link_preview(self, *, target_url: Optional[str] = None, mcid: Optional[str] = None, mid: Optional[str] = None, site_id: Optional[str] = None, uid: Optional[str] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, note: Optional[str] = None, path: Optional[str] = None, coupon: Optional[str] = None) -> models.LinkPreview:
        """Check what /tools/link_code would answer, a refusal or warnings, without making the link. Needs `link.edit`."""
        return self._transport.call(
            "/tools/link_preview", {"attributes": {"target_url": target_url, "mcid": mcid, "mid": mid, "site_id": site_id, "uid": uid, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "note": note, "path": path, "coupon": coupon}}, models.LinkPreview, "read"
        )

    def links(self, *, link_id: Optional[int] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, retired: Optional[bool] = None, keyword: Optional[str] = None, page: Optional[Page] = None) -> models.HistoryLink:
        """List tracking links with their clicks, orders and commission, newest first. Needs `link.edit`."""
        return self._transport.call(
            "/tools/links", {"filter": {"link_id": link_id, "mcid": mcid, "site_id": site_id, "retired": retired, "keyword": keyword}, "page": page}, models.HistoryLink, "read"
        )

    def links_all(self, *, link_id: Optional[int] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, retired: Optional[bool] = None, keyword: Optional[str] = None) -> Iterator[models.Link]:
        """List tracking links with their clicks, orders and commission, newest first. Every row, page by page."""
        return pages(lambda page: self.links(link_id=link_id, mcid=mcid, site_id=site_id, retired=retired, keyword=keyword, page=page))


class Calls:
    def __init__(self, transport: Transport) -> None:
        self.brands = Brands(transport)
        self.home = Home(transport)
        self.payments = Payments(transport)
        self.postback = Postback(transport)
        self.reports = Reports(transport)
        self.site = Site(transport)
        self.tools = Tools(transport)
