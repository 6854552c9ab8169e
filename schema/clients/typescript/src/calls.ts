// Written from the portal's registry by `make client`: do not edit.

import type * as models from "./models.js";
import { pages, type Transport } from "./transport.js";

export class Brands {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the applications of all channels to brands, with their age, state and reason, newest first. Needs `brand.read`. */
  applications(args: { status?: models.Relation | null; site_id?: number | null; mcid?: string | null; page?: models.Page } = {}): Promise<models.HistoryApplicationRow> {
    return this.#transport.call("/brands/applications", "filter", args, "read");
  }

  /** List the applications of all channels to brands, with their age, state and reason, newest first. Every row, page by page. */
  applications_all(args: { status?: models.Relation | null; site_id?: number | null; mcid?: string | null } = {}): AsyncGenerator<models.ApplicationRow> {
    return pages((page) => this.applications({ ...args, page }));
  }

  /** List the coupons that can be promoted today, of all brands or of one, newest first. Needs `brand.read`. */
  coupons(args: { mcid?: string | null; page?: models.Page } = {}): Promise<models.HistoryCoupon> {
    return this.#transport.call("/brands/coupons", "filter", args, "read");
  }

  /** List the coupons that can be promoted today, of all brands or of one, newest first. Every row, page by page. */
  coupons_all(args: { mcid?: string | null } = {}): AsyncGenerator<models.Coupon> {
    return pages((page) => this.coupons({ ...args, page }));
  }

  /** Count the matching brands by category, country and offer type. Needs `brand.read`. */
  facets(args: { status?: models.Relation | null; site_id?: number | null; keyword?: string | null; category?: string | null; country?: string | null; offer_type?: models.OfferType | null; brand_type?: models.BrandType | null; deep_link?: boolean | null; approval?: models.Approval | null; url?: string | null; sort?: models.BrandSort } = {}): Promise<models.BrandFacets> {
    return this.#transport.call("/brands/facets", "filter", args, "read");
  }

  /** Find brands by relationship status, search text and attributes. Needs `brand.read`. */
  find(args: { status?: models.Relation | null; site_id?: number | null; keyword?: string | null; category?: string | null; country?: string | null; offer_type?: models.OfferType | null; brand_type?: models.BrandType | null; deep_link?: boolean | null; approval?: models.Approval | null; url?: string | null; sort?: models.BrandSort; page?: models.Page } = {}): Promise<models.HistoryBrand> {
    return this.#transport.call("/brands/find", "filter", args, "read");
  }

  /** Find brands by relationship status, search text and attributes. Every row, page by page. */
  find_all(args: { status?: models.Relation | null; site_id?: number | null; keyword?: string | null; category?: string | null; country?: string | null; offer_type?: models.OfferType | null; brand_type?: models.BrandType | null; deep_link?: boolean | null; approval?: models.Approval | null; url?: string | null; sort?: models.BrandSort } = {}): AsyncGenerator<models.Brand> {
    return pages((page) => this.find({ ...args, page }));
  }

  /** Get everything about one brand, including a channel's relationship with it. Needs `brand.read`. */
  info(args: { mcid: string; site_id?: number | null }): Promise<models.BrandInfo> {
    return this.#transport.call("/brands/info", "attributes", args, "read");
  }
}

export class Home {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Get recent figures beside those of the period before, the latest orders and open tasks. Needs `report.read`. */
  dashboard(args: { period?: models.Period } = {}): Promise<models.Dashboard> {
    return this.#transport.call("/home/dashboard", "filter", args, "read");
  }
}

export class Payments {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Get commission and bonuses by stage, and what the next payment is expected to be. Needs `payment.read`. */
  balance(): Promise<models.PaymentBalance> {
    return this.#transport.call("/payments/balance", "attributes", {}, "read");
  }

  /** List the settlements of payments, with the proof that orders, settlements and payments add up. Needs `payment.read`. */
  details(args: { payment_id?: number | null; start_date?: models.Day | null; end_date?: models.Day | null; page?: models.Page } = {}): Promise<models.PaymentDetails> {
    return this.#transport.call("/payments/details", "filter", args, "read");
  }

  /** List the settlements of payments, with the proof that orders, settlements and payments add up. Every row, page by page. */
  details_all(args: { payment_id?: number | null; start_date?: models.Day | null; end_date?: models.Day | null } = {}): AsyncGenerator<models.PaymentDetail> {
    return pages((page) => this.details({ ...args, page }));
  }

