"""Written from the portal's registry by `make client`: do not edit."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Iterator
from decimal import Decimal
from typing import Any, Literal, Optional, Union

from . import models
from .models import Page
from .transport import AsyncTransport, Transport, each_page, each_page_async


class AsyncBrands:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def applications(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, mcid: Optional[str] = None, page: Optional[Page] = None) -> models.CursorPageApplicationRow:
        """List the applications of all channels to brands, with their age, state and reason, newest first.

        Needs the scope `brand.read`.

        Args:
            status: The status that it has.
            site_id: The id of the publisher's channel.
            mcid: The brand's code, as it stands in links and reports.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/brands/applications", {"filter": {"status": status, "site_id": site_id, "mcid": mcid}, "page": page}, models.CursorPageApplicationRow, "read"
        )

    def applications_all(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, mcid: Optional[str] = None) -> AsyncIterator[models.ApplicationRow]:
        """List the applications of all channels to brands, with their age, state and reason, newest first. Every row, page by page.

        Needs the scope `brand.read`.

        Args:
            status: The status that it has.
            site_id: The id of the publisher's channel.
            mcid: The brand's code, as it stands in links and reports.
        """
        return each_page_async(lambda page: self.applications(status=status, site_id=site_id, mcid=mcid, page=page))

    async def compare(self, *, mcids: list[str]) -> models.ListingComparedBrand:
        """Compare how two to four brands decide and pay, as measured over the same months.

        Needs the scope `brand.read`.

        Args:
            mcids: Brands' codes.
        """
        return await self._transport.call(
            "/brands/compare", {"attributes": {"mcids": mcids}}, models.ListingComparedBrand, "read"
        )

    async def coupons(self, *, mcid: Optional[str] = None, updated_after: Optional[dt.datetime] = None, exclusive: Optional[bool] = None, page: Optional[Page] = None) -> models.CursorPageListedCoupon:
        """List the coupons that can be promoted today, newest first, or those that changed since a time.

        Needs the scope `brand.read`.

        Args:
            mcid: The brand's code, as it stands in links and reports.
            updated_after: `updated_after` makes it a feed of changes, oldest first, in which coupons stay once they are over: send the `updated_at` of the newest coupon you have.
            exclusive: `exclusive` lists only coupons for you alone, or only those for everybody.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/brands/coupons", {"filter": {"mcid": mcid, "updated_after": updated_after, "exclusive": exclusive}, "page": page}, models.CursorPageListedCoupon, "read"
        )

    def coupons_all(self, *, mcid: Optional[str] = None, updated_after: Optional[dt.datetime] = None, exclusive: Optional[bool] = None) -> AsyncIterator[models.ListedCoupon]:
        """List the coupons that can be promoted today, newest first, or those that changed since a time. Every row, page by page.

        Needs the scope `brand.read`.

        Args:
            mcid: The brand's code, as it stands in links and reports.
            updated_after: `updated_after` makes it a feed of changes, oldest first, in which coupons stay once they are over: send the `updated_at` of the newest coupon you have.
            exclusive: `exclusive` lists only coupons for you alone, or only those for everybody.
        """
        return each_page_async(lambda page: self.coupons(mcid=mcid, updated_after=updated_after, exclusive=exclusive, page=page))

    async def facets(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, keyword: Optional[str] = None, category: Optional[str] = None, country: Optional[str] = None, offer_type: Optional[models.OfferType] = None, brand_type: Optional[models.BrandType] = None, deep_link: Optional[bool] = None, approval: Optional[models.Approval] = None, url: Optional[str] = None, paid_within: Optional[int] = None, sort: Optional[models.BrandSort] = None) -> models.BrandFacets:
        """Count the matching brands by category, country and offer type.

        Needs the scope `brand.read`.

        Args:
            status: The status that it has.
            site_id: The id of the publisher's channel.
            keyword: Part of a name or text to look for.
            category: The category.
            country: A two-letter country code (ISO 3166), such as GB.
            offer_type: What the brand pays for.
            brand_type: Whether the brand sells online or in shops.
            deep_link: Whether links may lead to any page of the brand's site.
            approval: Whether the brand accepts channels at once or decides on each.
            url: The address.
            paid_within: `paid_within`: brands with nine in ten approved orders paid out within this many days, as measured.
            sort: What rows are sorted by.
        """
        return await self._transport.call(
            "/brands/facets", {"filter": {"status": status, "site_id": site_id, "keyword": keyword, "category": category, "country": country, "offer_type": offer_type, "brand_type": brand_type, "deep_link": deep_link, "approval": approval, "url": url, "paid_within": paid_within, "sort": sort}}, models.BrandFacets, "read"
        )

    async def find(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, keyword: Optional[str] = None, category: Optional[str] = None, country: Optional[str] = None, offer_type: Optional[models.OfferType] = None, brand_type: Optional[models.BrandType] = None, deep_link: Optional[bool] = None, approval: Optional[models.Approval] = None, url: Optional[str] = None, paid_within: Optional[int] = None, sort: Optional[models.BrandSort] = None, page: Optional[Page] = None) -> models.CursorPageBrand:
        """Find brands by relationship status, search text and attributes.

        Needs the scope `brand.read`.

        Args:
            status: The status that it has.
            site_id: The id of the publisher's channel.
            keyword: Part of a name or text to look for.
            category: The category.
            country: A two-letter country code (ISO 3166), such as GB.
            offer_type: What the brand pays for.
            brand_type: Whether the brand sells online or in shops.
            deep_link: Whether links may lead to any page of the brand's site.
            approval: Whether the brand accepts channels at once or decides on each.
            url: The address.
            paid_within: `paid_within`: brands with nine in ten approved orders paid out within this many days, as measured.
            sort: What rows are sorted by.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/brands/find", {"filter": {"status": status, "site_id": site_id, "keyword": keyword, "category": category, "country": country, "offer_type": offer_type, "brand_type": brand_type, "deep_link": deep_link, "approval": approval, "url": url, "paid_within": paid_within, "sort": sort}, "page": page}, models.CursorPageBrand, "read"
        )

    def find_all(self, *, status: Optional[models.Relation] = None, site_id: Optional[int] = None, keyword: Optional[str] = None, category: Optional[str] = None, country: Optional[str] = None, offer_type: Optional[models.OfferType] = None, brand_type: Optional[models.BrandType] = None, deep_link: Optional[bool] = None, approval: Optional[models.Approval] = None, url: Optional[str] = None, paid_within: Optional[int] = None, sort: Optional[models.BrandSort] = None) -> AsyncIterator[models.Brand]:
        """Find brands by relationship status, search text and attributes. Every row, page by page.

        Needs the scope `brand.read`.

        Args:
            status: The status that it has.
            site_id: The id of the publisher's channel.
            keyword: Part of a name or text to look for.
            category: The category.
            country: A two-letter country code (ISO 3166), such as GB.
            offer_type: What the brand pays for.
            brand_type: Whether the brand sells online or in shops.
            deep_link: Whether links may lead to any page of the brand's site.
            approval: Whether the brand accepts channels at once or decides on each.
            url: The address.
            paid_within: `paid_within`: brands with nine in ten approved orders paid out within this many days, as measured.
            sort: What rows are sorted by.
        """
        return each_page_async(lambda page: self.find(status=status, site_id=site_id, keyword=keyword, category=category, country=country, offer_type=offer_type, brand_type=brand_type, deep_link=deep_link, approval=approval, url=url, paid_within=paid_within, sort=sort, page=page))

    async def info(self, *, mcid: str, site_id: Optional[int] = None) -> models.BrandInfo:
        """Get all details of one brand, including a channel's relationship with it.

        Needs the scope `brand.read`.

        Args:
            mcid: The brand's code, as it stands in links and reports.
            site_id: The id of the publisher's channel.
        """
        return await self._transport.call(
            "/brands/info", {"attributes": {"mcid": mcid, "site_id": site_id}}, models.BrandInfo, "read"
        )

    async def standings(self, *, keyword: Optional[str] = None, status: Optional[models.Relation] = None, incomplete: Optional[bool] = None, page: Optional[Page] = None) -> models.CursorPageBrandStanding:
        """List the brands that any channel has applied to, with each channel's relationship.

        Needs the scope `brand.read`.

        Args:
            keyword: Part of a name or text to look for.
            status: `status`: at least one channel has this status.
            incomplete: `incomplete`: not every approved channel has applied.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/brands/standings", {"filter": {"keyword": keyword, "status": status, "incomplete": incomplete}, "page": page}, models.CursorPageBrandStanding, "read"
        )

    def standings_all(self, *, keyword: Optional[str] = None, status: Optional[models.Relation] = None, incomplete: Optional[bool] = None) -> AsyncIterator[models.BrandStanding]:
        """List the brands that any channel has applied to, with each channel's relationship. Every row, page by page.

        Needs the scope `brand.read`.

        Args:
            keyword: Part of a name or text to look for.
            status: `status`: at least one channel has this status.
            incomplete: `incomplete`: not every approved channel has applied.
        """
        return each_page_async(lambda page: self.standings(keyword=keyword, status=status, incomplete=incomplete, page=page))

    async def terms_changes(self, *, mcid: str) -> models.ListingTermsChange:
        """List the latest changes of a brand's terms, announced or in force, and what they change for the publisher.

        Needs the scope `brand.read`.

        Args:
            mcid: The brand's code, as it stands in links and reports.
        """
        return await self._transport.call(
            "/brands/terms_changes", {"attributes": {"mcid": mcid}}, models.ListingTermsChange, "read"
        )


class AsyncHome:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def dashboard(self, *, period: Optional[models.Period] = None) -> models.Dashboard:
        """Get recent figures next to those of the previous period, the latest orders, and tasks.

        Needs the scope `report.read`.

        Args:
            period: The period.
        """
        return await self._transport.call(
            "/home/dashboard", {"filter": {"period": period}}, models.Dashboard, "read"
        )


class AsyncPayments:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def ageing(self) -> models.PaymentAgeing:
        """List brands that have not paid closed months, with amounts in term, late and very late, most overdue first.

        Needs the scope `payment.read`.
        """
        return await self._transport.call(
            "/payments/ageing", {}, models.PaymentAgeing, "read"
        )

    async def balance(self) -> models.PaymentBalance:
        """Get commission and bonuses by stage, and a forecast of the next payment.

        Needs the scope `payment.read`.
        """
        return await self._transport.call(
            "/payments/balance", {}, models.PaymentBalance, "read"
        )

    async def details(self, *, payment_id: Optional[int] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, page: Optional[Page] = None) -> models.PaymentDetails:
        """List the settlements of payments, with the proof that the sums of orders, settlements and payments agree.

        Needs the scope `payment.read`.

        Args:
            payment_id: The id of the payment.
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/payments/details", {"filter": {"payment_id": payment_id, "start_date": start_date, "end_date": end_date}, "page": page}, models.PaymentDetails, "read"
        )

    def details_all(self, *, payment_id: Optional[int] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None) -> AsyncIterator[models.PaymentDetail]:
        """List the settlements of payments, with the proof that the sums of orders, settlements and payments agree. Every row, page by page.

        Needs the scope `payment.read`.

        Args:
            payment_id: The id of the payment.
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
        """
        return each_page_async(lambda page: self.details(payment_id=payment_id, start_date=start_date, end_date=end_date, page=page))

    async def invoice(self, *, payment_id: int, kind: Optional[models.DocumentKind] = None) -> models.Invoice:
        """Get the invoice or statement of a payment that was sent, or the credit note that reverses the invoice.

        Needs the scope `payment.read`.

        Args:
            payment_id: The id of the payment.
            kind: Which kind it is.
        """
        return await self._transport.call(
            "/payments/invoice", {"attributes": {"payment_id": payment_id, "kind": kind}}, models.Invoice, "read"
        )

    async def methods(self) -> models.ListingPaymentMethod:
        """List payment methods, the default one first. Only the last characters of each account are shown.

        Needs the scope `payment.read`.
        """
        return await self._transport.call(
            "/payments/methods", {}, models.ListingPaymentMethod, "read"
        )

    async def months(self) -> models.ListingPaidMonth:
        """List what was paid in each of the last twelve months, the earliest first.

        Needs the scope `payment.read`.
        """
        return await self._transport.call(
            "/payments/months", {}, models.ListingPaidMonth, "read"
        )

    async def settlement_orders(self, *, settlement_id: int, page: Optional[Page] = None) -> models.SettledOrders:
        """List the orders of a settlement, each with the click it came from.

        Needs the scope `payment.read`.

        Args:
            settlement_id: The id of the settlement.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/payments/settlement_orders", {"filter": {"settlement_id": settlement_id}, "page": page}, models.SettledOrders, "read"
        )

    def settlement_orders_all(self, *, settlement_id: int) -> AsyncIterator[models.SettledOrder]:
        """List the orders of a settlement, each with the click it came from. Every row, page by page.

        Needs the scope `payment.read`.

        Args:
            settlement_id: The id of the settlement.
        """
        return each_page_async(lambda page: self.settlement_orders(settlement_id=settlement_id, page=page))

    async def settlements(self, *, state: Optional[models.SettlementState] = None, type: Optional[models.SettlementType] = None, mcid: Optional[str] = None, period: Optional[str] = None, payment_id: Optional[int] = None, page: Optional[Page] = None) -> models.ListingSettlement:
        """List settlements: approved commission by brand and month, and bonuses.

        Needs the scope `payment.read`.

        Args:
            state: The state that it is in.
            type: Which kind it is.
            mcid: The brand's code, as it stands in links and reports.
            period: A month, such as 2026-10.
            payment_id: The id of the payment.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/payments/settlements", {"filter": {"state": state, "type": type, "mcid": mcid, "period": period, "payment_id": payment_id}, "page": page}, models.ListingSettlement, "read"
        )

    def settlements_all(self, *, state: Optional[models.SettlementState] = None, type: Optional[models.SettlementType] = None, mcid: Optional[str] = None, period: Optional[str] = None, payment_id: Optional[int] = None) -> AsyncIterator[models.Settlement]:
        """List settlements: approved commission by brand and month, and bonuses. Every row, page by page.

        Needs the scope `payment.read`.

        Args:
            state: The state that it is in.
            type: Which kind it is.
            mcid: The brand's code, as it stands in links and reports.
            period: A month, such as 2026-10.
            payment_id: The id of the payment.
        """
        return each_page_async(lambda page: self.settlements(state=state, type=type, mcid=mcid, period=period, payment_id=payment_id, page=page))

    async def statement(self, *, period: str, format: Optional[models.DocumentFormat] = None) -> models.StatementFile:
        """Get a month's account statement: the balance, earnings and payments, as PDF or CSV.

        Needs the scope `payment.read`.

        Args:
            period: A month of the network's time zone
            format: The format of the file.
        """
        return await self._transport.call(
            "/payments/statement", {"attributes": {"period": period, "format": format}}, models.StatementFile, "read"
        )

    async def summary(self, *, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, status: Optional[models.PaymentState] = None, statuses: Optional[list[models.PaymentState]] = None, paid_month: Optional[str] = None, payment_id: Optional[int] = None, page: Optional[Page] = None) -> models.ListingPayment:
        """List payments, the latest request first.

        Needs the scope `payment.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            status: The status that it has.
            statuses: If both `status` and `statuses` are given, both must match.
            paid_month: Only payments that arrived in this month.
            payment_id: The id of the payment.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/payments/summary", {"filter": {"start_date": start_date, "end_date": end_date, "status": status, "statuses": statuses, "paid_month": paid_month, "payment_id": payment_id}, "page": page}, models.ListingPayment, "read"
        )

    def summary_all(self, *, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, status: Optional[models.PaymentState] = None, statuses: Optional[list[models.PaymentState]] = None, paid_month: Optional[str] = None, payment_id: Optional[int] = None) -> AsyncIterator[models.Payment]:
        """List payments, the latest request first. Every row, page by page.

        Needs the scope `payment.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            status: The status that it has.
            statuses: If both `status` and `statuses` are given, both must match.
            paid_month: Only payments that arrived in this month.
            payment_id: The id of the payment.
        """
        return each_page_async(lambda page: self.summary(start_date=start_date, end_date=end_date, status=status, statuses=statuses, paid_month=paid_month, payment_id=payment_id, page=page))

    async def vat_standing(self) -> models.VatStanding:
        """Get your VAT status: your statement, its confirmation, and your self-billing agreement with the text in force.

        Needs the scope `payment.read`.
        """
        return await self._transport.call(
            "/payments/vat_standing", {}, models.VatStanding, "read"
        )


class AsyncPostback:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def del_(self, *, id: int, idempotency_key: Optional[str] = None) -> None:
        """Delete a postback with its queued deliveries and its log.

        Needs the scope `postback.edit`.

        Args:
            id: The number that identifies it.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/postback/del", {"attributes": {"id": id}}, None, "keyed", idempotency_key
        )

    async def deliveries(self, *, id: Optional[int] = None, delivery_id: Optional[str] = None, delivery_ids: Optional[list[str]] = None, after: Optional[dt.datetime] = None, state: Optional[Literal["delivered", "failed", "waiting"]] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, page: Optional[Page] = None) -> models.CursorPageDelivery:
        """List deliveries of the last 30 days, tests included, latest first, each with its attempts.

        Needs the scope `postback.edit`.

        Args:
            id: `id` is a postback.
            delivery_id: The id of the delivery.
            delivery_ids: `delivery_ids` looks some up again.
            after: `after` is the `created_at` of the newest delivery you have: later ones are listed, and those of the 30 seconds before it, which may have been committed late.
            state: The state that it is in.
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/postback/deliveries", {"filter": {"id": id, "delivery_id": delivery_id, "delivery_ids": delivery_ids, "after": after, "state": state, "start_date": start_date, "end_date": end_date}, "page": page}, models.CursorPageDelivery, "read"
        )

    def deliveries_all(self, *, id: Optional[int] = None, delivery_id: Optional[str] = None, delivery_ids: Optional[list[str]] = None, after: Optional[dt.datetime] = None, state: Optional[Literal["delivered", "failed", "waiting"]] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None) -> AsyncIterator[models.Delivery]:
        """List deliveries of the last 30 days, tests included, latest first, each with its attempts. Every row, page by page.

        Needs the scope `postback.edit`.

        Args:
            id: `id` is a postback.
            delivery_id: The id of the delivery.
            delivery_ids: `delivery_ids` looks some up again.
            after: `after` is the `created_at` of the newest delivery you have: later ones are listed, and those of the 30 seconds before it, which may have been committed late.
            state: The state that it is in.
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
        """
        return each_page_async(lambda page: self.deliveries(id=id, delivery_id=delivery_id, delivery_ids=delivery_ids, after=after, state=state, start_date=start_date, end_date=end_date, page=page))

    async def do_info(self, *, delivery_type: models.DeliveryType, link_url: str, event_type: models.EventType, parameters: Optional[dict[str, str]] = None, site_id: Optional[int] = None, mids: Optional[list[int]] = None, medium_id: Optional[int] = None, id: Optional[int] = None, updated_at: Optional[dt.datetime] = None, idempotency_key: Optional[str] = None) -> models.Postback:
        """Save a postback: update the one with the given id, or create one, which is active at once.

        Needs the scope `postback.edit`.

        Args:
            delivery_type: How the postback is sent.
            link_url: The address to which the postback is sent.
            event_type: The kind of event.
            parameters: `parameters` are appended (GET) or are the body (POST).
            site_id: The id of the publisher's channel.
            mids: Brands' numbers.
            medium_id: The number of a platform.
            id: The number that identifies it.
            updated_at: When it was last changed.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/postback/do_info", {"attributes": {"delivery_type": delivery_type, "link_url": link_url, "event_type": event_type, "parameters": parameters, "site_id": site_id, "mids": mids, "medium_id": medium_id, "id": id, "updated_at": updated_at}}, models.Postback, "keyed", idempotency_key
        )

    async def do_test(self, *, id: Optional[int] = None, draft: Optional[models.PostbackDraft] = None, oid: Optional[int] = None, idempotency_key: Optional[str] = None) -> models.DeliveryRef:
        """Send one test delivery, signed if the postback is saved. /postback/deliveries shows its outcome.

        Needs the scope `postback.edit`.

        Args:
            id: The number that identifies it.
            draft: What is tested in place of what is saved.
            oid: The portal's number of the order.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/postback/do_test", {"attributes": {"id": id, "draft": draft, "oid": oid}}, models.DeliveryRef, "keyed", idempotency_key
        )

    async def get_type(self) -> models.PostbackTypes:
        """List event types, delivery methods, macros, platforms and templates for common trackers.

        Needs the scope `postback.edit`.
        """
        return await self._transport.call(
            "/postback/get_type", {}, models.PostbackTypes, "read"
        )

    async def list_(self) -> models.ListingPostback:
        """List postbacks with their state and how many of their deliveries succeed.

        Needs the scope `postback.edit`.
        """
        return await self._transport.call(
            "/postback/list", {}, models.ListingPostback, "read"
        )

    async def recent(self) -> models.ListingRecentDeliveries:
        """List the outcomes of each postback's last 50 deliveries, not counting tests.

        Needs the scope `postback.edit`.
        """
        return await self._transport.call(
            "/postback/recent", {}, models.ListingRecentDeliveries, "read"
        )

    async def redeliver(self, *, ids: Optional[list[str]] = None, start_date: Optional[dt.date] = None, end_date: Optional[dt.date] = None, id: Optional[int] = None, state: Optional[Literal["delivered", "failed", "waiting"]] = None, idempotency_key: Optional[str] = None) -> models.Redelivery:
        """Send deliveries again, chosen by id or by day. They keep their ids.

        Needs the scope `postback.edit`.

        Args:
            ids: The ids of those that are meant.
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            id: The number that identifies it.
            state: The state that it is in.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/postback/redeliver", {"attributes": {"ids": ids, "start_date": start_date, "end_date": end_date, "id": id, "state": state}}, models.Redelivery, "keyed", idempotency_key
        )

    async def secret(self, *, id: int, stepup: Optional[str] = None, password: Optional[str] = None, rotate: Optional[bool] = None) -> models.Secret:
        """Show a postback's signing secret once, or generate a new one. The old secret keeps working for 24 hours.

        Needs the scope `postback.edit`.

        Args:
            id: The number that identifies it.
            stepup: `stepup` is the ticket that /auth/passkey_finish returned for this call, in place of the password.
            password: The account's password.
            rotate: A postback's signing secret: `rotate` generates a new one, and the previous one works for 24 more hours.
        """
        return await self._transport.call(
            "/postback/secret", {"attributes": {"id": id, "stepup": stepup, "password": password, "rotate": rotate}}, models.Secret, "once"
        )

    async def set_state(self, *, id: int, state: Literal["active", "paused"], idempotency_key: Optional[str] = None) -> models.Postback:
        """Pause or resume a postback. Resuming also sends the deliveries that are waiting in its queue.

        Needs the scope `postback.edit`.

        Args:
            id: The number that identifies it.
            state: The state that it is in.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/postback/set_state", {"attributes": {"id": id, "state": state}}, models.Postback, "keyed", idempotency_key
        )

    async def test_info(self, *, id: Optional[int] = None, draft: Optional[models.PostbackDraft] = None, oid: Optional[int] = None) -> models.Preview:
        """Show the macros with sample values or those of a past order, and the resulting request.

        Needs the scope `postback.edit`.

        Args:
            id: The number that identifies it.
            draft: What is tested in place of what is saved.
            oid: The portal's number of the order.
        """
        return await self._transport.call(
            "/postback/test_info", {"attributes": {"id": id, "draft": draft, "oid": oid}}, models.Preview, "read"
        )


class AsyncReports:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def alerts(self, *, alert_id: Optional[int] = None, state: Optional[Literal["closed", "muted", "open", "snoozed"]] = None, kind: Optional[models.AlertKind] = None, mcids: Optional[list[str]] = None, site_ids: Optional[list[int]] = None, page: Optional[Page] = None) -> models.ListingAlert:
        """List alerts about problems that the portal has found, with cause and next step, the most money at risk first.

        Needs the scope `report.read`.

        Args:
            alert_id: `alert_id` is one alone, in whichever state.
            state: The state that it is in.
            kind: Which kind it is.
            mcids: Brands' codes.
            site_ids: The ids of the publisher's channels.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/reports/alerts", {"filter": {"alert_id": alert_id, "state": state, "kind": kind, "mcids": mcids, "site_ids": site_ids}, "page": page}, models.ListingAlert, "read"
        )

    def alerts_all(self, *, alert_id: Optional[int] = None, state: Optional[Literal["closed", "muted", "open", "snoozed"]] = None, kind: Optional[models.AlertKind] = None, mcids: Optional[list[str]] = None, site_ids: Optional[list[int]] = None) -> AsyncIterator[models.Alert]:
        """List alerts about problems that the portal has found, with cause and next step, the most money at risk first. Every row, page by page.

        Needs the scope `report.read`.

        Args:
            alert_id: `alert_id` is one alone, in whichever state.
            state: The state that it is in.
            kind: Which kind it is.
            mcids: Brands' codes.
            site_ids: The ids of the publisher's channels.
        """
        return each_page_async(lambda page: self.alerts(alert_id=alert_id, state=state, kind=kind, mcids=mcids, site_ids=site_ids, page=page))

    async def books_info(self, *, id: int) -> models.Comparison:
        """Get a comparison of your books: its progress, the sums of each class, and both totals.

        Needs the scope `report.read`.

        Args:
            id: The number that identifies it.
        """
        return await self._transport.call(
            "/reports/books_info", {"attributes": {"id": id}}, models.Comparison, "read"
        )

    async def books_list(self, *, page: Optional[Page] = None) -> models.CursorPageComparison:
        """List comparisons of your books with what is recorded, newest first.

        Needs the scope `report.read`.

        Args:
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/reports/books_list", {"page": page}, models.CursorPageComparison, "read"
        )

    def books_list_all(self) -> AsyncIterator[models.Comparison]:
        """List comparisons of your books with what is recorded, newest first. Every row, page by page.

        Needs the scope `report.read`.
        """
        return each_page_async(lambda page: self.books_list(page=page))

    async def books_rows(self, *, id: int, class_: Optional[models.BookClass] = None, reason: Optional[models.BookReason] = None, page: Optional[Page] = None) -> models.CursorPageBookRow:
        """List the rows of a comparison: what differs, what is missing on a side, what matches, and unreadable lines.

        Needs the scope `report.read`.

        Args:
            id: The number that identifies it.
            class_: How the row compares.
            reason: Why, in words.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/reports/books_rows", {"filter": {"id": id, "class": class_, "reason": reason}, "page": page}, models.CursorPageBookRow, "read"
        )

    def books_rows_all(self, *, id: int, class_: Optional[models.BookClass] = None, reason: Optional[models.BookReason] = None) -> AsyncIterator[models.BookRow]:
        """List the rows of a comparison: what differs, what is missing on a side, what matches, and unreadable lines. Every row, page by page.

        Needs the scope `report.read`.

        Args:
            id: The number that identifies it.
            class_: How the row compares.
            reason: Why, in words.
        """
        return each_page_async(lambda page: self.books_rows(id=id, class_=class_, reason=reason, page=page))

    async def case_list(self, *, case_id: Optional[int] = None, kind: Optional[models.CaseKind] = None, state: Optional[models.CaseState] = None, mcid: Optional[str] = None, oid: Optional[int] = None, page: Optional[Page] = None) -> models.ListingOrderCase:
        """List cases with their steps and evidence, newest first.

        Needs the scope `report.read`.

        Args:
            case_id: The id of the case.
            kind: Which kind it is.
            state: The state that it is in.
            mcid: The brand's code, as it stands in links and reports.
            oid: The portal's number of the order.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/reports/case_list", {"filter": {"case_id": case_id, "kind": kind, "state": state, "mcid": mcid, "oid": oid}, "page": page}, models.ListingOrderCase, "read"
        )

    def case_list_all(self, *, case_id: Optional[int] = None, kind: Optional[models.CaseKind] = None, state: Optional[models.CaseState] = None, mcid: Optional[str] = None, oid: Optional[int] = None) -> AsyncIterator[models.OrderCase]:
        """List cases with their steps and evidence, newest first. Every row, page by page.

        Needs the scope `report.read`.

        Args:
            case_id: The id of the case.
            kind: Which kind it is.
            state: The state that it is in.
            mcid: The brand's code, as it stands in links and reports.
            oid: The portal's number of the order.
        """
        return each_page_async(lambda page: self.case_list(case_id=case_id, kind=kind, state=state, mcid=mcid, oid=oid, page=page))

    async def case_times(self, *, mcid: Optional[str] = None) -> models.CaseTimes:
        """Get how long cases about orders can be opened, and how long the network usually takes to answer.

        Needs the scope `report.read`.

        Args:
            mcid: The brand's code, as it stands in links and reports.
        """
        return await self._transport.call(
            "/reports/case_times", {"filter": {"mcid": mcid}}, models.CaseTimes, "read"
        )

    async def clicks(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, link_id: Optional[int] = None, click_ref: Optional[str] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, verdict: Optional[models.Verdict] = None, converted: Optional[bool] = None, page: Optional[Page] = None) -> models.Clicks:
        """List clicks with their verdicts and orders, newest first; `total` is capped at 10,001.

        Needs the scope `report.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            site_ids: The ids of the publisher's channels.
            mcids: Brands' codes.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            link_id: The id of the tracking link.
            click_ref: The reference of the click, as the brand's shop received it.
            country: A two-letter country code (ISO 3166), such as GB.
            device: The kind of device.
            offer_type: What the brand pays for.
            verdict: Only clicks with this verdict.
            converted: Whether an order came of the click.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/reports/clicks", {"filter": {"start_date": start_date, "end_date": end_date, "site_ids": site_ids, "mcids": mcids, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "link_id": link_id, "click_ref": click_ref, "country": country, "device": device, "offer_type": offer_type, "verdict": verdict, "converted": converted}, "page": page}, models.Clicks, "read"
        )

    def clicks_all(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, link_id: Optional[int] = None, click_ref: Optional[str] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, verdict: Optional[models.Verdict] = None, converted: Optional[bool] = None) -> AsyncIterator[models.Click]:
        """List clicks with their verdicts and orders, newest first; `total` is capped at 10,001. Every row, page by page.

        Needs the scope `report.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            site_ids: The ids of the publisher's channels.
            mcids: Brands' codes.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            link_id: The id of the tracking link.
            click_ref: The reference of the click, as the brand's shop received it.
            country: A two-letter country code (ISO 3166), such as GB.
            device: The kind of device.
            offer_type: What the brand pays for.
            verdict: Only clicks with this verdict.
            converted: Whether an order came of the click.
        """
        return each_page_async(lambda page: self.clicks(start_date=start_date, end_date=end_date, site_ids=site_ids, mcids=mcids, uid1=uid1, uid2=uid2, uid3=uid3, uid4=uid4, uid5=uid5, link_id=link_id, click_ref=click_ref, country=country, device=device, offer_type=offer_type, verdict=verdict, converted=converted, page=page))

    async def events(self, *, after: Optional[str] = None, page: Optional[Page] = None, idempotency_key: Optional[str] = None) -> models.EventFeed:
        """Read the events that postbacks report, oldest first: a feed of 30 days without gaps.

        Needs the scope `report.read`.

        Args:
            after: `after` is the `next` of an earlier response.
            page: Which page to return; the first one if absent.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/reports/events", {"attributes": {"after": after}, "page": page}, models.EventFeed, "keyed", idempotency_key
        )

    async def export(self, *, report: models.ExportReport, format: Optional[models.ExportFormat] = None, times: Optional[models.ExportTimes] = None, filter: Optional[dict[str, Any]] = None, idempotency_key: Optional[str] = None) -> models.Download:
        """Request all rows of a report as a file. /common/download_list shows its progress.

        Needs the scope `report.read`.

        Args:
            report: Which report.
            format: The format of the file.
            times: `times` applies to CSV alone: a workbook has native dates, Parquet has times in UTC.
            filter: As the call of the report takes it, such as start_date
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/reports/export", {"attributes": {"report": report, "format": format, "times": times, "filter": filter}}, models.Download, "keyed", idempotency_key
        )

    async def performance(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, countries: Optional[list[str]] = None, devices: Optional[list[str]] = None, link_ids: Optional[list[int]] = None, pages: Optional[list[str]] = None, placements: Optional[list[str]] = None, group_by: Optional[list[models.GroupBy]] = None, status: Optional[models.StatusFilter] = None, date_basis: Optional[models.DateBasis] = None, compare: Optional[models.Compare] = None, lapsed: Optional[bool] = None, sort: Optional[str] = None, page: Optional[Page] = None) -> models.Performance:
        """Report clicks, orders, sales and commission by any grouping, with totals and a comparison.

        Needs the scope `report.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            site_ids: The ids of the publisher's channels.
            mcids: Brands' codes.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            countries: Two-letter country codes (ISO 3166).
            devices: Only these kinds of devices.
            link_ids: The ids of tracking links.
            pages: Only these pages on which links stand.
            placements: Only these placements of links.
            group_by: What rows are grouped by.
            status: The status that it has.
            date_basis: Which of an order's dates counts.
            compare: With `compare`, rows can also be sorted by a figure's earlier value, `commission_before`, and by its change since, `commission_change`.
            lapsed: `lapsed` also lists, with zeros, what had figures only in the earlier period, such as a brand that no longer sells anything.
            sort: `sort` is a column, preceded by `-` for descending order.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/reports/performance", {"filter": {"start_date": start_date, "end_date": end_date, "site_ids": site_ids, "mcids": mcids, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "countries": countries, "devices": devices, "link_ids": link_ids, "pages": pages, "placements": placements, "group_by": group_by, "status": status, "date_basis": date_basis, "compare": compare, "lapsed": lapsed, "sort": sort}, "page": page}, models.Performance, "read"
        )

    def performance_all(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, countries: Optional[list[str]] = None, devices: Optional[list[str]] = None, link_ids: Optional[list[int]] = None, pages: Optional[list[str]] = None, placements: Optional[list[str]] = None, group_by: Optional[list[models.GroupBy]] = None, status: Optional[models.StatusFilter] = None, date_basis: Optional[models.DateBasis] = None, compare: Optional[models.Compare] = None, lapsed: Optional[bool] = None, sort: Optional[str] = None) -> AsyncIterator[models.PerformanceRow]:
        """Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Every row, page by page.

        Needs the scope `report.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            site_ids: The ids of the publisher's channels.
            mcids: Brands' codes.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            countries: Two-letter country codes (ISO 3166).
            devices: Only these kinds of devices.
            link_ids: The ids of tracking links.
            pages: Only these pages on which links stand.
            placements: Only these placements of links.
            group_by: What rows are grouped by.
            status: The status that it has.
            date_basis: Which of an order's dates counts.
            compare: With `compare`, rows can also be sorted by a figure's earlier value, `commission_before`, and by its change since, `commission_change`.
            lapsed: `lapsed` also lists, with zeros, what had figures only in the earlier period, such as a brand that no longer sells anything.
            sort: `sort` is a column, preceded by `-` for descending order.
        """
        return each_page_async(lambda page: self.performance(start_date=start_date, end_date=end_date, site_ids=site_ids, mcids=mcids, uid1=uid1, uid2=uid2, uid3=uid3, uid4=uid4, uid5=uid5, countries=countries, devices=devices, link_ids=link_ids, pages=pages, placements=placements, group_by=group_by, status=status, date_basis=date_basis, compare=compare, lapsed=lapsed, sort=sort, page=page))

    async def transaction(self, *, oid: int) -> models.OrderStory:
        """Get one order with its whole timeline, beginning with the click.

        Needs the scope `report.read`.

        Args:
            oid: The portal's number of the order.
        """
        return await self._transport.call(
            "/reports/transaction", {"attributes": {"oid": oid}}, models.OrderStory, "read"
        )

    async def transactions(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, date_basis: Optional[models.OrderDateBasis] = None, status: Optional[models.StatusFilter] = None, keyword: Optional[str] = None, sort: Optional[models.OrderSort] = None, order_id: Optional[str] = None, oid: Optional[int] = None, click_ref: Optional[str] = None, link_id: Optional[int] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, item_status: Optional[models.ItemStatus] = None, paid: Optional[bool] = None, taken_back: Optional[bool] = None, page: Optional[Page] = None) -> models.Transactions:
        """List orders with their items, newest first or sorted.

        Needs the scope `report.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            site_ids: The ids of the publisher's channels.
            mcids: Brands' codes.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            date_basis: Which of an order's dates counts.
            status: `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item.
            keyword: `keyword` is an `order_id`, `oid` or `click_ref`.
            sort: `sort` is a column, preceded by `-` for descending order.
            order_id: The order's number, as the brand reported it.
            oid: The portal's number of the order.
            click_ref: The reference of the click, as the brand's shop received it.
            link_id: The id of the tracking link.
            country: A two-letter country code (ISO 3166), such as GB.
            device: The kind of device.
            offer_type: What the brand pays for.
            item_status: `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item.
            paid: Whether it was paid.
            taken_back: `taken_back` finds items that were settled and later brought to zero by corrections.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/reports/transactions", {"filter": {"start_date": start_date, "end_date": end_date, "site_ids": site_ids, "mcids": mcids, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "date_basis": date_basis, "status": status, "keyword": keyword, "sort": sort, "order_id": order_id, "oid": oid, "click_ref": click_ref, "link_id": link_id, "country": country, "device": device, "offer_type": offer_type, "item_status": item_status, "paid": paid, "taken_back": taken_back}, "page": page}, models.Transactions, "read"
        )

    def transactions_all(self, *, start_date: dt.date, end_date: dt.date, site_ids: Optional[list[int]] = None, mcids: Optional[list[str]] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, date_basis: Optional[models.OrderDateBasis] = None, status: Optional[models.StatusFilter] = None, keyword: Optional[str] = None, sort: Optional[models.OrderSort] = None, order_id: Optional[str] = None, oid: Optional[int] = None, click_ref: Optional[str] = None, link_id: Optional[int] = None, country: Optional[str] = None, device: Optional[str] = None, offer_type: Optional[str] = None, item_status: Optional[models.ItemStatus] = None, paid: Optional[bool] = None, taken_back: Optional[bool] = None) -> AsyncIterator[models.Order]:
        """List orders with their items, newest first or sorted. Every row, page by page.

        Needs the scope `report.read`.

        Args:
            start_date: The first day, in the time zone of the account.
            end_date: The last day, in the time zone of the account.
            site_ids: The ids of the publisher's channels.
            mcids: Brands' codes.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            date_basis: Which of an order's dates counts.
            status: `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item.
            keyword: `keyword` is an `order_id`, `oid` or `click_ref`.
            sort: `sort` is a column, preceded by `-` for descending order.
            order_id: The order's number, as the brand reported it.
            oid: The portal's number of the order.
            click_ref: The reference of the click, as the brand's shop received it.
            link_id: The id of the tracking link.
            country: A two-letter country code (ISO 3166), such as GB.
            device: The kind of device.
            offer_type: What the brand pays for.
            item_status: `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item.
            paid: Whether it was paid.
            taken_back: `taken_back` finds items that were settled and later brought to zero by corrections.
        """
        return each_page_async(lambda page: self.transactions(start_date=start_date, end_date=end_date, site_ids=site_ids, mcids=mcids, uid1=uid1, uid2=uid2, uid3=uid3, uid4=uid4, uid5=uid5, date_basis=date_basis, status=status, keyword=keyword, sort=sort, order_id=order_id, oid=oid, click_ref=click_ref, link_id=link_id, country=country, device=device, offer_type=offer_type, item_status=item_status, paid=paid, taken_back=taken_back, page=page))

    async def view_list(self, *, report: Optional[models.ViewReport] = None) -> models.ListingView:
        """List the account's saved views, the default one of each report first.

        Needs the scope `report.read`.

        Args:
            report: Which report.
        """
        return await self._transport.call(
            "/reports/view_list", {"filter": {"report": report}}, models.ListingView, "read"
        )

    async def why(self, *, oid: Optional[int] = None, click_ref: Optional[str] = None, payment_id: Optional[int] = None, settlement_id: Optional[int] = None, case_id: Optional[int] = None, mcid: Optional[str] = None, order_id: Optional[str] = None, day: Optional[dt.date] = None, amount: Optional[Decimal] = None, about: Optional[models.WhyAspect] = None, idempotency_key: Optional[str] = None) -> models.Why:
        """Explain an order, click, settlement, payment or case: facts in order, a verdict and the next step.

        Needs the scope `report.read`.

        Args:
            oid: The portal's number of the order.
            click_ref: The reference of the click, as the brand's shop received it.
            payment_id: The id of the payment.
            settlement_id: The id of the settlement.
            case_id: The id of the case.
            mcid: The brand's code, as it stands in links and reports.
            order_id: The order's number, as the brand reported it.
            day: `day` is the order's in your time zone and `amount` its whole value in its currency.
            amount: A sum in `currency`, as decimal text.
            about: `about` is for orders of yours.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/reports/why", {"attributes": {"oid": oid, "click_ref": click_ref, "payment_id": payment_id, "settlement_id": settlement_id, "case_id": case_id, "mcid": mcid, "order_id": order_id, "day": day, "amount": amount, "about": about}}, models.Why, "keyed", idempotency_key
        )


class AsyncSandbox:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def advance(self, *, path: Optional[models.LifePath] = None, life_id: Optional[int] = None, mcid: Optional[str] = None, whole: Optional[bool] = None, idempotency_key: Optional[str] = None) -> models.SandboxLife:
        """Lead a test order through its life, from click to payment: to the end of its path, or by one stage.

        Needs the scope `report.read`.

        Args:
            path: What becomes of a new order.
            life_id: The number of the test order in its sandbox.
            mcid: `mcid`: the brand of a new order, if not one of the sandbox's brands in turn.
            whole: Whether to lead the order to the end of its path, or by one stage.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/sandbox/advance", {"attributes": {"path": path, "life_id": life_id, "mcid": mcid, "whole": whole}}, models.SandboxLife, "keyed", idempotency_key
        )

    async def lives(self) -> models.ResultsSandboxLife:
        """List the latest 50 test orders of the sandbox, with the stages that they have reached.

        Needs the scope `report.read`.
        """
        return await self._transport.call(
            "/sandbox/lives", {}, models.ResultsSandboxLife, "read"
        )

    async def mails(self) -> models.ResultsSandboxMail:
        """List the latest 50 mails that your live account would have been sent.

        Needs the scope `report.read`.
        """
        return await self._transport.call(
            "/sandbox/mails", {}, models.ResultsSandboxMail, "read"
        )


