/** Formats numbers and times for people; money and counts are decimal strings and lose no digit. */
import { cachedFormatter } from "./cachedFormatter";

const LOCALE = "en-GB";

type Figure = string | number;
type Formattable = Parameters<Intl.NumberFormat["format"]>[0];

/**
 * Money with its currency's code and own decimals: `1234.5`, `USD` → `USD 1,234.50`, everywhere, as `format_money` of the
 * server writes it in mails, documents and terms.
 *
 * Several currencies meet on most screens, and `$` is the sign of twenty.
 */
export function formatMoney(amount: Figure, currency: string): string {
  return cachedFormatter(
    `money ${currency}`,
    () => new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" }),
  ).format(amount as Formattable);
}

/** An estimate of money, which has no more digits than it is worth: `GBP 1,200`, `GBP 87`, `GBP 0.40`; `bare` of its currency. */
export function formatRoughMoney(amount: Figure, currency: string, bare?: "bare"): string {
  const size = Math.abs(Number(amount));
  if (size > 0 && size < 1) return (bare ? formatAmount : formatMoney)(amount, currency);
  const maximumSignificantDigits = size < 10 ? 1 : 2;
  return cachedFormatter(
    `rough ${bare ?? currency} ${maximumSignificantDigits}`,
    () =>
      new Intl.NumberFormat("en", {
        ...(bare ? {} : { style: "currency", currency, currencyDisplay: "code" }),
        maximumSignificantDigits,
      }),
  ).format(amount as Formattable);
}

/** Money in a column with the currency in its header. */
export function formatAmount(amount: Figure, currency: string): string {
  return cachedFormatter(`amount ${currency}`, () => {
    const money = new Intl.NumberFormat("en", { style: "currency", currency });
    const { minimumFractionDigits, maximumFractionDigits } = money.resolvedOptions();
    return new Intl.NumberFormat("en", { minimumFractionDigits, maximumFractionDigits });
  }).format(amount as Formattable);
}

/** A figure that may not be known, which is a dash. */
export function orNothing<T extends Figure>(figure: T | null, format: (figure: T) => string) {
  return figure === null ? "–" : format(figure);
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

/** Months have three letters, as in documents; this locale's September alone has four. */
const withShortMonth = (text: string) => text.replace("Sept", "Sep");

/** A day, given as `2026-11-20`: `20 Nov 2026`, the same in every zone. */
export function formatDay(iso: string): string {
  const text = cachedFormatter(
    "day",
    () =>
      new Intl.DateTimeFormat(LOCALE, {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: "UTC",
      }),
  ).format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
  return withShortMonth(text);
}

/** The day of a moment in a zone: `20 Nov 2026`. */
export function formatDayIn(iso: string, zone: string): string {
  const text = cachedFormatter(
    `day ${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE, {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: zone,
      }),
  ).format(new Date(iso));
  return withShortMonth(text);
}

/** A day without its year, for an axis: `20 Nov`. */
export function formatShortDay(iso: string): string {
  const text = cachedFormatter(
    "short day",
    () => new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", timeZone: "UTC" }),
  ).format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
  return withShortMonth(text);
}

/** A moment, given with its offset, on a zone's clock: `20 Nov 2026, 14:05`. */
export function formatDateTime(iso: string, zone?: string): string {
  const text = cachedFormatter(
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
  return withShortMonth(text);
}

/** A moment to the second, where several follow each other: `20 Nov 2026, 14:05:09`. */
export function formatSeconds(iso: string, zone?: string): string {
  const text = cachedFormatter(
    `second ${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "medium", timeZone: zone }),
  ).format(new Date(iso));
  return withShortMonth(text);
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

/** A month of a list: `Nov 2026`. */
export function formatShortMonth(iso: string): string {
  return cachedFormatter(
    "short month",
    () => new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" }),
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

/** The labels of an axis, without their currency, all with the same decimals: none where all are whole. */
export function formatTicks(labels: string[]): string[] {
  const bare = labels.map((label) => label.replace(/[A-Z]{3}\u00a0/, ""));
  const whole = bare.every((label) => !/\.\d*[1-9]/.test(label));
  return whole ? bare.map((label) => label.replace(/\.0+$/, "")) : bare;
}

/** With a capital at its start: `known crawler` → `Known crawler`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