  /** Get the invoice, statement or credit note of a payment that was sent. Needs `payment.read`. */
  invoice(args: { payment_id: number; kind?: models.DocumentKind | null }): Promise<models.Invoice> {
    return this.#transport.call("/payments/invoice", "attributes", args, "read");
  }

  /** List payment methods, the default one first. Only the last characters of each account are shown. Needs `payment.read`. */
  methods(): Promise<models.ListingPaymentMethod> {
    return this.#transport.call("/payments/methods", "attributes", {}, "read");
  }

  /** List the orders that a settlement is made of, each with the click it came from. Needs `payment.read`. */
  settlement_orders(args: { settlement_id: number; page?: models.Page }): Promise<models.SettledOrders> {
    return this.#transport.call("/payments/settlement_orders", "filter", args, "read");
  }

  /** List the orders that a settlement is made of, each with the click it came from. Every row, page by page. */
  settlement_orders_all(args: { settlement_id: number }): AsyncGenerator<models.SettledOrder> {
    return pages((page) => this.settlement_orders({ ...args, page }));
  }

  /** List settlements: approved commission by brand and month, and bonuses. Needs `payment.read`. */
  settlements(args: { state?: models.SettlementState | null; type?: models.SettlementType | null; mcid?: string | null; period?: string | null; payment_id?: number | null; page?: models.Page } = {}): Promise<models.ListingSettlement> {
    return this.#transport.call("/payments/settlements", "filter", args, "read");
  }

  /** List settlements: approved commission by brand and month, and bonuses. Every row, page by page. */
  settlements_all(args: { state?: models.SettlementState | null; type?: models.SettlementType | null; mcid?: string | null; period?: string | null; payment_id?: number | null } = {}): AsyncGenerator<models.Settlement> {
    return pages((page) => this.settlements({ ...args, page }));
  }

  /** Get a month's statement: what was owed, earned and paid, as PDF or CSV. Needs `payment.read`. */
  statement(args: { period: string; format?: models.DocumentFormat }): Promise<models.StatementFile> {
    return this.#transport.call("/payments/statement", "attributes", args, "read");
  }

  /** List payments, the latest request first. Needs `payment.read`. */
  summary(args: { start_date?: models.Day | null; end_date?: models.Day | null; status?: models.PaymentState | null; payment_id?: number | null; page?: models.Page } = {}): Promise<models.ListingPayment> {
    return this.#transport.call("/payments/summary", "filter", args, "read");
  }

  /** List payments, the latest request first. Every row, page by page. */
  summary_all(args: { start_date?: models.Day | null; end_date?: models.Day | null; status?: models.PaymentState | null; payment_id?: number | null } = {}): AsyncGenerator<models.Payment> {
    return pages((page) => this.summary({ ...args, page }));
  }
}

export class Postback {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Delete a postback with its queue and its log. Needs `postback.edit`. */
  del(args: { id: number }): Promise<null> {
    return this.#transport.call("/postback/del", "attributes", args, "keyed");
  }

  /** List deliveries of the last 30 days, tests included, latest first, each with its attempts. Needs `postback.edit`. */
  deliveries(args: { id?: number | null; delivery_id?: string | null; delivery_ids?: Array<string> | null; after?: models.Time | null; state?: "delivered" | "failed" | "waiting" | null; start_date?: models.Day | null; end_date?: models.Day | null; page?: models.Page } = {}): Promise<models.HistoryDelivery> {
    return this.#transport.call("/postback/deliveries", "filter", args, "read");
  }

  /** List deliveries of the last 30 days, tests included, latest first, each with its attempts. Every row, page by page. */
  deliveries_all(args: { id?: number | null; delivery_id?: string | null; delivery_ids?: Array<string> | null; after?: models.Time | null; state?: "delivered" | "failed" | "waiting" | null; start_date?: models.Day | null; end_date?: models.Day | null } = {}): AsyncGenerator<models.Delivery> {
    return pages((page) => this.deliveries({ ...args, page }));
  }

  /** Save a postback: update the one whose id is given, or create one, which is active at once. Needs `postback.edit`. */
  do_info(args: { delivery_type: models.DeliveryType; link_url: string; event_type: models.EventType; parameters?: Record<string, string>; site_id?: number | null; mids?: Array<number>; medium_id?: number | null; id?: number | null; updated_at?: models.Time | null }): Promise<models.Postback> {
    return this.#transport.call("/postback/do_info", "attributes", args, "keyed");
  }

