/** The browser's time zones and currencies as options; the current value is always among them. */
interface Choice {
  value: string;
  label: string;
}

const currencyNames = new Intl.DisplayNames("en", { type: "currency" });
let allZones: string[] | undefined;
let allCurrencies: Choice[] | undefined;

export function zones(chosen: string): string[] {
  allZones ??= [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
  return allZones.includes(chosen) ? allZones : [chosen, ...allZones];
}

export function currencies(chosen: string): Choice[] {
  allCurrencies ??= Intl.supportedValuesOf("currency").map(currencyChoice);
  const isListed = !chosen || allCurrencies.some(({ value }) => value === chosen);
  return isListed ? allCurrencies : [currencyChoice(chosen), ...allCurrencies];
}

function currencyChoice(code: string): Choice {
  const name = currencyNames.of(code);
  return { value: code, label: `${code} – ${name ?? code}` };
}