class AsyncSite:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def info(self, *, id: int) -> models.Site:
        """Get one channel.

        Needs the scope `brand.read`.

        Args:
            id: The number that identifies it.
        """
        return await self._transport.call(
            "/site/info", {"attributes": {"id": id}}, models.Site, "read"
        )

    async def list_(self, *, page: Optional[Page] = None) -> models.CursorPageSite:
        """List the publisher's channels, the default one first.

        Needs the scope `brand.read`.

        Args:
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/site/list", {"page": page}, models.CursorPageSite, "read"
        )

    def list_all(self) -> AsyncIterator[models.Site]:
        """List the publisher's channels, the default one first. Every row, page by page.

        Needs the scope `brand.read`.
        """
        return each_page_async(lambda page: self.list_(page=page))


class AsyncTools:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def broken_check(self, *, ids: list[int], idempotency_key: Optional[str] = None) -> models.ResultsLinkOutcome:
        """Check links again, ahead of the scheduled checks. /tools/broken_links shows the outcome.

        Needs the scope `link.edit`.

        Args:
            ids: The ids of those that are meant.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/broken_check", {"attributes": {"ids": ids}}, models.ResultsLinkOutcome, "keyed", idempotency_key
        )

    async def broken_fix(self, *, ids: list[int], target_url: Optional[str] = None, fallback: Optional[str] = None, idempotency_key: Optional[str] = None) -> models.ResultsLinkOutcome:
        """Fix broken links with a new target, the suggested target, or a fallback for their visitors.

        Needs the scope `link.edit`.

        Args:
            ids: The ids of those that are meant.
            target_url: `target_url` is the new target, `fallback` where visitors go while the target is broken.
            fallback: `target_url` is the new target, `fallback` where visitors go while the target is broken.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/broken_fix", {"attributes": {"ids": ids, "target_url": target_url, "fallback": fallback}}, models.ResultsLinkOutcome, "keyed", idempotency_key
        )

    async def broken_ignore(self, *, ids: list[int], ignored: Optional[bool] = None, idempotency_key: Optional[str] = None) -> models.ResultsLinkOutcome:
        """Ignore broken links until another problem is found with them, or stop ignoring them.

        Needs the scope `link.edit`.

        Args:
            ids: The ids of those that are meant.
            ignored: The links to ignore or, if `ignored` is false, to list again.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/broken_ignore", {"attributes": {"ids": ids, "ignored": ignored}}, models.ResultsLinkOutcome, "keyed", idempotency_key
        )

    async def broken_links(self, *, id: Optional[int] = None, type: Optional[models.BrokenType] = None, state: Optional[Literal["fixed", "ignored", "open"]] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, after: Optional[dt.datetime] = None, page: Optional[Page] = None) -> models.ListingBrokenLink:
        """List broken links with what was found and the commission at risk, highest first.

        Needs the scope `link.edit`.

        Args:
            id: The number that identifies it.
            type: Which kind it is.
            state: The state that it is in.
            mcid: The brand's code, as it stands in links and reports.
            site_id: The id of the publisher's channel.
            after: `after` is the newest `last_checked` you have: links checked later are listed, whatever their state is now, as are those checked in the 30 seconds before it, which may have been committed late.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/tools/broken_links", {"filter": {"id": id, "type": type, "state": state, "mcid": mcid, "site_id": site_id, "after": after}, "page": page}, models.ListingBrokenLink, "read"
        )

    def broken_links_all(self, *, id: Optional[int] = None, type: Optional[models.BrokenType] = None, state: Optional[Literal["fixed", "ignored", "open"]] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, after: Optional[dt.datetime] = None) -> AsyncIterator[models.BrokenLink]:
        """List broken links with what was found and the commission at risk, highest first. Every row, page by page.

        Needs the scope `link.edit`.

        Args:
            id: The number that identifies it.
            type: Which kind it is.
            state: The state that it is in.
            mcid: The brand's code, as it stands in links and reports.
            site_id: The id of the publisher's channel.
            after: `after` is the newest `last_checked` you have: links checked later are listed, whatever their state is now, as are those checked in the 30 seconds before it, which may have been committed late.
        """
        return each_page_async(lambda page: self.broken_links(id=id, type=type, state=state, mcid=mcid, site_id=site_id, after=after, page=page))

    async def get_broken_type(self) -> models.BrokenTypes:
        """List the problems a link can have, and the states of a broken link.

        Needs the scope `link.edit`.
        """
        return await self._transport.call(
            "/tools/get_broken_type", {}, models.BrokenTypes, "read"
        )

    async def link_bulk(self, *, items: list[models.BulkItem], idempotency_key: Optional[str] = None) -> models.ResultsBulkRow:
        """Create up to 100 tracking links. Each row has its own outcome; valid rows succeed even if others fail.

        Needs the scope `link.edit`.

        Args:
            items: The single items.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/link_bulk", {"attributes": {"items": items}}, models.ResultsBulkRow, "keyed", idempotency_key
        )

    async def link_bulk_preview(self, *, items: list[models.BulkItem]) -> models.ResultsBulkCheck:
        """Check what /tools/link_bulk would answer for each row, without creating the links.

        Needs the scope `link.edit`.

        Args:
            items: The single items.
        """
        return await self._transport.call(
            "/tools/link_bulk_preview", {"attributes": {"items": items}}, models.ResultsBulkCheck, "read"
        )

    async def link_code(self, *, target_url: str, mcid: Optional[str] = None, mid: Optional[int] = None, site_id: Optional[int] = None, uid: Optional[str] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, note: Optional[str] = None, path: Optional[str] = None, coupon: Optional[str] = None, idempotency_key: Optional[str] = None) -> models.LinkMade:
        """Create a tracking link to a brand's page. Without `mcid` and `mid`, the page determines the joined brand.

        Needs the scope `link.edit`.

        Args:
            target_url: The page of the brand's site to which the link leads.
            mcid: The brand's code, as it stands in links and reports.
            mid: The brand's number.
            site_id: The id of the publisher's channel.
            uid: `uid` is an alias of `uid1`.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            note: A note of the publisher's own.
            path: `path` is a custom path that replaces the code.
            coupon: The code of the coupon.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/link_code", {"attributes": {"target_url": target_url, "mcid": mcid, "mid": mid, "site_id": site_id, "uid": uid, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "note": note, "path": path, "coupon": coupon}}, models.LinkMade, "keyed", idempotency_key
        )

    async def link_del(self, *, link_id: int, idempotency_key: Optional[str] = None) -> None:
        """Delete a link that has no clicks and no orders. A link that has some can be retired instead.

        Needs the scope `link.edit`.

        Args:
            link_id: The id of the tracking link.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/link_del", {"attributes": {"link_id": link_id}}, None, "keyed", idempotency_key
        )

    async def link_edit(self, *, link_id: int, target_url: Optional[str] = None, fallback_url: Optional[str] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, note: Optional[str] = None, site_id: Optional[int] = None, path: Optional[str] = None, coupon: Optional[str] = None, retired: Optional[bool] = None, idempotency_key: Optional[str] = None) -> None:
        """Edit a link's target, fallback, channel, labels, note, coupon or path; retire it, or bring it back.

        Needs the scope `link.edit`.

        Args:
            link_id: The id of the tracking link.
            target_url: The page of the brand's site to which the link leads.
            fallback_url: `fallback_url`, on the brand's domains, is where visitors go while the target is known to be broken.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            note: A note of the publisher's own.
            site_id: `site_id` moves the link to another channel that has joined its brand.
            path: `path` gives the link another custom path.
            coupon: The code of the coupon.
            retired: `retired` retires it or brings it back.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/link_edit", {"attributes": {"link_id": link_id, "target_url": target_url, "fallback_url": fallback_url, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "note": note, "site_id": site_id, "path": path, "coupon": coupon, "retired": retired}}, None, "keyed", idempotency_key
        )

    async def link_note(self, *, link_id: int, note: str, idempotency_key: Optional[str] = None) -> None:
        """Write the note of a link, in place of the one it has. An empty text removes it.

        Needs the scope `link.edit`.

        Args:
            link_id: The id of the tracking link.
            note: A note of the publisher's own.
            idempotency_key: With the same key a repeated call takes effect once; a new one if absent.
        """
        return await self._transport.call(
            "/tools/link_note", {"attributes": {"link_id": link_id, "note": note}}, None, "keyed", idempotency_key
        )

    async def link_preview(self, *, target_url: Optional[str] = None, mcid: Optional[str] = None, mid: Optional[str] = None, site_id: Optional[str] = None, uid: Optional[str] = None, uid1: Optional[str] = None, uid2: Optional[str] = None, uid3: Optional[str] = None, uid4: Optional[str] = None, uid5: Optional[str] = None, note: Optional[str] = None, path: Optional[str] = None, coupon: Optional[str] = None) -> models.LinkPreview:
        """Check what /tools/link_code would answer, a refusal or warnings, without creating the link.

        Needs the scope `link.edit`.

        Args:
            target_url: The page of the brand's site to which the link leads.
            mcid: The brand's code, as it stands in links and reports.
            mid: The brand's number.
            site_id: The id of the publisher's channel.
            uid: The same as `uid1`.
            uid1: A value of the publisher's own, which reports and postbacks carry.
            uid2: A second value of the publisher's own.
            uid3: A third value of the publisher's own.
            uid4: A fourth value of the publisher's own.
            uid5: A fifth value of the publisher's own.
            note: A note of the publisher's own.
            path: The custom path of the short address.
            coupon: The code of the coupon.
        """
        return await self._transport.call(
            "/tools/link_preview", {"attributes": {"target_url": target_url, "mcid": mcid, "mid": mid, "site_id": site_id, "uid": uid, "uid1": uid1, "uid2": uid2, "uid3": uid3, "uid4": uid4, "uid5": uid5, "note": note, "path": path, "coupon": coupon}}, models.LinkPreview, "read"
        )

    async def links(self, *, link_id: Optional[int] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, retired: Optional[bool] = None, keyword: Optional[str] = None, page: Optional[Page] = None) -> models.CursorPageLink:
        """List tracking links with their clicks, orders and commission, newest first.

        Needs the scope `link.edit`.

        Args:
            link_id: The id of the tracking link.
            mcid: The brand's code, as it stands in links and reports.
            site_id: The id of the publisher's channel.
            retired: Whether it is off the list of links in use; it still works.
            keyword: Part of a name or text to look for.
            page: Which page to return; the first one if absent.
        """
        return await self._transport.call(
            "/tools/links", {"filter": {"link_id": link_id, "mcid": mcid, "site_id": site_id, "retired": retired, "keyword": keyword}, "page": page}, models.CursorPageLink, "read"
        )

    def links_all(self, *, link_id: Optional[int] = None, mcid: Optional[str] = None, site_id: Optional[int] = None, retired: Optional[bool] = None, keyword: Optional[str] = None) -> AsyncIterator[models.Link]:
        """List tracking links with their clicks, orders and commission, newest first. Every row, page by page.

        Needs the scope `link.edit`.

        Args:
            link_id: The id of the tracking link.
            mcid: The brand's code, as it stands in links and reports.
            site_id: The id of the publisher's channel.
            retired: Whether it is off the list of links in use; it still works.
            keyword: Part of a name or text to look for.
        """
        return each_page_async(lambda page: self.links(link_id=link_id, mcid=mcid, site_id=site_id, retired=retired, keyword=keyword, page=page))


class AsyncCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self.brands = AsyncBrands(transport)
        self.home = AsyncHome(transport)
        self.payments = AsyncPayments(transport)
        self.postback = AsyncPostback(transport)
        self.reports = AsyncReports(transport)
        self.sandbox = AsyncSandbox(transport)
        self.site = AsyncSite(transport)
        self.tools = AsyncTools(transport)