  /** Send one test, signed if the postback is saved; /postback/deliveries shows the outcome. Needs `postback.edit`. */
  do_test(args: { id?: number | null; draft?: models.PostbackDraft | null; oid?: number | null } = {}): Promise<models.DeliveryRef> {
    return this.#transport.call("/postback/do_test", "attributes", args, "keyed");
  }

  /** List event types, ways of delivery, macros, platforms and templates of common trackers. Needs `postback.edit`. */
  get_type(): Promise<models.PostbackTypes> {
    return this.#transport.call("/postback/get_type", "attributes", {}, "read");
  }

  /** List postbacks with their state and how many of their deliveries succeed. Needs `postback.edit`. */
  list(): Promise<models.ListingPostback> {
    return this.#transport.call("/postback/list", "attributes", {}, "read");
  }

  /** Send deliveries again, chosen by id or by day. They keep their ids. Needs `postback.edit`. */
  redeliver(args: { ids?: Array<string> | null; start_date?: models.Day | null; end_date?: models.Day | null; id?: number | null; state?: "delivered" | "failed" | "waiting" | null } = {}): Promise<models.Redelivery> {
    return this.#transport.call("/postback/redeliver", "attributes", args, "keyed");
  }

  /** Show the secret once, or make a new one; the old one keeps working for 24 hours. Needs `postback.edit`. */
  secret(args: { id: number; password: string; rotate?: boolean }): Promise<models.Secret> {
    return this.#transport.call("/postback/secret", "attributes", args, "once");
  }

  /** Pause a postback, or resume it: whatever waits in its queue is then sent. Needs `postback.edit`. */
  set_state(args: { id: number; state: "active" | "paused" }): Promise<models.Postback> {
    return this.#transport.call("/postback/set_state", "attributes", args, "keyed");
  }

  /** Show the macros with sample values or those of a past order, and the request they produce. Needs `postback.edit`. */
  test_info(args: { id?: number | null; draft?: models.PostbackDraft | null; oid?: number | null } = {}): Promise<models.Preview> {
    return this.#transport.call("/postback/test_info", "attributes", args, "read");
  }
}

export class Reports {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List cases with their steps and evidence, newest first. Needs `report.read`. */
  case_list(args: { case_id?: number | null; kind?: models.CaseKind | null; state?: models.CaseState | null; mcid?: string | null; oid?: number | null; page?: models.Page } = {}): Promise<models.ListingOrderCase> {
    return this.#transport.call("/reports/case_list", "filter", args, "read");
  }

  /** List cases with their steps and evidence, newest first. Every row, page by page. */
  case_list_all(args: { case_id?: number | null; kind?: models.CaseKind | null; state?: models.CaseState | null; mcid?: string | null; oid?: number | null } = {}): AsyncGenerator<models.OrderCase> {
    return pages((page) => this.case_list({ ...args, page }));
  }

