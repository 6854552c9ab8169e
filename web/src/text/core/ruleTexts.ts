/**
 * The messages about fields that break a rule, in the words of the screens; loaded with the first
 * error.
 */
import { common } from "./common";

type Limit = number | string | null | undefined;
/** The message for a field with this label; null if only the portal has one. */
type Text = (label: string | undefined, limit: Limit) => string | null;
/** The names of fields on a screen, by their paths in the call's attributes. */
export type Labels = Record<string, string>;

/** `This is …`, or with the field's name in place of the first word. */
const says =
  (rest: string | ((limit: Limit) => string)): Text =>
  (label = "This", limit) =>
    `${label} ${typeof rest === "string" ? rest : rest(limit)}`;
const message: Text = () => null;

const KINDS: Record<string, string> = {
  string: "text",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
};
/** What a field is compared with. */
const OTHERS: Record<string, string> = {
  base: "the other currency",
  click_ref: "the click",
  published_at: "the time it is published",
  starts_at: "its start",
};
/** What a file is that should be a table. */
const FILES: Record<string, string> = {
  binary: "no text",
  image: "an image",
  pdf: "a PDF document",
  spreadsheet: "a spreadsheet or a ZIP archive",
};
const nameOf = (other: Limit) => OTHERS[String(other)] ?? other;

/** By the rule's name. */
export const ruleTexts = {
  required: (label) => (label ? `${label} is required` : common.required),
  not_applicable: says("does not apply here"),
  unknown_field: says("is not asked for here"),

  type: says((limit) => (limit ? `must be ${KINDS[limit] ?? limit}` : "is not valid")),
  format: says("is not valid"),
  one_of: says((limit) => `must be one of: ${limit}`),
  not_a_number: says((limit) =>
    limit ? `must be a plain number: write ${limit}` : "must be a number such as 12.50",
  ),
  not_a_date: says("must be a day such as 2026-11-20"),
  not_a_time: says("must be a time"),
  not_a_month: says("must be a month such as 2026-10"),
  not_a_country: says("is not a country"),
  not_a_currency: says("is not a currency such as GBP"),
  not_a_time_zone: says("is not a time zone such as Europe/London"),
  not_an_email: says("must be an address such as name@example.com"),
  not_a_phone: says("is not a phone number. Begin with + and the country code"),
  not_a_url: says("must be a full URL, such as https://example.com"),
  not_a_host: says("must have a host such as shop.example, with a port from 1 to 65535 if any"),
  not_a_cursor: says("is no longer valid. Load the list again"),
  not_an_iban: says("is not a valid IBAN; check its characters"),
  not_a_bic: says("is not a valid BIC; it must have 8 or 11 characters"),
  not_a_bank_name: () =>
    "Banks cannot write any of this; enter the name with letters, as it is on the account",
  not_a_vat_number: says("is no VAT number. Leave it empty if there is none"),
  not_a_tax_number: says("is no tax number. Leave it empty if there is none"),
  wrong_digits: says((limit) => `is not a valid ${limit}. Check its digits`),
  weak_password: (_, limit) =>
    `This ${limit === "common" ? "is one of the most common passwords" : "consists mostly of your name, your email address or words of this portal"}. Try three unrelated words`,

  too_long: (label, limit) =>
    label ? `${label} cannot be longer than ${limit} characters` : `At most ${limit} characters`,
  too_short: (label, limit) =>
    label ? `${label} must have at least ${limit} characters` : `At least ${limit} characters`,
  too_many: (label, limit) =>
    label ? `${label} cannot have more than ${limit} entries` : `At most ${limit}`,
  too_large: (label, limit) => (label ? `${label} must be at most ${limit}` : `At most ${limit}`),
  too_small: (label, limit) => (label ? `${label} must be at least ${limit}` : `At least ${limit}`),
  out_of_range: says((limit) => `must be from ${limit}`),
  not_positive: says("must be an amount above 0"),
  too_many_decimals: says((limit) => `cannot have more than ${limit} decimals`),
  full: (_, limit) => `You already have ${limit}, the most there can be. Delete one first`,

  in_the_future: says("is in the future"),
  in_the_past: says("must be in the future"),
  too_old: says((limit) => `cannot be more than ${limit} days ago`),
  too_early: (label, limit) => (limit ? says(`is before ${nameOf(limit)}`)(label, limit) : null),
  not_later: says((limit) => `must be later than ${nameOf(limit)}`),
  too_long_after: says((limit) => `must be less than ${limit} years after the start`),
  too_many_days: says((limit) => `must be less than ${limit} days after the start`),

  unknown: says("was not found"),
  not_uploaded: () => "Upload this file first, or again",
  taken: message,
  duplicate: says((limit) => `is the same as ${limit}`),
  mismatch: message,
  same: says((limit) => `must differ from ${nameOf(limit)}`),
  unchanged: says("is the amount that the order already has"),
  unsupported: says((limit) => `is not supported by ${limit}`),
  wrong_host: says((limit) => `must be a page of ${limit}`),
  tracking_link: says("must not be a tracking link"),
  wrong_country: says((limit) => `begins with ${limit}, which is not the country of the company`),
  one_stop_shop: says(
    "begins with EU. Numbers of the One-Stop-Shop are no registration for invoices",
  ),

  not_ascii: says("must be of printable ASCII characters. Percent-encode all others"),
  fragment: says("must have no part after #, because browsers alone read it"),
  user_in_url: says("must not contain a user name or password"),
  macro_in_host: says("must not contain macros in its host or port"),
  unknown_macro: says(
    (limit) => `contains {${limit}}, but there is no such macro. “Insert a macro” lists them all`,
  ),
  unmatched_brace: says("has an unmatched brace"),
  signature_in_body: says(
    "must not contain {signature}: the body of a POST is signed in its headers",
  ),

  empty: says("is empty"),
  not_a_table: says(
    (limit) => `is ${FILES[String(limit)]}, not a CSV file. Save the table as CSV in UTF-8`,
  ),
  not_utf8: says((limit) => `was not UTF-8: ${limit} has lost a character`),
  columns: (label, limit) => (limit ? says(`must have the columns ${limit}`)(label, limit) : null),
  unreadable: says((limit) => `cannot be read: ${limit}`),
  not_an_image: says("must be an image"),
  file_type: says("must be a complete JPEG, PNG or WebP image or a PDF document"),
  encrypted_file: says("is encrypted. Save it without a password"),
  active_file: says("holds a script, a file, or something else that runs"),
  too_many_pixels: says((limit) => `has more than ${limit} million pixels`),

  ambiguous: message,
  changed: message,
  fixed: says("was set by your first order or bonus and cannot be changed"),
  forbidden: message,
  is_default: says((limit) => `is the default ${limit}. Make another one the default first`),
  recalculating: () => "Your figures are being recalculated. Try again later",
  state: message,
} satisfies Record<string, Text>;

