// Written from the portal's registry by `make client`: do not edit.

import type * as models from "./models.js";
import { type CallOptions, pages, type Transport } from "./transport.js";

export class Brands {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the applications of all channels to brands, with their age, state and reason, newest first. Needs the scope `brand.read`. */
  applications(
    args: {
      /** The status that it has. */
      status?: models.Relation | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageApplicationRow> {
    return this.#transport.call("/brands/applications", "filter", args, "read", options);
  }

  /** List the applications of all channels to brands, with their age, state and reason, newest first. Every row, page by page. */
  applications_all(
    args: {
      /** The status that it has. */
      status?: models.Relation | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.ApplicationRow> {
    return pages((page) => this.applications({ ...args, page }, options));
  }

  /** Compare how two to four brands decide and pay, as measured over the same months. Needs the scope `brand.read`. */
  compare(
    args: {
      /** Brands' codes. */
      mcids: Array<string>;
    }, options: CallOptions = {}): Promise<models.ListingComparedBrand> {
    return this.#transport.call("/brands/compare", "attributes", args, "read", options);
  }

  /** List the coupons that can be promoted today, newest first, or those that changed since a time. Needs the scope `brand.read`. */
  coupons(
    args: {
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** `updated_after` makes it a feed of changes, oldest first, in which coupons stay once they are over: send the `updated_at` of the newest coupon you have. */
      updated_after?: models.Time | null;
      /** `exclusive` lists only coupons for you alone, or only those for everybody. */
      exclusive?: boolean | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageListedCoupon> {
    return this.#transport.call("/brands/coupons", "filter", args, "read", options);
  }

  /** List the coupons that can be promoted today, newest first, or those that changed since a time. Every row, page by page. */
  coupons_all(
    args: {
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** `updated_after` makes it a feed of changes, oldest first, in which coupons stay once they are over: send the `updated_at` of the newest coupon you have. */
      updated_after?: models.Time | null;
      /** `exclusive` lists only coupons for you alone, or only those for everybody. */
      exclusive?: boolean | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.ListedCoupon> {
    return pages((page) => this.coupons({ ...args, page }, options));
  }

  /** Count the matching brands by category, country and offer type. Needs the scope `brand.read`. */
  facets(
    args: {
      /** The status that it has. */
      status?: models.Relation | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** Part of a name or text to look for. */
      keyword?: string | null;
      /** The category. */
      category?: string | null;
      /** A two-letter country code (ISO 3166), such as GB. */
      country?: string | null;
      /** What the brand pays for. */
      offer_type?: models.OfferType | null;
      /** Whether the brand sells online or in shops. */
      brand_type?: models.BrandType | null;
      /** Whether links may lead to any page of the brand's site. */
      deep_link?: boolean | null;
      /** Whether the brand accepts channels at once or decides on each. */
      approval?: models.Approval | null;
      /** The address. */
      url?: string | null;
      /** `paid_within`: brands with nine in ten approved orders paid out within this many days, as measured. */
      paid_within?: number | null;
      /** What rows are sorted by. */
      sort?: models.BrandSort;
    } = {}, options: CallOptions = {}): Promise<models.BrandFacets> {
    return this.#transport.call("/brands/facets", "filter", args, "read", options);
  }

  /** Find brands by relationship status, search text and attributes. Needs the scope `brand.read`. */
  find(
    args: {
      /** The status that it has. */
      status?: models.Relation | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** Part of a name or text to look for. */
      keyword?: string | null;
      /** The category. */
      category?: string | null;
      /** A two-letter country code (ISO 3166), such as GB. */
      country?: string | null;
      /** What the brand pays for. */
      offer_type?: models.OfferType | null;
      /** Whether the brand sells online or in shops. */
      brand_type?: models.BrandType | null;
      /** Whether links may lead to any page of the brand's site. */
      deep_link?: boolean | null;
      /** Whether the brand accepts channels at once or decides on each. */
      approval?: models.Approval | null;
      /** The address. */
      url?: string | null;
      /** `paid_within`: brands with nine in ten approved orders paid out within this many days, as measured. */
      paid_within?: number | null;
      /** What rows are sorted by. */
      sort?: models.BrandSort;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageBrand> {
    return this.#transport.call("/brands/find", "filter", args, "read", options);
  }

  /** Find brands by relationship status, search text and attributes. Every row, page by page. */
  find_all(
    args: {
      /** The status that it has. */
      status?: models.Relation | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** Part of a name or text to look for. */
      keyword?: string | null;
      /** The category. */
      category?: string | null;
      /** A two-letter country code (ISO 3166), such as GB. */
      country?: string | null;
      /** What the brand pays for. */
      offer_type?: models.OfferType | null;
      /** Whether the brand sells online or in shops. */
      brand_type?: models.BrandType | null;
      /** Whether links may lead to any page of the brand's site. */
      deep_link?: boolean | null;
      /** Whether the brand accepts channels at once or decides on each. */
      approval?: models.Approval | null;
      /** The address. */
      url?: string | null;
      /** `paid_within`: brands with nine in ten approved orders paid out within this many days, as measured. */
      paid_within?: number | null;
      /** What rows are sorted by. */
      sort?: models.BrandSort;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.Brand> {
    return pages((page) => this.find({ ...args, page }, options));
  }

  /** Get all details of one brand, including a channel's relationship with it. Needs the scope `brand.read`. */
  info(
    args: {
      /** The brand's code, as it stands in links and reports. */
      mcid: string;
      /** The id of the publisher's channel. */
      site_id?: number | null;
    }, options: CallOptions = {}): Promise<models.BrandInfo> {
    return this.#transport.call("/brands/info", "attributes", args, "read", options);
  }

  /** List the brands that any channel has applied to, with each channel's relationship. Needs the scope `brand.read`. */
  standings(
    args: {
      /** Part of a name or text to look for. */
      keyword?: string | null;
      /** `status`: at least one channel has this status. */
      status?: models.Relation | null;
      /** `incomplete`: not every approved channel has applied. */
      incomplete?: boolean;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageBrandStanding> {
    return this.#transport.call("/brands/standings", "filter", args, "read", options);
  }

  /** List the brands that any channel has applied to, with each channel's relationship. Every row, page by page. */
  standings_all(
    args: {
      /** Part of a name or text to look for. */
      keyword?: string | null;
      /** `status`: at least one channel has this status. */
      status?: models.Relation | null;
      /** `incomplete`: not every approved channel has applied. */
      incomplete?: boolean;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.BrandStanding> {
    return pages((page) => this.standings({ ...args, page }, options));
  }

  /** List the latest changes of a brand's terms, announced or in force, and what they change for the publisher. Needs the scope `brand.read`. */
  terms_changes(
    args: {
      /** The brand's code, as it stands in links and reports. */
      mcid: string;
    }, options: CallOptions = {}): Promise<models.ListingTermsChange> {
    return this.#transport.call("/brands/terms_changes", "attributes", args, "read", options);
  }
}

export class Home {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Get recent figures next to those of the previous period, the latest orders, and tasks. Needs the scope `report.read`. */
  dashboard(
    args: {
      /** The period. */
      period?: models.Period;
    } = {}, options: CallOptions = {}): Promise<models.Dashboard> {
    return this.#transport.call("/home/dashboard", "filter", args, "read", options);
  }
}

export class Payments {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List brands that have not paid closed months, with amounts in term, late and very late, most overdue first. Needs the scope `payment.read`. */
  ageing(options: CallOptions = {}): Promise<models.PaymentAgeing> {
    return this.#transport.call("/payments/ageing", "attributes", {}, "read", options);
  }

  /** Get commission and bonuses by stage, and a forecast of the next payment. Needs the scope `payment.read`. */
  balance(options: CallOptions = {}): Promise<models.PaymentBalance> {
    return this.#transport.call("/payments/balance", "attributes", {}, "read", options);
  }

  /** List the settlements of payments, with the proof that the sums of orders, settlements and payments agree. Needs the scope `payment.read`. */
  details(
    args: {
      /** The id of the payment. */
      payment_id?: number | null;
      /** The first day, in the time zone of the account. */
      start_date?: models.Day | null;
      /** The last day, in the time zone of the account. */
      end_date?: models.Day | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.PaymentDetails> {
    return this.#transport.call("/payments/details", "filter", args, "read", options);
  }

  /** List the settlements of payments, with the proof that the sums of orders, settlements and payments agree. Every row, page by page. */
  details_all(
    args: {
      /** The id of the payment. */
      payment_id?: number | null;
      /** The first day, in the time zone of the account. */
      start_date?: models.Day | null;
      /** The last day, in the time zone of the account. */
      end_date?: models.Day | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.PaymentDetail> {
    return pages((page) => this.details({ ...args, page }, options));
  }

  /** Get the invoice or statement of a payment that was sent, or the credit note that reverses the invoice. Needs the scope `payment.read`. */
  invoice(
    args: {
      /** The id of the payment. */
      payment_id: number;
      /** Which kind it is. */
      kind?: models.DocumentKind | null;
    }, options: CallOptions = {}): Promise<models.Invoice> {
    return this.#transport.call("/payments/invoice", "attributes", args, "read", options);
  }

  /** List payment methods, the default one first. Only the last characters of each account are shown. Needs the scope `payment.read`. */
  methods(options: CallOptions = {}): Promise<models.ListingPaymentMethod> {
    return this.#transport.call("/payments/methods", "attributes", {}, "read", options);
  }

  /** List what was paid in each of the last twelve months, the earliest first. Needs the scope `payment.read`. */
  months(options: CallOptions = {}): Promise<models.ListingPaidMonth> {
    return this.#transport.call("/payments/months", "attributes", {}, "read", options);
  }

  /** List the orders of a settlement, each with the click it came from. Needs the scope `payment.read`. */
  settlement_orders(
    args: {
      /** The id of the settlement. */
      settlement_id: number;
      page?: models.Page;
    }, options: CallOptions = {}): Promise<models.SettledOrders> {
    return this.#transport.call("/payments/settlement_orders", "filter", args, "read", options);
  }

  /** List the orders of a settlement, each with the click it came from. Every row, page by page. */
  settlement_orders_all(
    args: {
      /** The id of the settlement. */
      settlement_id: number;
    }, options: CallOptions = {}): AsyncGenerator<models.SettledOrder> {
    return pages((page) => this.settlement_orders({ ...args, page }, options));
  }

  /** List settlements: approved commission by brand and month, and bonuses. Needs the scope `payment.read`. */
  settlements(
    args: {
      /** The state that it is in. */
      state?: models.SettlementState | null;
      /** Which kind it is. */
      type?: models.SettlementType | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** A month, such as 2026-10. */
      period?: string | null;
      /** The id of the payment. */
      payment_id?: number | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.ListingSettlement> {
    return this.#transport.call("/payments/settlements", "filter", args, "read", options);
  }

  /** List settlements: approved commission by brand and month, and bonuses. Every row, page by page. */
  settlements_all(
    args: {
      /** The state that it is in. */
      state?: models.SettlementState | null;
      /** Which kind it is. */
      type?: models.SettlementType | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** A month, such as 2026-10. */
      period?: string | null;
      /** The id of the payment. */
      payment_id?: number | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.Settlement> {
    return pages((page) => this.settlements({ ...args, page }, options));
  }

  /** Get a month's account statement: the balance, earnings and payments, as PDF or CSV. Needs the scope `payment.read`. */
  statement(
    args: {
      /** A month of the network's time zone */
      period: string;
      /** The format of the file. */
      format?: models.DocumentFormat;
    }, options: CallOptions = {}): Promise<models.StatementFile> {
    return this.#transport.call("/payments/statement", "attributes", args, "read", options);
  }

  /** List payments, the latest request first. Needs the scope `payment.read`. */
  summary(
    args: {
      /** The first day, in the time zone of the account. */
      start_date?: models.Day | null;
      /** The last day, in the time zone of the account. */
      end_date?: models.Day | null;
      /** The status that it has. */
      status?: models.PaymentState | null;
      /** If both `status` and `statuses` are given, both must match. */
      statuses?: Array<models.PaymentState> | null;
      /** Only payments that arrived in this month. */
      paid_month?: string | null;
      /** The id of the payment. */
      payment_id?: number | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.ListingPayment> {
    return this.#transport.call("/payments/summary", "filter", args, "read", options);
  }

  /** List payments, the latest request first. Every row, page by page. */
  summary_all(
    args: {
      /** The first day, in the time zone of the account. */
      start_date?: models.Day | null;
      /** The last day, in the time zone of the account. */
      end_date?: models.Day | null;
      /** The status that it has. */
      status?: models.PaymentState | null;
      /** If both `status` and `statuses` are given, both must match. */
      statuses?: Array<models.PaymentState> | null;
      /** Only payments that arrived in this month. */
      paid_month?: string | null;
      /** The id of the payment. */
      payment_id?: number | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.Payment> {
    return pages((page) => this.summary({ ...args, page }, options));
  }

  /** Get your VAT status: your statement, its confirmation, and your self-billing agreement with the text in force. Needs the scope `payment.read`. */
  vat_standing(options: CallOptions = {}): Promise<models.VatStanding> {
    return this.#transport.call("/payments/vat_standing", "attributes", {}, "read", options);
  }
}

export class Postback {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Delete a postback with its queued deliveries and its log. Needs the scope `postback.edit`. */
  del(
    args: {
      /** The number that identifies it. */
      id: number;
    }, options: CallOptions = {}): Promise<null> {
    return this.#transport.call("/postback/del", "attributes", args, "keyed", options);
  }

  /** List deliveries of the last 30 days, tests included, latest first, each with its attempts. Needs the scope `postback.edit`. */
  deliveries(
    args: {
      /** `id` is a postback. */
      id?: number | null;
      /** The id of the delivery. */
      delivery_id?: string | null;
      /** `delivery_ids` looks some up again. */
      delivery_ids?: Array<string> | null;
      /** `after` is the `created_at` of the newest delivery you have: later ones are listed, and those of the 30 seconds before it, which may have been committed late. */
      after?: models.Time | null;
      /** The state that it is in. */
      state?: "delivered" | "failed" | "waiting" | null;
      /** The first day, in the time zone of the account. */
      start_date?: models.Day | null;
      /** The last day, in the time zone of the account. */
      end_date?: models.Day | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageDelivery> {
    return this.#transport.call("/postback/deliveries", "filter", args, "read", options);
  }

  /** List deliveries of the last 30 days, tests included, latest first, each with its attempts. Every row, page by page. */
  deliveries_all(
    args: {
      /** `id` is a postback. */
      id?: number | null;
      /** The id of the delivery. */
      delivery_id?: string | null;
      /** `delivery_ids` looks some up again. */
      delivery_ids?: Array<string> | null;
      /** `after` is the `created_at` of the newest delivery you have: later ones are listed, and those of the 30 seconds before it, which may have been committed late. */
      after?: models.Time | null;
      /** The state that it is in. */
      state?: "delivered" | "failed" | "waiting" | null;
      /** The first day, in the time zone of the account. */
      start_date?: models.Day | null;
      /** The last day, in the time zone of the account. */
      end_date?: models.Day | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.Delivery> {
    return pages((page) => this.deliveries({ ...args, page }, options));
  }

  /** Save a postback: update the one with the given id, or create one, which is active at once. Needs the scope `postback.edit`. */
  do_info(
    args: {
      /** How the postback is sent. */
      delivery_type: models.DeliveryType;
      /** The address to which the postback is sent. */
      link_url: string;
      /** The kind of event. */
      event_type: models.EventType;
      /** `parameters` are appended (GET) or are the body (POST). */
      parameters?: Record<string, string>;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** Brands' numbers. */
      mids?: Array<number>;
      /** The number of a platform. */
      medium_id?: number | null;
      /** The number that identifies it. */
      id?: number | null;
      /** When it was last changed. */
      updated_at?: models.Time | null;
    }, options: CallOptions = {}): Promise<models.Postback> {
    return this.#transport.call("/postback/do_info", "attributes", args, "keyed", options);
  }

  /** Send one test delivery, signed if the postback is saved. /postback/deliveries shows its outcome. Needs the scope `postback.edit`. */
  do_test(
    args: {
      /** The number that identifies it. */
      id?: number | null;
      /** What is tested in place of what is saved. */
      draft?: models.PostbackDraft | null;
      /** The portal's number of the order. */
      oid?: number | null;
    } = {}, options: CallOptions = {}): Promise<models.DeliveryRef> {
    return this.#transport.call("/postback/do_test", "attributes", args, "keyed", options);
  }

  /** List event types, delivery methods, macros, platforms and templates for common trackers. Needs the scope `postback.edit`. */
  get_type(options: CallOptions = {}): Promise<models.PostbackTypes> {
    return this.#transport.call("/postback/get_type", "attributes", {}, "read", options);
  }

  /** List postbacks with their state and how many of their deliveries succeed. Needs the scope `postback.edit`. */
  list(options: CallOptions = {}): Promise<models.ListingPostback> {
    return this.#transport.call("/postback/list", "attributes", {}, "read", options);
  }

  /** List the outcomes of each postback's last 50 deliveries, not counting tests. Needs the scope `postback.edit`. */
  recent(options: CallOptions = {}): Promise<models.ListingRecentDeliveries> {
    return this.#transport.call("/postback/recent", "attributes", {}, "read", options);
  }

  /** Send deliveries again, chosen by id or by day. They keep their ids. Needs the scope `postback.edit`. */
  redeliver(
    args: {
      /** The ids of those that are meant. */
      ids?: Array<string> | null;
      /** The first day, in the time zone of the account. */
      start_date?: models.Day | null;
      /** The last day, in the time zone of the account. */
      end_date?: models.Day | null;
      /** The number that identifies it. */
      id?: number | null;
      /** The state that it is in. */
      state?: "delivered" | "failed" | "waiting" | null;
    } = {}, options: CallOptions = {}): Promise<models.Redelivery> {
    return this.#transport.call("/postback/redeliver", "attributes", args, "keyed", options);
  }

  /** Show a postback's signing secret once, or generate a new one. The old secret keeps working for 24 hours. Needs the scope `postback.edit`. */
  secret(
    args: {
      /** The number that identifies it. */
      id: number;
      /** `stepup` is the ticket that /auth/passkey_finish returned for this call, in place of the password. */
      stepup?: string | null;
      /** The account's password. */
      password?: string | null;
      /** A postback's signing secret: `rotate` generates a new one, and the previous one works for 24 more hours. */
      rotate?: boolean;
    }, options: CallOptions = {}): Promise<models.Secret> {
    return this.#transport.call("/postback/secret", "attributes", args, "once", options);
  }

  /** Pause or resume a postback. Resuming also sends the deliveries that are waiting in its queue. Needs the scope `postback.edit`. */
  set_state(
    args: {
      /** The number that identifies it. */
      id: number;
      /** The state that it is in. */
      state: "active" | "paused";
    }, options: CallOptions = {}): Promise<models.Postback> {
    return this.#transport.call("/postback/set_state", "attributes", args, "keyed", options);
  }

  /** Show the macros with sample values or those of a past order, and the resulting request. Needs the scope `postback.edit`. */
  test_info(
    args: {
      /** The number that identifies it. */
      id?: number | null;
      /** What is tested in place of what is saved. */
      draft?: models.PostbackDraft | null;
      /** The portal's number of the order. */
      oid?: number | null;
    } = {}, options: CallOptions = {}): Promise<models.Preview> {
    return this.#transport.call("/postback/test_info", "attributes", args, "read", options);
  }
}

export class Reports {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List alerts about problems that the portal has found, with cause and next step, the most money at risk first. Needs the scope `report.read`. */
  alerts(
    args: {
      /** `alert_id` is one alone, in whichever state. */
      alert_id?: number | null;
      /** The state that it is in. */
      state?: "closed" | "muted" | "open" | "snoozed" | null;
      /** Which kind it is. */
      kind?: models.AlertKind | null;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.ListingAlert> {
    return this.#transport.call("/reports/alerts", "filter", args, "read", options);
  }

  /** List alerts about problems that the portal has found, with cause and next step, the most money at risk first. Every row, page by page. */
  alerts_all(
    args: {
      /** `alert_id` is one alone, in whichever state. */
      alert_id?: number | null;
      /** The state that it is in. */
      state?: "closed" | "muted" | "open" | "snoozed" | null;
      /** Which kind it is. */
      kind?: models.AlertKind | null;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.Alert> {
    return pages((page) => this.alerts({ ...args, page }, options));
  }

  /** Get a comparison of your books: its progress, the sums of each class, and both totals. Needs the scope `report.read`. */
  books_info(
    args: {
      /** The number that identifies it. */
      id: number;
    }, options: CallOptions = {}): Promise<models.Comparison> {
    return this.#transport.call("/reports/books_info", "attributes", args, "read", options);
  }

  /** List comparisons of your books with what is recorded, newest first. Needs the scope `report.read`. */
  books_list(
    args: {
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageComparison> {
    return this.#transport.call("/reports/books_list", "attributes", args, "read", options);
  }

  /** List comparisons of your books with what is recorded, newest first. Every row, page by page. */
  books_list_all(options: CallOptions = {}): AsyncGenerator<models.Comparison> {
    return pages((page) => this.books_list({ page }, options));
  }

  /** List the rows of a comparison: what differs, what is missing on a side, what matches, and unreadable lines. Needs the scope `report.read`. */
  books_rows(
    args: {
      /** The number that identifies it. */
      id: number;
      /** How the row compares. */
      class?: models.BookClass | null;
      /** Why, in words. */
      reason?: models.BookReason | null;
      page?: models.Page;
    }, options: CallOptions = {}): Promise<models.CursorPageBookRow> {
    return this.#transport.call("/reports/books_rows", "filter", args, "read", options);
  }

  /** List the rows of a comparison: what differs, what is missing on a side, what matches, and unreadable lines. Every row, page by page. */
  books_rows_all(
    args: {
      /** The number that identifies it. */
      id: number;
      /** How the row compares. */
      class?: models.BookClass | null;
      /** Why, in words. */
      reason?: models.BookReason | null;
    }, options: CallOptions = {}): AsyncGenerator<models.BookRow> {
    return pages((page) => this.books_rows({ ...args, page }, options));
  }

  /** List cases with their steps and evidence, newest first. Needs the scope `report.read`. */
  case_list(
    args: {
      /** The id of the case. */
      case_id?: number | null;
      /** Which kind it is. */
      kind?: models.CaseKind | null;
      /** The state that it is in. */
      state?: models.CaseState | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The portal's number of the order. */
      oid?: number | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.ListingOrderCase> {
    return this.#transport.call("/reports/case_list", "filter", args, "read", options);
  }

  /** List cases with their steps and evidence, newest first. Every row, page by page. */
  case_list_all(
    args: {
      /** The id of the case. */
      case_id?: number | null;
      /** Which kind it is. */
      kind?: models.CaseKind | null;
      /** The state that it is in. */
      state?: models.CaseState | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The portal's number of the order. */
      oid?: number | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.OrderCase> {
    return pages((page) => this.case_list({ ...args, page }, options));
  }

  /** Get how long cases about orders can be opened, and how long the network usually takes to answer. Needs the scope `report.read`. */
  case_times(
    args: {
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
    } = {}, options: CallOptions = {}): Promise<models.CaseTimes> {
    return this.#transport.call("/reports/case_times", "filter", args, "read", options);
  }

  /** List clicks with their verdicts and orders, newest first; `total` is capped at 10,001. Needs the scope `report.read`. */
  clicks(
    args: {
      /** The first day, in the time zone of the account. */
      start_date: models.Day;
      /** The last day, in the time zone of the account. */
      end_date: models.Day;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** The id of the tracking link. */
      link_id?: number | null;
      /** The reference of the click, as the brand's shop received it. */
      click_ref?: string | null;
      /** A two-letter country code (ISO 3166), such as GB. */
      country?: string | null;
      /** The kind of device. */
      device?: string | null;
      /** What the brand pays for. */
      offer_type?: string | null;
      /** Only clicks with this verdict. */
      verdict?: models.Verdict | null;
      /** Whether an order came of the click. */
      converted?: boolean | null;
      page?: models.Page;
    }, options: CallOptions = {}): Promise<models.Clicks> {
    return this.#transport.call("/reports/clicks", "filter", args, "read", options);
  }

  /** List clicks with their verdicts and orders, newest first; `total` is capped at 10,001. Every row, page by page. */
  clicks_all(
    args: {
      /** The first day, in the time zone of the account. */
      start_date: models.Day;
      /** The last day, in the time zone of the account. */
      end_date: models.Day;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** The id of the tracking link. */
      link_id?: number | null;
      /** The reference of the click, as the brand's shop received it. */
      click_ref?: string | null;
      /** A two-letter country code (ISO 3166), such as GB. */
      country?: string | null;
      /** The kind of device. */
      device?: string | null;
      /** What the brand pays for. */
      offer_type?: string | null;
      /** Only clicks with this verdict. */
      verdict?: models.Verdict | null;
      /** Whether an order came of the click. */
      converted?: boolean | null;
    }, options: CallOptions = {}): AsyncGenerator<models.Click> {
    return pages((page) => this.clicks({ ...args, page }, options));
  }

  /** Read the events that postbacks report, oldest first: a feed of 30 days without gaps. Needs the scope `report.read`. */
  events(
    args: {
      /** `after` is the `next` of an earlier response. */
      after?: string | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.EventFeed> {
    return this.#transport.call("/reports/events", "attributes", args, "keyed", options);
  }

  /** Request all rows of a report as a file. /common/download_list shows its progress. Needs the scope `report.read`. */
  export(
    args: {
      /** Which report. */
      report: models.ExportReport;
      /** The format of the file. */
      format?: models.ExportFormat;
      /** `times` applies to CSV alone: a workbook has native dates, Parquet has times in UTC. */
      times?: models.ExportTimes;
      /** As the call of the report takes it, such as start_date */
      filter?: Record<string, unknown>;
    }, options: CallOptions = {}): Promise<models.Download> {
    return this.#transport.call("/reports/export", "attributes", args, "keyed", options);
  }

  /** Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Needs the scope `report.read`. */
  performance(
    args: {
      /** The first day, in the time zone of the account. */
      start_date: models.Day;
      /** The last day, in the time zone of the account. */
      end_date: models.Day;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** Two-letter country codes (ISO 3166). */
      countries?: Array<string>;
      /** Only these kinds of devices. */
      devices?: Array<string>;
      /** The ids of tracking links. */
      link_ids?: Array<number>;
      /** Only these pages on which links stand. */
      pages?: Array<string>;
      /** Only these placements of links. */
      placements?: Array<string>;
      /** What rows are grouped by. */
      group_by?: Array<models.GroupBy>;
      /** The status that it has. */
      status?: models.StatusFilter;
      /** Which of an order's dates counts. */
      date_basis?: models.DateBasis;
      /** With `compare`, rows can also be sorted by a figure's earlier value, `commission_before`, and by its change since, `commission_change`. */
      compare?: models.Compare | null;
      /** `lapsed` also lists, with zeros, what had figures only in the earlier period, such as a brand that no longer sells anything. */
      lapsed?: boolean;
      /** `sort` is a column, preceded by `-` for descending order. */
      sort?: string | null;
      page?: models.Page;
    }, options: CallOptions = {}): Promise<models.Performance> {
    return this.#transport.call("/reports/performance", "filter", args, "read", options);
  }

  /** Report clicks, orders, sales and commission by any grouping, with totals and a comparison. Every row, page by page. */
  performance_all(
    args: {
      /** The first day, in the time zone of the account. */
      start_date: models.Day;
      /** The last day, in the time zone of the account. */
      end_date: models.Day;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** Two-letter country codes (ISO 3166). */
      countries?: Array<string>;
      /** Only these kinds of devices. */
      devices?: Array<string>;
      /** The ids of tracking links. */
      link_ids?: Array<number>;
      /** Only these pages on which links stand. */
      pages?: Array<string>;
      /** Only these placements of links. */
      placements?: Array<string>;
      /** What rows are grouped by. */
      group_by?: Array<models.GroupBy>;
      /** The status that it has. */
      status?: models.StatusFilter;
      /** Which of an order's dates counts. */
      date_basis?: models.DateBasis;
      /** With `compare`, rows can also be sorted by a figure's earlier value, `commission_before`, and by its change since, `commission_change`. */
      compare?: models.Compare | null;
      /** `lapsed` also lists, with zeros, what had figures only in the earlier period, such as a brand that no longer sells anything. */
      lapsed?: boolean;
      /** `sort` is a column, preceded by `-` for descending order. */
      sort?: string | null;
    }, options: CallOptions = {}): AsyncGenerator<models.PerformanceRow> {
    return pages((page) => this.performance({ ...args, page }, options));
  }

  /** Get one order with its whole timeline, beginning with the click. Needs the scope `report.read`. */
  transaction(
    args: {
      /** The portal's number of the order. */
      oid: number;
    }, options: CallOptions = {}): Promise<models.OrderStory> {
    return this.#transport.call("/reports/transaction", "attributes", args, "read", options);
  }

  /** List orders with their items, newest first or sorted. Needs the scope `report.read`. */
  transactions(
    args: {
      /** The first day, in the time zone of the account. */
      start_date: models.Day;
      /** The last day, in the time zone of the account. */
      end_date: models.Day;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** Which of an order's dates counts. */
      date_basis?: models.OrderDateBasis;
      /** `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item. */
      status?: models.StatusFilter;
      /** `keyword` is an `order_id`, `oid` or `click_ref`. */
      keyword?: string | null;
      /** `sort` is a column, preceded by `-` for descending order. */
      sort?: models.OrderSort | null;
      /** The order's number, as the brand reported it. */
      order_id?: string | null;
      /** The portal's number of the order. */
      oid?: number | null;
      /** The reference of the click, as the brand's shop received it. */
      click_ref?: string | null;
      /** The id of the tracking link. */
      link_id?: number | null;
      /** A two-letter country code (ISO 3166), such as GB. */
      country?: string | null;
      /** The kind of device. */
      device?: string | null;
      /** What the brand pays for. */
      offer_type?: string | null;
      /** `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item. */
      item_status?: models.ItemStatus | null;
      /** Whether it was paid. */
      paid?: boolean | null;
      /** `taken_back` finds items that were settled and later brought to zero by corrections. */
      taken_back?: boolean | null;
      page?: models.Page;
    }, options: CallOptions = {}): Promise<models.Transactions> {
    return this.#transport.call("/reports/transactions", "filter", args, "read", options);
  }

  /** List orders with their items, newest first or sorted. Every row, page by page. */
  transactions_all(
    args: {
      /** The first day, in the time zone of the account. */
      start_date: models.Day;
      /** The last day, in the time zone of the account. */
      end_date: models.Day;
      /** The ids of the publisher's channels. */
      site_ids?: Array<number>;
      /** Brands' codes. */
      mcids?: Array<string>;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** Which of an order's dates counts. */
      date_basis?: models.OrderDateBasis;
      /** `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item. */
      status?: models.StatusFilter;
      /** `keyword` is an `order_id`, `oid` or `click_ref`. */
      keyword?: string | null;
      /** `sort` is a column, preceded by `-` for descending order. */
      sort?: models.OrderSort | null;
      /** The order's number, as the brand reported it. */
      order_id?: string | null;
      /** The portal's number of the order. */
      oid?: number | null;
      /** The reference of the click, as the brand's shop received it. */
      click_ref?: string | null;
      /** The id of the tracking link. */
      link_id?: number | null;
      /** A two-letter country code (ISO 3166), such as GB. */
      country?: string | null;
      /** The kind of device. */
      device?: string | null;
      /** What the brand pays for. */
      offer_type?: string | null;
      /** `status`, `item_status`, `paid`, `taken_back` and a basis other than the order's time must match the same item. */
      item_status?: models.ItemStatus | null;
      /** Whether it was paid. */
      paid?: boolean | null;
      /** `taken_back` finds items that were settled and later brought to zero by corrections. */
      taken_back?: boolean | null;
    }, options: CallOptions = {}): AsyncGenerator<models.Order> {
    return pages((page) => this.transactions({ ...args, page }, options));
  }

  /** List the account's saved views, the default one of each report first. Needs the scope `report.read`. */
  view_list(
    args: {
      /** Which report. */
      report?: models.ViewReport | null;
    } = {}, options: CallOptions = {}): Promise<models.ListingView> {
    return this.#transport.call("/reports/view_list", "filter", args, "read", options);
  }

  /** Explain an order, click, settlement, payment or case: facts in order, a verdict and the next step. Needs the scope `report.read`. */
  why(
    args: {
      /** The portal's number of the order. */
      oid?: number | null;
      /** The reference of the click, as the brand's shop received it. */
      click_ref?: string | null;
      /** The id of the payment. */
      payment_id?: number | null;
      /** The id of the settlement. */
      settlement_id?: number | null;
      /** The id of the case. */
      case_id?: number | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The order's number, as the brand reported it. */
      order_id?: string | null;
      /** `day` is the order's in your time zone and `amount` its whole value in its currency. */
      day?: models.Day | null;
      /** A sum in `currency`, as decimal text. */
      amount?: models.Money | null;
      /** `about` is for orders of yours. */
      about?: models.WhyAspect | null;
    } = {}, options: CallOptions = {}): Promise<models.Why> {
    return this.#transport.call("/reports/why", "attributes", args, "keyed", options);
  }
}

export class Sandbox {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lead a test order through its life, from click to payment: to the end of its path, or by one stage. Needs the scope `report.read`. */
  advance(
    args: {
      /** What becomes of a new order. */
      path?: models.LifePath | null;
      /** The number of the test order in its sandbox. */
      life_id?: number | null;
      /** `mcid`: the brand of a new order, if not one of the sandbox's brands in turn. */
      mcid?: string | null;
      /** Whether to lead the order to the end of its path, or by one stage. */
      whole?: boolean;
    } = {}, options: CallOptions = {}): Promise<models.SandboxLife> {
    return this.#transport.call("/sandbox/advance", "attributes", args, "keyed", options);
  }

  /** List the latest 50 test orders of the sandbox, with the stages that they have reached. Needs the scope `report.read`. */
  lives(options: CallOptions = {}): Promise<models.ResultsSandboxLife> {
    return this.#transport.call("/sandbox/lives", "attributes", {}, "read", options);
  }

  /** List the latest 50 mails that your live account would have been sent. Needs the scope `report.read`. */
  mails(options: CallOptions = {}): Promise<models.ResultsSandboxMail> {
    return this.#transport.call("/sandbox/mails", "attributes", {}, "read", options);
  }
}

export class Site {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Get one channel. Needs the scope `brand.read`. */
  info(
    args: {
      /** The number that identifies it. */
      id: number;
    }, options: CallOptions = {}): Promise<models.Site> {
    return this.#transport.call("/site/info", "attributes", args, "read", options);
  }

  /** List the publisher's channels, the default one first. Needs the scope `brand.read`. */
  list(
    args: {
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageSite> {
    return this.#transport.call("/site/list", "attributes", args, "read", options);
  }

  /** List the publisher's channels, the default one first. Every row, page by page. */
  list_all(options: CallOptions = {}): AsyncGenerator<models.Site> {
    return pages((page) => this.list({ page }, options));
  }
}

export class Tools {
  #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Check links again, ahead of the scheduled checks. /tools/broken_links shows the outcome. Needs the scope `link.edit`. */
  broken_check(
    args: {
      /** The ids of those that are meant. */
      ids: Array<number>;
    }, options: CallOptions = {}): Promise<models.ResultsLinkOutcome> {
    return this.#transport.call("/tools/broken_check", "attributes", args, "keyed", options);
  }

  /** Fix broken links with a new target, the suggested target, or a fallback for their visitors. Needs the scope `link.edit`. */
  broken_fix(
    args: {
      /** The ids of those that are meant. */
      ids: Array<number>;
      /** `target_url` is the new target, `fallback` where visitors go while the target is broken. */
      target_url?: string | null;
      /** `target_url` is the new target, `fallback` where visitors go while the target is broken. */
      fallback?: string | null;
    }, options: CallOptions = {}): Promise<models.ResultsLinkOutcome> {
    return this.#transport.call("/tools/broken_fix", "attributes", args, "keyed", options);
  }

  /** Ignore broken links until another problem is found with them, or stop ignoring them. Needs the scope `link.edit`. */
  broken_ignore(
    args: {
      /** The ids of those that are meant. */
      ids: Array<number>;
      /** The links to ignore or, if `ignored` is false, to list again. */
      ignored?: boolean;
    }, options: CallOptions = {}): Promise<models.ResultsLinkOutcome> {
    return this.#transport.call("/tools/broken_ignore", "attributes", args, "keyed", options);
  }

  /** List broken links with what was found and the commission at risk, highest first. Needs the scope `link.edit`. */
  broken_links(
    args: {
      /** The number that identifies it. */
      id?: number | null;
      /** Which kind it is. */
      type?: models.BrokenType | null;
      /** The state that it is in. */
      state?: "fixed" | "ignored" | "open" | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** `after` is the newest `last_checked` you have: links checked later are listed, whatever their state is now, as are those checked in the 30 seconds before it, which may have been committed late. */
      after?: models.Time | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.ListingBrokenLink> {
    return this.#transport.call("/tools/broken_links", "filter", args, "read", options);
  }

  /** List broken links with what was found and the commission at risk, highest first. Every row, page by page. */
  broken_links_all(
    args: {
      /** The number that identifies it. */
      id?: number | null;
      /** Which kind it is. */
      type?: models.BrokenType | null;
      /** The state that it is in. */
      state?: "fixed" | "ignored" | "open" | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** `after` is the newest `last_checked` you have: links checked later are listed, whatever their state is now, as are those checked in the 30 seconds before it, which may have been committed late. */
      after?: models.Time | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.BrokenLink> {
    return pages((page) => this.broken_links({ ...args, page }, options));
  }

  /** List the problems a link can have, and the states of a broken link. Needs the scope `link.edit`. */
  get_broken_type(options: CallOptions = {}): Promise<models.BrokenTypes> {
    return this.#transport.call("/tools/get_broken_type", "attributes", {}, "read", options);
  }

  /** Create up to 100 tracking links. Each row has its own outcome; valid rows succeed even if others fail. Needs the scope `link.edit`. */
  link_bulk(
    args: {
      /** The single items. */
      items: Array<models.BulkItem>;
    }, options: CallOptions = {}): Promise<models.ResultsBulkRow> {
    return this.#transport.call("/tools/link_bulk", "attributes", args, "keyed", options);
  }

  /** Check what /tools/link_bulk would answer for each row, without creating the links. Needs the scope `link.edit`. */
  link_bulk_preview(
    args: {
      /** The single items. */
      items: Array<models.BulkItem>;
    }, options: CallOptions = {}): Promise<models.ResultsBulkCheck> {
    return this.#transport.call("/tools/link_bulk_preview", "attributes", args, "read", options);
  }

  /** Create a tracking link to a brand's page. Without `mcid` and `mid`, the page determines the joined brand. Needs the scope `link.edit`. */
  link_code(
    args: {
      /** The page of the brand's site to which the link leads. */
      target_url: string;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The brand's number. */
      mid?: number | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** `uid` is an alias of `uid1`. */
      uid?: string | null;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** A note of the publisher's own. */
      note?: string | null;
      /** `path` is a custom path that replaces the code. */
      path?: string | null;
      /** The code of the coupon. */
      coupon?: string | null;
    }, options: CallOptions = {}): Promise<models.LinkMade> {
    return this.#transport.call("/tools/link_code", "attributes", args, "keyed", options);
  }

  /** Delete a link that has no clicks and no orders. A link that has some can be retired instead. Needs the scope `link.edit`. */
  link_del(
    args: {
      /** The id of the tracking link. */
      link_id: number;
    }, options: CallOptions = {}): Promise<null> {
    return this.#transport.call("/tools/link_del", "attributes", args, "keyed", options);
  }

  /** Edit a link's target, fallback, channel, labels, note, coupon or path; retire it, or bring it back. Needs the scope `link.edit`. */
  link_edit(
    args: {
      /** The id of the tracking link. */
      link_id: number;
      /** The page of the brand's site to which the link leads. */
      target_url?: string | null;
      /** `fallback_url`, on the brand's domains, is where visitors go while the target is known to be broken. */
      fallback_url?: string | null;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** A note of the publisher's own. */
      note?: string | null;
      /** `site_id` moves the link to another channel that has joined its brand. */
      site_id?: number | null;
      /** `path` gives the link another custom path. */
      path?: string | null;
      /** The code of the coupon. */
      coupon?: string | null;
      /** `retired` retires it or brings it back. */
      retired?: boolean | null;
    }, options: CallOptions = {}): Promise<null> {
    return this.#transport.call("/tools/link_edit", "attributes", args, "keyed", options);
  }

  /** Write the note of a link, in place of the one it has. An empty text removes it. Needs the scope `link.edit`. */
  link_note(
    args: {
      /** The id of the tracking link. */
      link_id: number;
      /** A note of the publisher's own. */
      note: string;
    }, options: CallOptions = {}): Promise<null> {
    return this.#transport.call("/tools/link_note", "attributes", args, "keyed", options);
  }

  /** Check what /tools/link_code would answer, a refusal or warnings, without creating the link. Needs the scope `link.edit`. */
  link_preview(
    args: {
      /** The page of the brand's site to which the link leads. */
      target_url?: string;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The brand's number. */
      mid?: string | null;
      /** The id of the publisher's channel. */
      site_id?: string | null;
      /** The same as `uid1`. */
      uid?: string | null;
      /** A value of the publisher's own, which reports and postbacks carry. */
      uid1?: string | null;
      /** A second value of the publisher's own. */
      uid2?: string | null;
      /** A third value of the publisher's own. */
      uid3?: string | null;
      /** A fourth value of the publisher's own. */
      uid4?: string | null;
      /** A fifth value of the publisher's own. */
      uid5?: string | null;
      /** A note of the publisher's own. */
      note?: string | null;
      /** The custom path of the short address. */
      path?: string | null;
      /** The code of the coupon. */
      coupon?: string | null;
    } = {}, options: CallOptions = {}): Promise<models.LinkPreview> {
    return this.#transport.call("/tools/link_preview", "attributes", args, "read", options);
  }

  /** List tracking links with their clicks, orders and commission, newest first. Needs the scope `link.edit`. */
  links(
    args: {
      /** The id of the tracking link. */
      link_id?: number | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** Whether it is off the list of links in use; it still works. */
      retired?: boolean | null;
      /** Part of a name or text to look for. */
      keyword?: string | null;
      page?: models.Page;
    } = {}, options: CallOptions = {}): Promise<models.CursorPageLink> {
    return this.#transport.call("/tools/links", "filter", args, "read", options);
  }

  /** List tracking links with their clicks, orders and commission, newest first. Every row, page by page. */
  links_all(
    args: {
      /** The id of the tracking link. */
      link_id?: number | null;
      /** The brand's code, as it stands in links and reports. */
      mcid?: string | null;
      /** The id of the publisher's channel. */
      site_id?: number | null;
      /** Whether it is off the list of links in use; it still works. */
      retired?: boolean | null;
      /** Part of a name or text to look for. */
      keyword?: string | null;
    } = {}, options: CallOptions = {}): AsyncGenerator<models.Link> {
    return pages((page) => this.links({ ...args, page }, options));
  }
}

export class Calls {
  readonly brands: Brands;
  readonly home: Home;
  readonly payments: Payments;
  readonly postback: Postback;
  readonly reports: Reports;
  readonly sandbox: Sandbox;
  readonly site: Site;
  readonly tools: Tools;

  constructor(transport: Transport) {
    this.brands = new Brands(transport);
    this.home = new Home(transport);
    this.payments = new Payments(transport);
    this.postback = new Postback(transport);
    this.reports = new Reports(transport);
    this.sandbox = new Sandbox(transport);
    this.site = new Site(transport);
    this.tools = new Tools(transport);
  }
}
