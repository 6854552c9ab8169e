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

export interface ApplicationRow {
  mcid: string;
  mid: number;
  brand_name: string;
  logo: string | null;
  site_id: number;
  site_name: string;
  relationship: Relation;
  reason: string | null;
  ended_by: "network" | "publisher" | null;
  message: string | null;
  applied_at: Time;
  age_days: number;
  decided_at: Time | null;
}

export interface HistoryApplicationRow {
  list: Array<ApplicationRow>;
  total: number;
  next: string | null;
}

export interface Coupon {
  id: number;
  mcid: string;
  brand_name: string;
  code: string;
  description: string;
  exclusive: boolean;
  starts_at: Day | null;
  ends_at: Day | null;
}

export interface HistoryCoupon {
  list: Array<Coupon>;
  total: number;
  next: string | null;
}

export type OfferType = "CPS" | "CPA" | "CPL" | "CPC" | "CPM";

export const BrandType = {
  OWN_SHOP: 1,
  MARKETPLACE: 2,
} as const;
export type BrandType = (typeof BrandType)[keyof typeof BrandType];

export type Approval = "auto" | "manual";

export type BrandSort = "new" | "name" | "commission" | "epc" | "payment_days";

export interface Facet {
  value: string;
  count: number;
}

export interface BrandFacets {
  categories: Array<Facet>;
  countries: Array<Facet>;
  offer_types: Array<Facet>;
  is_capped: boolean;
}

export type BrandStatus = "online" | "paused" | "offline";

export interface Brand {
  mcid: string;
  mid: number;
  name: string;
  logo: string | null;
  site_url: string;
  categories: Array<string>;
  country: string;
  regions: Array<string>;
  currency: string;
  offer_type: OfferType;
  brand_type: BrandType;
  commission: string;
  cookie_days: number;
  validation_days: number;
  payment_days: number;
  deep_link: boolean;
  approval: Approval;
  status: BrandStatus;
  relationship: Relation;
  relationship_reason: string | null;
  epc: Money | null;
  conversion_rate: Money | null;
  approval_rate: Money | null;
}

export interface HistoryBrand {
  list: Array<Brand>;
  total: number;
  next: string | null;
}

export type Pays = "percent" | "fixed";

export interface CommissionGroup {
  name: string;
  pays: Pays;
  value: Money;
  category?: string | null;
  country?: string | null;
  uid?: number | null;
  site_id?: number | null;
  starts_at?: Day | null;
  ends_at?: Day | null;
}

export interface TermChange {
  at: Time;
  text: string;
}

export interface MyResults {
  clicks: number;
  orders: number;
  sales: Money;
  commission: Money;
  currency: string;
}

export interface Alternative {
  mcid: string;
  name: string;
  logo: string | null;
  commission: string;
}

export interface BrandInfo {
  mcid: string;
  mid: number;
  name: string;
  logo: string | null;
  site_url: string;
  categories: Array<string>;
  country: string;
  regions: Array<string>;
  currency: string;
  offer_type: OfferType;
  brand_type: BrandType;
  commission: string;
  cookie_days: number;
  validation_days: number;
  payment_days: number;
  deep_link: boolean;
  approval: Approval;
  status: BrandStatus;
  relationship: Relation;
  relationship_reason: string | null;
  epc: Money | null;
  conversion_rate: Money | null;
  approval_rate: Money | null;
  site_id: number;
  applied_at: Time | null;
  message: string | null;
  description: string;
  domains: Array<string>;
  commission_groups: Array<CommissionGroup>;
  promotion_methods: Record<string, boolean>;
  forbidden_words: Array<string>;
  click_param: string;
  contact: string;
  coupons: Array<Coupon>;
  term_changes: Array<TermChange>;
  my_results: MyResults;
  alternatives: Array<Alternative>;
}

export type Period = "7d" | "30d" | "90d" | "365d";

