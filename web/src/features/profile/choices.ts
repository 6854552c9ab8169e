/** What a browser knows of time zones and currencies, for lists to choose from; what is chosen is always in it. */
interface Choice {
  value: string;
  label: string;
}

export function zones(chosen: string): string[] {
  return [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
}

export function currencies(chosen: string): Choice[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  const codes = [...new Set([chosen, ...Intl.supportedValuesOf("currency")])].sort();
  return codes.map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` }));
}
