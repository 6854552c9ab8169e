/** Technical terms such as EPC, each explained in one sentence; `Term` shows the explanation. */
export const terms = {
  epc: "Earnings per click: commission divided by clicks.",
  conversion: "The share of clicks that led to an order.",
  approval: "The share of decided orders that were approved.",
  aov: "Average order value: sales divided by orders.",
  cookie: "How long after a click an order still counts as yours.",
  validation: "How long it takes until an order is approved or rejected.",
  payment: "How long after approval your commission is paid.",
  paidWithin:
    "Within how many days after their approval nine in ten orders can be paid out, as measured.",
  deepLinks: "Links to any page of the shop, not only to its home page.",
  offerType: "What you are paid for: a sale, an action, a lead, a click or views.",
  approvalWay: "Who decides whether your channel may promote the brand.",
};

export type TermName = keyof typeof terms;