export interface Figures {
  clicks: number | null;
  orders: number;
  sales: Money;
  commission: Money;
  pending_commission: Money;
  approved_commission: Money;
  rejected_commission: Money;
  paid_commission: Money;
  bonus: Money;
  pending_orders: number;
  approved_orders: number;
  rejected_orders: number;
  cr: Money | null;
  epc: Money | null;
  aov: Money | null;
  approval_rate: Money | null;
  currency: string;
}

export interface TrendPoint {
  date: Day;
  clicks: number;
  orders: number;
  sales: Money;
  commission: Money;
}

export interface TopBrand {
  mcid: string;
  brand_name: string;
  logo: string | null;
  clicks: number;
  orders: number;
  commission: Money;
}

export interface TopLink {
  link_id: number;
  brand_name: string;
  target_url: string;
  tracking_url_short: string;
  clicks: number;
  orders: number;
  commission: Money;
}

export type ItemStatus = "Pending" | "Approved" | "Rejected";

export interface Item {
  item_id: string;
  category: string | null;
  commission_group: string | null;
  quantity: number;
  sale_amount: Money;
  sale_comm: Money;
  comm_rate: Money | null;
  ori_amount: Money;
  ori_comm: Money;
  status: ItemStatus;
  reason_code: string | null;
  note: string | null;
  validation_date: Time | null;
  expected_validation_date: Time | null;
  settlement_id: number | null;
  settlement_date: Time | null;
  payment_id: number | null;
  paid_date: Time | null;
  paid: boolean;
  updated_at: Time;
}

export interface Order {
  oid: number;
  order_id: string;
  mcid: string;
  mid: number;
  brand_name: string;
  site_id: number;
  link_id: number;
  click_ref: string | null;
  click_time: Time | null;
  order_time: Time;
  uid1: string;
  uid2: string;
  uid3: string;
  uid4: string;
  uid5: string;
  country: string | null;
  coupon: string | null;
  currency: string;
  rate: Money;
  sale_amount: Money;
  sale_comm: Money;
  matched_amount: Money;
  matched_comm: Money;
  report_currency: string;
  report_amount: Money;
  report_comm: Money;
  status: ItemStatus;
  test_order: boolean;
  updated_at: Time;
  items?: Array<Item>;
}

export interface Forecast {
  day: Day;
  low: Money;
  likely: Money;
  high: Money;
}

export interface PaymentBalance {
  pending: Money;
  approved: Money;
  withdrawable: Money;
  on_the_way: Money;
  paid: Money;
  currency: string;
  minimum: Money;
  schedule_day: number | null;
  next_payment: Forecast | null;
}

export interface Task {
  name: string;
  done: boolean;
  to: string;
}

export interface Dashboard {
  start_date: Day;
  end_date: Day;
  totals: Figures;
  compared_totals: Figures;
  trend: Array<TrendPoint>;
  compared_trend: Array<TrendPoint>;
  top_brands: Array<TopBrand>;
  top_links: Array<TopLink>;
  latest_orders: Array<Order>;
  balance: PaymentBalance;
  tasks: Array<Task>;
  time_zone: string;
}

export type SettlementType = "commission" | "bonus" | "adjustment";

export interface PaymentDetail {
  payment_id: number;
  settlement_id: number;
  mcid: string | null;
  brand_name: string | null;
  period: string;
  type: SettlementType;
  amount: Money;
  currency: string;
  orders: number;
  note: string;
}

export interface ProofDifference {
  settlement_id: number | null;
  expected: Money;
  found: Money;
}

export interface PaymentProof {
  payment_id: number;
  gross: Money;
  settlements: Money;
  orders: Money;
  bonuses: Money;
  currency: string;
  differences: Array<ProofDifference>;
}

export interface PaymentDetails {
  list: Array<PaymentDetail>;
  total: number;
  proof: Array<PaymentProof>;
}

export type DocumentKind = "invoice" | "statement" | "credit_note";

export interface Invoice {
  payment_id: number;
  kind: DocumentKind;
  number: string | null;
  name: string;
  url: string | null;
  csv: string;
}

export type MethodKind = "paypal" | "payoneer" | "airwallex" | "bank";

export type Entity = "person" | "company";

