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
  median_days: number;
  p90_days: number;
  applications: number;
  source: "all" | "own";
}

export interface ApplicationRow {
  mcid: string;
  mid: number;
  brand_name: string;
  logo: string | null;
  brand_status: BrandStatus;
  approval: Approval;
  site_id: number;
  site_name: string;
  relationship: Relation;
  reason: string | null;
  ended_by: "network" | "publisher" | null;
  message: string | null;
  applied_at: Time;
  age_days: number;
  decided_at: Time | null;
  usual_answer?: UsualAnswer | null;
}

export interface CursorPageApplicationRow {
  list: Array<ApplicationRow>;
  total: number;
  next: string | null;
}

export interface SharePoint {
  days: number;
  share: Money;
}

export interface WaitFigure {
  as_of: Day;
  orders: number;
  points: Array<SharePoint>;
  half_days: number | null;
  half_over: number | null;
  most_days: number | null;
  longest_open: number | null;
}

export interface MonthFigure {
  month: string;
  as_of: Day;
  orders: number;
  points: Array<SharePoint>;
  half_days: number | null;
  half_over: number | null;
}

export interface RateFigure {
  as_of: Day;
  orders: number;
  rate: Money;
}

export interface QuarterFigure {
  quarter: string;
  as_of: Day;
  orders: number;
  rate: Money;
}

export interface EarnedFigure {
  as_of: Day;
  orders: number;
  epc: Money | null;
}

export interface CountryFigure {
  country: string;
  as_of: Day;
  orders: number;
  epc: Money | null;
}

export interface MeasuredFigures {
  decided: WaitFigure | null;
  decided_by_month: Array<MonthFigure>;
  decided_in_time: RateFigure | null;
  payable: WaitFigure | null;
  payable_in_time: RateFigure | null;
  sent: WaitFigure | null;
  approved: RateFigure | null;
  approved_by_quarter: Array<QuarterFigure>;
  corrected: RateFigure | null;
  earned: EarnedFigure | null;
  earned_by_country: Array<CountryFigure>;
}

export interface TermsStep {
  name: string;
  day: Day;
  announced_days: number;
  before: string;
  after: string;
}

export interface Measured {
  measured_on: Day | null;
  since: Day | null;
  channel_type: number;
  currency: string;
  validation_days: number;
  payment_days: number;
  all: MeasuredFigures;
  my_type: MeasuredFigures;
  mine: MeasuredFigures;
  terms: Array<TermsStep>;
}

export interface ComparedBrand {
  mcid: string;
  name: string;
  logo: string | null;
  commission: string;
  measured: Measured;
}

