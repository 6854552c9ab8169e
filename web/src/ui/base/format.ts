/** Formats numbers and times for people; money and counts are decimal strings and lose no digit. */
const LOCALE = "en-GB";

type Figure = string | number;
type Formattable = Parameters<Intl.NumberFormat["format"]>[0];

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Creating a formatter is slow, so each is created once. */
function cachedFormatter<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => T,
): T {
  const formatter = formatters.get(key) ?? make();
  formatters.set(key, formatter);
  return formatter as T;
}

/** Money with its sign and its currency's own decimals: `1234.5`, `USD` → `US$1,234.50`. */
export function formatMoney(amount: Figure, currency: string): string {
  return cachedFormatter(
    `money ${currency}`,
    () =>
      new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" }),
  ).format(amount as Formattable);
}

/** Money in a column whose head has the currency. */
export function formatAmount(amount: Figure, currency: string): string {
  const { minimumFractionDigits, maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return cachedFormatter(
    `amount ${currency}`,
    () => new Intl.NumberFormat("en", { minimumFractionDigits, maximumFractionDigits }),
  ).format(amount as Formattable);
}

/** A count or a plain figure, with at most `digits` decimals. */
export function formatNumber(figure: Figure, digits = 0): string {
  return cachedFormatter(
    `num ${digits}`,
    () => new Intl.NumberFormat("en", { maximumFractionDigits: digits }),
  ).format(figure as Formattable);
}

/** A share: `0.0525` → `5.25%`. */
export function formatPercent(share: Figure, digits = 2): string {
  return cachedFormatter(
    `percent ${digits}`,
    () => new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: digits }),
  ).format(share as Formattable);
}

/** A day, given as `2026-11-20`: `20 Nov 2026`, the same in every zone. */
export function formatDay(iso: string): string {
  return cachedFormatter(
    "day",
    () =>
      new Intl.DateTimeFormat(LOCALE, {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: "UTC",
      }),
  ).format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** A day without its year, for an axis: `20 Nov`. */
export function formatShortDay(iso: string): string {
  return cachedFormatter(
    "short day",
    () => new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", timeZone: "UTC" }),
  ).format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** A moment, given with its offset, on a zone's clock: `20 Nov 2026, 14:05`. */
export function formatDateTime(iso: string, zone?: string): string {
  return cachedFormatter(
    `moment ${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE, {
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        timeZone: zone,
      }),
  ).format(new Date(iso));
}

/** A moment to the second, where several follow each other: `20 Nov 2026, 14:05:09`. */
export function formatSeconds(iso: string, zone?: string): string {
  return cachedFormatter(
    `second ${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "medium", timeZone: zone }),
  ).format(new Date(iso));
}

const countryNames = new Intl.DisplayNames(LOCALE, { type: "region" });

/** A country by its two letters: `GB` → `United Kingdom`. */
export function countryName(code: string): string {
  try {
    return countryNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** A number with a fixed number of decimals, so that a column of them aligns. */
export function formatFixed(figure: Figure, digits: number): string {
  return cachedFormatter(
    `fixed ${digits}`,
    () =>
      new Intl.NumberFormat("en", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ).format(figure as Formattable);
}

/** A month, given by any of its days: `November 2026`. */
export function formatMonth(iso: string): string {
  return cachedFormatter(
    "month",
    () => new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" }),
  ).format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** How large a file is: `482113` → `482 kB`. */
export function formatBytes(size: number): string {
  const large = size >= 1_000_000;
  const unit = large ? "megabyte" : "kilobyte";
  return cachedFormatter(
    `bytes ${unit}`,
    () =>
      new Intl.NumberFormat("en", {
        style: "unit",
        unit,
        unitDisplay: "short",
        maximumFractionDigits: large ? 1 : 0,
      }),
  ).format(Math.max(size / (large ? 1_000_000 : 1_000), 1));
}

/** The labels of an axis, all with the same decimals: none where all are whole. */
export function formatTicks(labels: string[]): string[] {
  const whole = labels.every((label) => !/\.\d*[1-9]/.test(label));
  return whole ? labels.map((label) => label.replace(/\.0+$/, "")) : labels;
}

/** With a capital at its start: `known crawler` → `Known crawler`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