  /** List clicks with their verdicts and orders, newest first; `total` is capped at 10,001. Needs `report.read`. */
  clicks(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; link_id?: number | null; click_ref?: string | null; country?: string | null; device?: string | null; offer_type?: string | null; verdict?: models.Verdict | null; converted?: boolean | null; page?: models.Page }): Promise<models.Clicks> {
    return this.#transport.call("/reports/clicks", "filter", args, "read");
  }

  /** List clicks with their verdicts and orders, newest first; `total` is capped at 10,001. Every row, page by page. */
  clicks_all(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; link_id?: number | null; click_ref?: string | null; country?: string | null; device?: string | null; offer_type?: string | null; verdict?: models.Verdict | null; converted?: boolean | null }): AsyncGenerator<models.Click> {
    return pages((page) => this.clicks({ ...args, page }));
  }

  /** Read the events that postbacks report, oldest first: a feed of 30 days without gaps. Needs `report.read`. */
  events(args: { after?: string | null; page?: models.Page } = {}): Promise<models.EventFeed> {
    return this.#transport.call("/reports/events", "attributes", args, "keyed");
  }

  /** Request all rows of a report as a file; /common/download_list shows its progress. Needs `report.read`. */
  export(args: { report: models.ExportReport; format?: models.ExportFormat; filter?: Record<string, unknown> }): Promise<models.Download> {
    return this.#transport.call("/reports/export", "attributes", args, "keyed");
  }

  /** Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Needs `report.read`. */
  performance(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; group_by?: Array<models.GroupBy>; status?: models.StatusFilter; date_basis?: models.DateBasis; compare?: models.Compare | null; sort?: string | null; page?: models.Page }): Promise<models.Performance> {
    return this.#transport.call("/reports/performance", "filter", args, "read");
  }

  /** Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Every row, page by page. */
  performance_all(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; group_by?: Array<models.GroupBy>; status?: models.StatusFilter; date_basis?: models.DateBasis; compare?: models.Compare | null; sort?: string | null }): AsyncGenerator<models.PerformanceRow> {
    return pages((page) => this.performance({ ...args, page }));
  }

  /** Get one order with its whole timeline, from the click on. Needs `report.read`. */
  transaction(args: { oid: number }): Promise<models.OrderStory> {
    return this.#transport.call("/reports/transaction", "attributes", args, "read");
  }

  /** List orders with their items, newest first or sorted. Needs `report.read`. */
  transactions(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; date_basis?: models.OrderDateBasis; status?: models.StatusFilter; keyword?: string | null; sort?: models.OrderSort | null; order_id?: string | null; oid?: number | null; click_ref?: string | null; link_id?: number | null; country?: string | null; device?: string | null; offer_type?: string | null; item_status?: models.ItemStatus | null; paid?: boolean | null; page?: models.Page }): Promise<models.Transactions> {
    return this.#transport.call("/reports/transactions", "filter", args, "read");
  }

  /** List orders with their items, newest first or sorted. Every row, page by page. */
  transactions_all(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; date_basis?: models.OrderDateBasis; status?: models.StatusFilter; keyword?: string | null; sort?: models.OrderSort | null; order_id?: string | null; oid?: number | null; click_ref?: string | null; link_id?: number | null; country?: string | null; device?: string | null; offer_type?: string | null; item_status?: models.ItemStatus | null; paid?: boolean | null }): AsyncGenerator<models.Order> {
    return pages((page) => this.transactions({ ...args, page }));
  }

  /** Delete a saved view. Needs `report.read`. */
  view_del(args: { id: number }): Promise<null> {
    return this.#transport.call("/reports/view_del", "attributes", args, "keyed");
  }

  /** List the account's saved views, the default one of each report first. Needs `report.read`. */
  view_list(args: { report?: models.ViewReport | null } = {}): Promise<models.ListingView> {
    return this.#transport.call("/reports/view_list", "filter", args, "read");
  }

  /** Save the filter of a report under a name, to be opened again or mailed every week or month. Needs `report.read`. */
  view_save(args: { report: models.ViewReport; name: string; id?: number | null; filter?: Record<string, unknown> | null; days?: models.ViewDays | null; is_default?: boolean; mailed?: models.Mailed }): Promise<models.View> {
    return this.#transport.call("/reports/view_save", "attributes", args, "keyed");
  }
}

export class Site {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Get one channel. Needs `brand.read`. */
  info(args: { id: number }): Promise<models.Site> {
    return this.#transport.call("/site/info", "attributes", args, "read");
  }

  /** List the publisher's channels, the default one first. Needs `brand.read`. */
  list(args: { page?: models.Page } = {}): Promise<models.HistorySite> {
    return this.#transport.call("/site/list", "attributes", args, "read");
  }

  /** List the publisher's channels, the default one first. Every row, page by page. */
  list_all(): AsyncGenerator<models.Site> {
    return pages((page) => this.list({ page }));
  }
}

export class Tools {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Check links again, ahead of all others; /tools/broken_links shows the outcome. Needs `link.edit`. */
  broken_check(args: { ids: Array<number> }): Promise<models.RowsLinkOutcome> {
    return this.#transport.call("/tools/broken_check", "attributes", args, "keyed");
  }

  /** Give broken links a new target, their suggestion, or a fallback for their visitors. Needs `link.edit`. */
  broken_fix(args: { ids: Array<number>; target_url?: string | null; fallback?: string | null }): Promise<models.RowsLinkOutcome> {
    return this.#transport.call("/tools/broken_fix", "attributes", args, "keyed");
  }