const THE_FILE = "The file";

/** The label of a field, or of the end of its path, where a screen gives it no other. */
export const fieldLabels: Labels = {
  username: "Username",
  email: "Email",
  password: "Password",
  confirm_password: "Confirm password",
  agreement: "Agreement",
  site_id: "Site",
  logo: "Logo",
  website: "Website",
  channel_platform: "Channel platform",
  channel_type: "Channel type",
  promotion_methods: "Promotion methods",
  "company.name": "Company name",
  "company.category": "Company category",
  "company.country": "Company country",
  "company.address": "Company address",
  "company.city": "Company city",
  "company.province": "Company province",
  "company.postal_code": "Company postal code",
  media_kit: "Media kit",
  "media_kit.file_url": "Media kit file URL",
  "media_kit.name": "Media kit file name",
  "media_kit.size": "Media kit file size",
  "media_kit.id": "Media kit",
  avatar: "Avatar",
  brand_type: "Brand type",
  target_url: "Target URL",
  uid1: "Uid1",
  uid2: "Uid2",
  uid3: "Uid3",
  uid4: "Uid4",
  uid5: "Uid5",
  start_date: "Start date",
  end_date: "End date",
  file: THE_FILE,
  file_url: THE_FILE,
  content: THE_FILE,
};

const atLeast =
  (what: string): Text =>
  (_, limit) =>
    `${what}: use at least ${limit} characters`;
const atMost =
  (what: string): Text =>
  (_, limit) =>
    `${what}: use at most ${limit} characters`;
/** What a field must contain, for messages about any invalid value. */
const mustBe = (what: string) => {
  const text = says(`must be ${what}`);
  return { type: text, too_large: text, too_small: text, not_a_date: text };
};
const WHOLE = mustBe("a whole number, 1 or more");
const DAY = mustBe("a day such as 2026-11-20");
const EMAIL = () => "Invalid email format: give an address such as name@example.com";

/** Messages for one field, or for all fields whose path ends this way. */
export const fieldTexts: Record<string, Partial<Record<string, Text>>> = {
  username: {
    too_short: atLeast("Invalid username format"),
    too_long: atMost("Invalid username format"),
    format: () =>
      "Invalid username format: use letters, digits, '.', '_' and '-', with a letter or digit at both ends",
  },
  email: {
    too_short: EMAIL,
    too_long: atMost("Invalid email format"),
    format: EMAIL,
    not_an_email: EMAIL,
  },
  password: {
    too_short: atLeast("Invalid password format"),
    too_long: atMost("Invalid password format"),
  },
  confirm_password: { required: () => "Type the password again" },
  agreement: mustBe("0 or 1"),
  brand_type: mustBe("1 or 2"),
  site_id: WHOLE,
  channel_type: WHOLE,
  "media_kit.id": WHOLE,
  "media_kit.size": mustBe("a whole number above 0"),
  start_date: DAY,
  end_date: DAY,
  website: {
    format: ruleTexts.not_a_url,
    duplicate: (_, limit) => `Your channel ${limit} has this website already`,
  },
  promotion_methods: {
    ...mustBe("whole numbers, 1 or more"),
    required: () => "Choose how you promote",
  },
  media_kit: {
    ...mustBe("a list of files"),
    too_many: says((limit) => `cannot have more than ${limit} files`),
  },
  vat_id: {
    required: (_, limit) =>
      limit
        ? "Enter this or a valid German tax number (Steuernummer)"
        : "Enter this if you are registered for VAT",
  },
  tax_id: { required: () => "Enter this or a VAT number: invoices need one of them" },
  name: { taken: () => "There is a view of this name already" },
  fields: { taken: () => "You already have this account" },
  click_ref: { unknown: says("is not one of your clicks to this brand") },
  item_id: {
    required: () => "Choose an item: the order has several",
    unknown: says("is not an item of this order"),
  },
  mcid: { unknown: says("has no link of yours that could have led to an order") },
  commission_groups: { duplicate: says("is for the same sales as a group before it") },
  sort: {
    too_many: (_, limit) =>
      `At most ${limit} orders can be sorted so. Choose fewer days, or sort by a time`,
  },
};
