// Written from the portal's registry by `make client`: do not edit.

/** An amount such as "12.50": a text, so that no cent is lost. */
export type Money = string;
/** ISO 8601 with an offset. */
export type Time = string;
/** YYYY-MM-DD. */
export type Day = string;

/** A part of a list: a page by its number, or what follows a cursor. */
export interface Page {
  curPage?: number;
  perPage?: number;
  cursor?: string | null;
}

export const Relation = {
  NONE: 0,
  PENDING: 1,
  JOINED: 2,
  REJECTED: 3,
  ENDED: 4,
} as const;
export type Relation = (typeof Relation)[keyof typeof Relation];

export type BrandStatus = "online" | "paused" | "offline";

export type Approval = "auto" | "manual";

export interface UsualAnswer {
  /** How long a brand takes to answer applications: half within `median_days`, nine of ten within `p90_days`. */
  median_days: number;
  /** How long a brand takes to answer applications: half within `median_days`, nine of ten within `p90_days`. */
  p90_days: number;
  /** From `all` publishers, if there are enough, `applications` is 30, 100 or 1,000, and means so many or more. */
  applications: number;
  /** Whose applications were counted: those of all publishers, or the publisher's own. */
  source: "all" | "own";
}

export interface ApplicationRow {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's number. */
  mid: number;
  /** The brand's name. */
  brand_name: string;
  /** The address of the logo. */
  logo: string | null;
  /** The status of the brand. */
  brand_status: BrandStatus;
  /** Whether the brand accepts channels at once or decides on each. */
  approval: Approval;
  /** The id of the publisher's channel. */
  site_id: number;
  /** The name of the publisher's channel. */
  site_name: string;
  /** The channel's relationship with the brand. */
  relationship: Relation;
  /** `reason` is the network's if it rejected or ended the relationship. */
  reason: string | null;
  /** Who ended it. */
  ended_by: "network" | "publisher" | null;
  /** What it says, in words. */
  message: string | null;
  /** When the channel applied. */
  applied_at: Time;
  /** `age_days` counts whole days since `applied_at`. */
  age_days: number;
  /** `decided_at` is null while the application is pending. */
  decided_at: Time | null;
  /** `usual_answer` is null where too few applications were answered to say how long that takes. */
  usual_answer?: UsualAnswer | null;
}

