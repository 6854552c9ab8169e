/** Texts of the operators' page about exchange rates. */
export const rates = {
  table: "Exchange rates",
  day: "Valid from",
  base: "From currency",
  quote: "To currency",
  rate: "Rate",
  origin: "Origin",
  origins: { given: "Entered", derived: "Inverse" },
  add: "Add a rate",
  change: "Change the rate",
  fixed: "For another day or currency, add another rate",
  dayHelp: "The rate applies from this day until a later one replaces it",
  currencyHint: "Choose a currency",
  rateHelp:
    "How many units of the second currency one unit of the first is worth, such as 1.1873. The inverse follows, unless it is entered too",
  save: "Save rate",
  saved: (base: string, quote: string) => `Rate from ${base} to ${quote} saved`,
  missing: (count: number) => (count === 1 ? "One rate is missing" : `${count} rates are missing`),
  missingHelp:
    "Publishers report in these currencies, and orders of some brands would be refused for them. Enter the rates, then have those orders sent again.",
  addMissing: (base: string, quote: string, publishers: number) =>
    `${base} to ${quote} (${publishers === 1 ? "1 publisher" : `${publishers} publishers`})`,
  moreMissing: (count: number) => `and ${count} more`,
  none: "No exchange rates yet",
  noneHelp:
    "They convert orders to a publisher's currency, and payments to that of a bank account.",
  noMatch: "No rate matches",
  noMatchHelp: "Try another currency, or clear the filters.",
  clear: "Clear filters",
};
