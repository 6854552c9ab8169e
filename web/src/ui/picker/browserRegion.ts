/** Where the browser says it is, as `Europe/London`. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** A language tag with its region. `Intl.Locale` throws at tags that browsers do report, such as `en-US@posix`. */
const REGION = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z0-9])/i;

/** The country of the browser's language, as a code; empty if the language names none. */
export function browserCountry(): string {
  return REGION.exec(navigator.language)?.[1]?.toUpperCase() ?? "";
}
