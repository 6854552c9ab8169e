/** Texts of the operators' overview: what needs attention, by name. */
export const overview = {
  help: "What waits for the network now. Each number is that of the list behind it.",
  groups: { money: "Money", people: "Publishers and brands", trouble: "Trouble" },
  rows: {
    payments_requested: {
      title: "Payments to send",
      help: "Requested by publishers. The next batch takes them.",
    },
    payments_processing: {
      title: "Payments on their way",
      help: "In batches, until their outcome is recorded.",
    },
    payments_failed: {
      title: "Failed payments",
      help: "They wait for their publishers, or for another try.",
    },
    months: { title: "Months to close", help: "Over, and not closed for every brand." },
    brands_overdue: {
      title: "Months that brands owe",
      help: "Closed, and not paid for within the brand's payment days.",
    },
    applications: {
      title: "Applications",
      help: "Channels that want to promote a brand that reviews them.",
    },
    channels: { title: "Channels to review", help: "New or changed. They cannot apply before." },
    vat_claims: {
      title: "VAT registrations",
      help: "To be confirmed before VAT is added to a payment.",
    },
    cases: { title: "Cases", help: "Publishers wait for an answer about an order." },
    alerts: {
      title: "Alerts",
      help: "Problems that only the network or a brand can solve, without a task taken.",
    },
    refused_reports: {
      title: "Refused reports",
      help: "Of orders, in the last 24 hours. A shop may report in a wrong way.",
    },
    mails: { title: "Mails that did not arrive", help: "In the last seven days." },
  },
  nothing: "Nothing waits",
  nothingHelp: "All that was reported, requested and applied for is taken care of.",
  quiet: "Nothing waits here:",
  held: "This portal was restored from a backup. No payment and no bank file leaves it until the restore is released on the server.",
};
