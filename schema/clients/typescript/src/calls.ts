// Written from the portal's registry by `make client`: do not edit.

import type * as models from "./models.js";
import { pages, type Transport } from "./transport.js";

export class Brands {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the applications of all channels to brands, with their age, state and reason, newest first. Needs `brand.read`. */
  applications(args: { status?: models.Relation | null; site_id?: number | null; mcid?: string | null; page?: models.Page } = {}): Promise<models.CursorPageApplicationRow> {
    return this.#transport.call("/brands/applications", "filter", args, "read");
  }

  /** List the applications of all channels to brands, with their age, state and reason, newest first. Every row, page by page. */
  applications_all(args: { status?: models.Relation | null; site_id?: number | null; mcid?: string | null } = {}): AsyncGenerator<models.ApplicationRow> {
    return pages((page) => this.applications({ ...args, page }));
  }

  /** Compare how two to four brands decide and pay, as measured over the same months. Needs `brand.read`. */
  compare(args: { mcids: Array<string> }): Promise<models.ListingComparedBrand> {
    return this.#transport.call("/brands/compare", "attributes", args, "read");
  }

  /** List the coupons that can be promoted today, of all brands or of one, newest first. Needs `brand.read`. */
  coupons(args: { mcid?: string | null; page?: models.Page } = {}): Promise<models.CursorPageCoupon> {
    return this.#transport.call("/brands/coupons", "filter", args, "read");
  }

  /** List the coupons that can be promoted today, of all brands or of one, newest first. Every row, page by page. */
  coupons_all(args: { mcid?: string | null } = {}): AsyncGenerator<models.Coupon> {
    return pages((page) => this.coupons({ ...args, page }));
  }

  /** Count the matching brands by category, country and offer type. Needs `brand.read`. */
  facets(args: { status?: models.Relation | null; site_id?: number | null; keyword?: string | null; category?: string | null; country?: string | null; offer_type?: models.OfferType | null; brand_type?: models.BrandType | null; deep_link?: boolean | null; approval?: models.Approval | null; url?: string | null; paid_within?: number | null; sort?: models.BrandSort } = {}): Promise<models.BrandFacets> {
    return this.#transport.call("/brands/facets", "filter", args, "read");
  }

  /** Find brands by relationship status, search text and attributes. Needs `brand.read`. */
  find(args: { status?: models.Relation | null; site_id?: number | null; keyword?: string | null; category?: string | null; country?: string | null; offer_type?: models.OfferType | null; brand_type?: models.BrandType | null; deep_link?: boolean | null; approval?: models.Approval | null; url?: string | null; paid_within?: number | null; sort?: models.BrandSort; page?: models.Page } = {}): Promise<models.CursorPageBrand> {
    return this.#transport.call("/brands/find", "filter", args, "read");
  }

  /** Find brands by relationship status, search text and attributes. Every row, page by page. */
  find_all(args: { status?: models.Relation | null; site_id?: number | null; keyword?: string | null; category?: string | null; country?: string | null; offer_type?: models.OfferType | null; brand_type?: models.BrandType | null; deep_link?: boolean | null; approval?: models.Approval | null; url?: string | null; paid_within?: number | null; sort?: models.BrandSort } = {}): AsyncGenerator<models.Brand> {
    return pages((page) => this.find({ ...args, page }));
  }

  /** Get all details of one brand, including a channel's relationship with it. Needs `brand.read`. */
  info(args: { mcid: string; site_id?: number | null }): Promise<models.BrandInfo> {
    return this.#transport.call("/brands/info", "attributes", args, "read");
  }

  /** List the brands that any channel has applied to, with each channel's relationship. Needs `brand.read`. */
  standings(args: { keyword?: string | null; status?: models.Relation | null; incomplete?: boolean; page?: models.Page } = {}): Promise<models.CursorPageBrandStanding> {
    return this.#transport.call("/brands/standings", "filter", args, "read");
  }

  /** List the brands that any channel has applied to, with each channel's relationship. Every row, page by page. */
  standings_all(args: { keyword?: string | null; status?: models.Relation | null; incomplete?: boolean } = {}): AsyncGenerator<models.BrandStanding> {
    return pages((page) => this.standings({ ...args, page }));
  }

  /** List the latest changes of a brand's terms, announced or in force, and what they change for the publisher. Needs `brand.read`. */
  terms_changes(args: { mcid: string }): Promise<models.ListingTermsChange> {
    return this.#transport.call("/brands/terms_changes", "attributes", args, "read");
  }
}