export interface PaymentMethod {
  id: number;
  kind: MethodKind;
  country: string;
  currency: string;
  entity: Entity;
  payee: string;
  fields: Record<string, string>;
  is_default: boolean;
  waiting: boolean;
  usable_from: Time;
  created_at: Time;
  updated_at: Time;
}

export interface ListingPaymentMethod {
  list: Array<PaymentMethod>;
  total: number;
}

export type SettlementState = "waiting" | "payable" | "requested" | "paid";

export interface Settlement {
  settlement_id: number;
  mcid: string | null;
  brand_name: string | null;
  period: string;
  type: SettlementType;
  amount: Money;
  currency: string;
  orders: number;
  items: number;
  state: SettlementState;
  payment_id: number | null;
  note: string;
  created_at: Time;
  payable_at: Time | null;
  paid_at: Time | null;
}

export interface SettledOrder {
  oid: number;
  order_id: string;
  order_time: Time;
  click_ref: string | null;
  click_time: Time | null;
  items: number;
  commission: Money;
  currency: string;
}

export interface SettledOrders {
  settlement: Settlement;
  list: Array<SettledOrder>;
  total: number;
  sum: Money;
}

export interface ListingSettlement {
  list: Array<Settlement>;
  total: number;
}

export type DocumentFormat = "pdf" | "csv";

export interface StatementFile {
  name: string;
  format: DocumentFormat;
  content: string;
}

export type PaymentState = "requested" | "processing" | "sent" | "paid" | "failed" | "returned" | "cancelled";

export interface Payment {
  payment_id: number;
  request_date: Time;
  expected_date: Day | null;
  paid_date: Time | null;
  method: string;
  payee: string;
  gross: Money;
  fee: Money;
  vat: Money;
  net: Money;
  currency: string;
  payout_currency: string;
  payout_amount: Money | null;
  rate: Money | null;
  status: PaymentState;
  scheduled: boolean;
  failure_reason: string | null;
  trace_id: string | null;
  invoice: string | null;
  credit_note: string | null;
  batch_id: number | null;
  sent_date: Time | null;
}

export interface ListingPayment {
  list: Array<Payment>;
  total: number;
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
} as const;
export type EventType = (typeof EventType)[keyof typeof EventType];

export interface Attempt {
  at: Time;
  status_code: number | null;
  ms: number;
  error: "forbidden" | "gone" | "host_unknown" | "redirect" | "refused" | "status" | "timeout" | "tls" | "unreachable" | null;
}

export interface Delivery {
  id: string;
  postback_id: number | null;
  event_id: string;
  event_type: EventType;
  oid: number | null;
  attempt: number;
  method: string | null;
  url: string | null;
  request_body: string | null;
  status_code: number | null;
  ms: number | null;
  error: "forbidden" | "gone" | "host_unknown" | "redirect" | "refused" | "status" | "timeout" | "tls" | "unreachable" | null;
  state: "delivered" | "failed" | "waiting";
  next_attempt_at: Time | null;
  test: boolean;
  created_at: Time;
  attempts: Array<Attempt>;
}

export interface HistoryDelivery {
  list: Array<Delivery>;
  total: number;
  next: string | null;
}

export const DeliveryType = {
  GET: 1,
  POST_JSON: 2,
  POST_FORM: 3,
} as const;
export type DeliveryType = (typeof DeliveryType)[keyof typeof DeliveryType];

