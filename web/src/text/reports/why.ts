/** Texts of Why: what is known about an order, a click, a payment or a case, what it comes to, and what to do. */

/** The values of a fact, ready to be read. Those that it does not have are empty. */
export interface FactWords {
  item: string;
  amount: string;
  commission: string;
  currency: string;
  rate: string;
  toCurrency: string;
  reason: string;
  refusal: string;
  state: string;
  text: string;
  until: string;
  day: string;
  period: string;
  days: string;
  count: string;
  share: string;
  by: string;
}

type Say = (words: FactWords) => string;

const with_ = (sentence: string, detail: string) => (detail ? `${sentence}: ${detail}` : sentence);
const ofItem = (item: string, sentence: string) => (item ? `${sentence} (item ${item})` : sentence);
/** A commission at the end of a sentence, for readers who are shown amounts. */
const withCommission = (commission: string) => (commission ? `, commission ${commission}` : "");

const FACTS: Record<number, Say> = {
  1: ({ days }) =>
    with_("The visitor clicked your link", days && `orders count for ${days} days after it`),
  2: ({ state, text }) =>
    `The click is not counted: ${state}${text && text !== state ? ` (${text})` : ""}`,
  3: ({ amount }) => `The brand reported the order${amount && `, ${amount}`}`,
  4: () => "The order was credited to you by the code of a link, without a click",
  5: () => "A code that is assigned to a publisher decided whose order it is",
  6: ({ item, amount, reason }) =>
    with_(ofItem(item, `The brand changed the amount${amount && ` by ${amount}`}`), reason),
  7: ({ item, commission, by }) =>
    ofItem(
      item,
      by === "terms"
        ? `Approved by itself at the end of the validation period${withCommission(commission)}`
        : `Approved${withCommission(commission)}`,
    ),
  8: ({ item, reason, text }) =>
    `${with_(ofItem(item, "Rejected"), reason)}${text && ` – ${text}`}`,
  9: ({ item, amount, reason }) =>
    with_(ofItem(item, `Corrected${amount && ` by ${amount}`} after it was settled`), reason),
  10: ({ until, days, state }) =>
    state === "approve"
      ? `The brand has ${days} days to decide. Without a decision it is approved by itself, by ${until} at the latest`
      : `The brand usually decides by ${until}. It is not approved without its decision`,
  11: ({ item, text, rate, amount, commission, state }) =>
    ofItem(
      item,
      `${state === "own" ? "Your own terms" : "The brand's terms"}${text && ` “${text}”`} were in force at the click: ${
        rate ? `${rate}%${amount && ` of ${amount}`}` : `a fixed amount${amount && ` of ${amount}`}`
      }${commission && `, which makes ${commission}`}`,
    ),
  12: ({ currency, rate, toCurrency, commission }) =>
    `1 ${currency} was ${rate} ${toCurrency} on the day of the order${commission && `, so your commission is ${commission}`}`,
  13: ({ currency, commission }) =>
    `Each item is rounded once, to the smallest unit of ${currency}, half to even${commission && `: ${commission} in all`}`,
  14: ({ currency, toCurrency, day }) =>
    `There is no exchange rate from ${currency} to ${toCurrency} for ${day} yet. The network adds it`,
  15: ({ commission }) => with_("The exchange rate changed your commission", commission),
  16: () => "The brand marked it as a test order, which earns nothing",
  20: ({ period, amount, text }) =>
    with_(`${period} was closed`, [text, amount].filter(Boolean).join(", ")),
  21: ({ period, until }) => `${period} is not closed yet. It can be from ${until} on`,
  22: () => "The brand paid the network for that month",
  23: ({ day, text, state }) =>
    state === "past"
      ? `${text} has not paid for that month. It usually has by ${day}`
      : `${text} has not paid for that month. By its terms it should by ${day}`,
  24: () => "The brand pays in advance, so nothing has to be waited for",
  25: () => "The amount is below zero: it is deducted from your next payment",
  26: ({ amount }) => `${amount} can be withdrawn at present`,
  27: ({ amount }) => `A payment needs at least ${amount}`,
  28: () => "You have no payment method",
  29: ({ until }) =>
    `The payment details are new, or a change of them was stopped: nothing is paid before ${until}`,
  30: ({ day }) => `Your schedule requests the next payment on ${day}`,
  31: () => "You have no schedule, so payments are made when you request them",
  32: ({ count }) => `Payment ${count} was requested`,
  33: ({ count }) => `Payment ${count} is with the bank, or about to be`,
  34: ({ count }) => `Payment ${count} was sent`,
  35: ({ count }) => (count ? `Payment ${count} arrived` : "It was paid"),
  36: ({ count, text }) => with_(`Payment ${count} failed`, text),
  37: ({ count, text }) => with_(`Payment ${count} came back`, text),
  38: ({ count }) => `Payment ${count} was cancelled`,
  39: ({ count, amount }) =>
    `Not in it, as brands had not paid: ${count} settlements, ${amount} in all`,
  40: ({ count, amount }) =>
    `Not in it, as the payment was requested for other settlements: ${count} settlements, ${amount}`,
  41: ({ amount }) => `The fee is ${amount}`,
  42: ({ amount }) => `VAT of ${amount} is added`,
  43: ({ day, state }) =>
    state === "past"
      ? `It should have arrived by ${day}, as your payments usually do`
      : `It should have arrived by ${day}: within 5 days of going to the bank, or 3 of being sent`,
  50: ({ count, state }) => `Case ${count} was opened: ${state}`,
  51: ({ count, text }) => with_(`The network asked about case ${count}`, text),
  52: ({ count }) => `You replied to case ${count}`,
  53: ({ count, state, text }) => with_(`Case ${count} was decided, ${state}`, text),
  54: ({ count }) => `You withdrew case ${count}`,
  55: () =>
    "The time to open a case is over: a brand takes claims for some days after an order (its page says how many), and 60 days after it rejected one",
  60: ({ share, count }) =>
    `Across all publishers, the brand gives no reason for about ${share} of what it declines (${count} or more in a year)`,
  61: () => "There are too few publishers to say how often the brand gives no reason",
  62: ({ day }) => `A case about this brand was last decided on ${day}`,
  70: ({ days, until }) => `An order counts for ${days} days after the click, until ${until}`,
  71: ({ day, days }) =>
    `Your last valid click on the brand was on ${day}, within its ${days} days`,
  72: ({ days }) =>
    `You have no valid click on the brand in the ${days} days before the order, so nothing can be said about it`,
  73: ({ text, day, amount }) =>
    `You asked about order ${text} of ${day}${amount && `, ${amount}`}`,
  74: ({ refusal, text }) => with_(`The report was refused: ${refusal.toLowerCase()}`, text),
};