export class Home {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Get recent figures next to those of the previous period, the latest orders, and tasks. Needs `report.read`. */
  dashboard(args: { period?: models.Period } = {}): Promise<models.Dashboard> {
    return this.#transport.call("/home/dashboard", "filter", args, "read");
  }
}

export class Payments {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List brands that have not paid closed months, with amounts in term, late and very late, most overdue first. Needs `payment.read`. */
  ageing(): Promise<models.PaymentAgeing> {
    return this.#transport.call("/payments/ageing", "attributes", {}, "read");
  }

  /** Get commission and bonuses by stage, and a forecast of the next payment. Needs `payment.read`. */
  balance(): Promise<models.PaymentBalance> {
    return this.#transport.call("/payments/balance", "attributes", {}, "read");
  }

  /** List the settlements of payments, with the proof that the sums of orders, settlements and payments agree. Needs `payment.read`. */
  details(args: { payment_id?: number | null; start_date?: models.Day | null; end_date?: models.Day | null; page?: models.Page } = {}): Promise<models.PaymentDetails> {
    return this.#transport.call("/payments/details", "filter", args, "read");
  }

  /** List the settlements of payments, with the proof that the sums of orders, settlements and payments agree. Every row, page by page. */
  details_all(args: { payment_id?: number | null; start_date?: models.Day | null; end_date?: models.Day | null } = {}): AsyncGenerator<models.PaymentDetail> {
    return pages((page) => this.details({ ...args, page }));
  }

  /** Get the invoice or statement of a payment that was sent, or the credit note that reverses the invoice. Needs `payment.read`. */
  invoice(args: { payment_id: number; kind?: models.DocumentKind | null }): Promise<models.Invoice> {
    return this.#transport.call("/payments/invoice", "attributes", args, "read");
  }

  /** List payment methods, the default one first. Only the last characters of each account are shown. Needs `payment.read`. */
  methods(): Promise<models.ListingPaymentMethod> {
    return this.#transport.call("/payments/methods", "attributes", {}, "read");
  }

  /** List what was paid in each of the last twelve months, the earliest first. Needs `payment.read`. */
  months(): Promise<models.ListingPaidMonth> {
    return this.#transport.call("/payments/months", "attributes", {}, "read");
  }

  /** List the orders of a settlement, each with the click it came from. Needs `payment.read`. */
  settlement_orders(args: { settlement_id: number; page?: models.Page }): Promise<models.SettledOrders> {
    return this.#transport.call("/payments/settlement_orders", "filter", args, "read");
  }

  /** List the orders of a settlement, each with the click it came from. Every row, page by page. */
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

  /** Get a month's account statement: the balance, earnings and payments, as PDF or CSV. Needs `payment.read`. */
  statement(args: { period: string; format?: models.DocumentFormat }): Promise<models.StatementFile> {
    return this.#transport.call("/payments/statement", "attributes", args, "read");
  }

  /** List payments, the latest request first. Needs `payment.read`. */
  summary(args: { start_date?: models.Day | null; end_date?: models.Day | null; status?: models.PaymentState | null; statuses?: Array<models.PaymentState> | null; paid_month?: string | null; payment_id?: number | null; page?: models.Page } = {}): Promise<models.ListingPayment> {
    return this.#transport.call("/payments/summary", "filter", args, "read");
  }

  /** List payments, the latest request first. Every row, page by page. */
  summary_all(args: { start_date?: models.Day | null; end_date?: models.Day | null; status?: models.PaymentState | null; statuses?: Array<models.PaymentState> | null; paid_month?: string | null; payment_id?: number | null } = {}): AsyncGenerator<models.Payment> {
    return pages((page) => this.summary({ ...args, page }));
  }

  /** Get your VAT status: your statement, its confirmation, and your self-billing agreement with the text in force. Needs `payment.read`. */
  vat_standing(): Promise<models.VatStanding> {
    return this.#transport.call("/payments/vat_standing", "attributes", {}, "read");
  }
}

export class Postback {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Delete a postback with its queued deliveries and its log. Needs `postback.edit`. */
  del(args: { id: number }): Promise<null> {
    return this.#transport.call("/postback/del", "attributes", args, "keyed");
  }

  /** List deliveries of the last 30 days, tests included, latest first, each with its attempts. Needs `postback.edit`. */
  deliveries(args: { id?: number | null; delivery_id?: string | null; delivery_ids?: Array<string> | null; after?: models.Time | null; state?: "delivered" | "failed" | "waiting" | null; start_date?: models.Day | null; end_date?: models.Day | null; page?: models.Page } = {}): Promise<models.CursorPageDelivery> {
    return this.#transport.call("/postback/deliveries", "filter", args, "read");
  }

