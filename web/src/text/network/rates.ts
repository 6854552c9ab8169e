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
  dayHelp: "The rate applies from this day, for seven days or until a later one replaces it",
  unusual: "Is this rate right?",
  unusualAsk: (base: string, quote: string, last: string, day: string, rate: string) =>
    `1 ${base} was ${last} ${quote} on ${day}. You entered ${rate}, which differs by more than a fifth. Orders are converted at it as soon as it is saved.`,
  unusualSave: (rate: string) => `Save ${rate}`,
  correction: "Orders rated otherwise",
  correctionNone: "All orders of these days are rated at the rates saved here.",
  correctionHelp: (orders: string, publishers: string) =>
    `Rated at another rate than is saved now: ${orders} of ${publishers}. This is what they come to:`,
  orders: (count: number, shown: string) => (count === 1 ? "1 order" : `${shown} orders`),
  publishers: (count: number, shown: string) =>
    count === 1 ? "1 publisher" : `${shown} publishers`,
  settledStay: (orders: string, items: number, shown: string) =>
    `Not rated again, because they are settled: ${orders} with ${items === 1 ? "1 settled item" : `${shown} settled items`}.`,
  more: "There are further orders, which are rated again too.",
  figure: "Sum",
  now: "Now",
  after: "After",
  amountIn: (currency: string) => `Amounts in ${currency}`,
  commissionIn: (currency: string) => `Commission in ${currency}`,
  correct: (orders: string) => `Rate ${orders} again`,
  correctAsk: (orders: string, publishers: string) =>
    `This rates ${orders} of ${publishers} again, and tells each publisher by an “order updated” event. Settled items stay as they are.`,
  correcting: "The orders are being rated again",
  currencyHint: "Choose a currency",
  rateHelp:
    "How many units of the second currency one unit of the first is worth, such as 1.1873. The inverse follows, unless it is entered too",
  save: "Save rate",
  saved: (base: string, quote: string) => `Rate from ${base} to ${quote} saved`,
  missing: (count: number, shown: string, orders: number) =>
    `${count === 1 ? "One rate is missing" : `${count} rates are missing`}${
      orders === 0 ? "" : orders === 1 ? ", and one order waits" : `, and ${shown} orders wait`
    }`,
  missingHelp:
    "Publishers report in these currencies. An order without a rate is kept, counts in no figure, and is rated as soon as there is one: a rate holds for its own day and the seven days after it.",
  addAwaited: (
    base: string,
    quote: string,
    shown: string,
    orders: number,
    [first, last]: [string, string],
  ) =>
    `${base} to ${quote} (${orders === 1 ? "1 order" : `${shown} orders`} of ${first === last ? first : `${first} to ${last}`})`,
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