export interface ListingComparedBrand {
  list: Array<ComparedBrand>;
  total: number;
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

export interface CursorPageCoupon {
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

export type BrandSort = "new" | "name" | "commission" | "epc" | "payment_days" | "paid_within";

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
  paid_within: number | null;
  deep_link: boolean;
  approval: Approval;
  status: BrandStatus;
  relationship: Relation;
  relationship_reason: string | null;
  epc: Money | null;
  conversion_rate: Money | null;
  approval_rate: Money | null;
}

export interface CursorPageBrand {
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

export interface Campaign {
  from: Day;
  to: Day;
  note?: string;
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

export interface DateRecord {
  kept_percent: number;
  dates: number;
  early_days: number;
  late_days: number;
  p90_days: number;
  keeps_dates: boolean;
  source: "all" | "own";
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
  paid_within: number | null;
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
  claim_days: number;
  campaigns: Array<Campaign>;
  coupons: Array<Coupon>;
  term_changes: Array<TermChange>;
  terms_time_zone: string;
  my_results: MyResults;
  alternatives: Array<Alternative>;
  decision_record: DateRecord | null;
  payment_record: DateRecord | null;
  measured: Measured;
}

export interface ChannelStanding {
  site_id: number;
  relationship: Relation;
  reason: string | null;
  ended_by: "network" | "publisher" | null;
  applied_at: Time;
}

export interface BrandStanding {
  mcid: string;
  mid: number;
  name: string;
  logo: string | null;
  status: BrandStatus;
  approval: Approval;
  commission: string;
  channels: Array<ChannelStanding>;
}

export interface CursorPageBrandStanding {
  list: Array<BrandStanding>;
  total: number;
  next: string | null;
}

export interface TermsEffect {
  orders: number;
  before: Money;
  after: Money;
  currency: string;
}

export interface TermsChange {
  announced_at: Time;
  starts_on: Day;
  notice_days: number;
  lines: Array<string>;
  effect: TermsEffect | null;
}

export interface ListingTermsChange {
  list: Array<TermsChange>;
  total: number;
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
  sale_comm: Money | null;
  comm_rate: Money | null;
  ori_amount: Money;
  ori_comm: Money | null;
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
  rate: Money | null;
  sale_amount: Money;
  sale_comm: Money | null;
  matched_amount: Money;
  matched_comm: Money | null;
  report_currency: string;
  report_amount: Money | null;
  report_comm: Money | null;
  status: ItemStatus;
  test_order: boolean;
  unrated: boolean;
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
  waiting: Money;
  withdrawable: Money;
  on_the_way: Money;
  needs_you: Money;
  paid: Money;
  currency: string;
  minimum: Money;
  schedule_day: number | null;
  next_payment: Forecast | null;
}

export type TaskState = "open" | "waiting" | "refused" | "done";

export interface Task {
  name: string;
  done: boolean;
  to: string;
  state: TaskState;
  note: string | null;
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
  balance: PaymentBalance | null;
  tasks: Array<Task>;
  time_zone: string;
}

export interface AgedMonths {
  amount: Money;
  periods: Array<string>;
}

export interface BrandAgeing {
  mcid: string;
  brand_name: string;
  payment_days: number;
  due: Day;
  days_late: number;
  in_term: AgedMonths;
  late: AgedMonths;
  very_late: AgedMonths;
  total: Money;
  case_id: number | null;
  pay_on: Day | null;
}

export interface PaymentAgeing {
  list: Array<BrandAgeing>;
  total: number;
  in_term: Money;
  late: Money;
  very_late: Money;
  waiting: Money;
  currency: string;
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

export type PaymentStage = "approved" | "month_closed" | "brand_paid" | "payable" | "requested" | "processing" | "sent" | "paid" | "failed" | "returned" | "cancelled";

export interface PaymentStep {
  stage: PaymentStage;
  at: Time | null;
  expected?: Day | null;
}

export interface PaymentDetails {
  list: Array<PaymentDetail>;
  total: number;
  proof: Array<PaymentProof>;
  progress: Array<PaymentStep>;
  replaces?: number | null;
  replaced_by?: number | null;
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

export type WaitReason = "new_details" | "confirmed" | "factor_reset" | "stopped";

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
  wait_reason: WaitReason | null;
  usable_from: Time;
  created_at: Time;
  updated_at: Time;
  last_failure?: string | null;
}

export interface ListingPaymentMethod {
  list: Array<PaymentMethod>;
  total: number;
}

export interface PaidMonth {
  month: string;
  payments: number;
  gross: Money;
  net: Money;
  currency: string;
}

export interface ListingPaidMonth {
  list: Array<PaidMonth>;
  total: number;
}

export type SettlementState = "waiting" | "payable" | "requested" | "paid";

export type ExpectedFrom = "past" | "terms";

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
  expected_date?: Day | null;
  expected_from?: ExpectedFrom | null;
  date_record?: DateRecord | null;
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
  expected_from?: ExpectedFrom | null;
  date_record?: DateRecord | null;
}

export interface ListingPayment {
  list: Array<Payment>;
  total: number;
}

export type VatStatus = "registered" | "small_business" | "not_registered";

export type ReviewState = "unneeded" | "waiting" | "confirmed" | "rejected";

export interface VatReview {
  status: VatStatus;
  country: string;
  name: string;
  number: string;
  stated_at: Time;
  state: ReviewState;
  decided_at: Time | null;
  reason: string | null;
  ends_at: Time | null;
}

export interface Agreement {
  version: number;
  number: string;
  country: string;
  agreed_at: Time;
  ends_at: Time;
}

export interface VatStanding {
  review: VatReview | null;
  agreement: Agreement | null;
  ask_again: boolean;
  version: number;
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
  order_id: string | null;
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

export interface CursorPageDelivery {
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

export interface DeliveryMark {
  id: string;
  state: "delivered" | "failed" | "waiting";
  status_code: number | null;
  error: "forbidden" | "gone" | "host_unknown" | "redirect" | "refused" | "status" | "timeout" | "tls" | "unreachable" | null;
  created_at: Time;
}

export interface RecentDeliveries {
  postback_id: number;
  marks: Array<DeliveryMark>;
}

export interface ListingRecentDeliveries {
  list: Array<RecentDeliveries>;
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
  low: Money;
  high: Money;
  day_low: Money;
  day_high: Money;
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
  links?: number | null;
  last_order_at?: Time | null;
  last_report_at?: Time | null;
  missed_reports?: number | null;
  terms_from?: Day | null;
  failures?: number | null;
  coupon?: string | null;
  days?: number | null;
  country?: string | null;
  device?: string | null;
  part_expected?: number | null;
  part_seen?: number | null;
  announced_at?: Time | null;
  notice_days?: number | null;
  orders?: number | null;
  before?: Money | null;
  after?: Money | null;
  promised_days?: number | null;
  usual_days?: number | null;
  waiting_since?: Time | null;
  decided?: number | null;
  rejected?: number | null;
  reason_code?: string | null;
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
  state: "done" | "in_progress" | "open";
  since: Time;
  note: string;
}

export interface Alert {
  alert_id: number;
  kind: AlertKind;
  mcid: string | null;
  brand_name: string | null;
  site_id: number | null;
  site_name: string | null;
  link_id: number | null;
  postback_id: number | null;
  since: Time;
  found_at: Time;
  expected: number | null;
  seen: number | null;
  chance: number | null;
  money_at_risk: MoneyAtRisk | null;
  cause: AlertCause | null;
  evidence: AlertEvidence;
  next_step: NextStep;
  next_page: string;
  task: AlertTask | null;
  state: "closed" | "muted" | "open" | "snoozed";
  until: Time | null;
  closed_at: Time | null;
  closed_by: "operator" | "publisher" | "recovered" | null;
}

export interface ListingAlert {
  list: Array<Alert>;
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
  class: BookClass;
  currency: string;
  rows: number;
  mine: Money;
  yours: Money;
  difference: Money;
  declined: Money;
}

export interface BookTotal {
  currency: string;
  mine: Money;
  yours: Money;
  difference: Money;
}

export type Encoding = "utf-8" | "utf-16-le" | "utf-16-be" | "windows-1252" | "iso-8859-15" | "windows-1250" | "iso-8859-2" | "windows-1251" | "windows-1253" | "windows-1254" | "macintosh" | "ibm850";

export type DecimalSign = "point" | "comma";

export type DateOrder = "dmy" | "mdy";

export type AmountOf = "row" | "order";

export interface ImportMapping {
  columns: Record<string, string>;
  constants?: Record<string, string>;
  time_format?: string | null;
  time_zone?: string;
  delimiter?: string;
  encoding?: Encoding | null;
  header_line?: number | null;
  decimal_signs?: Record<string, DecimalSign>;
  date_order?: DateOrder | null;
  amount_of?: AmountOf;
  carried?: Array<string>;
  statuses?: Record<string, ItemStatus>;
}

export interface Comparison {
  id: number;
  name: string;
  status: BookStatus;
  amounts: AmountKind;
  start_date: Day | null;
  end_date: Day | null;
  mcids: Array<string>;
  lines: number;
  counts: Record<string, number>;
  sums: Array<BookSum>;
  totals: Array<BookTotal>;
  error: string | null;
  mapping: ImportMapping;
  created_at: Time;
  ended_at: Time | null;
}

export interface CursorPageComparison {
  list: Array<Comparison>;
  total: number;
  next: string | null;
}

export type BookReason = "amount" | "repeated" | "day" | "zone" | "currency" | "number" | "unrated" | "not_recorded" | "refused" | "test_order" | "no_order" | "click_unknown" | "not_in_file" | "unreadable";

export interface BookRow {
  row: number;
  class: BookClass;
  reasons: Array<BookReason>;
  note: string;
  line: number | null;
  lines: number;
  order_id: string;
  click_ref: string | null;
  mcid: string | null;
  brand_name: string | null;
  oid: number | null;
  own_day: Day | null;
  own_time: Time | null;
  own_amount: Money | null;
  own_currency: string | null;
  order_time: Time | null;
  amount: Money | null;
  currency: string | null;
  status: ItemStatus | null;
}

export interface CursorPageBookRow {
  list: Array<BookRow>;
  total: number;
  next: string | null;
}

export type CaseKind = "missing" | "incorrect" | "declined" | "unpaid" | "question";

export type CaseState = "open" | "info_needed" | "accepted" | "rejected" | "withdrawn";

export type Topic = "payment" | "account" | "brand";

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
  mcid: string | null;
  brand_name: string | null;
  order_id: string;
  oid: number | null;
  item_id: string | null;
  topic: Topic | null;
  payment_id: number | null;
  periods: Array<string>;
  pay_on: Day | null;
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

export interface CaseTimes {
  claim_days: number;
  dispute_days: number;
  usual_hours: number | null;
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
  code_decided: boolean;
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
  sale_comm: Money | null;
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
  item_id: string | null;
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
  rate: Money | null;
  report_currency: string | null;
  report_amount: Money | null;
  report_comm: Money | null;
  delta_report_amount: Money | null;
  delta_report_comm: Money | null;
  reason_code: string | null;
  note: string | null;
  settlement_id: number | null;
  payment_id: number | null;
  amount: Money | null;
  paid_date: Day | null;
  download_id: number | null;
  alert_id: number | null;
  test: boolean;
  items: Array<EventItem>;
}

export interface EventFeed {
  list: Array<FeedEvent>;
  next: string;
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

export type GroupBy = "date" | "week" | "month" | "brand" | "site" | "uid1" | "uid2" | "uid3" | "uid4" | "uid5" | "country" | "device" | "offer_type" | "link" | "page" | "placement" | "hour";

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
  page?: string | null;
  placement?: string | null;
  hour?: number | null;
}

export interface Recount {
  at: Time;
  clicks: number;
}

export interface Performance {
  list: Array<PerformanceRow>;
  total: number;
  totals: Figures;
  compared_totals: Figures | null;
  compared: Array<PerformanceRow>;
  compared_start_date: Day | null;
  compared_end_date: Day | null;
  compared_until: Time | null;
  recounted: Array<Recount>;
  time_zone: string;
}

export type Moment = "click" | "order" | "status" | "amount" | "rate" | "settlement" | "payment" | "postback" | "case";

export interface TimelineEntry {
  at: Time;
  kind: Moment;
  item_id: string | null;
  from: string | null;
  to: string | null;
  delta_amount: Money | null;
  delta_commission: Money | null;
  delta_report_amount?: Money | null;
  delta_report_comm?: Money | null;
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
  rate: Money | null;
  sale_amount: Money;
  sale_comm: Money | null;
  matched_amount: Money;
  matched_comm: Money | null;
  report_currency: string;
  report_amount: Money | null;
  report_comm: Money | null;
  status: ItemStatus;
  test_order: boolean;
  unrated: boolean;
  updated_at: Time;
  items?: Array<Item>;
  link_code: string | null;
  link_note: string | null;
  claim_until: Time;
  dispute_until: Time | null;
  decision_record: DateRecord | null;
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
  page: string;
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
  item_id?: string | null;
  amount?: Money | null;
  commission?: Money | null;
  currency?: string | null;
  rate?: Money | null;
  to_currency?: string | null;
  reason_code?: string | null;
  refusal?: RefusalCode | null;
  state?: string | null;
  text?: string | null;
  until?: Time | null;
  day?: Day | null;
  period?: string | null;
  days?: number | null;
  count?: number | null;
  share?: number | null;
  by?: string | null;
}

export interface Fact {
  at: Time | null;
  fact: WhyFact;
  rule: WhyRule | null;
  documented: string | null;
  evidence: FactEvidence | null;
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
  kind: CaseKind;
  note: string;
  oid: number | null;
  mcid: string | null;
  order_id: string | null;
  order_time: Time | null;
  currency: string | null;
  amount: Money | null;
  click_ref: string | null;
}

export interface NextWhyStep {
  step: WhyStep;
  page: string | null;
  until: Time | null;
  case: FilledCase | null;
}

export interface Why {
  list: Array<Fact>;
  verdict: WhyVerdict;
  reason_code: string | null;
  refusal: RefusalCode | null;
  until: Time | null;
  oid: number | null;
  next_step: NextWhyStep;
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

export interface CursorPageSite {
  list: Array<Site>;
  total: number;
  next: string | null;
}

export interface LinkOutcome {
  id: number;
  code: number;
  message: string;
}

export interface ResultsLinkOutcome {
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

export type Rule = "required" | "not_applicable" | "unknown_field" | "type" | "format" | "one_of" | "not_a_number" | "not_a_date" | "not_a_time" | "not_a_month" | "not_a_country" | "not_a_currency" | "not_a_time_zone" | "not_an_email" | "not_a_phone" | "not_a_url" | "not_a_host" | "not_a_cursor" | "not_an_iban" | "not_a_bic" | "not_a_bank_name" | "not_a_vat_number" | "not_a_tax_number" | "wrong_digits" | "weak_password" | "too_long" | "too_short" | "too_many" | "too_large" | "too_small" | "out_of_range" | "not_positive" | "too_many_decimals" | "full" | "in_the_future" | "in_the_past" | "too_old" | "too_early" | "not_later" | "too_long_after" | "too_many_days" | "unknown" | "not_uploaded" | "taken" | "duplicate" | "mismatch" | "same" | "unchanged" | "unsupported" | "wrong_host" | "tracking_link" | "wrong_country" | "one_stop_shop" | "not_ascii" | "fragment" | "user_in_url" | "macro_in_host" | "unknown_macro" | "unmatched_brace" | "signature_in_body" | "empty" | "not_a_table" | "not_utf8" | "columns" | "unreadable" | "not_an_image" | "file_type" | "encrypted_file" | "active_file" | "too_many_pixels" | "ambiguous" | "changed" | "fixed" | "forbidden" | "is_default" | "recalculating" | "state";

export interface BrandChoice {
  mcid: string;
  name: string;
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
  rule: Rule | null;
  limit: number | string | null;
  target_url: string;
  mcid: string;
  brand_name: string;
  choices: Array<BrandChoice>;
  link: BulkLink | null;
}

export interface ResultsBulkRow {
  list: Array<BulkRow>;
}

export interface BulkCheck {
  row: number;
  code: number;
  message: string;
  field: string;
  rule: Rule | null;
  limit: number | string | null;
  target_url: string;
  mcid: string;
  brand_name: string;
  choices: Array<BrandChoice>;
  warnings: Array<string>;
}

export interface ResultsBulkCheck {
  list: Array<BulkCheck>;
}

export interface LinkMade {
  link_id: number;
  code: string;
  mcid: string;
  brand_name: string;
  tracking_url: string;
  tracking_url_short: string;
  qr: string;
  warnings: Array<string>;
}

export interface LinkPreview {
  code: number;
  message: string;
  field: string;
  rule: Rule | null;
  limit: number | string | null;
  mcid: string;
  brand_name: string;
  choices: Array<BrandChoice>;
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

export interface CursorPageLink {
  list: Array<Link>;
  total: number;
  next: string | null;
}