  /** List deliveries of the last 30 days, tests included, latest first, each with its attempts. Every row, page by page. */
  deliveries_all(args: { id?: number | null; delivery_id?: string | null; delivery_ids?: Array<string> | null; after?: models.Time | null; state?: "delivered" | "failed" | "waiting" | null; start_date?: models.Day | null; end_date?: models.Day | null } = {}): AsyncGenerator<models.Delivery> {
    return pages((page) => this.deliveries({ ...args, page }));
  }

  /** Save a postback: update the one with the given id, or create one, which is active at once. Needs `postback.edit`. */
  do_info(args: { delivery_type: models.DeliveryType; link_url: string; event_type: models.EventType; parameters?: Record<string, string>; site_id?: number | null; mids?: Array<number>; medium_id?: number | null; id?: number | null; updated_at?: models.Time | null }): Promise<models.Postback> {
    return this.#transport.call("/postback/do_info", "attributes", args, "keyed");
  }

  /** Send one test delivery, signed if the postback is saved. /postback/deliveries shows its outcome. Needs `postback.edit`. */
  do_test(args: { id?: number | null; draft?: models.PostbackDraft | null; oid?: number | null } = {}): Promise<models.DeliveryRef> {
    return this.#transport.call("/postback/do_test", "attributes", args, "keyed");
  }

  /** List event types, delivery methods, macros, platforms and templates for common trackers. Needs `postback.edit`. */
  get_type(): Promise<models.PostbackTypes> {
    return this.#transport.call("/postback/get_type", "attributes", {}, "read");
  }

  /** List postbacks with their state and how many of their deliveries succeed. Needs `postback.edit`. */
  list(): Promise<models.ListingPostback> {
    return this.#transport.call("/postback/list", "attributes", {}, "read");
  }

  /** List the outcomes of each postback's last 50 deliveries, not counting tests. Needs `postback.edit`. */
  recent(): Promise<models.ListingRecentDeliveries> {
    return this.#transport.call("/postback/recent", "attributes", {}, "read");
  }

  /** Send deliveries again, chosen by id or by day. They keep their ids. Needs `postback.edit`. */
  redeliver(args: { ids?: Array<string> | null; start_date?: models.Day | null; end_date?: models.Day | null; id?: number | null; state?: "delivered" | "failed" | "waiting" | null } = {}): Promise<models.Redelivery> {
    return this.#transport.call("/postback/redeliver", "attributes", args, "keyed");
  }

  /** Show a postback's signing secret once, or generate a new one. The old secret keeps working for 24 hours. Needs `postback.edit`. */
  secret(args: { id: number; stepup?: string | null; password?: string | null; rotate?: boolean }): Promise<models.Secret> {
    return this.#transport.call("/postback/secret", "attributes", args, "once");
  }

  /** Pause or resume a postback. Resuming also sends the deliveries that are waiting in its queue. Needs `postback.edit`. */
  set_state(args: { id: number; state: "active" | "paused" }): Promise<models.Postback> {
    return this.#transport.call("/postback/set_state", "attributes", args, "keyed");
  }

  /** Show the macros with sample values or those of a past order, and the resulting request. Needs `postback.edit`. */
  test_info(args: { id?: number | null; draft?: models.PostbackDraft | null; oid?: number | null } = {}): Promise<models.Preview> {
    return this.#transport.call("/postback/test_info", "attributes", args, "read");
  }
}

export class Reports {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List alerts about problems that the portal has found, with cause and next step, the most money at risk first. Needs `report.read`. */
  alerts(args: { alert_id?: number | null; state?: "closed" | "muted" | "open" | "snoozed" | null; kind?: models.AlertKind | null; mcids?: Array<string>; site_ids?: Array<number>; page?: models.Page } = {}): Promise<models.ListingAlert> {
    return this.#transport.call("/reports/alerts", "filter", args, "read");
  }

  /** List alerts about problems that the portal has found, with cause and next step, the most money at risk first. Every row, page by page. */
  alerts_all(args: { alert_id?: number | null; state?: "closed" | "muted" | "open" | "snoozed" | null; kind?: models.AlertKind | null; mcids?: Array<string>; site_ids?: Array<number> } = {}): AsyncGenerator<models.Alert> {
    return pages((page) => this.alerts({ ...args, page }));
  }

  /** Get a comparison of your books: its progress, the sums of each class, and both totals. Needs `report.read`. */
  books_info(args: { id: number }): Promise<models.Comparison> {
    return this.#transport.call("/reports/books_info", "attributes", args, "read");
  }