export interface Postback {
  id: number;
  site_id: number | null;
  event_type: EventType;
  delivery_type: DeliveryType;
  link_url: string;
  mids: Array<number>;
  parameters: Record<string, string>;
  medium_id: number | null;
  state: "active" | "auto_paused" | "paused";
  state_reason: "failing" | "gone" | null;
  failing_since: Time | null;
  secret_shown_at: Time | null;
  old_secret_until: Time | null;
  success_rate: number | null;
  delivered: number;
  failed: number;
  waiting: number;
  last_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

export interface PostbackDraft {
  delivery_type: DeliveryType;
  link_url: string;
  parameters?: Record<string, string>;
  event_type: EventType;
  site_id?: number | null;
  mids?: Array<number>;
  medium_id?: number | null;
  id?: number | null;
  updated_at?: Time | null;
}

export interface DeliveryRef {
  delivery_id: string;
}

export interface EventKind {
  id: number;
  name: string;
  title: string;
}

export interface DeliveryKind {
  id: number;
  name: string;
}

export interface Macro {
  name: string;
  text: string;
  sample: string;
}

export interface Medium {
  id: number;
  name: string;
}

export interface TrackerTemplate {
  name: string;
  delivery_type: DeliveryType;
  link_url: string;
  parameters: Record<string, string>;
}

export interface PostbackTypes {
  event_types: Array<EventKind>;
  delivery_types: Array<DeliveryKind>;
  macros: Array<Macro>;
  mediums: Array<Medium>;
  templates: Array<TrackerTemplate>;
}

export interface ListingPostback {
  list: Array<Postback>;
  total: number;
}

export interface Redelivery {
  count: number;
}

export interface Secret {
  secret: string | null;
  shown_at: Time | null;
  old_secret_until: Time | null;
}

export interface Preview {
  macros: Array<Macro>;
  method: string;
  url: string;
  body: string | null;
}

export type CaseKind = "missing" | "incorrect" | "declined";

export type CaseState = "open" | "info_needed" | "accepted" | "rejected" | "withdrawn";

export interface EvidenceFile {
  name: string;
  download_url: string;
}

export interface CaseStep {
  at: Time;
  by: "network" | "publisher";
  from: CaseState | null;
  to: CaseState;
  note: string;
  evidence: Array<EvidenceFile>;
}

export interface OrderCase {
  case_id: number;
  kind: CaseKind;
  state: CaseState;
  mcid: string;
  brand_name: string;
  order_id: string;
  oid: number | null;
  item_id: string | null;
  order_time: Time;
  currency: string;
  amount: Money | null;
  accepted_amount: Money | null;
  accepted_comm: Money | null;
  click_ref: string | null;
  opened_at: Time;
  updated_at: Time;
  steps: Array<CaseStep>;
}

export interface ListingOrderCase {
  list: Array<OrderCase>;
  total: number;
}

export type Verdict = "valid" | "duplicate" | "bot" | "blocked";

export interface Click {
  click_ref: string;
  click_time: Time;
  mcid: string;
  brand_name: string;
  site_id: number;
  link_id: number;
  link_code: string | null;
  link_note: string | null;
  uid1: string;
  uid2: string;
  uid3: string;
  uid4: string;
  uid5: string;
  country: string | null;
  device: string;
  referrer: string | null;
  verdict: Verdict;
  verdict_reason: string | null;
  oid: number | null;
  order_id: string | null;
}

export interface Clicks {
  list: Array<Click>;
  total: number;
  total_is_capped: boolean;
  next: string | null;
}

export interface EventItem {
  item_id: string;
  status: ItemStatus;
  sale_amount: Money;
  sale_comm: Money;
  quantity: number;
  category: string | null;
  reason_code: string | null;
}

export interface FeedEvent {
  event_id: string;
  event_type: EventType;
  event_name: string;
  event_time: Time;
  mid: number | null;
  mcid: string | null;
  brand_name: string | null;
  site_id: number | null;
  link_id: number | null;
  oid: number | null;
  order_id: string | null;
  uid1: string | null;
  uid2: string | null;
  uid3: string | null;
  uid4: string | null;
  uid5: string | null;
  click_ref: string | null;
  click_time: Time | null;
  order_time: Time | null;
  country: string | null;
  coupon: string | null;
  currency: string | null;
  status: string | number | null;
  previous_status: string | number | null;
  sale_amount: Money | null;
  sale_comm: Money | null;
  delta_amount: Money | null;
  delta_commission: Money | null;
  reason_code: string | null;
  note: string | null;
  settlement_id: number | null;
  payment_id: number | null;
  amount: Money | null;
  download_id: number | null;
  test: boolean;
  items: Array<EventItem>;
}

export interface EventFeed {
  list: Array<FeedEvent>;
  next: string;
  has_more: boolean;
}

export type ExportReport = "performance" | "transactions" | "clicks" | "links" | "payments" | "settlements" | "deliveries";

export type ExportFormat = "csv" | "xlsx" | "parquet";

export type DownloadKind = "account" | "report";

export const DownloadStatus = {
  QUEUED: 0,
  PROCESSING: 1,
  READY: 2,
  FAILED: 3,
} as const;
export type DownloadStatus = (typeof DownloadStatus)[keyof typeof DownloadStatus];

export interface Download {
  id: number;
  kind: DownloadKind;
  filename: string;
  status: DownloadStatus;
  download_url: string | null;
  progress: number;
  rows: number;
  size: number | null;
  error: string | null;
  created_at: Time;
  expires_at: Time;
}

export type GroupBy = "date" | "week" | "month" | "brand" | "site" | "uid1" | "uid2" | "uid3" | "uid4" | "uid5" | "country" | "device" | "offer_type" | "link";

export type StatusFilter = "all" | "pending" | "approved" | "rejected";

export type DateBasis = "order" | "validation";

export type Compare = "previous" | "year";

export interface PerformanceRow {
  clicks: number | null;
  orders: number;
  sales: Money;
  commission: Money;
  pending_commission: Money;
  approved_commission: Money;
  rejected_commission: Money;
  paid_commission: Money;
  bonus: Money;
  pending_orders: number;
  approved_orders: number;
  rejected_orders: number;
  cr: Money | null;
  epc: Money | null;
  aov: Money | null;
  approval_rate: Money | null;
  currency: string;
  date?: Day | null;
  week?: Day | null;
  month?: Day | null;
  mcid?: string | null;
  brand_name?: string | null;
  site_id?: number | null;
  site_name?: string | null;
  uid1?: string | null;
  uid2?: string | null;
  uid3?: string | null;
  uid4?: string | null;
  uid5?: string | null;
  country?: string | null;
  device?: string | null;
  offer_type?: string | null;
  link_id?: number | null;
  link_code?: string | null;
  link_note?: string | null;
  link_brand_name?: string | null;
}

export interface Performance {
  list: Array<PerformanceRow>;
  total: number;
  totals: Figures;
  compared_totals: Figures | null;
  compared: Array<PerformanceRow>;
  compared_start_date: Day | null;
  compared_end_date: Day | null;
  time_zone: string;
}

export type Moment = "click" | "order" | "status" | "amount" | "settlement" | "payment" | "postback" | "case";

export interface TimelineEntry {
  at: Time;
  kind: Moment;
  item_id: string | null;
  from: string | null;
  to: string | null;
  delta_amount: Money | null;
  delta_commission: Money | null;
  reason_code: string | null;
  by: string;
  case_id: number | null;
  postback_id: number | null;
  event_type: EventType | null;
  receiver: string | null;
}

export interface OrderStory {
  oid: number;
  order_id: string;
  mcid: string;
  mid: number;
  brand_name: string;
  site_id: number;
  link_id: number;
  click_ref: string | null;
  click_time: Time | null;
  order_time: Time;
  uid1: string;
  uid2: string;
  uid3: string;
  uid4: string;
  uid5: string;
  country: string | null;
  coupon: string | null;
  currency: string;
  rate: Money;
  sale_amount: Money;
  sale_comm: Money;
  matched_amount: Money;
  matched_comm: Money;
  report_currency: string;
  report_amount: Money;
  report_comm: Money;
  status: ItemStatus;
  test_order: boolean;
  updated_at: Time;
  items?: Array<Item>;
  link_code: string | null;
  link_note: string | null;
  timeline: Array<TimelineEntry>;
}

export type OrderDateBasis = "order" | "validation" | "update" | "paid";

export type OrderSort = "order_time" | "-order_time" | "updated_at" | "-updated_at" | "sale_amount" | "-sale_amount" | "sale_comm" | "-sale_comm";

export interface Transactions {
  list: Array<Order>;
  total: number;
  next: string | null;
  totals: Figures | null;
  time_zone: string;
}

export type ViewReport = "performance" | "transactions" | "clicks";

export type ViewDays = "today" | "yesterday" | "last_7" | "last_30" | "last_90" | "this_month" | "last_month" | "this_year";

export type Mailed = "never" | "week" | "month";

export interface View {
  id: number;
  report: ViewReport;
  name: string;
  filter: Record<string, unknown>;
  days: ViewDays | null;
  is_default: boolean;
  mailed: Mailed;
  next_mail_at: Time | null;
  out_of_date: boolean;
}

export interface ListingView {
  list: Array<View>;
  total: number;
}

export interface MediaKit {
  file_url: string;
  name: string;
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
  id: number;
  name: string;
  channel_type: number;
  channel_platform: string;
  medium_id: number | null;
  promotion_methods: Array<number>;
  website: string;
  logo: string | null;
  media_kit: Array<MediaKit>;
  monthly_visits: number | null;
  description: string | null;
  status: SiteStatus;
  status_reason: string | null;
  is_default: boolean;
  verified: boolean;
  proof: string;
  verifiable: boolean;
  brands_joined: number;
  fallback_url: string | null;
  created_at: Time;
}

export interface HistorySite {
  list: Array<Site>;
  total: number;
  next: string | null;
}

export interface LinkOutcome {
  id: number;
  code: number;
  message: string;
}

export interface RowsLinkOutcome {
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
  url: string;
  status: number | null;
}

export interface BrokenLink {
  id: number;
  link_id: number;
  code: string;
  mcid: string;
  brand_name: string;
  site_id: number;
  site_name: string;
  type: BrokenType;
  state: "fixed" | "ignored" | "open";
  target_url: string;
  final_url: string | null;
  http_status: number | null;
  hops: Array<Hop>;
  first_seen: Time;
  last_checked: Time | null;
  checking: boolean;
  clicks: number;
  at_risk: Money | null;
  currency: string;
  suggestion: string | null;
  fallback_url: string | null;
}

export interface ListingBrokenLink {
  list: Array<BrokenLink>;
  total: number;
}

export interface BrokenKind {
  type: BrokenType;
  name: string;
  title: string;
  counted: boolean;
}

export interface BrokenTypes {
  types: Array<BrokenKind>;
  states: Array<"fixed" | "ignored" | "open">;
}

export interface BulkItem {
  target_url?: string;
  mcid?: string | null;
  mid?: string | null;
  site_id?: string | null;
  uid?: string | null;
  uid1?: string | null;
  uid2?: string | null;
  uid3?: string | null;
  uid4?: string | null;
  uid5?: string | null;
  note?: string | null;
  path?: string | null;
  coupon?: string | null;
}

export interface BulkLink {
  link_id: number;
  code: string;
  tracking_url: string;
  tracking_url_short: string;
  warnings: Array<string>;
}

export interface BulkRow {
  row: number;
  code: number;
  message: string;
  field: string;
  target_url: string;
  link: BulkLink | null;
}

export interface RowsBulkRow {
  list: Array<BulkRow>;
}

export interface LinkMade {
  link_id: number;
  code: string;
  tracking_url: string;
  tracking_url_short: string;
  qr: string;
  warnings: Array<string>;
}

export interface LinkPreview {
  code: number;
  message: string;
  field: string;
  warnings: Array<string>;
}

export interface Link {
  link_id: number;
  code: string;
  mcid: string;
  brand_name: string;
  site_id: number;
  target_url: string;
  fallback_url: string | null;
  tracking_url: string;
  tracking_url_short: string;
  qr: string;
  uid1: string;
  uid2: string;
  uid3: string;
  uid4: string;
  uid5: string;
  note: string;
  coupon: string;
  retired: boolean;
  clicks: number;
  orders: number;
  commission: Money;
  currency: string;
  created_at: Time;
}

export interface HistoryLink {
  list: Array<Link>;
  total: number;
  next: string | null;
}
