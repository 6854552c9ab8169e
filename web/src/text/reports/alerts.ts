/** Texts of Alerts: what the watch found wrong, what it costs and what mends it. */
export const alerts = {
  help: "We watch your clicks, orders, terms and payments, and say what is wrong before you notice.",
  mails: "Choose which alerts are mailed",
  times: (zone: string) => `Times in ${zone}`,
  table: "Alerts",
  list: "List of alerts",
  what: "What is wrong",
  brand: "Brand",
  channel: "Channel",
  allChannels: "All channels",
  since: "Since",
  cost: "At risk so far, about",
  perDay: "A day, about",
  state: "State",
  states: { open: "Open", snoozed: "Snoozed", muted: "Muted", closed: "Closed" },
  snoozedUntil: (when: string) => `Snoozed until ${when}`,
  firstOf: (shown: number, total: number) =>
    `The ${shown} with the most money at risk, of ${total}. Choose what is wrong to see the others.`,
  choose: (what: string, about: string) => `${what}, ${about}`,
  clear: "Clear filters",

  emptyTitle: "Nothing is wrong",
  emptyHelp:
    "We look every 10 minutes at each brand on each of your channels, and at your terms, payments, links, postbacks and coupons. A brand is watched from about 1 order a day: fewer are too few to tell a fault from chance.",
  emptyStates: {
    snoozed: "No alert is snoozed",
    muted: "No alert is muted",
    closed: "No alert has been closed yet",
  },
  noMatchTitle: "No alert matches",
  noMatchHelp: "Choose another brand or kind, or clear the filters.",
  more: "How alerts work",

  soFar: "At risk so far",
  aDay: "Each day",
  costHelp:
    "Estimated from your usual commission and approval rate; the real loss is in this range four times out of five. No balance includes it.",

  sums: {
    6: "Less in 30 days",
    7: "Waiting for a decision",
    8: "Waiting for payment",
  } as Record<number, string>,
  sumsHelp: {
    6: "Your orders of the last 30 days, computed again item by item under the new terms. Rejected orders are left out.",
    7: "The commission of these orders, if the brand approves them all.",
    8: "Approved commission that the brand has not paid, corrections included.",
  } as Record<number, string>,
  linksCostHelp:
    "Counted from the day the links broke, with what your own orders usually bring. Broken Links says something else of each link: what 30 days of its clicks bring at the brand's average.",

  drawer: "Alert",
  facts: "What we see",
  orders: (expected: string, seen: string) =>
    `About ${expected} orders were expected, and ${seen} arrived.`,
  clicks: (expected: string, seen: string) =>
    `About ${expected} clicks were expected, and ${seen} arrived.`,
  commission: (expected: string, seen: string) =>
    `An order usually brings about ${expected}, and now ${seen}.`,
  approvals: (decided: string, expected: string, seen: string) =>
    `The brand decided ${decided} items. About ${expected} would usually be approved, and ${seen} were.`,
  terms: (orders: number, before: string, after: string) =>
    `Your ${orders === 1 ? "order" : `${orders} orders`} of the last 30 days earn ${before} under the terms before, and ${after} under the new ones.`,
  undecided: (orders: number) =>
    orders === 1
      ? "1 order waits for a decision longer than the brand promises and usually takes."
      : `${orders} orders wait for a decision longer than the brand promises and usually takes.`,
  unpaid: (orders: number) =>
    orders === 1
      ? "1 approved order is not paid, later than the brand promises and usually pays."
      : `${orders} approved orders are not paid, later than the brand promises and usually pays.`,
  withinDays: (days: number) => (days === 1 ? "1 day" : `${days} days`),
  reason: (reason: string, items: string) => `${reason} (${items})`,
  sure: {
    certain: "This is practically certain",
    very: "We are very sure",
    fairly: "We are fairly sure",
  },
  chance: (sure: string, times: string) =>
    `${sure}: chance alone would do this less than once in ${times} times.`,
  million: "a million",
  known: "We checked this; it is not inferred from your figures.",
  closesSoon:
    "We look again every 10 minutes. Once this is fixed, the alert closes by itself in the next round.",

  cause: "Cause",
  causes: {
    1: "Links to this brand are broken.",
    2: "The brand is paused or has left, or the partnership has ended.",
    3: "The brand changed its terms.",
    4: "One country or one kind of device alone is affected.",
    5: "The brand reports no orders for anybody.",
    6: "We found no cause. Links, brand and terms look as they should.",
    7: "It fell for all publishers of the brand.",
  } as Record<number, string>,
  noCause: "We found no cause.",
  evidence: {
    links: "Broken links",
    last_order_at: "Your last order",
    last_report_at: "The brand's last report",
    terms_from: "New terms from",
    failures: "Failures in a row",
    coupon: "Coupon",
    days: "Days looked at",
    country: "Country",
    device: "Device",
    part_expected: "Orders expected there",
    part_seen: "Orders that arrived there",
    announced_at: "Announced on",
    notice_days: "Notice",
    promised_days: "The brand promises",
    usual_days: "9 of 10 of yours took up to",
    waiting_since: "The oldest waits since",
    reason: "Most frequent reason",
  },

  next: "What to do",
  advice: {
    1: "Give the broken links a new target or a fallback. Your pages need no change.",
    2: "Follow one of your links to the shop, and check that the tracking parameter arrives.",
    3: "Send the brand's visitors to another brand.",
    4: "Only the brand can mend it, and the network has to ask it. Until then, you can send visitors elsewhere.",
    5: "See why deliveries failed, and check the server that receives them.",
    6: "Check that the pages of this channel and their links are still there.",
    7: "Compare the brand's terms with what your orders bring, and with the terms of similar brands.",
    8: "Replace the coupon on your pages.",
    9: "See what the brand will pay and compare it with similar brands, before the new terms apply.",
    10: "See which orders wait, and ask the network to have the brand decide.",
    11: "See which months the brand has not paid, and ask the network to collect them.",
    12: "See why orders were rejected, and open a case for those that look right.",
  } as Record<number, string>,
  task: (state: "open" | "in_progress" | "done", when: string) =>
    ({
      open: `The network was told on ${when}, and has not begun yet.`,
      in_progress: `The network is on it since ${when}.`,
      done: `The network says that it is mended since ${when}.`,
    })[state],
  taskNote: (note: string) => `The network writes: ${note}`,
  steps: {
    1: "Fix broken links",
    2: "See the links",
    3: "See the brand",
    4: "See the brand",
    5: "See the failed deliveries",
    6: "See the channel's figures",
    7: "Compare the terms",
    8: "See the brand's coupons",
    9: "See the terms",
    10: "See the waiting orders",
    11: "See what is not paid",
    12: "See the rejected orders",
  } as Record<number, string>,

  found: "Found",
  closed: "Closed",
  closedBy: {
    recovered: "Recovered",
    publisher: "Closed by you",
    operator: "Closed by the network",
  },
  snoozeUntil: "Snooze until",
  snooze: "Snooze",
  snoozeDays: (first: string, last: string) => `Choose a day from ${first} to ${last}`,
  mute: "Mute",
  actionsHelp:
    "A snoozed alert is open again on that day. While it is muted, we tell you nothing of this kind about the brand and channel, until you reopen it.",
  reopen: "Reopen",
  close: "Close",
  closeTitle: (count: number) => (count === 1 ? "Close this alert?" : `Close ${count} alerts?`),
  closeHelp:
    "A closed alert cannot be reopened. It comes again by itself if the money at risk grows by half.",
  closeIt: (count: number) => (count === 1 ? "Close alert" : "Close alerts"),
  noneChosen: "Select alerts to snooze, mute or close several at once.",
  chosen: (count: number) => (count === 1 ? "1 alert selected" : `${count} alerts selected`),
  outcomes: {
    open: (count: number) => (count === 1 ? "Alert reopened" : `${count} alerts reopened`),
    snoozed: (count: number, until: string) =>
      `${count === 1 ? "Alert" : `${count} alerts`} snoozed until ${until}`,
    muted: (count: number) => (count === 1 ? "Alert muted" : `${count} alerts muted`),
    closed: (count: number) => (count === 1 ? "Alert closed" : `${count} alerts closed`),
  },
  unchanged: (count: number, why: string) =>
    count === 1
      ? `One alert could not be changed: ${why}`
      : `${count} alerts could not be changed: ${why}`,
};