  /** List comparisons of your books with what is recorded, newest first. Needs `report.read`. */
  books_list(args: { page?: models.Page } = {}): Promise<models.CursorPageComparison> {
    return this.#transport.call("/reports/books_list", "attributes", args, "read");
  }

  /** List comparisons of your books with what is recorded, newest first. Every row, page by page. */
  books_list_all(): AsyncGenerator<models.Comparison> {
    return pages((page) => this.books_list({ page }));
  }

  /** List the rows of a comparison: what differs, what is missing on a side, what matches, and unreadable lines. Needs `report.read`. */
  books_rows(args: { id: number; class?: models.BookClass | null; reason?: models.BookReason | null; page?: models.Page }): Promise<models.CursorPageBookRow> {
    return this.#transport.call("/reports/books_rows", "filter", args, "read");
  }

  /** List the rows of a comparison: what differs, what is missing on a side, what matches, and unreadable lines. Every row, page by page. */
  books_rows_all(args: { id: number; class?: models.BookClass | null; reason?: models.BookReason | null }): AsyncGenerator<models.BookRow> {
    return pages((page) => this.books_rows({ ...args, page }));
  }

  /** List cases with their steps and evidence, newest first. Needs `report.read`. */
  case_list(args: { case_id?: number | null; kind?: models.CaseKind | null; state?: models.CaseState | null; mcid?: string | null; oid?: number | null; page?: models.Page } = {}): Promise<models.ListingOrderCase> {
    return this.#transport.call("/reports/case_list", "filter", args, "read");
  }

  /** List cases with their steps and evidence, newest first. Every row, page by page. */
  case_list_all(args: { case_id?: number | null; kind?: models.CaseKind | null; state?: models.CaseState | null; mcid?: string | null; oid?: number | null } = {}): AsyncGenerator<models.OrderCase> {
    return pages((page) => this.case_list({ ...args, page }));
  }

  /** Get how long cases about orders can be opened, and how long the network usually takes to answer. Needs `report.read`. */
  case_times(args: { mcid?: string | null } = {}): Promise<models.CaseTimes> {
    return this.#transport.call("/reports/case_times", "filter", args, "read");
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

  /** Request all rows of a report as a file. /common/download_list shows its progress. Needs `report.read`. */
  export(args: { report: models.ExportReport; format?: models.ExportFormat; times?: models.ExportTimes; filter?: Record<string, unknown> }): Promise<models.Download> {
    return this.#transport.call("/reports/export", "attributes", args, "keyed");
  }

  /** Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Needs `report.read`. */
  performance(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; countries?: Array<string>; devices?: Array<string>; link_ids?: Array<number>; pages?: Array<string>; placements?: Array<string>; group_by?: Array<models.GroupBy>; status?: models.StatusFilter; date_basis?: models.DateBasis; compare?: models.Compare | null; lapsed?: boolean; sort?: string | null; page?: models.Page }): Promise<models.Performance> {
    return this.#transport.call("/reports/performance", "filter", args, "read");
  }