export const why = {
  title: "Why?",
  pageTitle: "Why?",
  help: "What happened to an order, a click, a payment or a case, by which rule, and what you can do.",
  button: "Why?",
  ask: "Why is an order missing?",
  askHelp:
    "The answer says whether and how the order was reported. It never says anything about other publishers. You can ask 20 times a day.",
  askAgain: "Ask about another order",
  brand: "Brand",
  brandHint: "Choose a joined brand",
  order: "Order number",
  orderHelp: "As the customer's confirmation shows it",
  day: "Day of the order",
  amount: "Order amount",
  amountHelp: "The whole order, without tax and shipping, in the shop's currency",
  send: "Find out",
  answer: "Answer",
  facts: "What is known",
  evidence: "See it",
  rule: (name: string) => `Rule: ${name}`,
  next: "What to do",
  unknown: "Not found",
  unknownHelp: "It may belong to another account, or the address may be wrong.",
  otherNumbers:
    "For an order, a click, a payment or a case that you have, open it and choose “Why?”.",
  about: "What to explain",
  aspects: { 1: "Decision", 2: "Payment", 3: "Commission" } as Record<number, string>,
  openCase: "Go on to the case",
  openCaseAnyway: "Report it without asking",
  openCaseAfter: "Report it all the same",
  firstStep: "First find out what became of it. Most missing orders turn out to have a reason.",
  verdicts: {
    1: "It was not reported to us",
    2: "It was reported, and the report was refused",
    3: "It counts for another channel of yours",
    4: "A later click or an assigned code decided",
    5: "It was reported without a click",
    6: "There is no click of yours that could have led to it",
    10: "It was rejected",
    11: "It was rejected, and the brand gave no reason",
    12: "The brand has not decided yet",
    13: "The brand has not decided, and is late",
    14: "It waits for an exchange rate",
    15: "It is a test order",
    20: "Its month has not been closed yet",
    21: "The brand has not paid yet",
    22: "It is deducted from your next payment",
    23: "What can be withdrawn is below the minimum",
    24: "There is no payment method",
    25: "The payment details have to wait",
    26: "No payment has been requested",
    27: "It is in your next scheduled payment",
    28: "The payment is being made",
    29: "The payment was sent",
    30: "It was paid",
    31: "The payment failed",
    32: "The payment came back",
    33: "The payment was cancelled",
    34: "Deductions leave nothing to withdraw",
    35: "The payment has not been started yet",
    40: "This is how the commission was worked out",
    50: "The click is not counted",
    51: "An assigned code decided about its order",
    52: "No order yet, but there may be one",
    53: "No order was reported for this click",
    60: "The case waits for the network",
    61: "The case waits for your answer",
    62: "The case was accepted",
    63: "The case was rejected",
    64: "You withdrew the case",
  } as Record<number, string>,
  noteOf: (note: string) => `The note says: ${note}`,
  late: (verdict: string, days: number) =>
    `${verdict}, ${days === 1 ? "1 day" : `${days} days`} late`,
  verdictOf: (verdict: string, reason: string) => `${verdict}: ${reason}`,
  /** What a rejected order would have needed to be approved, by the brand's reason. */
  wouldNeed: {
    order_cancelled: "It would count if the customer had not cancelled the order.",
    item_returned: "It would count if the customer had kept the item.",
    duplicate_order: "It would count if it were not the same as another order.",
    out_of_stock: "It would count if the shop had been able to deliver it.",
    payment_failed: "It would count if the customer's payment had arrived.",
    fraud_suspected: "It would count if the brand took the order for genuine.",
    terms_breach: "It would count if it had come about by the brand's terms.",
    other_channel: "It would count if no other channel had led to the order.",
    coupon_not_allowed: "It would count without a code that you may not promote.",
    test_order: "It would count if the brand had not marked it as a test.",
    not_traced: "It would count if the brand could trace it to your click.",
  } as Record<string, string>,
  factOf: (fact: number, words: FactWords) => FACTS[fact]?.(words) ?? "",
  clicks: { bot: "a bot", duplicate: "a repeated click", blocked: "it was blocked" } as Record<
    string,
    string
  >,
  rules: {
    1: "which clicks count",
    2: "whose an order is",
    3: "the cookie window",
    4: "who decides an order",
    5: "the validation period",
    6: "terms at the time of the click",
    7: "the rate of the day",
    8: "rounding",
    9: "corrections",
    10: "how months are closed",
    11: "the brand pays first",
    12: "the minimum",
    13: "new details wait",
    14: "deductions",
    15: "states of a payment",
    16: "cases",
    17: "what is told about others",
    18: "why reports are refused",
  } as Record<number, string>,
  steps: {
    1: "There is nothing to do.",
    2: "Wait; it goes on by itself.",
    3: "If you think that it should count, open a case.",
    4: "Look at the case.",
    5: "Answer the network's question.",
    6: "Look at the order.",
    7: "Add a payment method.",
    8: "Request a payment, or set a schedule.",
    9: "Mend the payment: check the details, and have it paid again.",
    11: "Compare the commission with the brand's terms.",
    12: "Your payments usually arrive sooner. Ask the network where it is.",
  } as Record<number, string>,
  stepUntil: (day: string) => `Look again on ${day}.`,
  actions: {
    3: "Open a case",
    4: "To the case",
    5: "Answer",
    6: "To the order",
    7: "Add a method",
    8: "To your balance",
    9: "To the payment",
    11: "To the terms",
    12: "Ask a question",
  } as Record<number, string>,
};
