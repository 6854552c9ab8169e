interface Lead {
  help: string;
  action: string;
}

/** The texts of a step to the first order, by its status. */
interface StepWords {
  title: string;
  open: Lead;
  waiting?: Lead;
  refused?: Lead;
}

const steps = {
  add_channel: {
    title: "Add a channel",
    open: {
      help: "Brands look at where you promote them before they accept you.",
      action: "Add a channel",
    },
    waiting: {
      help: "The network is looking at your channel. You can join brands as soon as it is approved.",
      action: "See your channel",
    },
    refused: {
      help: "Your channel was not approved. Change it, and the network looks at it again.",
      action: "Change your channel",
    },
  },
  join_brand: {
    title: "Join a brand",
    open: {
      help: "Find brands that suit your readers. Many accept you at once.",
      action: "Find brands",
    },
    waiting: {
      help: "A brand is looking at your application. Meanwhile, others may accept you at once.",
      action: "See your applications",
    },
    refused: {
      help: "Your application was turned down. Other brands may suit your channel better.",
      action: "Find other brands",
    },
  },
  make_link: {
    title: "Create a link",
    open: {
      help: "It leads to any page of the brand, and tells us that a visitor came from you.",
      action: "Create a link",
    },
  },
  first_click: {
    title: "Get your first click",
    open: {
      help: "Put your link where your readers are. Open it once yourself: the click is counted within seconds.",
      action: "See your links",
    },
  },
  first_order: {
    title: "Get your first order",
    open: {
      help: "An order appears here as soon as the brand reports it. That can take a day or two after the purchase.",
      action: "See your clicks",
    },
  },
} satisfies Record<string, StepWords>;

export type StepName = keyof typeof steps;

/** Texts of the dashboard. */
export const dashboard = {
  helpWithoutMoney: "What your channels brought, and what is left for you to do.",
  help: "What your channels earned, what is on its way to your account, and what is left for you to do.",
  period: "Period",
  periods: { "7d": "7 days", "30d": "30 days", "90d": "90 days", "365d": "1 year" },
  span: (days: number, from: string, to: string) =>
    `${from} – ${to}, compared with the ${days} days before, up to this time of day.`,
  commission: "Commission",
  commissionIn: (currency: string) => `Commission (${currency})`,
  orders: "Orders",
  clicks: "Clicks",
  sales: "Sales",
  epc: "Commission per click",
  trend: "Trend",
  figure: "What the chart shows",
  day: "Day",
  week: "Week of",
  noTrend: "No clicks in this period",
  noTrendHelp:
    "Clicks appear here within seconds of each visit, orders once the brand reports them.",
  balance: "Balance",
  balanceHelp: "All your commission and bonuses to date, each amount in one stage.",
  payments: "Payments",
  tasks: "To do",
  tasksDone: (done: number, all: number) => `${done} of ${all} done`,
  start: "Your way to the first order",
  also: "Also worth doing",
  stepStates: { done: "done", open: "not done yet", waiting: "waiting", refused: "refused" },
  refusedBecause: (help: string, reason: string) => `${help} The reason given: “${reason}”`,
  notYours: "Your role does not include this step. Somebody else in your team takes it.",
  seeTeam: "See your team",
  steps: steps as Record<StepName, StepWords>,
  task: {
    failed_payment: "A payment failed: check your bank details",
    renew_self_billing: "Agree to self-billing again",
    vat_rejected: "Correct your VAT registration",
    vat_unsaid: "Say whether you are registered for VAT",
    profile_incomplete: "Complete your address and tax data: payment documents need them",
    add_channel: "Add a channel",
    verify_channel: "Verify your channel",
    join_brand: "Join a brand",
    make_link: "Create a link",
    first_click: "Get your first click",
    first_order: "Get your first order",
    payment_method: "Add a payment method",
    two_step: "Turn on two-step sign-in",
    passkey: "Sign in with a passkey",
  } as Record<string, string>,
  done: "Done",
  showDone: "Show what is done",
  hideDone: "Hide what is done",
  notDone: "Not done yet",
  topBrands: "Top brands",
  topLinks: "Top links",
  brand: "Brand",
  link: "Link",
  allBrands: "All brands",
  allLinks: "All links",
  noBrands: "No brand has clicks yet",
  noBrandsHelp: "Join a brand and share a link to it.",
  findBrands: "Find brands",
  noLinks: "No link has clicks yet",
  noLinksHelp: "Create a link to a brand you joined, and put it where your readers are.",
  makeLink: "Create a link",
  latest: "Latest orders",
  allOrders: "All transactions",
  noOrders: "No orders yet",
  noOrdersHelp: "An order appears here as soon as the brand reports it.",
  orderTime: "Order time",
  status: "Status",
  amount: "Amount",
};
