import type { LifePath, LifeStage } from "@/api/gen/types.gen";

/** Texts of the sandbox. */
export const sandbox = {
  enter: "Switch to the sandbox",
  leave: "Back to your account",
  banner: "You are in the sandbox",
  bannerHelp: "Nothing here is real: no order counts, and no money moves.",

  help: "Lead test orders through their whole life. Everything that a real order causes follows: figures, events, postbacks and documents.",
  outside: "This page is in the sandbox",
  outsideHelp:
    "The sandbox is a copy of your account without data, with brands of its own. Use it to test what you build.",

  begin: "A new order",
  path: "What becomes of it",
  paths: {
    approve: "Approved and paid",
    reject: "Rejected by the brand",
    part_return_after_paid: "Paid, then one item is returned",
    payment_fails: "The payment fails, then is paid",
    returned: "The payment comes back",
    brand_pays_late: "The brand pays late",
    never_decided: "Never decided",
  } satisfies Record<LifePath, string>,
  whole: "Run the whole life",
  byStage: "Begin with the click",
  began: (order: string) => `Order ${order} is on its way`,
  done: (order: string) => `Order ${order} has reached its end`,

  lives: "Orders",
  none: "No order yet",
  noneHelp: "Choose what becomes of an order, and run its life.",
  stages: {
    click: "Clicked",
    order: "Ordered",
    approved: "Approved",
    rejected: "Rejected",
    settled: "Month closed",
    brand_paid: "Brand paid",
    requested: "Payment requested",
    processing: "Payment in process",
    sent: "Payment sent",
    paid: "Paid",
    failed: "Payment failed",
    retried: "Payment retried",
    returned: "Payment came back",
    part_returned: "Item returned",
  } satisfies Record<LifeStage, string>,
  next: (stage: string) => `Next: ${stage}`,
  nextOf: (order: string, stage: string) => `Next: ${stage}, ${order}`,
  toEnd: "To the end",
  toEndOf: (order: string) => `To the end, ${order}`,
  details: "Details",
  detailsOf: (order: string) => `Details of ${order}`,

  mails: "Emails",
  mailsHelp: "Shown here and sent to nobody.",
  noMails: "No email yet. A payment that is sent, fails or comes back causes one.",
  to: (address: string) => `To ${address}`,
  read: "Read",
  readOf: (subject: string) => `Read “${subject}”`,
  close: "Close",

  tokens: "For scripts",
  tokensHelp:
    "Tokens made in the sandbox begin with test_ and work only here. The guide leads an order through its life with curl, Python and JavaScript.",
  makeToken: "API tokens",
  guide: "Guide",
  reset: "Reset the sandbox",
  resetTitle: "Reset the sandbox?",
  resetQuestion:
    "Its orders, links, postbacks and tokens are gone for your whole team, and you begin with an empty one.",
  resetConfirm: "Reset",
};
