const devices: Record<string, string> = {
  desktop: "Desktop",
  mobile: "Mobile",
  tablet: "Tablet",
  bot: "Bot",
};

/** The name of a kind of device on the screens. */
export const deviceName = (device: string) => devices[device] ?? device;

/** Texts of the list of clicks. */
export const click = {
  help: "Every visit to your links: whether it counts, why, and the order it led to.",
  pageNote: (zone: string) => `Times in ${zone}.`,
  table: "Clicks",
  drawer: "Click",
  time: "Click time",
  brand: "Brand",
  channel: "Channel",
  link: "Link",
  verdict: "Verdict",
  codeDecided: "An assigned code decided",
  verdicts: { valid: "Valid", duplicate: "Duplicate", bot: "Bot", blocked: "Blocked" },
  /** A page that a browser fetched ahead is no bot's click, though it counts as little. */
  prefetched: "Prefetched",
  prefetchReason: "prefetched by the browser",
  country: "Country",
  device: "Device",
  referrer: "Referrer",
  order: "Order",
  ref: "Click reference",
  label: (position: number) => `Label ${position}`,
  converted: "Led to an order",
  yes: "Yes",
  no: "No",
  tooMany: (most: string) => `More than ${most}`,
  empty: "No clicks in this period",
  emptyHelp: "A click appears here as soon as somebody follows one of your links.",
  emptyFiltered: "No click matches these filters",
  emptyFilteredHelp: "Choose a longer period, or remove a filter.",
  clear: "Clear filters",
  last90: "Show the last 90 days",
  missing: "Report a missing order",
};