  /** Take broken links off the list until something else is wrong with them, or put them back. Needs `link.edit`. */
  broken_ignore(args: { ids: Array<number>; ignored?: boolean }): Promise<models.RowsLinkOutcome> {
    return this.#transport.call("/tools/broken_ignore", "attributes", args, "keyed");
  }

  /** List broken links with what was found and the commission at risk, highest first. Needs `link.edit`. */
  broken_links(args: { id?: number | null; type?: models.BrokenType | null; state?: "fixed" | "ignored" | "open" | null; mcid?: string | null; site_id?: number | null; after?: models.Time | null; page?: models.Page } = {}): Promise<models.ListingBrokenLink> {
    return this.#transport.call("/tools/broken_links", "filter", args, "read");
  }

  /** List broken links with what was found and the commission at risk, highest first. Every row, page by page. */
  broken_links_all(args: { id?: number | null; type?: models.BrokenType | null; state?: "fixed" | "ignored" | "open" | null; mcid?: string | null; site_id?: number | null; after?: models.Time | null } = {}): AsyncGenerator<models.BrokenLink> {
    return pages((page) => this.broken_links({ ...args, page }));
  }

  /** List the problems a link can have, and the states of a broken link. Needs `link.edit`. */
  get_broken_type(): Promise<models.BrokenTypes> {
    return this.#transport.call("/tools/get_broken_type", "attributes", {}, "read");
  }

  /** Create up to 100 tracking links. Each row has its own outcome; valid rows succeed even if others fail. Needs `link.edit`. */
  link_bulk(args: { items: Array<models.BulkItem> }): Promise<models.RowsBulkRow> {
    return this.#transport.call("/tools/link_bulk", "attributes", args, "keyed");
  }

  /** Create a tracking link to a brand's page. Needs `link.edit`. */
  link_code(args: { target_url: string; mcid?: string | null; mid?: number | null; site_id?: number | null; uid?: string | null; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; note?: string | null; path?: string | null; coupon?: string | null }): Promise<models.LinkMade> {
    return this.#transport.call("/tools/link_code", "attributes", args, "keyed");
  }

  /** Delete a link that has no clicks and no orders; one that has can be retired. Needs `link.edit`. */
  link_del(args: { link_id: number }): Promise<null> {
    return this.#transport.call("/tools/link_del", "attributes", args, "keyed");
  }

  /** Change a link: its target, fallback, channel, labels, note, coupon or path. Retire it, or bring it back. Needs `link.edit`. */
  link_edit(args: { link_id: number; target_url?: string | null; fallback_url?: string | null; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; note?: string | null; site_id?: number | null; path?: string | null; coupon?: string | null; retired?: boolean | null }): Promise<null> {
    return this.#transport.call("/tools/link_edit", "attributes", args, "keyed");
  }

  /** Check what /tools/link_code would answer, a refusal or warnings, without making the link. Needs `link.edit`. */
  link_preview(args: { target_url?: string; mcid?: string | null; mid?: string | null; site_id?: string | null; uid?: string | null; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; note?: string | null; path?: string | null; coupon?: string | null } = {}): Promise<models.LinkPreview> {
    return this.#transport.call("/tools/link_preview", "attributes", args, "read");
  }

  /** List tracking links with their clicks, orders and commission, newest first. Needs `link.edit`. */
  links(args: { link_id?: number | null; mcid?: string | null; site_id?: number | null; retired?: boolean | null; keyword?: string | null; page?: models.Page } = {}): Promise<models.HistoryLink> {
    return this.#transport.call("/tools/links", "filter", args, "read");
  }

  /** List tracking links with their clicks, orders and commission, newest first. Every row, page by page. */
  links_all(args: { link_id?: number | null; mcid?: string | null; site_id?: number | null; retired?: boolean | null; keyword?: string | null } = {}): AsyncGenerator<models.Link> {
    return pages((page) => this.links({ ...args, page }));
  }
}

export class Calls {
  readonly brands: Brands;
  readonly home: Home;
  readonly payments: Payments;
  readonly postback: Postback;
  readonly reports: Reports;
  readonly site: Site;
  readonly tools: Tools;

  constructor(transport: Transport) {
    this.brands = new Brands(transport);
    this.home = new Home(transport);
    this.payments = new Payments(transport);
    this.postback = new Postback(transport);
    this.reports = new Reports(transport);
    this.site = new Site(transport);
    this.tools = new Tools(transport);
  }
}