  /** Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Every row, page by page. */
  performance_all(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; countries?: Array<string>; devices?: Array<string>; link_ids?: Array<number>; pages?: Array<string>; placements?: Array<string>; group_by?: Array<models.GroupBy>; status?: models.StatusFilter; date_basis?: models.DateBasis; compare?: models.Compare | null; lapsed?: boolean; sort?: string | null }): AsyncGenerator<models.PerformanceRow> {
    return pages((page) => this.performance({ ...args, page }));
  }

  /** Get one order with its whole timeline, beginning with the click. Needs `report.read`. */
  transaction(args: { oid: number }): Promise<models.OrderStory> {
    return this.#transport.call("/reports/transaction", "attributes", args, "read");
  }

  /** List orders with their items, newest first or sorted. Needs `report.read`. */
  transactions(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; date_basis?: models.OrderDateBasis; status?: models.StatusFilter; keyword?: string | null; sort?: models.OrderSort | null; order_id?: string | null; oid?: number | null; click_ref?: string | null; link_id?: number | null; country?: string | null; device?: string | null; offer_type?: string | null; item_status?: models.ItemStatus | null; paid?: boolean | null; taken_back?: boolean | null; page?: models.Page }): Promise<models.Transactions> {
    return this.#transport.call("/reports/transactions", "filter", args, "read");
  }

  /** List orders with their items, newest first or sorted. Every row, page by page. */
  transactions_all(args: { start_date: models.Day; end_date: models.Day; site_ids?: Array<number>; mcids?: Array<string>; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; date_basis?: models.OrderDateBasis; status?: models.StatusFilter; keyword?: string | null; sort?: models.OrderSort | null; order_id?: string | null; oid?: number | null; click_ref?: string | null; link_id?: number | null; country?: string | null; device?: string | null; offer_type?: string | null; item_status?: models.ItemStatus | null; paid?: boolean | null; taken_back?: boolean | null }): AsyncGenerator<models.Order> {
    return pages((page) => this.transactions({ ...args, page }));
  }

  /** List the account's saved views, the default one of each report first. Needs `report.read`. */
  view_list(args: { report?: models.ViewReport | null } = {}): Promise<models.ListingView> {
    return this.#transport.call("/reports/view_list", "filter", args, "read");
  }

  /** Explain an order, click, settlement, payment or case: facts in order, a verdict and the next step. Needs `report.read`. */
  why(args: { oid?: number | null; click_ref?: string | null; payment_id?: number | null; settlement_id?: number | null; case_id?: number | null; mcid?: string | null; order_id?: string | null; day?: models.Day | null; amount?: models.Money | null; about?: models.WhyAspect | null } = {}): Promise<models.Why> {
    return this.#transport.call("/reports/why", "attributes", args, "keyed");
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
  list(args: { page?: models.Page } = {}): Promise<models.CursorPageSite> {
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

  /** Check links again, ahead of the scheduled checks. /tools/broken_links shows the outcome. Needs `link.edit`. */
  broken_check(args: { ids: Array<number> }): Promise<models.ResultsLinkOutcome> {
    return this.#transport.call("/tools/broken_check", "attributes", args, "keyed");
  }

  /** Fix broken links with a new target, the suggested target, or a fallback for their visitors. Needs `link.edit`. */
  broken_fix(args: { ids: Array<number>; target_url?: string | null; fallback?: string | null }): Promise<models.ResultsLinkOutcome> {
    return this.#transport.call("/tools/broken_fix", "attributes", args, "keyed");
  }

  /** Ignore broken links until another problem is found with them, or stop ignoring them. Needs `link.edit`. */
  broken_ignore(args: { ids: Array<number>; ignored?: boolean }): Promise<models.ResultsLinkOutcome> {
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
  link_bulk(args: { items: Array<models.BulkItem> }): Promise<models.ResultsBulkRow> {
    return this.#transport.call("/tools/link_bulk", "attributes", args, "keyed");
  }

  /** Check what /tools/link_bulk would answer for each row, without creating the links. Needs `link.edit`. */
  link_bulk_preview(args: { items: Array<models.BulkItem> }): Promise<models.ResultsBulkCheck> {
    return this.#transport.call("/tools/link_bulk_preview", "attributes", args, "read");
  }

  /** Create a tracking link to a brand's page. Without `mcid` and `mid`, the page determines the joined brand. Needs `link.edit`. */
  link_code(args: { target_url: string; mcid?: string | null; mid?: number | null; site_id?: number | null; uid?: string | null; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; note?: string | null; path?: string | null; coupon?: string | null }): Promise<models.LinkMade> {
    return this.#transport.call("/tools/link_code", "attributes", args, "keyed");
  }

  /** Delete a link that has no clicks and no orders. A link that has some can be retired instead. Needs `link.edit`. */
  link_del(args: { link_id: number }): Promise<null> {
    return this.#transport.call("/tools/link_del", "attributes", args, "keyed");
  }

  /** Edit a link's target, fallback, channel, labels, note, coupon or path; retire it, or bring it back. Needs `link.edit`. */
  link_edit(args: { link_id: number; target_url?: string | null; fallback_url?: string | null; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; note?: string | null; site_id?: number | null; path?: string | null; coupon?: string | null; retired?: boolean | null }): Promise<null> {
    return this.#transport.call("/tools/link_edit", "attributes", args, "keyed");
  }

  /** Check what /tools/link_code would answer, a refusal or warnings, without creating the link. Needs `link.edit`. */
  link_preview(args: { target_url?: string; mcid?: string | null; mid?: string | null; site_id?: string | null; uid?: string | null; uid1?: string | null; uid2?: string | null; uid3?: string | null; uid4?: string | null; uid5?: string | null; note?: string | null; path?: string | null; coupon?: string | null } = {}): Promise<models.LinkPreview> {
    return this.#transport.call("/tools/link_preview", "attributes", args, "read");
  }

  /** List tracking links with their clicks, orders and commission, newest first. Needs `link.edit`. */
  links(args: { link_id?: number | null; mcid?: string | null; site_id?: number | null; retired?: boolean | null; keyword?: string | null; page?: models.Page } = {}): Promise<models.CursorPageLink> {
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