export interface CursorPageApplicationRow {
  /** The rows. */
  list: Array<ApplicationRow>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export interface SharePoint {
  /** The number of days. */
  days: number;
  /** The share of the whole, from 0 to 1. */
  share: Money;
}

export interface WaitFigure {
  /** The time that the figures stand for. */
  as_of: Day;
  /** `orders`: how many there are. */
  orders: number;
  /** The share by number of days. */
  points: Array<SharePoint>;
  /** `half_days`: half of them waited at most so long. */
  half_days: number | null;
  /** If fewer than half are over, half waited longer than so many days. */
  half_over: number | null;
  /** `most_days`: the same of nine in ten. */
  most_days: number | null;
  /** `longest_open`: the longest wait that is not over. */
  longest_open: number | null;
}

export interface MonthFigure {
  /** The month in which the orders were placed. */
  month: string;
  /** The time that the figures stand for. */
  as_of: Day;
  /** The number of orders. */
  orders: number;
  /** The share by number of days. */
  points: Array<SharePoint>;
  /** Half waited at most so many days; null if fewer than half are over. */
  half_days: number | null;
  /** If fewer than half are over, half waited longer than so many days. */
  half_over: number | null;
}

export interface RateFigure {
  /** The time that the figures stand for. */
  as_of: Day;
  /** The number of orders. */
  orders: number;
  /** The rate, as decimal text. */
  rate: Money;
}

export interface QuarterFigure {
  /** The quarter. */
  quarter: string;
  /** The time that the figures stand for. */
  as_of: Day;
  /** The number of orders. */
  orders: number;
  /** The rate, as decimal text. */
  rate: Money;
}

export interface EarnedFigure {
  /** The time that the figures stand for. */
  as_of: Day;
  /** The number of orders. */
  orders: number;
  /** Earnings per click. */
  epc: Money | null;
}

export interface CountryFigure {
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string;
  /** The time that the figures stand for. */
  as_of: Day;
  /** The number of orders. */
  orders: number;
  /** Earnings per click. */
  epc: Money | null;
}

export interface MeasuredFigures {
  /** How long orders wait for the brand's decision. */
  decided: WaitFigure | null;
  /** How long orders wait for a decision, by month of the order. */
  decided_by_month: Array<MonthFigure>;
  /** The share that was decided within the brand's promise. */
  decided_in_time: RateFigure | null;
  /** How long approved orders wait until the brand has paid. */
  payable: WaitFigure | null;
  /** The share that was payable within the brand's promise. */
  payable_in_time: RateFigure | null;
  /** How long payable orders wait until they are sent to the publisher. */
  sent: WaitFigure | null;
  /** The share of decided orders that was approved. */
  approved: RateFigure | null;
  /** The share that was approved, by quarter of the decision. */
  approved_by_quarter: Array<QuarterFigure>;
  /** The share of settled orders that were corrected. */
  corrected: RateFigure | null;
  /** What a click earns. */
  earned: EarnedFigure | null;
  /** What a click earns, by country of the visitor. */
  earned_by_country: Array<CountryFigure>;
}

export interface TermsStep {
  /** The name. */
  name: string;
  /** A day. */
  day: Day;
  /** `announced_days`: how many days before publishers were told. */
  announced_days: number;
  /** The rate before the change. */
  before: string;
  /** The rate after the change. */
  after: string;
}

export interface Measured {
  /** `measured_on` is null before the first measurement. */
  measured_on: Day | null;
  /** From when on. */
  since: Day | null;
  /** What kind of channel it is. */
  channel_type: number;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** Within how many days the brand promises to decide on an order. */
  validation_days: number;
  /** Within how many days after approval the brand promises to pay. */
  payment_days: number;
  /** `all`: all publishers. */
  all: MeasuredFigures;
  /** `my_type`: channels of the channel's type. */
  my_type: MeasuredFigures;
  /** `mine`: the publisher's own. */
  mine: MeasuredFigures;
  /** The latest changes of terms. */
  terms: Array<TermsStep>;
}

export interface ComparedBrand {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The name. */
  name: string;
  /** The address of the logo. */
  logo: string | null;
  /** The commission, as decimal text. */
  commission: string;
  /** How the brand keeps its word, as measured. */
  measured: Measured;
}

export interface ListingComparedBrand {
  /** The rows. */
  list: Array<ComparedBrand>;
  /** The number of rows on all pages. */
  total: number;
}

export interface ListedCoupon {
  /** The number that identifies it. */
  id: number;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** What a customer enters. */
  code: string;
  /** What it is, in words. */
  description: string;
  /** `exclusive` if it is for this publisher alone. */
  exclusive: boolean;
  /** When it begins. */
  starts_at: Day | null;
  /** When it ends; null if no end is set. */
  ends_at: Day | null;
  /** `state`: `active` can be promoted today, `upcoming` begins later, `ended` is over, `paused` waits until its brand is online, `withdrawn` is not for this publisher any more. */
  state: "active" | "ended" | "paused" | "upcoming" | "withdrawn";
  /** When it was last changed. */
  updated_at: Time;
  /** The publisher's orders of the last 30 days that were placed with the code, without test orders. */
  orders: number;
}

export interface CursorPageListedCoupon {
  /** The rows. */
  list: Array<ListedCoupon>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export type OfferType = "CPS" | "CPA" | "CPL" | "CPC" | "CPM";

export const BrandType = {
  OWN_SHOP: 1,
  MARKETPLACE: 2,
} as const;
export type BrandType = (typeof BrandType)[keyof typeof BrandType];

export type BrandSort = "new" | "name" | "commission" | "epc" | "payment_days" | "paid_within";

export interface Facet {
  /** The value that brands have. */
  value: string;
  /** How many there are. */
  count: number;
}

export interface BrandFacets {
  /** The categories that fit. */
  categories: Array<Facet>;
  /** Two-letter country codes (ISO 3166). */
  countries: Array<Facet>;
  /** What brands pay for, each with the number of brands. */
  offer_types: Array<Facet>;
  /** If `is_capped`, more than 1,000 brands match, and only 1,000 of them were counted. */
  is_capped: boolean;
}

export interface Brand {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's number. */
  mid: number;
  /** The name. */
  name: string;
  /** The address of the logo. */
  logo: string | null;
  /** The address of the brand's site. */
  site_url: string;
  /** The categories that fit. */
  categories: Array<string>;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string;
  /** The countries of most visitors. */
  regions: Array<string>;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** What the brand pays for. */
  offer_type: OfferType;
  /** Whether the brand sells online or in shops. */
  brand_type: BrandType;
  /** The commission, as decimal text. */
  commission: string;
  /** For how many days after a click an order counts. */
  cookie_days: number;
  /** Within how many days the brand promises to decide on an order. */
  validation_days: number;
  /** Within how many days after approval the brand promises to pay. */
  payment_days: number;
  /** `paid_within`: the days within which nine in ten of its approved orders could be paid out, as measured across the network. */
  paid_within: number | null;
  /** Whether links may lead to any page of the brand's site. */
  deep_link: boolean;
  /** Whether the brand accepts channels at once or decides on each. */
  approval: Approval;
  /** The status that it has. */
  status: BrandStatus;
  /** The channel's relationship with the brand. */
  relationship: Relation;
  /** Why the channel was rejected or removed. */
  relationship_reason: string | null;
  /** Earnings per click. */
  epc: Money | null;
  /** Orders per click, from 0 to 1. */
  conversion_rate: Money | null;
  /** The share of decided orders that were approved, from 0 to 1. */
  approval_rate: Money | null;
}

export interface CursorPageBrand {
  /** The rows. */
  list: Array<Brand>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export type Pays = "percent" | "fixed";

export interface CommissionGroup {
  /** The name. */
  name: string;
  /** Whether it pays a percentage or a fixed amount. */
  pays: Pays;
  /** The percentage, or the amount in the brand's currency. */
  value: Money;
  /** The category. */
  category?: string | null;
  /** A two-letter country code (ISO 3166), such as GB. */
  country?: string | null;
  /** `uid` and `site_id` limit the group to one publisher or one channel, `category` and `country` to some sales. */
  uid?: number | null;
  /** The id of the publisher's channel. */
  site_id?: number | null;
  /** `starts_at` is inclusive, `ends_at` exclusive. */
  starts_at?: Day | null;
  /** When it ends; null if no end is set. */
  ends_at?: Day | null;
}

export interface Campaign {
  /** The first day. */
  from: Day;
  /** The last day. */
  to: Day;
  /** A note of the publisher's own. */
  note?: string;
}

export interface Coupon {
  /** The number that identifies it. */
  id: number;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** What a customer enters. */
  code: string;
  /** What it is, in words. */
  description: string;
  /** `exclusive` if it is for this publisher alone. */
  exclusive: boolean;
  /** When it begins. */
  starts_at: Day | null;
  /** When it ends; null if no end is set. */
  ends_at: Day | null;
}

export interface TermChange {
  /** When they changed. */
  at: Time;
  /** The text. */
  text: string;
}

export interface MyResults {
  /** The number of clicks. */
  clicks: number;
  /** The number of orders. */
  orders: number;
  /** The sum of sales. */
  sales: Money;
  /** The commission, as decimal text. */
  commission: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
}

export interface Alternative {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The name. */
  name: string;
  /** The address of the logo. */
  logo: string | null;
  /** The commission, as decimal text. */
  commission: string;
}

export interface DateRecord {
  /** How well expected dates of twelve months were kept: `kept_percent` of `dates` came true within three days. */
  kept_percent: number;
  /** How well expected dates of twelve months were kept: `kept_percent` of `dates` came true within three days. From all publishers, `dates` is 30, 100 or 1,000, and means so many or more. */
  dates: number;
  /** Eight of ten came true between `early_days` before and `late_days` after the day that was told. */
  early_days: number;
  /** Eight of ten came true between `early_days` before and `late_days` after the day that was told. */
  late_days: number;
  /** If that is more than 15 days either way, `keeps_dates` is false and no day should be relied on: nine of ten came true within `p90_days` of the order, of the end of the month, or of the request. */
  p90_days: number;
  /** If that is more than 15 days either way, `keeps_dates` is false and no day should be relied on: nine of ten came true within `p90_days` of the order, of the end of the month, or of the request. */
  keeps_dates: boolean;
  /** Whose dates were counted: those of all publishers, or the publisher's own. */
  source: "all" | "own";
}

export interface BrandInfo {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's number. */
  mid: number;
  /** The name. */
  name: string;
  /** The address of the logo. */
  logo: string | null;
  /** The address of the brand's site. */
  site_url: string;
  /** The categories that fit. */
  categories: Array<string>;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string;
  /** The countries of most visitors. */
  regions: Array<string>;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** What the brand pays for. */
  offer_type: OfferType;
  /** Whether the brand sells online or in shops. */
  brand_type: BrandType;
  /** The commission, as decimal text. */
  commission: string;
  /** For how many days after a click an order counts. */
  cookie_days: number;
  /** Within how many days the brand promises to decide on an order. */
  validation_days: number;
  /** Within how many days after approval the brand promises to pay. */
  payment_days: number;
  /** `paid_within`: the days within which nine in ten of its approved orders could be paid out, as measured across the network. */
  paid_within: number | null;
  /** Whether links may lead to any page of the brand's site. */
  deep_link: boolean;
  /** Whether the brand accepts channels at once or decides on each. */
  approval: Approval;
  /** The status that it has. */
  status: BrandStatus;
  /** The channel's relationship with the brand. */
  relationship: Relation;
  /** Why the channel was rejected or removed. */
  relationship_reason: string | null;
  /** Earnings per click. */
  epc: Money | null;
  /** Orders per click, from 0 to 1. */
  conversion_rate: Money | null;
  /** The share of decided orders that were approved, from 0 to 1. */
  approval_rate: Money | null;
  /** The id of the publisher's channel. */
  site_id: number;
  /** `applied_at` and `message` are those of the latest application. */
  applied_at: Time | null;
  /** What it says, in words. */
  message: string | null;
  /** What it is, in words. */
  description: string;
  /** The hosts that links may lead to. */
  domains: Array<string>;
  /** What the brand pays for which goods. */
  commission_groups: Array<CommissionGroup>;
  /** How the channel promotes brands. */
  promotion_methods: Record<string, boolean>;
  /** Words that may not be used in advertising. */
  forbidden_words: Array<string>;
  /** The parameter with which the brand's shop receives the click's reference. */
  click_param: string;
  /** Whom publishers write to. */
  contact: string;
  /** For how many days after an order a case can be opened. */
  claim_days: number;
  /** The campaigns of the last year, and those to come. */
  campaigns: Array<Campaign>;
  /** `coupons` are those that can be promoted today, newest first, at most a hundred. */
  coupons: Array<Coupon>;
  /** The latest changes of the terms. */
  term_changes: Array<TermChange>;
  /** Terms and coupons begin and end at midnight in `terms_time_zone`, the network's time zone. */
  terms_time_zone: string;
  /** The publisher's own results with the brand. */
  my_results: MyResults;
  /** Brands of the same kind that can be promoted instead. */
  alternatives: Array<Alternative>;
  /** How well expected days of decision were kept; null if too few are known. */
  decision_record: DateRecord | null;
  /** How well expected days of payment were kept; null if too few are known. */
  payment_record: DateRecord | null;
  /** How the brand keeps its word, as measured. */
  measured: Measured;
}

export interface ChannelStanding {
  /** The id of the publisher's channel. */
  site_id: number;
  /** The channel's relationship with the brand. */
  relationship: Relation;
  /** Why, in words. */
  reason: string | null;
  /** `ended_by` and `reason` say why it is over. */
  ended_by: "network" | "publisher" | null;
  /** When the channel applied. */
  applied_at: Time;
}

export interface BrandStanding {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's number. */
  mid: number;
  /** The name. */
  name: string;
  /** The address of the logo. */
  logo: string | null;
  /** The status that it has. */
  status: BrandStatus;
  /** Whether the brand accepts channels at once or decides on each. */
  approval: Approval;
  /** The commission, as decimal text. */
  commission: string;
  /** The channels that were found. */
  channels: Array<ChannelStanding>;
}

export interface CursorPageBrandStanding {
  /** The rows. */
  list: Array<BrandStanding>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export interface TermsEffect {
  /** The number of orders. */
  orders: number;
  /** The commission under the terms before the change. */
  before: Money;
  /** The commission under the terms after the change. */
  after: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
}

export interface TermsChange {
  /** When it was announced. */
  announced_at: Time;
  /** The first day. */
  starts_on: Day;
  /** `notice_days` is the time from its announcement to its start. */
  notice_days: number;
  /** The changes, a sentence each. */
  lines: Array<string>;
  /** `effect` is null if the publisher had no orders. */
  effect: TermsEffect | null;
}

export interface ListingTermsChange {
  /** The rows. */
  list: Array<TermsChange>;
  /** The number of rows on all pages. */
  total: number;
}

export type Period = "7d" | "30d" | "90d" | "365d";

export interface Figures {
  /** The number of clicks. */
  clicks: number | null;
  /** The number of orders. */
  orders: number;
  /** The sum of sales. */
  sales: Money;
  /** The commission, as decimal text. */
  commission: Money;
  /** The commission of orders that are not decided yet. */
  pending_commission: Money;
  /** The commission of approved orders. */
  approved_commission: Money;
  /** The commission of rejected orders. */
  rejected_commission: Money;
  /** The commission that was paid. */
  paid_commission: Money;
  /** What was earned beside orders. */
  bonus: Money;
  /** The number of orders that are not decided yet. */
  pending_orders: number;
  /** The number of approved orders. */
  approved_orders: number;
  /** The number of rejected orders. */
  rejected_orders: number;
  /** Orders per click, from 0 to 1. */
  cr: Money | null;
  /** Earnings per click. */
  epc: Money | null;
  /** The average sale of an order. */
  aov: Money | null;
  /** `approval_rate` is null with a status filter. */
  approval_rate: Money | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
}

export interface TrendPoint {
  /** A day. */
  date: Day;
  /** The number of clicks. */
  clicks: number;
  /** The number of orders. */
  orders: number;
  /** The sum of sales. */
  sales: Money;
  /** The commission, as decimal text. */
  commission: Money;
}

export interface TopBrand {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The address of the logo. */
  logo: string | null;
  /** The number of clicks. */
  clicks: number;
  /** The number of orders. */
  orders: number;
  /** The commission, as decimal text. */
  commission: Money;
}

export interface TopLink {
  /** The id of the tracking link. */
  link_id: number;
  /** The brand's name. */
  brand_name: string;
  /** The page of the brand's site to which the link leads. */
  target_url: string;
  /** The same link, shorter. */
  tracking_url_short: string;
  /** The number of clicks. */
  clicks: number;
  /** The number of orders. */
  orders: number;
  /** The commission, as decimal text. */
  commission: Money;
}

export type ItemStatus = "Pending" | "Approved" | "Rejected";

export interface Item {
  /** The id of the item within its order. */
  item_id: string;
  /** The category. */
  category: string | null;
  /** `commission_group` is the name of the brand's terms that set the commission. */
  commission_group: string | null;
  /** How many of the item were sold. */
  quantity: number;
  /** The sale, as decimal text. */
  sale_amount: Money;
  /** The commission of the sale, as decimal text. */
  sale_comm: Money | null;
  /** `comm_rate` is null for a fixed amount. */
  comm_rate: Money | null;
  /** The sale as it was first reported. */
  ori_amount: Money;
  /** The commission as it was first computed. */
  ori_comm: Money | null;
  /** The status that it has. */
  status: ItemStatus;
  /** Why, as one of the known reasons. */
  reason_code: string | null;
  /** A note of the publisher's own. */
  note: string | null;
  /** When the brand decided; null if it has not. */
  validation_date: Time | null;
  /** When the brand should decide. */
  expected_validation_date: Time | null;
  /** The id of the settlement. */
  settlement_id: number | null;
  /** When it was settled; null if it was not. */
  settlement_date: Time | null;
  /** The id of the payment. */
  payment_id: number | null;
  /** When it was paid; null if it was not. */
  paid_date: Time | null;
  /** Whether it was paid. */
  paid: boolean;
  /** When it was last changed. */
  updated_at: Time;
}

export interface Order {
  /** The portal's number of the order. */
  oid: number;
  /** The order's number, as the brand reported it. */
  order_id: string;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's number. */
  mid: number;
  /** The brand's name. */
  brand_name: string;
  /** The id of the publisher's channel. */
  site_id: number;
  /** The id of the tracking link. */
  link_id: number;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string | null;
  /** When the click happened. */
  click_time: Time | null;
  /** When the order was placed. */
  order_time: Time;
  /** A value of the publisher's own, which reports and postbacks carry. */
  uid1: string;
  /** A second value of the publisher's own. */
  uid2: string;
  /** A third value of the publisher's own. */
  uid3: string;
  /** A fourth value of the publisher's own. */
  uid4: string;
  /** A fifth value of the publisher's own. */
  uid5: string;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string | null;
  /** The code of the coupon. */
  coupon: string | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** `rate` converts `currency` to `report_currency`. */
  rate: Money | null;
  /** The sale, as decimal text. */
  sale_amount: Money;
  /** The commission of the sale, as decimal text. */
  sale_comm: Money | null;
  /** The sale of what was matched. */
  matched_amount: Money;
  /** The commission of what was matched. */
  matched_comm: Money | null;
  /** The currency of the report. */
  report_currency: string;
  /** The sale, in the report's currency. */
  report_amount: Money | null;
  /** The commission, in the report's currency. */
  report_comm: Money | null;
  /** The status that it has. */
  status: ItemStatus;
  /** Whether it is a test order, which is never paid. */
  test_order: boolean;
  /** An `unrated` order waits for an exchange rate: until then `rate`, every commission and `report_*` are null, and no figure includes it. */
  unrated: boolean;
  /** When it was last changed. */
  updated_at: Time;
  /** The single items. */
  items?: Array<Item>;
}

export interface Forecast {
  /** A day. */
  day: Day;
  /** `low` can be paid already. */
  low: Money;
  /** What will probably be paid. */
  likely: Money;
  /** `high` requires every brand to pay in time. */
  high: Money;
}

export interface PaymentBalance {
  /** Commission that no brand has decided on. */
  pending: Money;
  /** `approved` includes settlements whose brand has not paid. */
  approved: Money;
  /** `waiting` is that part of it. */
  waiting: Money;
  /** What can be withdrawn now. */
  withdrawable: Money;
  /** `on_the_way` is in payments that have not arrived, `needs_you` in payments that failed, which have to be retried or cancelled. */
  on_the_way: Money;
  /** `on_the_way` is in payments that have not arrived, `needs_you` in payments that failed, which have to be retried or cancelled. */
  needs_you: Money;
  /** What was paid to date. */
  paid: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** The least that is paid out. */
  minimum: Money;
  /** The day of the month on which payments are requested; null for none. */
  schedule_day: number | null;
  /** The next payment that is expected. */
  next_payment: Forecast | null;
  /** Scheduled payments wait if the last payment to the default method failed for a reason that lies in the method: `schedule_failure` is that reason. */
  schedule_failure?: string | null;
}

export type TaskState = "open" | "waiting" | "refused" | "done";

export interface Task {
  /** The name. */
  name: string;
  /** Whether the step has been taken, even if its result, such as a new channel, still awaits a review. */
  done: boolean;
  /** `to` is the page on which to take it. */
  to: string;
  /** `waiting`: for a review, a brand or a buyer. `refused`: see `note`. */
  state: TaskState;
  /** The reason that was given for a refusal. */
  note: string | null;
}

export interface Dashboard {
  /** The first day, in the time zone of the account. */
  start_date: Day;
  /** The last day, in the time zone of the account. */
  end_date: Day;
  /** The sums of all rows. */
  totals: Figures;
  /** The sums of the compared period. */
  compared_totals: Figures;
  /** `compared_trend` holds what the days of `trend` are compared with, as in /reports/performance. In periods of two weeks or more, the first days may have no counterpart, so its days belong to the last days of `trend`. */
  trend: Array<TrendPoint>;
  /** `compared_trend` holds what the days of `trend` are compared with, as in /reports/performance. */
  compared_trend: Array<TrendPoint>;
  /** The brands that earned most. */
  top_brands: Array<TopBrand>;
  /** The links that earned most. */
  top_links: Array<TopLink>;
  /** The latest orders. */
  latest_orders: Array<Order>;
  /** For a token without `payment.read`, `balance` is null, and `tasks` leaves out what concerns payments. */
  balance: PaymentBalance | null;
  /** For a token without `payment.read`, `balance` is null, and `tasks` leaves out what concerns payments. */
  tasks: Array<Task>;
  /** A time zone, such as Europe/London. */
  time_zone: string;
  /** What was reported or clicked and answered before this time is counted. */
  as_of: Time;
}

export interface AgedMonths {
  /** A sum in `currency`, as decimal text. */
  amount: Money;
  /** The months, such as 2026-10. */
  periods: Array<string>;
}

export interface BrandAgeing {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** Within how many days after approval the brand promises to pay. */
  payment_days: number;
  /** `due` is the first day on which it should have paid or should pay. */
  due: Day;
  /** For how many days the oldest month is late. */
  days_late: number;
  /** Months that the brand has still time to pay. */
  in_term: AgedMonths;
  /** Months that the brand should have paid. */
  late: AgedMonths;
  /** Months that the brand should have paid long ago. */
  very_late: AgedMonths;
  /** The sum of all its months. */
  total: Money;
  /** `case_id` is the newest undecided case about some of these months. */
  case_id: number | null;
  /** `pay_on` is the latest day that a case about them has set. */
  pay_on: Day | null;
}

export interface PaymentAgeing {
  /** The rows. */
  list: Array<BrandAgeing>;
  /** The number of rows on all pages. */
  total: number;
  /** What brands have still time to pay. */
  in_term: Money;
  /** What brands should have paid. */
  late: Money;
  /** What brands should have paid long ago. */
  very_late: Money;
  /** `waiting` is the sum of the three ages, as in /payments/balance. */
  waiting: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
}

export type SettlementType = "commission" | "bonus" | "adjustment";

export interface PaymentDetail {
  /** The id of the payment. */
  payment_id: number;
  /** The id of the settlement. */
  settlement_id: number;
  /** The brand's code, as it stands in links and reports. */
  mcid: string | null;
  /** The brand's name. */
  brand_name: string | null;
  /** A month, such as 2026-10. */
  period: string;
  /** Which kind it is. */
  type: SettlementType;
  /** A sum in `currency`, as decimal text. */
  amount: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** The number of orders. */
  orders: number;
  /** A note of the publisher's own. */
  note: string;
}

export interface ProofDifference {
  /** The id of the settlement. */
  settlement_id: number | null;
  /** What the sum should be. */
  expected: Money;
  /** What the sum is. */
  found: Money;
}

export interface PaymentProof {
  /** The id of the payment. */
  payment_id: number;
  /** The sum with VAT, before the fee. */
  gross: Money;
  /** The sum of its settlements. */
  settlements: Money;
  /** The sum of its orders. */
  orders: Money;
  /** The sum of bonuses. */
  bonuses: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** Where sums do not agree; empty if all do. */
  differences: Array<ProofDifference>;
}

export type PaymentStage = "approved" | "month_closed" | "brand_paid" | "payable" | "requested" | "processing" | "sent" | "paid" | "failed" | "returned" | "cancelled";

export interface PaymentStep {
  /** The stage that was reached. */
  stage: PaymentStage;
  /** `at` is when all of the payment had reached the stage. */
  at: Time | null;
  /** `expected` is the day on which that is expected. */
  expected?: Day | null;
}

export interface PaymentDetails {
  /** The rows. */
  list: Array<PaymentDetail>;
  /** The number of rows on all pages. */
  total: number;
  /** The sums that prove each payment. */
  proof: Array<PaymentProof>;
  /** `progress` has the stages of the payment that was requested by its id. */
  progress: Array<PaymentStep>;
  /** `replaces` is the failed payment that was requested again as this one, to another account. */
  replaces?: number | null;
  /** `replaced_by` is the payment that was requested in place of this one. */
  replaced_by?: number | null;
}

export type DocumentKind = "invoice" | "statement" | "credit_note";

export interface Invoice {
  /** The id of the payment. */
  payment_id: number;
  /** Which kind it is. */
  kind: DocumentKind;
  /** Its number. */
  number: string | null;
  /** The name. */
  name: string;
  /** `url` opens the PDF for ten minutes. */
  url: string | null;
  /** `csv` is the document as CSV. */
  csv: string;
}

export type MethodKind = "paypal" | "payoneer" | "airwallex" | "bank";

export type Entity = "person" | "company";

export type WaitReason = "new_details" | "confirmed" | "factor_reset" | "stopped";

export interface PaymentMethod {
  /** The number that identifies it. */
  id: number;
  /** Which kind it is. */
  kind: MethodKind;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** The company of the network that pays. */
  entity: Entity;
  /** `payee` and `fields` are masked: the last characters, or `m•••@example.com` of an email address. */
  payee: string;
  /** The values by field. */
  fields: Record<string, string>;
  /** Whether it is the default one. */
  is_default: boolean;
  /** Whether it waits until it can be used. */
  waiting: boolean;
  /** Nothing is paid to the method before `usable_from`, and `wait_reason` says why. */
  wait_reason: WaitReason | null;
  /** Nothing is paid to the method before `usable_from`, and `wait_reason` says why. */
  usable_from: Time;
  /** When it was made. */
  created_at: Time;
  /** When it was last changed. */
  updated_at: Time;
  /** `last_failure` is why the last payment to it did not arrive, unless the method has changed since, and `last_failed_at` when. */
  last_failure?: string | null;
  /** `last_failure` is why the last payment to it did not arrive, unless the method has changed since, and `last_failed_at` when. */
  last_failed_at?: Time | null;
  /** If the reason lies in the method, `holds_schedule`: no scheduled payment goes to it until it is changed, or confirmed by a payment that is requested to it. */
  holds_schedule?: boolean;
}

export interface ListingPaymentMethod {
  /** The rows. */
  list: Array<PaymentMethod>;
  /** The number of rows on all pages. */
  total: number;
}

export interface PaidMonth {
  /** A month of the report time zone */
  month: string;
  /** The number of payments. */
  payments: number;
  /** `gross` is before fees and VAT, `net` after. */
  gross: Money;
  /** The sum without VAT. */
  net: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
}

export interface ListingPaidMonth {
  /** The rows. */
  list: Array<PaidMonth>;
  /** The number of rows on all pages. */
  total: number;
}

export type SettlementState = "waiting" | "payable" | "requested" | "paid";

export type ExpectedFrom = "past" | "terms";

export interface Settlement {
  /** The id of the settlement. */
  settlement_id: number;
  /** The brand's code, as it stands in links and reports. */
  mcid: string | null;
  /** The brand's name. */
  brand_name: string | null;
  /** A month, such as 2026-10. */
  period: string;
  /** What it is made of. */
  type: SettlementType;
  /** `amount` is in the publisher's report currency. */
  amount: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** The number of orders. */
  orders: number;
  /** The number of items. */
  items: number;
  /** The state that it is in. */
  state: SettlementState;
  /** The id of the payment. */
  payment_id: number | null;
  /** A note of the publisher's own. */
  note: string;
  /** When it was made. */
  created_at: Time;
  /** When it can be withdrawn. */
  payable_at: Time | null;
  /** When it was paid; null if it was not. */
  paid_at: Time | null;
  /** While the settlement waits, `expected_date` is the day by which its brand should pay, estimated from three or more of the publisher's own settlements, or else from the brand's terms. */
  expected_date?: Day | null;
  /** `expected_from` says which, and `date_record` how well such days were kept, once that is known. */
  expected_from?: ExpectedFrom | null;
  /** `expected_from` says which, and `date_record` how well such days were kept, once that is known. */
  date_record?: DateRecord | null;
}

export interface SettledOrder {
  /** The portal's number of the order. */
  oid: number;
  /** The order's number, as the brand reported it. */
  order_id: string;
  /** When the order was placed. */
  order_time: Time;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string | null;
  /** When the click happened. */
  click_time: Time | null;
  /** The number of items. */
  items: number;
  /** `commission` is what its settled items and corrections add to it. */
  commission: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
}

export interface SettledOrders {
  /** The settlement. */
  settlement: Settlement;
  /** The rows. */
  list: Array<SettledOrder>;
  /** The number of rows on all pages. */
  total: number;
  /** `sum` is computed now from the items of all the orders. */
  sum: Money;
}

export interface ListingSettlement {
  /** The rows. */
  list: Array<Settlement>;
  /** The number of rows on all pages. */
  total: number;
}

export type DocumentFormat = "pdf" | "csv";

export interface StatementFile {
  /** The name. */
  name: string;
  /** The format of the file. */
  format: DocumentFormat;
  /** Text, or base64 of a PDF */
  content: string;
}

export type PaymentState = "requested" | "processing" | "sent" | "paid" | "failed" | "returned" | "cancelled";

export interface Payment {
  /** The id of the payment. */
  payment_id: number;
  /** When it was requested. */
  request_date: Time;
  /** `expected_date` is the day on which the payment should arrive, estimated from three or more of the publisher's own payments, or else, once it is processed, five days later, or three days after it was sent. */
  expected_date: Day | null;
  /** When it was paid; null if it was not. */
  paid_date: Time | null;
  /** How it is paid. */
  method: string;
  /** To whom it is paid. */
  payee: string;
  /** The sum with VAT, before the fee. */
  gross: Money;
  /** The fee that is taken off. */
  fee: Money;
  /** The VAT. */
  vat: Money;
  /** The sum without VAT. */
  net: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** The currency in which it is paid. */
  payout_currency: string;
  /** `payout_amount` is what arrives, at `rate`, once the payment is processed. */
  payout_amount: Money | null;
  /** The rate, as decimal text. */
  rate: Money | null;
  /** The status that it has. */
  status: PaymentState;
  /** Whether it was requested by the schedule. */
  scheduled: boolean;
  /** Why it failed. */
  failure_reason: string | null;
  /** The number under which the bank knows the payment. */
  trace_id: string | null;
  /** The number of its invoice, once there is one. */
  invoice: string | null;
  /** The number of the credit note that cancels the invoice. */
  credit_note: string | null;
  /** The id of the batch of payments. */
  batch_id: number | null;
  /** When it was sent to the bank. */
  sent_date: Time | null;
  /** `expected_from` says which. */
  expected_from?: ExpectedFrom | null;
  /** `date_record` says how well such days were kept, once that is known. */
  date_record?: DateRecord | null;
  /** `method_at_fault`: it failed for a reason that lies in the payment method, such as a closed account. */
  method_at_fault?: boolean;
}

export interface ListingPayment {
  /** The rows. */
  list: Array<Payment>;
  /** The number of rows on all pages. */
  total: number;
}

export type VatStatus = "registered" | "small_business" | "not_registered";

export type ReviewState = "unneeded" | "waiting" | "confirmed" | "rejected";

export interface VatReview {
  /** The status that it has. */
  status: VatStatus;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string;
  /** The name. */
  name: string;
  /** The VAT or tax number. */
  number: string;
  /** When it was stated. */
  stated_at: Time;
  /** The state that it is in. */
  state: ReviewState;
  /** When it was decided; null if it is not. */
  decided_at: Time | null;
  /** Why, in words. */
  reason: string | null;
  /** When it ends; null if no end is set. */
  ends_at: Time | null;
}

export interface Agreement {
  /** The version of the text. */
  version: number;
  /** The VAT or tax number. */
  number: string;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string;
  /** When it was agreed. */
  agreed_at: Time;
  /** When it ends; null if no end is set. */
  ends_at: Time;
}

export interface VatStanding {
  /** `review` is null without a claim, `agreement` if none is in force. */
  review: VatReview | null;
  /** `review` is null without a claim, `agreement` if none is in force. */
  agreement: Agreement | null;
  /** `ask_again` is set when the agreement should be renewed. */
  ask_again: boolean;
  /** `version` and `text` are those to agree to now. */
  version: number;
  /** The text. */
  text: string;
}

export const EventType = {
  ORDER_CREATED: 1,
  ORDER_UPDATED: 2,
  ORDER_SETTLED: 3,
  PAYMENT_SENT: 4,
  PAYMENT_FAILED: 5,
  RELATIONSHIP_CHANGED: 6,
  BRAND_CHANGED: 7,
  LINK_BROKEN: 8,
  DOWNLOAD_READY: 9,
  CLICK: 10,
  ALERT_RAISED: 11,
  ALERT_CLOSED: 12,
  CASE_UPDATED: 13,
  PAYMENT_RETURNED: 14,
  SETTLEMENT_PAYABLE: 15,
  COUPON_CHANGED: 16,
  CHANNEL_REVIEWED: 17,
  TEAM_CHANGED: 18,
  CAMPAIGN_CHANGED: 19,
} as const;
export type EventType = (typeof EventType)[keyof typeof EventType];

export interface Attempt {
  /** When the request was made. */
  at: Time;
  /** The HTTP status of the answer; null if there was none. */
  status_code: number | null;
  /** How long it took, in milliseconds. */
  ms: number;
  /** What went wrong, in words; null or empty if nothing did. */
  error: "forbidden" | "gone" | "host_unknown" | "redirect" | "refused" | "status" | "timeout" | "tls" | "unreachable" | null;
  /** Attempts that were stored before answers were kept have none. */
  answer?: string | null;
}

export interface Delivery {
  /** The number that identifies it. */
  id: string;
  /** The id of the postback. */
  postback_id: number | null;
  /** The id of the event, the same however often it is sent. */
  event_id: string;
  /** The kind of event. */
  event_type: EventType;
  /** The portal's number of the order. */
  oid: number | null;
  /** `order_id` is the brand's number of the order, `oid` ours. */
  order_id: string | null;
  /** `attempt` counts the requests since it was queued or sent again. */
  attempt: number;
  /** The method of the request. */
  method: string | null;
  /** The address. */
  url: string | null;
  /** The body as it was sent; null without one. */
  request_body: string | null;
  /** The HTTP status of the answer; null if there was none. */
  status_code: number | null;
  /** How long it took, in milliseconds. */
  ms: number | null;
  /** What went wrong, in words; null or empty if nothing did. */
  error: "forbidden" | "gone" | "host_unknown" | "redirect" | "refused" | "status" | "timeout" | "tls" | "unreachable" | null;
  /** The state that it is in. */
  state: "delivered" | "failed" | "waiting";
  /** When it is tried next; null if it is over. */
  next_attempt_at: Time | null;
  /** Whether it is a test. */
  test: boolean;
  /** When it was made. */
  created_at: Time;
  /** Each attempt. */
  attempts: Array<Attempt>;
}

export interface CursorPageDelivery {
  /** The rows. */
  list: Array<Delivery>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export const DeliveryType = {
  GET: 1,
  POST_JSON: 2,
  POST_FORM: 3,
} as const;
export type DeliveryType = (typeof DeliveryType)[keyof typeof DeliveryType];

export interface Postback {
  /** The number that identifies it. */
  id: number;
  /** The id of the publisher's channel. */
  site_id: number | null;
  /** The kind of event. */
  event_type: EventType;
  /** How the postback is sent. */
  delivery_type: DeliveryType;
  /** The address to which the postback is sent. */
  link_url: string;
  /** Brands' numbers. */
  mids: Array<number>;
  /** The values by their names. */
  parameters: Record<string, string>;
  /** The number of a platform. */
  medium_id: number | null;
  /** The state that it is in. */
  state: "active" | "auto_paused" | "paused";
  /** Why it was paused; null if nobody but its owner did. */
  state_reason: "failing" | "gone" | null;
  /** Since when all attempts fail; null if the last one arrived. */
  failing_since: Time | null;
  /** When the secret was shown; null if it was not. */
  secret_shown_at: Time | null;
  /** Until when the secret before works; null if it does not. */
  old_secret_until: Time | null;
  /** `success_rate` is of the last 1,000 deliveries that have ended, in percent. */
  success_rate: number | null;
  /** Deliveries of the last 1,000 that arrived. */
  delivered: number;
  /** Deliveries of the last 1,000 that were given up. */
  failed: number;
  /** Deliveries that wait to be sent. */
  waiting: number;
  /** When the last delivery was made. */
  last_at: Time | null;
  /** When it was made. */
  created_at: Time;
  /** When it was last changed. */
  updated_at: Time;
}

export interface PostbackDraft {
  /** How the postback is sent. */
  delivery_type: DeliveryType;
  /** The address to which the postback is sent. */
  link_url: string;
  /** `parameters` are appended (GET) or are the body (POST). */
  parameters?: Record<string, string>;
  /** The kind of event. */
  event_type: EventType;
  /** The id of the publisher's channel. */
  site_id?: number | null;
  /** Brands' numbers. */
  mids?: Array<number>;
  /** The number of a platform. */
  medium_id?: number | null;
  /** The number that identifies it. */
  id?: number | null;
  /** When it was last changed. */
  updated_at?: Time | null;
}

export interface DeliveryRef {
  /** The id of the delivery. */
  delivery_id: string;
}

export interface EventKind {
  /** The number that identifies it. */
  id: number;
  /** The name. */
  name: string;
  /** The heading. */
  title: string;
  /** `macros` are the names of those that its events can fill. */
  macros: Array<string>;
}

export interface DeliveryKind {
  /** The number that identifies it. */
  id: number;
  /** The name. */
  name: string;
}

export interface Macro {
  /** The name. */
  name: string;
  /** The text. */
  text: string;
  /** An example. */
  sample: string;
}

export interface Medium {
  /** The number that identifies it. */
  id: number;
  /** The name. */
  name: string;
}

export interface TrackerTemplate {
  /** The name. */
  name: string;
  /** How the postback is sent. */
  delivery_type: DeliveryType;
  /** The address to which the postback is sent. */
  link_url: string;
  /** The values by their names. */
  parameters: Record<string, string>;
}

export interface PostbackTypes {
  /** The events that a postback can report. */
  event_types: Array<EventKind>;
  /** The ways to send. */
  delivery_types: Array<DeliveryKind>;
  /** The names that can stand in braces in the address. */
  macros: Array<Macro>;
  /** The platforms that a postback can be limited to. */
  mediums: Array<Medium>;
  /** Settings of common trackers. */
  templates: Array<TrackerTemplate>;
}

export interface ListingPostback {
  /** The rows. */
  list: Array<Postback>;
  /** The number of rows on all pages. */
  total: number;
}

export interface DeliveryMark {
  /** The number that identifies it. */
  id: string;
  /** The state that it is in. */
  state: "delivered" | "failed" | "waiting";
  /** The HTTP status of the answer; null if there was none. */
  status_code: number | null;
  /** What went wrong, in words; null or empty if nothing did. */
  error: "forbidden" | "gone" | "host_unknown" | "redirect" | "refused" | "status" | "timeout" | "tls" | "unreachable" | null;
  /** When it was made. */
  created_at: Time;
}

export interface RecentDeliveries {
  /** The id of the postback. */
  postback_id: number;
  /** The deliveries, each with its outcome. */
  marks: Array<DeliveryMark>;
}

export interface ListingRecentDeliveries {
  /** The rows. */
  list: Array<RecentDeliveries>;
  /** The number of rows on all pages. */
  total: number;
}

export interface Redelivery {
  /** How many there are. */
  count: number;
}

export interface Secret {
  /** `secret` is null once it has been shown. */
  secret: string | null;
  /** When it was shown. */
  shown_at: Time | null;
  /** Until when the secret before works; null if it does not. */
  old_secret_until: Time | null;
}

export interface Preview {
  /** The names that can stand in braces in the address. */
  macros: Array<Macro>;
  /** How it is paid. */
  method: string;
  /** The address. */
  url: string;
  /** The text in full. */
  body: string | null;
}

export const AlertKind = {
  TRACKING_STOPPED: 1,
  CONVERSION_FALLEN: 2,
  CLICKS_FALLEN: 3,
  COMMISSION_PER_ORDER_FALLEN: 4,
  APPROVAL_FALLEN: 5,
  TERMS_CUT: 6,
  VALIDATION_OVERDUE: 7,
  PAYMENT_OVERDUE: 8,
  LINK_BROKEN: 9,
  POSTBACK_FAILING: 10,
  COUPON_ENDED: 11,
} as const;
export type AlertKind = (typeof AlertKind)[keyof typeof AlertKind];

export interface MoneyAtRisk {
  /** An estimate of what is lost, between `low` and `high` in four of five cases: since the alert's `since`, and per day. */
  low: Money;
  /** An estimate of what is lost, between `low` and `high` in four of five cases: since the alert's `since`, and per day. */
  high: Money;
  /** What is lost a day, at least. */
  day_low: Money;
  /** What is lost a day, at most. */
  day_high: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
}

export const AlertCause = {
  LINK_BROKEN: 1,
  BRAND_PAUSED: 2,
  TERMS_CHANGED: 3,
  ONE_SEGMENT: 4,
  BRAND_SILENT: 5,
  NOTHING_FOUND: 6,
  EVERYBODY: 7,
} as const;
export type AlertCause = (typeof AlertCause)[keyof typeof AlertCause];

export interface AlertEvidence {
  /** The number of links. */
  links?: number | null;
  /** When the last order was placed. */
  last_order_at?: Time | null;
  /** When the brand last reported an order. */
  last_report_at?: Time | null;
  /** How many reports of the brand are missing. */
  missed_reports?: number | null;
  /** The day from which other terms hold. */
  terms_from?: Day | null;
  /** How many failed in a row. */
  failures?: number | null;
  /** The code of the coupon. */
  coupon?: string | null;
  /** The number of days. */
  days?: number | null;
  /** A two-letter country code (ISO 3166), such as GB. */
  country?: string | null;
  /** The kind of device. */
  device?: string | null;
  /** The expected orders of that country or device alone, as `part_seen` has the actual ones. */
  part_expected?: number | null;
  /** The orders of that country or device. */
  part_seen?: number | null;
  /** When it was announced. */
  announced_at?: Time | null;
  /** How many days before it was announced. */
  notice_days?: number | null;
  /** The number of orders. */
  orders?: number | null;
  /** Of terms that are cut, `before` and `after` are the commission of the last 30 days' orders under the terms before and after the change. */
  before?: Money | null;
  /** Of terms that are cut, `before` and `after` are the commission of the last 30 days' orders under the terms before and after the change. */
  after?: Money | null;
  /** `promised_days` is within how many days the brand says it decides or pays, `usual_days` within how many it did for nine of ten of the publisher's own orders. */
  promised_days?: number | null;
  /** `promised_days` is within how many days the brand says it decides or pays, `usual_days` within how many it did for nine of ten of the publisher's own orders. */
  usual_days?: number | null;
  /** Since when the oldest one waits. */
  waiting_since?: Time | null;
  /** How many were decided. */
  decided?: number | null;
  /** How many were rejected. */
  rejected?: number | null;
  /** `reason_code` is the most frequent reason of rejected items. */
  reason_code?: string | null;
  /** How many items were rejected for that reason. */
  reason_items?: number | null;
}

export const NextStep = {
  FIX_LINKS: 1,
  TEST_LINKS: 2,
  CHOOSE_BRAND: 3,
  WAIT_FOR_BRAND: 4,
  CHECK_POSTBACK: 5,
  CHECK_CHANNEL: 6,
  COMPARE_TERMS: 7,
  CHANGE_COUPON: 8,
  SEE_TERMS: 9,
  SEE_PENDING: 10,
  SEE_SETTLEMENTS: 11,
  SEE_REJECTED: 12,
} as const;
export type NextStep = (typeof NextStep)[keyof typeof NextStep];

export interface AlertTask {
  /** The state that it is in. */
  state: "done" | "in_progress" | "open";
  /** From when on. */
  since: Time;
  /** A note of the publisher's own. */
  note: string;
}

export interface Alert {
  /** The id of the alert. */
  alert_id: number;
  /** Which kind it is. */
  kind: AlertKind;
  /** The brand's code, as it stands in links and reports. */
  mcid: string | null;
  /** The brand's name. */
  brand_name: string | null;
  /** The id of the publisher's channel. */
  site_id: number | null;
  /** The name of the publisher's channel. */
  site_name: string | null;
  /** The id of the tracking link. */
  link_id: number | null;
  /** The id of the postback. */
  postback_id: number | null;
  /** From when on. */
  since: Time;
  /** When it was found. */
  found_at: Time;
  /** `expected` and `seen` count orders or clicks since `since`, or are the commission of an order. */
  expected: number | null;
  /** `expected` and `seen` count orders or clicks since `since`, or are the commission of an order. */
  seen: number | null;
  /** `chance` is the probability of so few by chance. */
  chance: number | null;
  /** About what is lost; null if nothing was estimated. */
  money_at_risk: MoneyAtRisk | null;
  /** What explains it, as far as the portal knows. */
  cause: AlertCause | null;
  /** What shows it. */
  evidence: AlertEvidence;
  /** What to do next. */
  next_step: NextStep;
  /** `next_page` is the page of the portal where `next_step` is taken. */
  next_page: string;
  /** `task` is null if the network has no task. */
  task: AlertTask | null;
  /** The state that it is in. */
  state: "closed" | "muted" | "open" | "snoozed";
  /** `until` is when a snoozed alert opens again. */
  until: Time | null;
  /** When it was closed; null while it is open. */
  closed_at: Time | null;
  /** Who or what closed it; null while it is open. */
  closed_by: "operator" | "publisher" | "recovered" | null;
}

export interface ListingAlert {
  /** The rows. */
  list: Array<Alert>;
  /** The number of rows on all pages. */
  total: number;
}

export const BookStatus = {
  QUEUED: 0,
  COMPARING: 1,
  READY: 2,
  FAILED: 3,
} as const;
export type BookStatus = (typeof BookStatus)[keyof typeof BookStatus];

export type AmountKind = "commission" | "sale";

export type BookClass = "differs" | "only_mine" | "only_yours" | "matched" | "unread";

export interface BookSum {
  /** How the row compares. */
  class: BookClass;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** `rows` counts orders. */
  rows: number;
  /** What the publisher has. */
  mine: Money;
  /** The sums of a class in a currency: what the file has (`mine`), what is recorded (`yours`), and their difference. `declined` is the part of `yours` from orders that were rejected. */
  yours: Money;
  /** `mine` less `yours`. */
  difference: Money;
  /** `declined` is the part of `yours` from orders that were rejected. */
  declined: Money;
}

export interface BookTotal {
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** The sum of the publisher's own file. */
  mine: Money;
  /** The sum that is recorded. */
  yours: Money;
  /** `mine` less `yours`. */
  difference: Money;
}

export type Encoding = "utf-8" | "utf-16-le" | "utf-16-be" | "windows-1252" | "iso-8859-15" | "windows-1250" | "iso-8859-2" | "windows-1251" | "windows-1253" | "windows-1254" | "macintosh" | "ibm850";

export type DecimalSign = "point" | "comma";

export type DateOrder = "dmy" | "mdy";

export type AmountOf = "row" | "order";

export interface ImportMapping {
  /** `columns` names the file's column for each of our fields, `constants` gives one value for every row. */
  columns: Record<string, string>;
  /** `columns` names the file's column for each of our fields, `constants` gives one value for every row. */
  constants?: Record<string, string>;
  /** `time_format` is the strptime format of times, in `time_zone`. */
  time_format?: string | null;
  /** A time zone, such as Europe/London. */
  time_zone?: string;
  /** The sign between cells. */
  delimiter?: string;
  /** How characters are encoded. */
  encoding?: Encoding | null;
  /** The line with the names of columns. */
  header_line?: number | null;
  /** What is left out is detected in the file and shown by /network/orders_preview: `encoding`, `delimiter`, `header_line` (counted from 1), `decimal_signs` by field and `date_order`. */
  decimal_signs?: Record<string, DecimalSign>;
  /** What is left out is detected in the file and shown by /network/orders_preview: `encoding`, `delimiter`, `header_line` (counted from 1), `decimal_signs` by field and `date_order`. */
  date_order?: DateOrder | null;
  /** If `amount_of` is `order`, the amount is that of the whole order. */
  amount_of?: AmountOf;
  /** Fields in `carried` are filled only in an order's first row. */
  carried?: Array<string>;
  /** `statuses` says what the file's words for a status mean. */
  statuses?: Record<string, ItemStatus>;
}

export interface Comparison {
  /** The number that identifies it. */
  id: number;
  /** The name. */
  name: string;
  /** The status that it has. */
  status: BookStatus;
  /** Whether amounts are commission or sales. */
  amounts: AmountKind;
  /** `start_date` and `end_date` are the days whose recorded orders were compared: null until they are read from the file, and where it names none. */
  start_date: Day | null;
  /** The last day, in the time zone of the account. */
  end_date: Day | null;
  /** Brands' codes. */
  mcids: Array<string>;
  /** The number of lines. */
  lines: number;
  /** `counts` has the rows of each class. */
  counts: Record<string, number>;
  /** `sums` of the first four classes add up to `totals`. */
  sums: Array<BookSum>;
  /** `sums` of the first four classes add up to `totals`. */
  totals: Array<BookTotal>;
  /** What went wrong, in words; null or empty if nothing did. */
  error: string | null;
  /** Which columns have which fields. */
  mapping: ImportMapping;
  /** When it was made. */
  created_at: Time;
  /** When it ended; null if it has not. */
  ended_at: Time | null;
}

export interface CursorPageComparison {
  /** The rows. */
  list: Array<Comparison>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export type BookReason = "amount" | "repeated" | "day" | "zone" | "currency" | "number" | "unrated" | "not_recorded" | "refused" | "test_order" | "no_order" | "click_unknown" | "not_in_file" | "unreadable";

export interface BookRow {
  /** The place of the row in the comparison. */
  row: number;
  /** How the row compares. */
  class: BookClass;
  /** Why it differs. */
  reasons: Array<BookReason>;
  /** `note` explains the reasons. */
  note: string;
  /** `line` is the first of its `lines` in the file. */
  line: number | null;
  /** The number of lines. */
  lines: number;
  /** The order's number, as the brand reported it. */
  order_id: string;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string | null;
  /** The brand's code, as it stands in links and reports. */
  mcid: string | null;
  /** The brand's name. */
  brand_name: string | null;
  /** The portal's number of the order. */
  oid: number | null;
  /** The day in the file. */
  own_day: Day | null;
  /** The time in the file. */
  own_time: Time | null;
  /** The amount in the file. */
  own_amount: Money | null;
  /** The currency in the file. */
  own_currency: string | null;
  /** When the order was placed. */
  order_time: Time | null;
  /** `amount` is recorded, in `currency`: that of the line if the order has an amount in it, else the order's own. */
  amount: Money | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string | null;
  /** The status that it has. */
  status: ItemStatus | null;
}

export interface CursorPageBookRow {
  /** The rows. */
  list: Array<BookRow>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export type CaseKind = "missing" | "incorrect" | "declined" | "unpaid" | "question";

export type CaseState = "open" | "info_needed" | "accepted" | "rejected" | "withdrawn";

export type Topic = "payment" | "account" | "brand";

export interface EvidenceFile {
  /** The name. */
  name: string;
  /** `download_url` opens the file for ten minutes. */
  download_url: string;
}

export interface CaseStep {
  /** When the step was taken. */
  at: Time;
  /** Who did it. */
  by: "network" | "publisher";
  /** The state before; null for the first step. */
  from: CaseState | null;
  /** The state after. */
  to: CaseState;
  /** A note of the publisher's own. */
  note: string;
  /** What shows it. */
  evidence: Array<EvidenceFile>;
}

export interface OrderCase {
  /** The id of the case. */
  case_id: number;
  /** Which kind it is. */
  kind: CaseKind;
  /** The state that it is in. */
  state: CaseState;
  /** The brand's code, as it stands in links and reports. */
  mcid: string | null;
  /** The brand's name. */
  brand_name: string | null;
  /** `order_id` is empty without an order. */
  order_id: string;
  /** The portal's number of the order. */
  oid: number | null;
  /** The id of the item within its order. */
  item_id: string | null;
  /** Null for a declined one and for a question, which has a `topic` and perhaps a brand or payment. */
  topic: Topic | null;
  /** The id of the payment. */
  payment_id: number | null;
  /** `amount` is what the order should be worth, or what the unpaid months (`periods`) come to. */
  periods: Array<string>;
  /** `pay_on` is the day that the acceptance of unpaid months set. */
  pay_on: Day | null;
  /** When the order was placed. */
  order_time: Time;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** `amount` is what the order should be worth, or what the unpaid months (`periods`) come to. */
  amount: Money | null;
  /** Once it is accepted, `accepted_amount` is what the order, or the item in question, is worth and `accepted_comm` its commission. */
  accepted_amount: Money | null;
  /** Once it is accepted, `accepted_amount` is what the order, or the item in question, is worth and `accepted_comm` its commission. */
  accepted_comm: Money | null;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string | null;
  /** When it was opened. */
  opened_at: Time;
  /** When it was last changed. */
  updated_at: Time;
  /** The steps, oldest first. */
  steps: Array<CaseStep>;
}

export interface ListingOrderCase {
  /** The rows. */
  list: Array<OrderCase>;
  /** The number of rows on all pages. */
  total: number;
}

export interface CaseTimes {
  /** `claim_days` is of the brand that was asked about, or else the usual. */
  claim_days: number;
  /** For how many days after a decision a case can be opened. */
  dispute_days: number;
  /** How many hours the network usually takes; null with too few answers. */
  usual_hours: number | null;
}

export type Verdict = "valid" | "duplicate" | "bot" | "blocked";

export interface Click {
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string;
  /** When the click happened. */
  click_time: Time;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The id of the publisher's channel. */
  site_id: number;
  /** The id of the tracking link. */
  link_id: number;
  /** `link_code` and `link_note` are the link's own, as in /tools/links. */
  link_code: string | null;
  /** The note of the tracking link. */
  link_note: string | null;
  /** A value of the publisher's own, which reports and postbacks carry. */
  uid1: string;
  /** A second value of the publisher's own. */
  uid2: string;
  /** A third value of the publisher's own. */
  uid3: string;
  /** A fourth value of the publisher's own. */
  uid4: string;
  /** A fifth value of the publisher's own. */
  uid5: string;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string | null;
  /** The kind of device. */
  device: string;
  /** The page that the visitor came from. */
  referrer: string | null;
  /** Whether it counts, and why not. */
  verdict: Verdict;
  /** Why it does not count; null if it does. */
  verdict_reason: string | null;
  /** `oid` and `order_id` are those of the first order it led to. */
  oid: number | null;
  /** The order's number, as the brand reported it. */
  order_id: string | null;
  /** `code_decided`: an order after this click was credited to the publisher to whom the order's coupon code is assigned. */
  code_decided: boolean;
}

export interface Clicks {
  /** The rows. */
  list: Array<Click>;
  /** The number of rows on all pages. */
  total: number;
  /** If `total_is_capped`, there are more clicks than were counted. */
  total_is_capped: boolean;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  /** Clicks that were led on before this time are in the list. */
  as_of: Time;
}

export interface ValueChange {
  /** The value before the event. */
  old: string | number | boolean | null;
  /** The value after the event. */
  new: string | number | boolean | null;
}

export interface AmountChange {
  /** The amount before the event. */
  old: Money | null;
  /** The amount after the event. */
  new: Money | null;
}

export interface EventChanges {
  /** The status, in the values of the event's `status`. */
  status?: ValueChange | null;
  /** The sale, as decimal text. */
  sale_amount?: AmountChange | null;
  /** The commission of the sale, as decimal text. */
  sale_comm?: AmountChange | null;
  /** The sale, in the report's currency. */
  report_amount?: AmountChange | null;
  /** The commission, in the report's currency. */
  report_comm?: AmountChange | null;
  /** The day on which the brand will pay the months that a case is about. */
  pay_on?: ValueChange | null;
  /** What a coupon gives, or the note of a campaign. */
  description?: ValueChange | null;
  /** Whether a coupon is for the publisher alone. */
  exclusive?: ValueChange | null;
  /** The first day of a coupon or campaign. */
  starts_at?: ValueChange | null;
  /** The day before which a coupon ends, or the last day of a campaign. */
  ends_at?: ValueChange | null;
  /** A member's role. */
  role?: ValueChange | null;
  /** Whether a member sees amounts. */
  with_money?: ValueChange | null;
  /** The channels that a member sees, separated by commas; null for all of them. */
  site_ids?: ValueChange | null;
}

export interface EventItem {
  /** The id of the item within its order. */
  item_id: string;
  /** The status that it has. */
  status: ItemStatus;
  /** The sale, as decimal text. */
  sale_amount: Money;
  /** The commission of the sale, as decimal text. */
  sale_comm: Money | null;
  /** How many of the item were sold. */
  quantity: number;
  /** The category. */
  category: string | null;
  /** Why, as one of the known reasons. */
  reason_code: string | null;
}

export interface FeedEvent {
  /** The id of the event, the same however often it is sent. */
  event_id: string;
  /** The kind of event. */
  event_type: EventType;
  /** The name of the event's type, such as order.created. */
  event_name: string;
  /** When it happened. */
  event_time: Time;
  /** The brand's number. */
  mid: number | null;
  /** The brand's code, as it stands in links and reports. */
  mcid: string | null;
  /** The brand's name. */
  brand_name: string | null;
  /** The id of the publisher's channel. */
  site_id: number | null;
  /** The id of the tracking link. */
  link_id: number | null;
  /** The portal's number of the order. */
  oid: number | null;
  /** The order's number, as the brand reported it. */
  order_id: string | null;
  /** `item_id` is that of the only item in `items`. */
  item_id: string | null;
  /** A value of the publisher's own, which reports and postbacks carry. */
  uid1: string | null;
  /** A second value of the publisher's own. */
  uid2: string | null;
  /** A third value of the publisher's own. */
  uid3: string | null;
  /** A fourth value of the publisher's own. */
  uid4: string | null;
  /** A fifth value of the publisher's own. */
  uid5: string | null;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string | null;
  /** When the click happened. */
  click_time: Time | null;
  /** When the order was placed. */
  order_time: Time | null;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string | null;
  /** The code of the coupon. */
  coupon: string | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string | null;
  /** The status now, in the values that calls have for it. */
  status: string | number | null;
  /** The status before. */
  previous_status: string | number | null;
  /** The sale, as decimal text. */
  sale_amount: Money | null;
  /** The commission of the sale, as decimal text. */
  sale_comm: Money | null;
  /** The change of the sale against the order before. */
  delta_amount: Money | null;
  /** The change of the commission against the order before. */
  delta_commission: Money | null;
  /** The rate, as decimal text. */
  rate: Money | null;
  /** The currency of the report. */
  report_currency: string | null;
  /** The sale, in the report's currency. */
  report_amount: Money | null;
  /** The commission, in the report's currency. */
  report_comm: Money | null;
  /** The change of the sale, in the report's currency. */
  delta_report_amount: Money | null;
  /** The change of the commission, in the report's currency. */
  delta_report_comm: Money | null;
  /** Why, as one of the known reasons. */
  reason_code: string | null;
  /** A note of the publisher's own. */
  note: string | null;
  /** The id of the settlement. */
  settlement_id: number | null;
  /** The id of the payment. */
  payment_id: number | null;
  /** A sum in `currency`, as decimal text. */
  amount: Money | null;
  /** The day on which it was paid; null if it was not. */
  paid_date: Day | null;
  /** The id of the download. */
  download_id: number | null;
  /** The id of the alert. */
  alert_id: number | null;
  /** What an alert found, which kind of case or settlement it is, or whether a member joined, changed or left. */
  kind: string | null;
  /** When what an alert is about began. */
  since: Time | null;
  /** About how much has been lost since then, at least; null if nothing was estimated. */
  money_at_risk: Money | null;
  /** About how much has been lost since then, at most. */
  money_at_risk_high: Money | null;
  /** The id of the case. */
  case_id: number | null;
  /** The account of the member whom a change of the team is about. */
  member_id: number | null;
  /** What the event changed, each value from `old` to `new`. */
  changes: EventChanges;
  /** Whether it is a test. */
  test: boolean;
  /** False for all events of the sandbox. */
  livemode: boolean;
  /** The single items. */
  items: Array<EventItem>;
}

export interface EventFeed {
  /** The rows. */
  list: Array<FeedEvent>;
  /** `next` is the cursor to continue from, even at the end. */
  next: string;
  /** Whether there are more after these. */
  has_more: boolean;
}

export type ExportReport = "performance" | "transactions" | "clicks" | "links" | "payments" | "settlements" | "deliveries" | "books";

export type ExportFormat = "csv" | "xlsx" | "parquet";

export type ExportTimes = "iso" | "local";

export type DownloadKind = "account" | "report";

export const DownloadStatus = {
  QUEUED: 0,
  PROCESSING: 1,
  READY: 2,
  FAILED: 3,
} as const;
export type DownloadStatus = (typeof DownloadStatus)[keyof typeof DownloadStatus];

export interface Download {
  /** The number that identifies it. */
  id: number;
  /** Which kind it is. */
  kind: DownloadKind;
  /** The name of the file. */
  filename: string;
  /** The status that it has. */
  status: DownloadStatus;
  /** `download_url` opens a finished file for ten minutes. */
  download_url: string | null;
  /** `progress` is a percentage, `size` is in bytes. */
  progress: number;
  /** The rows. */
  rows: number;
  /** The size in bytes. */
  size: number | null;
  /** What went wrong, in words; null or empty if nothing did. */
  error: string | null;
  /** When it was made. */
  created_at: Time;
  /** Until when it can be used; null if without end. */
  expires_at: Time;
}

export type GroupBy = "date" | "week" | "month" | "brand" | "site" | "uid1" | "uid2" | "uid3" | "uid4" | "uid5" | "country" | "device" | "offer_type" | "link" | "page" | "placement" | "hour";

export type StatusFilter = "all" | "pending" | "approved" | "rejected";

export type DateBasis = "order" | "validation";

export type Compare = "previous" | "year";

export interface PerformanceRow {
  /** The number of clicks. */
  clicks: number | null;
  /** The number of orders. */
  orders: number;
  /** The sum of sales. */
  sales: Money;
  /** The commission, as decimal text. */
  commission: Money;
  /** The commission of orders that are not decided yet. */
  pending_commission: Money;
  /** The commission of approved orders. */
  approved_commission: Money;
  /** The commission of rejected orders. */
  rejected_commission: Money;
  /** The commission that was paid. */
  paid_commission: Money;
  /** What was earned beside orders. */
  bonus: Money;
  /** The number of orders that are not decided yet. */
  pending_orders: number;
  /** The number of approved orders. */
  approved_orders: number;
  /** The number of rejected orders. */
  rejected_orders: number;
  /** Orders per click, from 0 to 1. */
  cr: Money | null;
  /** Earnings per click. */
  epc: Money | null;
  /** The average sale of an order. */
  aov: Money | null;
  /** `approval_rate` is null with a status filter. */
  approval_rate: Money | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** A day. */
  date?: Day | null;
  /** The first day of the week, if rows are grouped by it. */
  week?: Day | null;
  /** The first day of the month. */
  month?: Day | null;
  /** The brand's code, as it stands in links and reports. */
  mcid?: string | null;
  /** The brand's name. */
  brand_name?: string | null;
  /** The id of the publisher's channel. */
  site_id?: number | null;
  /** The name of the publisher's channel. */
  site_name?: string | null;
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
  /** A two-letter country code (ISO 3166), such as GB. */
  country?: string | null;
  /** The kind of device. */
  device?: string | null;
  /** What the brand pays for. */
  offer_type?: string | null;
  /** The id of the tracking link. */
  link_id?: number | null;
  /** `link_code` and `link_note` are as in /tools/links. */
  link_code?: string | null;
  /** The note of the tracking link. */
  link_note?: string | null;
  /** The brand of the tracking link. */
  link_brand_name?: string | null;
  /** The page that the link stands on, if rows are grouped by it. */
  page?: string | null;
  /** Where on its page the link stands. */
  placement?: string | null;
  /** The hour of the day, if rows are grouped by it. */
  hour?: number | null;
}

export interface Recount {
  /** Clicks that were first classified as a crawler's and, because they led to orders, counted later, at `at`. */
  at: Time;
  /** The number of clicks. */
  clicks: number;
}

export interface Performance {
  /** The rows. */
  list: Array<PerformanceRow>;
  /** The number of rows on all pages. */
  total: number;
  /** `totals` are the sums of all rows, not only of this page. */
  totals: Figures;
  /** `compared_totals` are those of the compared period. */
  compared_totals: Figures | null;
  /** With `compare`, `compared` contains for each row of `list` the row of the compared period with the same groups. If there is no such part, there is no counterpart: the row in `compared` has no date, and zeros. */
  compared: Array<PerformanceRow>;
  /** The first day of the compared period. */
  compared_start_date: Day | null;
  /** The last day of the compared period. */
  compared_end_date: Day | null;
  /** What is not over is compared with the same part: if the days include today, the earlier period ends on the day that corresponds to today, at the same time of day, `compared_until`. */
  compared_until: Time | null;
  /** `recounted` lists clicks in these days that have counted only since a later time, whatever else the filter asks for. */
  recounted: Array<Recount>;
  /** A time zone, such as Europe/London. */
  time_zone: string;
  /** What was reported or clicked and answered before this time is counted. */
  as_of: Time;
}

export type Moment = "click" | "order" | "status" | "amount" | "rate" | "settlement" | "payment" | "postback" | "case";

export interface TimelineEntry {
  /** When it happened. */
  at: Time;
  /** Which kind it is. */
  kind: Moment;
  /** The id of the item within its order. */
  item_id: string | null;
  /** What was before. */
  from: string | null;
  /** What is after. */
  to: string | null;
  /** The change of the sale against the order before. */
  delta_amount: Money | null;
  /** The change of the commission against the order before. */
  delta_commission: Money | null;
  /** The change of the sale, in the report's currency. */
  delta_report_amount?: Money | null;
  /** The change of the commission, in the report's currency. */
  delta_report_comm?: Money | null;
  /** Why, as one of the known reasons. */
  reason_code: string | null;
  /** Who did it. */
  by: string;
  /** The id of the case. */
  case_id: number | null;
  /** The id of the postback. */
  postback_id: number | null;
  /** The kind of event. */
  event_type: EventType | null;
  /** A postback has the state of its delivery in `to` (waiting, delivered or failed), the time of its last attempt, what it reports in `event_type` and the host it goes to in `receiver`. */
  receiver: string | null;
}

export interface OrderStory {
  /** The portal's number of the order. */
  oid: number;
  /** The order's number, as the brand reported it. */
  order_id: string;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's number. */
  mid: number;
  /** The brand's name. */
  brand_name: string;
  /** The id of the publisher's channel. */
  site_id: number;
  /** The id of the tracking link. */
  link_id: number;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string | null;
  /** When the click happened. */
  click_time: Time | null;
  /** When the order was placed. */
  order_time: Time;
  /** A value of the publisher's own, which reports and postbacks carry. */
  uid1: string;
  /** A second value of the publisher's own. */
  uid2: string;
  /** A third value of the publisher's own. */
  uid3: string;
  /** A fourth value of the publisher's own. */
  uid4: string;
  /** A fifth value of the publisher's own. */
  uid5: string;
  /** A two-letter country code (ISO 3166), such as GB. */
  country: string | null;
  /** The code of the coupon. */
  coupon: string | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** `rate` converts `currency` to `report_currency`. */
  rate: Money | null;
  /** The sale, as decimal text. */
  sale_amount: Money;
  /** The commission of the sale, as decimal text. */
  sale_comm: Money | null;
  /** The sale of what was matched. */
  matched_amount: Money;
  /** The commission of what was matched. */
  matched_comm: Money | null;
  /** The currency of the report. */
  report_currency: string;
  /** The sale, in the report's currency. */
  report_amount: Money | null;
  /** The commission, in the report's currency. */
  report_comm: Money | null;
  /** The status that it has. */
  status: ItemStatus;
  /** Whether it is a test order, which is never paid. */
  test_order: boolean;
  /** An `unrated` order waits for an exchange rate: until then `rate`, every commission and `report_*` are null, and no figure includes it. */
  unrated: boolean;
  /** When it was last changed. */
  updated_at: Time;
  /** The single items. */
  items?: Array<Item>;
  /** `link_code` is null if there is no such link. */
  link_code: string | null;
  /** The note of the tracking link. */
  link_note: string | null;
  /** A case that it is incorrect can be opened until `claim_until`, one that it was declined until `dispute_until`, which is null if no item was declined. */
  claim_until: Time;
  /** A case that it is incorrect can be opened until `claim_until`, one that it was declined until `dispute_until`, which is null if no item was declined. */
  dispute_until: Time | null;
  /** `decision_record` says how well the brand keeps the expected dates of its decisions, while one is pending. */
  decision_record: DateRecord | null;
  /** What happened, in order of time. */
  timeline: Array<TimelineEntry>;
}

export type OrderDateBasis = "order" | "validation" | "update" | "paid";

export type OrderSort = "order_time" | "-order_time" | "updated_at" | "-updated_at" | "sale_amount" | "-sale_amount" | "sale_comm" | "-sale_comm";

export interface Transactions {
  /** The rows. */
  list: Array<Order>;
  /** 100,001 where more than 100,000 match and the figures by day do not cover them (a status together with a label, or with both a brand and a channel; `paid`; a date other than the order's). */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  /** The sums over all pages, in the publisher's currency, of the matching items, as in /reports/performance; null if `total` is 100,001: choose fewer days. */
  totals: Figures | null;
  /** A time zone, such as Europe/London. */
  time_zone: string;
  /** Orders whose report was answered before this time are in the list and the sums. */
  as_of: Time;
}

export type ViewReport = "performance" | "transactions" | "clicks";

export type ViewDays = "today" | "yesterday" | "last_7" | "last_30" | "last_90" | "this_month" | "last_month" | "last_quarter" | "this_year";

export type Mailed = "never" | "week" | "month";

export interface View {
  /** The number that identifies it. */
  id: number;
  /** Which report. */
  report: ViewReport;
  /** The name. */
  name: string;
  /** `filter` has the days as of today. */
  filter: Record<string, unknown>;
  /** The period, which moves with the day. */
  days: ViewDays | null;
  /** Whether it is the default one. */
  is_default: boolean;
  /** How often it is mailed; null for never. */
  mailed: Mailed;
  /** When it is mailed next; null if it is not. */
  next_mail_at: Time | null;
  /** Whether the view can no longer be shown as it was saved. */
  out_of_date: boolean;
}

export interface ListingView {
  /** The rows. */
  list: Array<View>;
  /** The number of rows on all pages. */
  total: number;
}

export const WhyAspect = {
  DECISION: 1,
  PAYMENT: 2,
  COMMISSION: 3,
} as const;
export type WhyAspect = (typeof WhyAspect)[keyof typeof WhyAspect];

export const WhyFact = {
  CLICKED: 1,
  CLICK_NOT_COUNTED: 2,
  REPORTED: 3,
  CREDITED_BY_LINK: 4,
  CREDITED_BY_CODE: 5,
  AMOUNT_CHANGED: 6,
  APPROVED: 7,
  DECLINED: 8,
  CORRECTED: 9,
  DECISION_EXPECTED: 10,
  TERMS: 11,
  EXCHANGE_RATE: 12,
  ROUNDED: 13,
  RATE_MISSING: 14,
  RATE_CHANGED: 15,
  MARKED_AS_TEST: 16,
  MONTH_CLOSED: 20,
  MONTH_CLOSES: 21,
  BRAND_PAID: 22,
  BRAND_SHOULD_PAY: 23,
  PAID_IN_ADVANCE: 24,
  NEGATIVE: 25,
  PAYABLE_SUM: 26,
  MINIMUM: 27,
  NO_METHOD: 28,
  METHOD_WAITS: 29,
  SCHEDULE: 30,
  NO_SCHEDULE: 31,
  REQUESTED: 32,
  PROCESSED: 33,
  SENT: 34,
  PAID: 35,
  FAILED: 36,
  RETURNED: 37,
  CANCELLED: 38,
  LEFT_OUT_BRAND_NOT_PAID: 39,
  LEFT_OUT_NOT_CHOSEN: 40,
  FEE: 41,
  VAT: 42,
  PAYMENT_LATE: 43,
  CASE_OPENED: 50,
  CASE_ANSWERED: 51,
  CASE_REPLIED: 52,
  CASE_DECIDED: 53,
  CASE_WITHDRAWN: 54,
  CASE_TIME_OVER: 55,
  SHARE_WITHOUT_REASON: 60,
  TOO_FEW_PUBLISHERS: 61,
  LAST_CASE_DECIDED: 62,
  COOKIE_WINDOW: 70,
  LAST_CLICK: 71,
  NO_CLICK: 72,
  ASKED: 73,
  REFUSED: 74,
} as const;
export type WhyFact = (typeof WhyFact)[keyof typeof WhyFact];

export const WhyRule = {
  CLICKS_COUNT: 1,
  ATTRIBUTION: 2,
  COOKIE_WINDOW: 3,
  DECISIONS: 4,
  VALIDATION_PERIOD: 5,
  TERMS_AT_CLICK: 6,
  RATE_OF_DAY: 7,
  ROUNDING: 8,
  CORRECTIONS: 9,
  MONTHS_CLOSE: 10,
  BRAND_PAYS_FIRST: 11,
  MINIMUM: 12,
  NEW_DETAILS_WAIT: 13,
  DEDUCTIONS: 14,
  PAYMENT_STATES: 15,
  CASES: 16,
  PRIVACY: 17,
  REPORTS_REFUSED: 18,
} as const;
export type WhyRule = (typeof WhyRule)[keyof typeof WhyRule];

export interface FactEvidence {
  /** The page of the portal that shows it. */
  page: string;
  /** The call that returns it. */
  call: string;
}

export const RefusalCode = {
  OTHER: 0,
  INVALID_VALUE: 1,
  NOTHING_NAMED: 2,
  NOT_OF_BRAND: 3,
  CLICK_BLOCKED: 4,
  LINK_NOT_IN_FORCE: 5,
  BEFORE_CLICK: 6,
  AFTER_COOKIE: 7,
  NO_TERMS: 8,
  NUMBER_TAKEN: 9,
  REPEATED: 10,
} as const;
export type RefusalCode = (typeof RefusalCode)[keyof typeof RefusalCode];

export interface FactValues {
  /** The id of the item within its order. */
  item_id?: string | null;
  /** `amount` and `commission` are in `currency`. */
  amount?: Money | null;
  /** The commission, as decimal text. */
  commission?: Money | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency?: string | null;
  /** `rate` is a percentage in TERMS and what one unit of the order's currency is worth in EXCHANGE_RATE. */
  rate?: Money | null;
  /** The currency that it is converted to. */
  to_currency?: string | null;
  /** Why, as one of the known reasons. */
  reason_code?: string | null;
  /** Why a report was refused. */
  refusal?: RefusalCode | null;
  /** `state` is the verdict of a click, the state of a case, or what an expected day rests on: `past` or `terms`. */
  state?: string | null;
  /** `text` is a name, or a text by a brand or the network without names, addresses and numbers of customers. */
  text?: string | null;
  /** Until when. */
  until?: Time | null;
  /** A day. */
  day?: Day | null;
  /** A month, such as 2026-10. */
  period?: string | null;
  /** A number of days. */
  days?: number | null;
  /** How many there are. */
  count?: number | null;
  /** The share of the whole, from 0 to 1. */
  share?: number | null;
  /** Who did it. */
  by?: string | null;
}

export interface Fact {
  /** `at` is when it happened, null if it is a rule, a state or still to come. */
  at: Time | null;
  /** What happened. */
  fact: WhyFact;
  /** The rule that was broken. */
  rule: WhyRule | null;
  /** The page of help about the rule. */
  documented: string | null;
  /** What shows it. */
  evidence: FactEvidence | null;
  /** The numbers and names of the fact. */
  values: FactValues;
}

export const WhyVerdict = {
  NOT_REPORTED: 1,
  REPORT_REFUSED: 2,
  OTHER_CHANNEL: 3,
  LATER_CLICK_OR_CODE: 4,
  REPORTED_WITHOUT_CLICK: 5,
  NO_CLICK_OF_YOURS: 6,
  DECLINED: 10,
  DECLINED_WITHOUT_REASON: 11,
  PENDING: 12,
  PENDING_TOO_LONG: 13,
  NOT_RATED: 14,
  TEST_ORDER: 15,
  MONTH_NOT_CLOSED: 20,
  BRAND_NOT_PAID: 21,
  DEDUCTED: 22,
  BELOW_MINIMUM: 23,
  NO_METHOD: 24,
  METHOD_WAITING: 25,
  NOT_REQUESTED: 26,
  SCHEDULED: 27,
  IN_PAYMENT: 28,
  SENT: 29,
  PAID: 30,
  PAYMENT_FAILED: 31,
  PAYMENT_RETURNED: 32,
  PAYMENT_CANCELLED: 33,
  SUM_NOT_POSITIVE: 34,
  PAYMENT_NOT_STARTED: 35,
  COMMISSION: 40,
  CLICK_NOT_COUNTED: 50,
  CLICK_OVERRULED: 51,
  CLICK_WITHOUT_ORDER_YET: 52,
  CLICK_WITHOUT_ORDER: 53,
  CASE_WAITS_FOR_NETWORK: 60,
  CASE_WAITS_FOR_YOU: 61,
  CASE_ACCEPTED: 62,
  CASE_REJECTED: 63,
  CASE_WITHDRAWN: 64,
} as const;
export type WhyVerdict = (typeof WhyVerdict)[keyof typeof WhyVerdict];

export const WhyStep = {
  NOTHING: 1,
  WAIT: 2,
  OPEN_CASE: 3,
  SEE_CASE: 4,
  ANSWER_CASE: 5,
  SEE_ORDER: 6,
  ADD_METHOD: 7,
  REQUEST_PAYMENT: 8,
  MEND_PAYMENT: 9,
  COMPARE_TERMS: 11,
  ASK_NETWORK: 12,
} as const;
export type WhyStep = (typeof WhyStep)[keyof typeof WhyStep];

export interface FilledCase {
  /** Which kind it is. */
  kind: CaseKind;
  /** A note of the publisher's own. */
  note: string;
  /** The portal's number of the order. */
  oid: number | null;
  /** The brand's code, as it stands in links and reports. */
  mcid: string | null;
  /** The order's number, as the brand reported it. */
  order_id: string | null;
  /** When the order was placed. */
  order_time: Time | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string | null;
  /** A sum in `currency`, as decimal text. */
  amount: Money | null;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string | null;
}

export interface NextWhyStep {
  /** What to do. */
  step: WhyStep;
  /** The page of the portal where it is done. */
  page: string | null;
  /** `until` is when to look again. */
  until: Time | null;
  /** `case` is set for OPEN_CASE. */
  case: FilledCase | null;
}

export interface Why {
  /** The rows. */
  list: Array<Fact>;
  /** Whether it counts, and why not. */
  verdict: WhyVerdict;
  /** `reason_code` is the brand's reason for a decline. */
  reason_code: string | null;
  /** `refusal` is why a report was refused. */
  refusal: RefusalCode | null;
  /** `until` is when the verdict should change. */
  until: Time | null;
  /** `oid` is the order of yours that the answer is about. */
  oid: number | null;
  /** What to do next. */
  next_step: NextWhyStep;
  /** `note` is what was said about it, without names, addresses and numbers of customers. */
  note?: string | null;
}

export type LifePath = "approve" | "reject" | "part_return_after_paid" | "payment_fails" | "returned" | "brand_pays_late" | "never_decided";

export type LifeStage = "click" | "order" | "approved" | "rejected" | "settled" | "brand_paid" | "requested" | "processing" | "sent" | "paid" | "failed" | "retried" | "returned" | "part_returned";

export interface SandboxLife {
  /** The number of the test order in its sandbox. */
  life_id: number;
  /** What becomes of the order. */
  path: LifePath;
  /** The stage that the order has reached. */
  stage: LifeStage;
  /** The stages that are left on the order's path; none once its life is over. */
  left: Array<LifeStage>;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The reference of the click, as the brand's shop received it. */
  click_ref: string;
  /** The order's number, as the brand reported it. */
  order_id: string;
  /** The portal's number of the order. */
  oid: number | null;
  /** The id of the settlement. */
  settlement_id: number | null;
  /** The id of the payment. */
  payment_id: number | null;
  /** When it was made. */
  created_at: Time;
  /** When it was last changed. */
  updated_at: Time;
}

export interface ResultsSandboxLife {
  /** The rows. */
  list: Array<SandboxLife>;
}

export interface SandboxMail {
  /** The id of the mail. */
  mail_id: string;
  /** The address that it would have been sent to. */
  recipient: string;
  /** The subject of the mail. */
  subject: string;
  /** The text of the mail. */
  content: string;
  /** When it was made. */
  created_at: Time;
}

export interface ResultsSandboxMail {
  /** The rows. */
  list: Array<SandboxMail>;
}

export interface MediaKit {
  /** The address from which the file is loaded. */
  file_url: string;
  /** The name. */
  name: string;
  /** The size in bytes. */
  size: number;
}

export const SiteStatus = {
  PENDING: 0,
  APPROVED: 1,
  REJECTED: 2,
  DISABLED: 3,
} as const;
export type SiteStatus = (typeof SiteStatus)[keyof typeof SiteStatus];

export interface Site {
  /** The number that identifies it. */
  id: number;
  /** The name. */
  name: string;
  /** What kind of channel it is. */
  channel_type: number;
  /** The platform on which the channel is. */
  channel_platform: string;
  /** The number of a platform. */
  medium_id: number | null;
  /** How the channel promotes brands. */
  promotion_methods: Array<number>;
  /** The channel's address. */
  website: string;
  /** The address of the logo. */
  logo: string | null;
  /** The media kit. */
  media_kit: Array<MediaKit>;
  /** How many visits the channel has in a month. */
  monthly_visits: number | null;
  /** What it is, in words. */
  description: string | null;
  /** The status that it has. */
  status: SiteStatus;
  /** Why it has its status, in words. */
  status_reason: string | null;
  /** Whether it is the default one. */
  is_default: boolean;
  /** Whether it was verified. */
  verified: boolean;
  /** What the website must show to prove who owns it; see `proof_places` of /site/types. */
  proof: string;
  /** Whether the website can show a proof: a profile on a social platform cannot. */
  verifiable: boolean;
  /** The number of brands whose programme was joined. */
  brands_joined: number;
  /** Where the link leads when its target cannot be used. */
  fallback_url: string | null;
  /** When it was made. */
  created_at: Time;
}

export interface CursorPageSite {
  /** The rows. */
  list: Array<Site>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export interface LinkOutcome {
  /** The number that identifies it. */
  id: number;
  /** `code` is 0 if it succeeded. */
  code: number;
  /** What it says, in words. */
  message: string;
}

export interface ResultsLinkOutcome {
  /** The rows. */
  list: Array<LinkOutcome>;
}

export const BrokenType = {
  BRAND_OFFLINE: 1,
  BRAND_PAUSED: 2,
  NOT_JOINED: 3,
  CHANNEL_DISABLED: 4,
  OFF_DOMAIN: 5,
  NOT_FOUND: 6,
  UNREACHABLE: 7,
  HOMEPAGE: 8,
  PARAMETER_LOST: 9,
  LOOP: 10,
  UNVERIFIED: 11,
} as const;
export type BrokenType = (typeof BrokenType)[keyof typeof BrokenType];

export interface Hop {
  /** The address. */
  url: string;
  /** The HTTP status of the answer. */
  status: number | null;
}

export interface BrokenLink {
  /** `id` is the link's. */
  id: number;
  /** The id of the tracking link. */
  link_id: number;
  /** The code in the link's address. */
  code: string;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The id of the publisher's channel. */
  site_id: number;
  /** The name of the publisher's channel. */
  site_name: string;
  /** Which kind it is. */
  type: BrokenType;
  /** The state that it is in. */
  state: "fixed" | "ignored" | "open";
  /** The page of the brand's site to which the link leads. */
  target_url: string;
  /** Where the last redirect led. */
  final_url: string | null;
  /** The HTTP status of the last answer. */
  http_status: number | null;
  /** The redirects on the way. */
  hops: Array<Hop>;
  /** When it was first found. */
  first_seen: Time;
  /** When it was last checked. */
  last_checked: Time | null;
  /** Whether it is being checked now. */
  checking: boolean;
  /** `clicks` are those of the last 30 days, `at_risk` is what as many would earn at the publisher's own EPC with the brand or, with fewer than 100 clicks in 90 days, at the brand's. */
  clicks: number;
  /** `clicks` are those of the last 30 days, `at_risk` is what as many would earn at the publisher's own EPC with the brand or, with fewer than 100 clicks in 90 days, at the brand's. */
  at_risk: Money | null;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** `suggestion` is a URL of the brand that could replace the target. */
  suggestion: string | null;
  /** Where the link leads when its target cannot be used. */
  fallback_url: string | null;
}

export interface ListingBrokenLink {
  /** The rows. */
  list: Array<BrokenLink>;
  /** The number of rows on all pages. */
  total: number;
}

export interface BrokenKind {
  /** Which kind it is. */
  type: BrokenType;
  /** The name. */
  name: string;
  /** The heading. */
  title: string;
  /** `counted` is false if such a link is shown but does not count as broken. */
  counted: boolean;
}

export interface BrokenTypes {
  /** The reasons for which a link can be broken. */
  types: Array<BrokenKind>;
  /** The states that a broken link can have. */
  states: Array<"fixed" | "ignored" | "open">;
}

export interface BulkItem {
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
}

export type Rule = "required" | "not_applicable" | "unknown_field" | "type" | "format" | "one_of" | "not_a_number" | "not_a_date" | "not_a_time" | "not_a_month" | "not_a_country" | "not_a_currency" | "not_a_time_zone" | "not_an_email" | "not_a_phone" | "not_a_url" | "not_a_host" | "not_a_cursor" | "not_an_iban" | "not_a_bic" | "not_a_bank_name" | "not_a_vat_number" | "not_a_tax_number" | "wrong_digits" | "weak_password" | "too_long" | "too_short" | "too_many" | "too_large" | "too_small" | "out_of_range" | "not_positive" | "too_many_decimals" | "full" | "in_the_future" | "in_the_past" | "too_old" | "too_early" | "not_later" | "too_long_after" | "too_many_days" | "unknown" | "not_uploaded" | "taken" | "duplicate" | "mismatch" | "same" | "unchanged" | "unsupported" | "wrong_host" | "tracking_link" | "wrong_country" | "one_stop_shop" | "not_ascii" | "fragment" | "user_in_url" | "macro_in_host" | "unknown_macro" | "unmatched_brace" | "signature_in_body" | "empty" | "not_a_table" | "not_utf8" | "columns" | "unreadable" | "not_an_image" | "file_type" | "encrypted_file" | "active_file" | "too_many_pixels" | "ambiguous" | "changed" | "fixed" | "forbidden" | "is_default" | "recalculating" | "state";

export interface BrandChoice {
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The name. */
  name: string;
}

export interface BulkLink {
  /** The id of the tracking link. */
  link_id: number;
  /** The code in the link's address. */
  code: string;
  /** The tracking link's address. Do not open it yourself: that counts as your click. */
  tracking_url: string;
  /** The same link, shorter. */
  tracking_url_short: string;
  /** What to be careful of, in words. */
  warnings: Array<string>;
}

export interface BulkRow {
  /** The place of the row in the request, from 1. */
  row: number;
  /** The code. */
  code: number;
  /** What it says, in words. */
  message: string;
  /** The path of the field in the request. */
  field: string;
  /** The rule that was broken. */
  rule: Rule | null;
  /** What the rule compares with. */
  limit: number | string | null;
  /** The page of the brand's site to which the link leads. */
  target_url: string;
  /** `mcid` and `brand_name` are those of the brand, given or inferred from the target, and empty if it is unknown. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** `choices` are the brands to choose from if the row is refused because of its brand. */
  choices: Array<BrandChoice>;
  /** The tracking link. */
  link: BulkLink | null;
}

export interface ResultsBulkRow {
  /** The rows. */
  list: Array<BulkRow>;
}

export interface BulkCheck {
  /** The place of the row in the request, from 1. */
  row: number;
  /** The code. */
  code: number;
  /** What it says, in words. */
  message: string;
  /** The path of the field in the request. */
  field: string;
  /** The rule that was broken. */
  rule: Rule | null;
  /** What the rule compares with. */
  limit: number | string | null;
  /** The page of the brand's site to which the link leads. */
  target_url: string;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The values to choose from. */
  choices: Array<BrandChoice>;
  /** What to be careful of, in words. */
  warnings: Array<string>;
}

export interface ResultsBulkCheck {
  /** The rows. */
  list: Array<BulkCheck>;
}

export interface LinkMade {
  /** The id of the tracking link. */
  link_id: number;
  /** The code in the link's address. */
  code: string;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The page of the brand's site to which the link leads. */
  target_url: string;
  /** The tracking link's address. Do not open it yourself: that counts as your click. */
  tracking_url: string;
  /** The same link, shorter. */
  tracking_url_short: string;
  /** `qr` is an inline SVG of the short URL. */
  qr: string;
  /** `warnings` point out what works, but can lose visitors or orders. */
  warnings: Array<string>;
}

export interface LinkPreview {
  /** The code. */
  code: number;
  /** What it says, in words. */
  message: string;
  /** The path of the field in the request. */
  field: string;
  /** The rule that was broken. */
  rule: Rule | null;
  /** What the rule compares with. */
  limit: number | string | null;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The values to choose from. */
  choices: Array<BrandChoice>;
  /** What to be careful of, in words. */
  warnings: Array<string>;
}

export interface Link {
  /** The id of the tracking link. */
  link_id: number;
  /** The code in the link's address. */
  code: string;
  /** The brand's code, as it stands in links and reports. */
  mcid: string;
  /** The brand's name. */
  brand_name: string;
  /** The id of the publisher's channel. */
  site_id: number;
  /** The page of the brand's site to which the link leads. */
  target_url: string;
  /** Where the link leads when its target cannot be used. */
  fallback_url: string | null;
  /** The tracking link's address. Do not open it yourself: that counts as your click. */
  tracking_url: string;
  /** The same link, shorter. */
  tracking_url_short: string;
  /** `qr` is an inline SVG of the short URL. */
  qr: string;
  /** A value of the publisher's own, which reports and postbacks carry. */
  uid1: string;
  /** A second value of the publisher's own. */
  uid2: string;
  /** A third value of the publisher's own. */
  uid3: string;
  /** A fourth value of the publisher's own. */
  uid4: string;
  /** A fifth value of the publisher's own. */
  uid5: string;
  /** A note of the publisher's own. */
  note: string;
  /** The code of the coupon. */
  coupon: string;
  /** Whether it is off the list of links in use; it still works. */
  retired: boolean;
  /** The number of clicks. */
  clicks: number;
  /** The number of orders. */
  orders: number;
  /** The commission, as decimal text. */
  commission: Money;
  /** A three-letter currency code (ISO 4217), such as GBP. */
  currency: string;
  /** When it was made. */
  created_at: Time;
}

export interface CursorPageLink {
  /** The rows. */
  list: Array<Link>;
  /** The number of rows on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}
