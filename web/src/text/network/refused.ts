/** Texts of the operators' list of refused reports. */
export const refused = {
  table: "Refused reports",
  help: "Orders whose report was refused in the last 90 days, by call, by file or with a case. Each order is listed once a day, with its last reason.",
  order: "Order number",
  brand: "Brand",
  publisher: "Publisher",
  nobody: "None named",
  code: "Reason",
  reason: "In detail",
  orderTime: "Order time",
  amount: "Amount, as reported",
  at: "Refused",
  none: "No refused reports",
  noneHelp: "A report that breaks a rule is listed here with the reason.",
  noMatch: "No refused report matches these filters",
  noMatchHelp: "Remove a filter, or choose a longer period.",
  clear: "Clear filters",
};
